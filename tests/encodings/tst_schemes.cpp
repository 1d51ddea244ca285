// SPDX-License-Identifier: GPL-3.0-or-later
// What every scheme promises (encodings/schemes.h), whichever there are.
#include "schemesetups.h"

#include "field/conformance.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace phasor;

Q_DECLARE_METATYPE(phasor::SchemeVariant)

namespace {

struct Parameter
{
    const Scheme* scheme = nullptr;
    const SchemeParameter* parameter = nullptr;
};

// Values that the parameter allows, beside the standard one.
std::vector<ParameterValue> valuesOf(const ValueSpec& spec)
{
    std::vector<ParameterValue> values;
    for (const ParameterChoice& choice : spec.choices != nullptr ? spec.choices() : std::vector<ParameterChoice>())
        values.push_back(std::string(choice.id));
    switch (spec.kind) {
    case ParameterKind::Integer:
        values.push_back(static_cast<std::int64_t>(spec.minimum));
        values.push_back(static_cast<std::int64_t>(spec.maximum));
        break;
    case ParameterKind::Real:
    case ParameterKind::ChoiceOrNumber:
        values.push_back(spec.minimum);
        values.push_back(spec.maximum);
        break;
    case ParameterKind::Seed:
        values.push_back(Seed{17, false});
        break;
    case ParameterKind::ChoiceOrFile:
        values.push_back(std::string(spec.filePrefix) + "some: file.npy");
        break;
    case ParameterKind::Choice:
    case ParameterKind::Text:
        break;
    }
    if (spec.optional())
        values.push_back(std::monostate{});
    return values;
}

// Texts that no parameter of the kind may have.
std::vector<std::string> garbageOf(const ValueSpec& spec)
{
    switch (spec.kind) {
    case ParameterKind::Integer:
        return {"",
                "x",
                "1.5",
                "1e3",
                "99999999999999999999",
                printValue(static_cast<std::int64_t>(spec.minimum) - 1),
                printValue(static_cast<std::int64_t>(spec.maximum) + 1)};
    case ParameterKind::Real:
        return {"", "x", "nan", "inf", "-inf", "1e999", "1,5", printValue(spec.minimum - 1)};
    case ParameterKind::Seed:
        return {"", "x", "1.5", "18446744073709551616", "-9223372036854775809"};
    case ParameterKind::Choice:
    case ParameterKind::ChoiceOrNumber:
    case ParameterKind::ChoiceOrFile:
        return {"", "no such word", std::string(spec.choices()[0].id) + " ", std::string(spec.filePrefix)};
    case ParameterKind::Text:
        return {"\xff"};
    }
    return {};
}

// Whether the number is written in `text`, and not as a part of another.
bool names(const std::string& text, std::int64_t number)
{
    const std::string digits = std::to_string(number);
    for (std::size_t at = text.find(digits); at != std::string::npos; at = text.find(digits, at + 1)) {
        const auto isDigit = [&](std::size_t i) {
            return i < text.size() && text[i] >= '0' && text[i] <= '9';
        };
        if (!(at > 0 && isDigit(at - 1)) && !isDigit(at + digits.size()))
            return true;
    }
    return false;
}

} // namespace

class TestSchemes : public QObject
{
    Q_OBJECT

private slots:
    void registry();
    void parameters_data();
    void parameters();
    void models_data() { variants(); }
    void models();
    void tables_data() { variants(); }
    void tables();
    void waves_data() { variants(); }
    void waves();
    void biases_data() { variants(); }
    void biases();
    void formulas_data() { variants(); }
    void formulas();
    void equalSettings();

private:
    void variants();
};

void TestSchemes::variants()
{
    QTest::addColumn<SchemeVariant>("variant");
    for (const SchemeVariant& variant : schemeVariants())
        QTest::newRow(variant.name.c_str()) << variant;
}

void TestSchemes::registry()
{
    QVERIFY(!schemes().empty());
    for (const Scheme& scheme : schemes()) {
        QVERIFY(findScheme(scheme.id) == &scheme);
        QVERIFY(!scheme.label.empty() && !scheme.formula.empty() && !scheme.source.empty());
        QVERIFY(scheme.make != nullptr && scheme.notebook != nullptr);
    }
    QVERIFY(!findScheme("no such scheme"));
    QVERIFY(findScheme("sinusoidal"));
}

void TestSchemes::parameters_data()
{
    QTest::addColumn<Parameter>("tested");
    for (const Scheme& scheme : schemes()) {
        for (const SchemeParameter& parameter : scheme.own)
            QTest::newRow((std::string(scheme.id) + " " + parameter.option()).c_str())
                << Parameter{&scheme, &parameter};
    }
}

// The spec lets its own values pass and no others; what is assigned is what is read.
void TestSchemes::parameters()
{
    QFETCH(Parameter, tested);
    const SchemeParameter& parameter = *tested.parameter;
    const ValueSpec& spec = parameter;
    QVERIFY(!spec.id.empty() && !spec.label.empty() && !spec.help.empty());
    const ParameterValue standard = parameter.get({});
    QVERIFY(checkValue(spec, standard).ok());
    std::vector<ParameterValue> values = valuesOf(spec);
    values.push_back(standard);
    for (const ParameterValue& value : values) {
        const std::string text = printValue(value);
        QVERIFY2(checkValue(spec, value).ok(), text.c_str());
        if (!std::holds_alternative<std::monostate>(value))
            QVERIFY2(parseValue(spec, text).value() == value, text.c_str());
        SchemeSettings settings;
        parameter.set(settings, value);
        QVERIFY2(parameter.get(settings) == value, text.c_str());
        for (const SchemeParameter& other : tested.scheme->own) {
            if (&other != &parameter)
                QVERIFY2(other.get(settings) == other.get({}), text.c_str());
        }
    }
    for (const std::string& text : garbageOf(spec)) {
        const auto refused = parseValue(spec, text);
        QVERIFY2(!refused.ok(), text.c_str());
        QCOMPARE(refused.error().kind, ErrorKind::Usage);
        QCOMPARE(english(refused.error().where), spec.option());
        QVERIFY(!refused.error().what.empty() && !refused.error().remedy.empty());
    }
}

// A model has what its kind has, and nothing else.
void TestSchemes::models()
{
    QFETCH(SchemeVariant, variant);
    const Scheme& scheme = *variant.scheme;
    const PositionSetup setup = setupOf(variant, {.maxLen = 70, .width = 24, .heads = 3});
    QVERIFY(isAllowed(variant, setup));
    const auto model = scheme.make(setup);
    QVERIFY2(model.ok(), model.ok() ? "" : toString(model.error()).c_str());
    QCOMPARE(model->table != nullptr, scheme.kind == SchemeKind::Table);
    QCOMPARE(model->bias != nullptr, scheme.kind == SchemeKind::Bias);
    QCOMPARE(model->turns() != nullptr, scheme.kind == SchemeKind::Rotation);
    QVERIFY(model->warnings.empty());
    if (model->table)
        QCOMPARE(model->table->shape(), (Shape{setup.maxLen, setup.width}));
    QVERIFY(scheme.positions == nullptr || setup.maxLen == model->table->shape().rows);
    QVERIFY(!model->waves || model->waves->reach.empty()
            || model->waves->reach.size() == model->waves->frequencies.size());
    if (model->turns() != nullptr)
        QCOMPARE(model->turns()->table->shape(), (Shape{70, 64}));
}

void TestSchemes::tables()
{
    QFETCH(SchemeVariant, variant);
    if (variant.scheme->kind != SchemeKind::Table && variant.scheme->kind != SchemeKind::Rotation)
        return;
    int tested = 0;
    for (const Shape shape :
         {Shape{1, 1}, Shape{3, 2}, Shape{7, 5}, Shape{130, 129}, Shape{1000, 64}, Shape{260, 601}, Shape{5000, 132}}) {
        const PositionSetup setup = setupOf(variant, {.maxLen = shape.rows, .width = shape.cols});
        if (!isAllowed(variant, setup))
            continue;
        const auto model = variant.scheme->make(setup);
        QVERIFY(model.ok());
        if (model->table)
            QCOMPARE(model->table->shape(), (Shape{setup.maxLen, shape.cols}));
        ++tested;
        const std::string broken = conforms(*tableOf(*model), {.boundsHold = !variant.scheme->draws});
        QVERIFY2(broken.empty(), broken.c_str());
    }
    QVERIFY(tested > 1);
}

// A wave of a column is one of the model's, and an exact table is the sine of it.
void TestSchemes::waves()
{
    QFETCH(SchemeVariant, variant);
    PositionSetup setup = setupOf(variant, {.maxLen = 50, .width = 13, .heads = 2});
    while (!isAllowed(variant, setup) && setup.width < 100)
        ++setup.width;
    const PositionModel model = variant.scheme->make(setup).value();
    const auto table = tableOf(model);
    for (std::int64_t c = 0; table && c < table->shape().cols; ++c) {
        const auto wave = table->wave(c);
        if (!wave)
            continue;
        QVERIFY(model.waves.has_value());
        QCOMPARE(wave->frequency, model.waves->frequencies.at(static_cast<std::size_t>(wave->pair)));
        for (std::int64_t r = 0; r < setup.maxLen && model.waves->exact; ++r) {
            float cell = 0;
            table->fill({r, c, 1, 1}, {&cell, 1, 1, 1});
            const double angle = static_cast<double>(model.firstPosition + r) * wave->frequency;
            const double expected = wave->amplitude * (wave->cosine ? std::cos(angle) : std::sin(angle));
            QVERIFY(std::fabs(static_cast<double>(cell) - expected) <= (wave->amplitude > 1 ? 7e-8 : 4e-8));
        }
    }
}

void TestSchemes::biases()
{
    QFETCH(SchemeVariant, variant);
    if (variant.scheme->kind != SchemeKind::Bias)
        return;
    for (const std::int64_t heads : {1, 2, 3, 8, 12, 33}) {
        const auto bias = variant.scheme->make({.width = 16 * heads, .heads = heads, .own = variant.own}).value().bias;
        const std::vector<double> slopes = bias->slopes;
        QVERIFY(slopes.empty() || std::ssize(slopes) == heads);
        for (const std::int64_t length :
             {std::int64_t{1}, std::int64_t{37}, std::int64_t{601}, std::int64_t{2147483647}}) {
            const FieldPtr field = bias->field(heads - 1, length);
            QCOMPARE(field->shape(), (Shape{length, length}));
            const std::string broken = conforms(*field, {.rects = 12});
            QVERIFY2(broken.empty(), broken.c_str());
            for (const std::int64_t k : {std::int64_t{0}, length / 3, length - 1}) {
                const auto expected = bias->atDistance(heads - 1, k);
                float cell = 0;
                field->fill({length - 1, length - 1 - k, 1, 1}, {&cell, 1, 1, 1});
                if (expected)
                    QCOMPARE(cell, static_cast<float>(*expected));
                if (!slopes.empty())
                    QVERIFY(std::fabs(*expected + slopes.back() * static_cast<double>(k))
                            <= 1e-9 * std::fabs(*expected));
            }
        }
    }
}

// A formula names the numbers of its cell: its position, or its distance. (That it gives the cell's value is shown in
// tst_schemenotebooks, which has a Python.)
void TestSchemes::formulas()
{
    QFETCH(SchemeVariant, variant);
    PositionSetup setup = setupOf(variant, {.maxLen = 5000, .width = 16, .heads = 4});
    while (!isAllowed(variant, setup) && setup.width < 100)
        setup.width += 8;
    const PositionModel model = variant.scheme->make(setup).value();
    if (const auto table = tableOf(model)) {
        const std::int64_t row = 3217 % setup.maxLen;
        const std::int64_t columns = model.gridColumns;
        const auto namesCell = [&](const std::string& formula) { // of a grid's coordinates, which may begin at 1
            return names(formula, row / columns) || names(formula, row % columns) || names(formula, row / columns + 1)
                || names(formula, row % columns + 1);
        };
        const std::string formula = table->formula(row, 2);
        QVERIFY(formula.empty() || (columns > 0 ? namesCell(formula) : names(formula, row)));
        QVERIFY(formula.empty() || formula != table->formula(row, 1));
    }
    if (model.bias) {
        QVERIFY(names(model.bias->formula(1, 4000, 783), 3217) || names(model.bias->formula(1, 4000, 783), 783));
        if (model.bias->atDistance(1, 3217) != model.bias->atDistance(2, 3217))
            QVERIFY(model.bias->formula(1, 4000, 783) != model.bias->formula(2, 4000, 783));
    }
}

// Settings of one scheme are equal if all values are, also where one of them was never set.
void TestSchemes::equalSettings()
{
    for (const SchemeVariant& a : schemeVariants()) {
        for (const SchemeVariant& b : schemeVariants()) {
            if (a.scheme != b.scheme)
                continue;
            const bool same
                = std::all_of(a.scheme->own.begin(), a.scheme->own.end(), [&](const SchemeParameter& parameter) {
                      return parameter.get(a.own) == parameter.get(b.own);
                  });
            QVERIFY2((a.own == b.own) == same, (a.name + ", " + b.name).c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestSchemes)
#include "tst_schemes.moc"

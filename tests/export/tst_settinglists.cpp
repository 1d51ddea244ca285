// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting of every list: its standard is valid, and each value comes back from text, JSON and the struct.
#include "export/figure.h"
#include "pipeline/json.h"
#include "pipeline/parameters/parameterspec.h"
#include "session/document.h"
#include "session/play.h"
#include "views/viewstate.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <set>

using namespace phasor;

class TestSettingLists : public QObject
{
    Q_OBJECT

private slots:
    void parametersAreSound();
    void trainingIsSound();
    void figuresAreSound();
    void viewsAreSound();
    void layoutIsSound();
    void listsOfChoices();
    void keptWords();
    void ofAnInnerValue();
};

namespace {

template <typename W> std::vector<ParameterValue> valuesOf(const Setting<W>& setting)
{
    std::vector<ParameterValue> values{setting.standard()};
    for (const std::string& number : partsOf(setting.offers))
        values.push_back(*parseValue(setting, number));
    if (setting.choices != nullptr) {
        for (const ParameterChoice& choice : setting.choices())
            values.emplace_back(std::string(choice.id));
    } else if (setting.kind == ParameterKind::Integer) {
        values.emplace_back(static_cast<std::int64_t>(setting.maximum));
    } else if (setting.kind == ParameterKind::Real) {
        values.emplace_back(setting.maximum);
    }
    return values;
}

// A flag over a number, say, compiles: this is where it is found.
template <typename W> void checkSetting(const Setting<W>& setting)
{
    const std::string name(setting.id);
    QVERIFY2(checkValue(setting, setting.standard()).ok(), name.c_str());
    QVERIFY2(!setting.help.empty() && !setting.label.empty(), name.c_str());
    for (const ParameterValue& value : valuesOf(setting)) {
        W whole;
        setting.set(whole, value);
        QVERIFY2(setting.get(whole) == value, name.c_str());
        QVERIFY2(setting.isStandard(whole) == (value == setting.standard()), name.c_str());
        const Result<ParameterValue> json = fromJson(setting, toJson(setting, value));
        QVERIFY2(json.ok() && *json == value, name.c_str());
        if (std::holds_alternative<std::monostate>(value))
            continue; // not given
        const Result<ParameterValue> text = parseValue(setting, printValue(value));
        QVERIFY2(text.ok() && *text == value, name.c_str());
    }
}

template <typename List> void checkList(const List& list)
{
    std::set<std::string> ids;
    for (const auto& setting : list) {
        checkSetting(setting);
        QVERIFY2(ids.insert(setting.key()).second, setting.key().c_str());
    }
}

struct Inner
{
    std::vector<std::string> words;
    bool on = false;
    bool operator==(const Inner&) const = default;
};

struct Outer
{
    Inner inner;
    int written = 0;
};

std::vector<ParameterChoice> letters()
{
    return {{"a", WORDS("a"), {}}, {"b", WORDS("b"), {}}};
}

} // namespace

void TestSettingLists::parametersAreSound()
{
    for (const ParameterSpec& spec : parameterSpecs())
        checkSetting(spec);
}

void TestSettingLists::trainingIsSound()
{
    checkList(trainingParameters());
    checkSetting(seedsSetting());
}

void TestSettingLists::figuresAreSound()
{
    checkList(figureSettings());
    checkList(playSettings());
}

void TestSettingLists::layoutIsSound()
{
    checkList(layoutSettings());
}

void TestSettingLists::viewsAreSound()
{
    for (const Setting<ViewState>& setting : viewSettings())
        checkSetting(setting);
    checkSetting(analyseSetting());
    for (const ViewOption& option : viewOptions()) {
        checkSetting<AnySettings>(option);
        QVERIFY2(option.kind == ParameterKind::Integer || option.choices != nullptr,
                 (option.option() + ": a header has controls for whole numbers and choices only").c_str());
    }
}

void TestSettingLists::listsOfChoices()
{
    const Setting<Inner> words = setting(choice("words", WORDS("Words"), letters).several(), &Inner::words);
    Inner inner;
    words.set(inner, *parseValue(words, "b,a"));
    QCOMPARE(inner.words, (std::vector<std::string>{"b", "a"}));
    QCOMPARE(toJson(words, words.get(inner)).dump(), std::string(R"(["b","a"])"));
    QVERIFY(*parseValue(words, "") == words.standard());
    QCOMPARE(parseValue(words, "a,c").error().code, std::string("ENUM"));
    QVERIFY(!fromJson(words, "a").ok());
    QVERIFY(!fromJson(words, {1, 2}).ok());
}

void TestSettingLists::keptWords()
{
    const Setting<Inner> on = setting(flag("on", WORDS("On")).keptAs("form", "scaled", "divided"), &Inner::on);
    QCOMPARE(on.key(), std::string("form"));
    QCOMPARE(on.option(), std::string("--on"));
    QCOMPARE(toJson(on, on.get({.words = {}, .on = true})).dump(), std::string(R"("divided")"));
    QVERIFY(*fromJson(on, "scaled") == on.standard());
    QVERIFY(!fromJson(on, "on").ok()); // what the last version would not read, either
}

void TestSettingLists::ofAnInnerValue()
{
    const Setting<Inner> on = setting(flag("on", WORDS("On")), &Inner::on).onlyWhen([](const Inner& inner) {
        return !inner.words.empty();
    });
    const Setting<Outer> outer = within<Outer>(
        on, [](const Outer& o) -> const Inner& { return o.inner; },
        [](Outer& o, Inner inner) {
            o.inner = std::move(inner);
            ++o.written;
        });
    Outer whole;
    QVERIFY(!outer.matters(whole));
    whole.inner.words = {"a"};
    QVERIFY(outer.matters(whole));
    outer.set(whole, std::string("on"));
    QVERIFY(whole.inner.on && whole.written == 1 && !outer.isStandard(whole));
    QCOMPARE(whole.inner.words.size(), std::size_t{1});
    const Setting<AnySettings> any = erased(on);
    AnySettings settings;
    any.set(settings, std::string("on"));
    QVERIFY(settings.as<Inner>().on && !(settings == AnySettings()));
    any.set(settings, std::string("off"));
    QVERIFY(settings == AnySettings());
}

QTEST_APPLESS_MAIN(TestSettingLists)
#include "tst_settinglists.moc"

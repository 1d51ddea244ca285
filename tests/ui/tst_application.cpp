// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/look.h"
#include "ui/shell/mainwindow.h"

#include <QPainter>
#include <QStyleOption>
#include <QTest>
#include <QTimer>

#include <new>
#include <set>
#include <stdexcept>
#include <vector>

using namespace phasor;

namespace {

class Thrower : public QObject
{
public:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::User)
            throw std::runtime_error("in an event handler");
        if (event->type() == QEvent::User + 1)
            throw std::bad_alloc();
        return QObject::event(event);
    }

    void post(int type) { QCoreApplication::postEvent(this, new QEvent(static_cast<QEvent::Type>(type))); }
};

} // namespace

class TestApplication : public QObject
{
    Q_OBJECT

private slots:
    void exceptionsAreErrors();
    void slotsToo();
    void picturesOfControlsAreShared();
};

void TestApplication::exceptionsAreErrors()
{
    std::vector<Error> errors;
    static_cast<Application*>(qApp)->onError([&](const Error& error) { errors.push_back(error); });
    Thrower thrower;
    thrower.post(QEvent::User);
    thrower.post(QEvent::User); // said once
    thrower.post(QEvent::User + 1);
    QTRY_COMPARE(errors.size(), std::size_t(2));
    QCOMPARE(errors[0].kind, ErrorKind::Internal);
    QVERIFY(english(errors[0].what).find("in an event handler") != std::string::npos);
    QCOMPARE(errors[1].kind, ErrorKind::Resource);
    static_cast<Application*>(qApp)->onError({});
}

void TestApplication::slotsToo()
{
    std::vector<Error> errors;
    static_cast<Application*>(qApp)->onError([&](const Error& error) { errors.push_back(error); });
    QTimer::singleShot(0, qApp, [] { throw 1; });
    QTRY_COMPARE(errors.size(), std::size_t(1));
    static_cast<Application*>(qApp)->onError({});
}

// Widgets come and go; Qt keeps the name of each picture for good, with the number of its palette.
void TestApplication::picturesOfControlsAreShared()
{
    const std::unique_ptr<QStyle> style(makeQuietStyle());
    QImage image(40, 20, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    for (const Theme& theme : {Theme::light(), Theme::dark(), Theme::light()}) {
        std::set<qint64> numbers;
        for (int widget = 0; widget < 3; ++widget) {
            QStyleOptionSpinBox option;
            option.rect = image.rect();
            option.palette = paletteOf(theme);
            option.palette.setCurrentColorGroup(QPalette::Disabled);
            style->drawComplexControl(QStyle::CC_SpinBox, &option, &painter);
            numbers.insert(option.palette.cacheKey());
            QCOMPARE(option.palette, paletteOf(theme));
            QCOMPARE(option.palette.currentColorGroup(), QPalette::Disabled);
        }
        QCOMPARE(numbers.size(), std::size_t(1));
    }
}

int main(int argc, char** argv)
{
    Application application(argc, argv);
    TestApplication test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_application.moc"

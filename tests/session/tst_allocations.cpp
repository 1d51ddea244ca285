// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/pipelinetesting.h"
#include "session/snapshot.h"
#include "views/dropout/dropout.h"
#include "views/measures/ratio.h"
#include "views/strip.h"
#include "views/tables/curves.h"
#include "views/tables/heatmap.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

using namespace phasor;

namespace {

std::atomic<std::int64_t> g_allocated{0}; // bytes asked for since the program began

void* allocate(std::size_t bytes, std::size_t alignment)
{
    g_allocated += static_cast<std::int64_t>(bytes);
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    if (void* const memory = std::aligned_alloc(alignment, std::max(rounded, alignment)))
        return memory;
    throw std::bad_alloc();
}

} // namespace

// Every allocation of C++ in this program is counted.
void* operator new(std::size_t bytes)
{
    return allocate(bytes, alignof(std::max_align_t));
}
void* operator new[](std::size_t bytes)
{
    return allocate(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment)
{
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment)
{
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

using Asked = std::optional<phasor::ViewRequest>; // that QTest can hold
Q_DECLARE_METATYPE(Asked)

// What a view shows costs its pixels, also in memory: a table of two billion positions asks for no more of it than one
// of a thousand.
class tst_Allocations : public QObject
{
    Q_OBJECT

private slots:
    void counts();
    void frame_data();
    void frame();

private:
    static std::int64_t bytesOfAFrame(const ViewRequest& job, std::int64_t positions);
};

void tst_Allocations::counts()
{
    const std::int64_t before = g_allocated;
    const Matrix matrix(Shape{100, 100});
    QVERIFY(matrix.data() != nullptr);
    QVERIFY(g_allocated - before >= 100 * 100 * 4);
}

// Of the third frame: what is made once for all is there by then.
std::int64_t tst_Allocations::bytesOfAFrame(const ViewRequest& job, std::int64_t positions)
{
    Parameters parameters;
    parameters.encoding.maxLen = positions;
    parameters.encoding.dModel = 64;
    parameters.random.generator = "philox";
    SnapshotPtr snapshot;
    PipelineCache cache;
    std::int64_t before = 0;
    for (int frame = 0; frame < 3; ++frame) {
        own(parameters)->base = 10000 + frame;
        parameters.sum.scale = 1.0 + frame;
        parameters.dropout.p = 0.1 + 0.1 * frame;
        before = g_allocated;
        snapshot = compute({.generation = 0, .scene = {parameters}, .views = {job}}, snapshot, cache, CancelToken());
        cache.forgetUnused();
        if (!snapshot->pipelines.ok())
            return -1;
        const Snapshot::View& view = snapshot->views.find(job.id())->second;
        if (!view.data.ok() || view.reused)
            return -1;
    }
    return g_allocated - before;
}

void tst_Allocations::frame_data()
{
    QTest::addColumn<Asked>("job");
    const auto row = [](const char* name, ViewRequest request) {
        QTest::newRow(name) << Asked(std::move(request));
    };
    const PictureRequest picture{.width = 600, .height = 400};
    row("heatmap of the encoding", HeatmapRequest{.node = "position", .pictures = {.a = picture}});
    row("heatmap of the output", HeatmapRequest{.node = "output", .pictures = {.a = picture}});
    row("curves", CurvesRequest{.dimensions = {4, 5, 6, 7}, .width = 600});
    row("scale", RatioRequest{.width = 600});
    row("dropout", DropoutRequest{.picture = {.width = 400, .height = 200}});
    row("strip", StripRequest{.width = 90, .height = 48});
}

void tst_Allocations::frame()
{
    QFETCH(Asked, job);
    const std::int64_t few = bytesOfAFrame(*job, 300'000); // more than what is drawn at once
    const std::int64_t million = bytesOfAFrame(*job, 10'000'000);
    const std::int64_t most = bytesOfAFrame(*job, 2'147'483'647);
    qInfo("%lld, %lld, %lld bytes", static_cast<long long>(few), static_cast<long long>(million),
          static_cast<long long>(most));
    QVERIFY(few > 0);
    QVERIFY(million > 0);
    QVERIFY(most > 0);
    constexpr std::int64_t kSlack = 1 << 16; // texts, lists of tasks
    QVERIFY(million <= 2 * few + kSlack); // rows far apart are described in more groups
    QVERIFY(most <= million + million / 10 + kSlack);
}

QTEST_GUILESS_MAIN(tst_Allocations)
#include "tst_allocations.moc"

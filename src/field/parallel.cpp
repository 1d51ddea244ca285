// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/parallel.h"

#include "system/processors.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/cache_aligned_allocator.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace phasor {

namespace {

constexpr std::int64_t kTileCells = 1 << 16; // 256 KiB

std::atomic<int> mostWorkers = std::numeric_limits<int>::max();

// Number of threads that can be made, with some to spare. oneTBB ends the program if one of its threads cannot be made
// (pthread_create's error becomes std::terminate), and it makes them late. So they are tried first.
int countWorkers()
{
    constexpr int kSpare = 8;
    const int count = std::min(mostWorkers.load(), usableProcessors());
    return count == 1 ? 1 : std::max(1, 1 + threadsThatCanBeMade(count - 1 + kSpare) - kSpare);
}

#if defined(__SANITIZE_THREAD__)

struct Workers
{
    int count = countWorkers();
};

// ThreadSanitizer does not see the synchronization inside the packaged oneTBB, which is not instrumented, and would
// report false races. Plain threads show it every access of ours.
template <typename Tile> void runTiles(Workers& workers, std::int64_t tiles, const Tile& tile)
{
    std::atomic<std::int64_t> next = 0;
    std::exception_ptr failure;
    std::mutex guard;
    const auto work = [&] {
        try {
            for (std::int64_t t = next++; t < tiles; t = next++)
                tile(t);
        } catch (...) {
            const std::lock_guard lock(guard);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::int64_t i = 1; i < std::min<std::int64_t>(tiles, workers.count); ++i)
            threads.emplace_back(work);
        work();
    }
    if (failure)
        std::rethrow_exception(failure);
}

#else

// oneTBB 2022 waits for itself forever if it gets no memory as it starts: it throws under a lock that its throwing
// takes. So its allocator is asked first, which keeps what it gets.
void getMemoryToStart()
{
    constexpr std::size_t kBytes = 1 << 18;
    tbb::cache_aligned_allocator<std::byte> memory;
    memory.deallocate(memory.allocate(kBytes), kBytes);
}

// oneTBB's pool of threads, kept until the program ends. oneTBB knows the affinity mask but not the quota.
struct Workers
{
    int count = (getMemoryToStart(), countWorkers());
    tbb::global_control limit{tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)};
    tbb::task_scheduler_handle handle{tbb::attach{}};

    Workers()
    {
        if (count > 1)
            startAll();
    }

    // Makes every thread now, while it is possible: no tile ends before each thread has one, or it takes long.
    void startAll()
    {
        std::atomic<int> arrived = 0;
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
        tbb::parallel_for(
            tbb::blocked_range<int>(0, count, 1),
            [&](const auto&) {
                ++arrived;
                while (arrived < count && std::chrono::steady_clock::now() < end)
                    std::this_thread::yield();
            },
            tbb::simple_partitioner());
    }
};

template <typename Tile> void runTiles(Workers& /*attached*/, std::int64_t tiles, const Tile& tile)
{
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, tiles, 1), [&](const auto& range) {
        for (std::int64_t t = range.begin(); t < range.end(); ++t)
            tile(t);
    });
}

#endif

Workers& theWorkers()
{
    // Never destroyed: a thread of oneTBB may still be going to sleep when the program ends.
    static Workers& workers = *new Workers;
    return workers;
}

} // namespace

std::int64_t tileRows(std::int64_t cols)
{
    return std::max<std::int64_t>(1, kTileCells / std::max<std::int64_t>(1, cols));
}

void reduce(const Field& field, Rect window, const std::function<void(Rect, MatrixView<const float>)>& body)
{
    if (window.empty())
        return;
    const std::int64_t rows = std::min(tileRows(window.cols), window.rows);
    const std::int64_t cols = std::min(window.cols, kTileCells);
    parallelFor(window.row, window.row + window.rows, rows, [&](Span span) {
        if (cancelled())
            return;
        Matrix tile(Shape{span.size(), cols});
        for (std::int64_t c = 0; c < window.cols && !cancelled(); c += cols) {
            const Rect place{span.begin, window.col + c, span.size(), std::min(cols, window.cols - c)};
            const MatrixView<float> values(tile.data(), place.rows, place.cols, place.cols);
            field.fill(place, values);
            body(place, {values.data(), place.rows, place.cols, place.cols});
        }
    });
}

void limitWorkers(int most)
{
    mostWorkers = most;
}

int workerCount()
{
    return theWorkers().count;
}

void parallelFor(std::int64_t begin, std::int64_t end, std::int64_t grain, const std::function<void(Span)>& body)
{
    if (begin >= end)
        return;
    const std::int64_t tiles = (end - begin + grain - 1) / grain;
    const auto tile = [&](std::int64_t t) {
        body({begin + t * grain, std::min(end, begin + (t + 1) * grain)});
    };
    if (tiles == 1 || workerCount() == 1) {
        for (std::int64_t t = 0; t < tiles; ++t)
            tile(t);
        return;
    }
    // A worker that waits for its own job may run another job's task, so each task has its job.
    const CancelToken* const job = CancelScope::current();
    runTiles(theWorkers(), tiles, [&](std::int64_t t) {
        const CancelScope scope(job);
        tile(t);
    });
}

} // namespace phasor

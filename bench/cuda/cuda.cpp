// cuda: what Ursa's CUDA adapter adds to NVIDIA's driver: launches, waits, queries, copies and
// command buffers, compared with the same calls of the driver in the same process, and kernels of
// the same PTX.
#include "bench/cuda/sides.h"
#include "bench/paired.h"
#include "bench/settings.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>

namespace ursa::bench {
namespace {

using namespace cuda;

constexpr size_t kInARow = 100;         // operations of a pair
constexpr size_t kLaunches = 1000;      // without a wait between them
constexpr size_t kRecorded = 100;       // kernels of a command buffer
constexpr int kPairs = 200;             // of short operations
constexpr uint32_t kLocal = 256;        // work-items of a work-group
constexpr uint64_t kWaitCycles = 40000; // of a kernel that runs meanwhile: about 20 microseconds
constexpr double kMostSeconds = 10;     // of one benchmark

bool isTiny() { return settings().isTiny; }
size_t inARow() { return isTiny() ? 4 : kInARow; }

/// Measures both sides in turn, unless there is no device.
template <class Make> void compare(benchmark::State &state, const Subject &subject, Make &&make) {
  const client::Device *const device = cudaDevice();
  if (!device) {
    state.SkipWithError("no CUDA device was found");
    return;
  }
  CudaSides sides(*device);
  make(sides, [&](const TimedOperation &ours, const TimedOperation &drivers) {
    for (int i = 0; i < (isTiny() ? 1 : 3); ++i) {
      ours();
      drivers();
    }
    runAgainst(state, subject, ours, {{"the driver on " + device->name, drivers}});
  });
}

Subject subjectOf(std::string name, std::string title, Goal goal, Work work = {}) {
  Subject subject;
  subject.name = "cuda/" + std::move(name);
  subject.title = std::move(title);
  subject.goal = goal;
  subject.work = work;
  subject.mostSeconds = kMostSeconds;
  return subject;
}

CUevent makeEvent() {
  CUevent event = nullptr;
  checkDriver(cu().cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
  return event;
}

void launchWait(benchmark::State &state) {
  compare(state, subjectOf("launch_wait", "empty launch + wait for the queue", {Goal::Ratio, 1.05}),
          [](CudaSides &sides, const auto &run) {
            const CudaLaunch launch(sides, "nothing", 1, 1);
            run(
                [&] {
                  return medianOfRow(inARow(), [&] {
                    launch.ours();
                    sides.finish();
                  });
                },
                [&] {
                  return medianOfRow(inARow(), [&] {
                    launch.drivers();
                    sides.finishDriver();
                  });
                });
          });
}

void launchEventWait(benchmark::State &state) {
  compare(state,
          subjectOf("launch_event_wait", "empty launch + wait for its event", {Goal::Ratio, 1.05}),
          [](CudaSides &sides, const auto &run) {
            const CudaLaunch launch(sides, "nothing", 1, 1);
            const CUevent event = makeEvent();
            run(
                [&] {
                  return medianOfRow(inARow(), [&] {
                    client::EventHandle done;
                    launch.ours(done.out());
                    const ur_event_handle_t waited = done.get();
                    check(urEventWait(1, &waited), "Waiting for a kernel", sides.device.adapter);
                  });
                },
                [&] {
                  return medianOfRow(inARow(), [&] {
                    launch.drivers();
                    checkDriver(cu().cuEventRecord(event, sides.stream), "cuEventRecord");
                    checkDriver(cu().cuEventSynchronize(event), "cuEventSynchronize");
                  });
                });
            (void)cu().cuEventDestroy(event);
          });
}

void launches(benchmark::State &state) {
  compare(state, subjectOf("launches_1000", "1,000 launches in a row, each", {Goal::Ratio, 1.05}),
          [](CudaSides &sides, const auto &run) {
            const CudaMemory memory(sides, CudaMemory::OfDevice, 4096);
            CudaLaunch launch(sides, "copy_floats", 1, 1);
            launch.add(memory);
            launch.add(memory);
            launch.add(1u);
            run(
                [&] {
                  return perThing(kLaunches, [&] {
                    for (size_t i = 0; i < kLaunches; ++i)
                      launch.ours();
                    sides.finish();
                  });
                },
                [&] {
                  return perThing(kLaunches, [&] {
                    for (size_t i = 0; i < kLaunches; ++i)
                      launch.drivers();
                    sides.finishDriver();
                  });
                });
          });
}

/// Queries the event of a launch.
/// @param isRunning while the kernel runs, otherwise when it is complete
void queryEvent(benchmark::State &state, const std::string &name, bool isRunning) {
  compare(state, subjectOf(name, "event query", {Goal::Ratio, 1.1}),
          [&](CudaSides &sides, const auto &run) {
            CudaLaunch launch(sides, "wait", 1, 1);
            launch.add(isTiny() ? uint64_t{1} : kWaitCycles * 200);
            const CUevent event = makeEvent();
            client::EventHandle done;
            const auto query = [&] {
              ur_event_status_t status{};
              check(urEventGetInfo(done.get(), UR_EVENT_INFO_COMMAND_EXECUTION_STATUS,
                                   sizeof(status), &status, nullptr),
                    "Querying an event", sides.device.adapter);
            };
            const auto queryDriver = [&] {
              const CUresult code = cu().cuEventQuery(event);
              if (code != CUDA_ERROR_NOT_READY)
                checkDriver(code, "cuEventQuery");
            };
            const size_t count = 8 * inARow();
            run(
                [&] {
                  launch.ours(done.out());
                  if (!isRunning)
                    sides.finish();
                  const double time = medianOfSlices(count, query);
                  sides.finish();
                  return time;
                },
                [&] {
                  launch.drivers();
                  checkDriver(cu().cuEventRecord(event, sides.stream), "cuEventRecord");
                  if (!isRunning)
                    sides.finishDriver();
                  const double time = medianOfSlices(count, queryDriver);
                  sides.finishDriver();
                  return time;
                });
            (void)cu().cuEventDestroy(event);
          });
}

struct CopyCase {
  const char *name;
  size_t size;
  bool isToDevice;
  bool isPinned; ///< the memory of the host
  double most;   ///< times the driver's time
};

void copyMemory(benchmark::State &state, const CopyCase &copy) {
  const size_t size = isTiny() ? std::min<size_t>(copy.size, 65536) : copy.size;
  compare(
      state,
      subjectOf(std::string("memcpy/") + copy.name, "copy and wait", {Goal::Ratio, copy.most},
                {static_cast<double>(size), "GB/s"}),
      [&](CudaSides &sides, const auto &run) {
        const CudaMemory device(sides, CudaMemory::OfDevice, size);
        const CudaMemory pinned(sides, CudaMemory::Pinned, copy.isPinned ? size : 1);
        std::vector<std::byte> pageable(copy.isPinned ? 0 : size, std::byte{1});
        void *const host = copy.isPinned ? pinned.get() : pageable.data();
        if (copy.isPinned)
          std::memset(host, 1, size);
        const size_t count = size > 1 << 20 ? 1 : inARow();
        run(
            [&] {
              return medianOfRow(count, [&] {
                check(urEnqueueUSMMemcpy(
                          sides.queue.get(), true, copy.isToDevice ? device.get() : host,
                          copy.isToDevice ? host : device.get(), size, 0, nullptr, nullptr),
                      "Copying", sides.device.adapter);
              });
            },
            [&] {
              return medianOfRow(count, [&] {
                if (copy.isToDevice)
                  checkDriver(cu().cuMemcpyHtoDAsync(device.address(), host, size, sides.stream),
                              "cuMemcpyHtoDAsync");
                else
                  checkDriver(cu().cuMemcpyDtoHAsync(host, device.address(), size, sides.stream),
                              "cuMemcpyDtoHAsync");
                sides.finishDriver();
              });
            });
      });
}

/// A graph of the driver of launches one after the other.
class DriverGraph {
public:
  DriverGraph(const CudaSides &sides, const CudaLaunch &launch) : sides_(sides) {
    CUgraph graph = nullptr;
    checkDriver(cu().cuStreamBeginCapture(sides.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
                "cuStreamBeginCapture");
    for (size_t i = 0; i < kRecorded; ++i)
      launch.drivers();
    checkDriver(cu().cuStreamEndCapture(sides.stream, &graph), "cuStreamEndCapture");
    checkDriver(cu().cuGraphInstantiateWithFlags(&executable_, graph, 0),
                "cuGraphInstantiateWithFlags");
    (void)cu().cuGraphDestroy(graph);
  }
  ~DriverGraph() { (void)cu().cuGraphExecDestroy(executable_); }
  DriverGraph(const DriverGraph &) = delete;
  DriverGraph &operator=(const DriverGraph &) = delete;

  void run() const {
    checkDriver(cu().cuGraphLaunch(executable_, sides_.stream), "cuGraphLaunch");
    sides_.finishDriver();
  }

private:
  const CudaSides &sides_;
  CUgraphExec executable_ = nullptr;
};

void commandBuffer(benchmark::State &state) {
  compare(
      state,
      subjectOf("command_buffer_100", "command buffer of 100 kernels + wait", {Goal::Ratio, 1.05}),
      [](CudaSides &sides, const auto &run) {
        const CudaMemory memory(sides, CudaMemory::OfDevice, 4096);
        CudaLaunch launch(sides, "copy_floats", 1, 1);
        launch.add(memory);
        launch.add(memory);
        launch.add(1u);
        ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, true, false};
        client::Handle<ur_exp_command_buffer_handle_t, urCommandBufferReleaseExp> buffer;
        check(urCommandBufferCreateExp(sides.context.get(), sides.device.handle, &description,
                                       buffer.out()),
              "Making a command buffer", sides.device.adapter);
        for (size_t i = 0; i < kRecorded; ++i)
          launch.append(buffer.get());
        check(urCommandBufferFinalizeExp(buffer.get()), "Finalizing a command buffer",
              sides.device.adapter);
        const DriverGraph graph(sides, launch);
        run(
            [&] {
              return medianOfRow(inARow(), [&] {
                check(
                    urEnqueueCommandBufferExp(sides.queue.get(), buffer.get(), 0, nullptr, nullptr),
                    "Executing a command buffer", sides.device.adapter);
                sides.finish();
              });
            },
            [&] { return medianOfRow(inARow(), [&] { graph.run(); }); });
      });
}

/// Launches a kernel a few times in a row, and waits; the share of the driver's rate counts.
void bandwidth(benchmark::State &state, const std::string &kernel, size_t arrays) {
  const uint32_t count = isTiny() ? 4 * kLocal : uint32_t{64} << 20;
  const size_t bytes = size_t{count} * sizeof(float);
  const size_t times = isTiny() ? 1 : 20;
  compare(state,
          subjectOf(kernel, kernel + ", share of the driver's bandwidth", {Goal::Share, 0.98},
                    {static_cast<double>(arrays * bytes), "GB/s"}),
          [&](CudaSides &sides, const auto &run) {
            std::vector<std::unique_ptr<CudaMemory>> memories;
            std::vector<float> values(count);
            std::iota(values.begin(), values.end(), 1.0f);
            CudaLaunch launch(sides, kernel, count / kLocal, kLocal);
            for (size_t i = 0; i < arrays; ++i) {
              memories.push_back(std::make_unique<CudaMemory>(sides, CudaMemory::OfDevice, bytes));
              launch.add(*memories.back());
              check(urEnqueueUSMMemcpy(sides.queue.get(), true, memories.back()->get(),
                                       values.data(), bytes, 0, nullptr, nullptr),
                    "Writing memory", sides.device.adapter);
            }
            launch.add(count);
            run(
                [&] {
                  return perThing(times, [&] {
                    for (size_t i = 0; i < times; ++i)
                      launch.ours();
                    sides.finish();
                  });
                },
                [&] {
                  return perThing(times, [&] {
                    for (size_t i = 0; i < times; ++i)
                      launch.drivers();
                    sides.finishDriver();
                  });
                });
            std::vector<float> result(count);
            check(urEnqueueUSMMemcpy(sides.queue.get(), true, result.data(), memories[0]->get(),
                                     bytes, 0, nullptr, nullptr),
                  "Reading memory", sides.device.adapter);
            for (size_t i = 0; i < count; ++i)
              if (const float right = static_cast<float>(arrays - 1) * values[i];
                  result[i] != right)
                client::fail("{} gave {} as element {}; {} is right.", kernel, result[i], i, right);
          });
}

constexpr CopyCase kCopies[] = {
    {"4KiB_to_device", 4096, true, true, 1.1},
    {"4KiB_from_device", 4096, false, true, 1.1},
    {"4KiB_pageable_to_device", 4096, true, false, 1.1},
    {"4KiB_device_to_pageable", 4096, false, false, 1.1},
    {"1GiB_to_device", size_t{1} << 30, true, true, 1.01},
    {"1GiB_from_device", size_t{1} << 30, false, true, 1.01},
};

template <class Function, class... Arguments>
void add(const std::string &name, benchmark::TimeUnit unit, int pairs, Function function,
         Arguments... arguments) {
  benchmark::RegisterBenchmark(("cuda/" + name).c_str(), function, arguments...)
      ->UseManualTime()
      ->Unit(unit)
      ->Iterations(pairs);
}

[[maybe_unused]] const bool registered = [] {
  add("launch_wait", benchmark::kMicrosecond, kPairs, launchWait);
  add("launch_event_wait", benchmark::kMicrosecond, kPairs, launchEventWait);
  add("launches_1000", benchmark::kMicrosecond, kPairs, launches);
  add("event_query/complete", benchmark::kNanosecond, kPairs, queryEvent,
      std::string("event_query/complete"), false);
  add("event_query/running", benchmark::kNanosecond, kPairs, queryEvent,
      std::string("event_query/running"), true);
  for (const CopyCase &copy : kCopies)
    add(std::string("memcpy/") + copy.name, benchmark::kMicrosecond,
        copy.size > 1 << 20 ? 25 : kPairs, copyMemory, copy);
  add("command_buffer_100", benchmark::kMicrosecond, kPairs, commandBuffer);
  add("vector_add", benchmark::kMicrosecond, 50, bandwidth, std::string("vector_add"), size_t{3});
  add("copy_floats", benchmark::kMicrosecond, 50, bandwidth, std::string("copy_floats"), size_t{2});
  return true;
}();

} // namespace
} // namespace ursa::bench

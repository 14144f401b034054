// copy_64m: a copy of 64 MiB between two allocations of the host device; the peer is memcpy on all
// processors.
#include "bench/kernels/threads.h"
#include "bench/paired.h"
#include "bench/settings.h"
#include "bench/ursa_kernel.h"
#include "client/check.h"

#include <cstring>

namespace ursa::bench {
namespace {

using client::check;

constexpr size_t kBytes = size_t{64} << 20;
constexpr size_t kCopiesInARow = 3;
constexpr double kMostRatio = 1 / 0.95;

class Allocation {
public:
  explicit Allocation(const client::Session &session) : session_(session) {
    check(urUSMHostAlloc(session.context.get(), nullptr, nullptr, kBytes, &memory_),
          "Allocating memory", session.device.adapter);
    std::memset(memory_, 1, kBytes); // pages exist before they are measured
  }
  ~Allocation() { urUSMFree(session_.context.get(), memory_); }
  Allocation(const Allocation &) = delete;
  Allocation &operator=(const Allocation &) = delete;

  char *get() const { return static_cast<char *>(memory_); }

private:
  const client::Session &session_;
  void *memory_ = nullptr;
};

void copy(benchmark::State &state) {
  const client::Session session(hostDevice());
  const Allocation from(session), to(session);
  Threads threads(settings().threads);
  Subject subject;
  subject.name = "copy_64m";
  subject.title = "64 MiB copy, of memcpy on all processors";
  subject.work = {2.0 * kBytes, "GB/s"};
  subject.goal = {Goal::Ratio, kMostRatio};
  const auto copyOurs = [&] {
    check(urEnqueueUSMMemcpy(session.queue.get(), true, to.get(), from.get(), kBytes, 0, nullptr,
                             nullptr),
          "Copying memory", session.device.adapter);
  };
  const auto copyPlain = [&] {
    threads.forRange(kBytes, 4096, [&](size_t begin, size_t end) {
      std::memcpy(to.get() + begin, from.get() + begin, end - begin);
    });
  };
  runAgainst(
      state, subject, [&] { return fastestOfRow(kCopiesInARow, copyOurs); },
      {{"memcpy on all processors", [&] { return fastestOfRow(kCopiesInARow, copyPlain); }}});
}
BENCHMARK(copy)->Name("copy_64m")->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(25);

} // namespace
} // namespace ursa::bench

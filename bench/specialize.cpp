// specialize_new_value: sets a constant, builds, and waits for the first launch; with a new value
// each time (changed), with values that were built before in turn (seen) and with the same value
// (unchanged); in native, emulated and tiered mode. The peer is an OpenCL program without
// specialization constants, which rebuilds its source with another -D.
#include "bench/paired.h"
#include "bench/pocl.h"
#include "bench/ursa_kernel.h"
#include "client/failure.h"

#include <chrono>

namespace ursa::bench {
namespace {

constexpr const char *kSource = "kernel void write_value(global int *out) { *out = VALUE; }";

void requireValue(const char *who, int is, int should) {
  if (is != should)
    client::fail("{} wrote {}; the constant is {}.", who, is, should);
}

struct Variant {
  const char *name;
  ursa_specialization_mode_t mode;
  int values; ///< so many in turn; 0: always new ones
  const char *title;
  Goal goal;
};

constexpr int kSeen = 8;
constexpr Variant kVariants[] = {
    {"native/changed",
     URSA_SPECIALIZATION_MODE_NATIVE,
     0,
     "new values to first result, native, of PoCL's rebuild",
     {Goal::Ratio, 0.08}},
    {"native/seen",
     URSA_SPECIALIZATION_MODE_NATIVE,
     kSeen,
     "values seen before to first result, native",
     {Goal::Seconds, 5e-6}},
    {"native/unchanged",
     URSA_SPECIALIZATION_MODE_NATIVE,
     1,
     "the same values to first result, native",
     {}},
    {"tiered/changed",
     URSA_SPECIALIZATION_MODE_TIERED,
     0,
     "new values to first result, tiered",
     {Goal::Seconds, 100e-6}},
    {"emulated/changed",
     URSA_SPECIALIZATION_MODE_EMULATED,
     0,
     "new values to first result, emulated",
     {}},
    {"emulated/unchanged",
     URSA_SPECIALIZATION_MODE_EMULATED,
     1,
     "the same values to first result, emulated",
     {}},
};

void specializeNewValue(benchmark::State &state, const Variant &variant) {
  UrsaKernel ours("constant", "write_value", variant.mode, true);
  const std::unique_ptr<Pocl> pocl = Pocl::open();
  // Values that no earlier run and no cache has seen; each side counts separately.
  const int start = static_cast<int>(std::chrono::system_clock::now().time_since_epoch() /
                                         std::chrono::milliseconds(1) &
                                     0x3FFFFFFF);
  int ourCount = 0, peerCount = 0;
  const auto next = [&](int &count) {
    ++count;
    return start + (variant.values == 0 ? count : count % variant.values);
  };

  // Operations of microseconds run several times in a row: the first one after the peer's compiler
  // run mostly measures cold caches.
  const bool compiles = variant.mode == URSA_SPECIALIZATION_MODE_NATIVE && variant.values == 0;
  const size_t row = compiles ? 1 : 16;
  const TimedOperation runOurs = [&] {
    int value = 0;
    const double seconds = medianOfRow(row, [&] {
      value = next(ourCount);
      ours.specialize(value);
      ours.launch();
    });
    requireValue("Ursa", ours.readBuffer(), value);
    return seconds;
  };
  const TimedOperation runPeer = [&] {
    const int value = next(peerCount);
    const double seconds = perThing(1, [&] {
      pocl->build(kSource, "write_value", fmt::format("-DVALUE={}", value), true)->launch();
    });
    requireValue("PoCL", pocl->readBuffer(), value);
    return seconds;
  };
  for (int i = 0; i < variant.values;
       ++i) { // those that have been seen when the measurement begins
    runOurs();
    if (pocl)
      runPeer();
  }
  Subject subject;
  subject.name = fmt::format("specialize_new_value/{}", variant.name);
  subject.title = variant.title;
  subject.goal = variant.goal;
  if (pocl)
    runAgainst(state, subject, runOurs, {{pocl->description() + ", rebuilt with -D", runPeer}});
  else
    runAgainst(state, subject, runOurs, {{"no PoCL device was found", {}}});
}

[[maybe_unused]] const bool registered = [] {
  for (const Variant &variant : kVariants)
    benchmark::RegisterBenchmark(fmt::format("specialize_new_value/{}", variant.name).c_str(),
                                 specializeNewValue, variant)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(25);
  return true;
}();

} // namespace
} // namespace ursa::bench

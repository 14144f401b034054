// specialize_new_value: sets a constant, builds, and waits for the first launch; with a new value
// each time (changed) and with the same value (unchanged); in native and in emulated mode. The peer
// is an OpenCL program without specialization constants, which rebuilds its source with another -D.
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

void specializeNewValue(benchmark::State &state, ursa_specialization_mode_t mode, bool changed,
                        const std::string &name) {
  UrsaKernel ours("constant", "write_value", mode, true);
  const std::unique_ptr<Pocl> pocl = Pocl::open();
  // Values that no earlier run and no cache has seen; each side counts separately.
  const int start = static_cast<int>(std::chrono::system_clock::now().time_since_epoch() /
                                         std::chrono::milliseconds(1) &
                                     0x3FFFFFFF);
  int ourValue = start, peerValue = start;

  // Operations of microseconds run several times in a row: the first one after the peer's compiler
  // run mostly measures cold caches.
  const bool compiles = mode == URSA_SPECIALIZATION_MODE_NATIVE && changed;
  const size_t row = compiles ? 1 : 16;
  const TimedOperation runOurs = [&] {
    const double seconds = medianOfRow(row, [&] {
      ourValue += changed;
      ours.specialize(ourValue);
      ours.launch();
    });
    requireValue("Ursa", ours.readBuffer(), ourValue);
    return seconds;
  };
  const TimedOperation runPeer = [&] {
    peerValue += changed;
    const double seconds = perThing(1, [&] {
      pocl->build(kSource, "write_value", fmt::format("-DVALUE={}", peerValue), true)->launch();
    });
    requireValue("PoCL", pocl->readBuffer(), peerValue);
    return seconds;
  };
  if (!changed) { // the first run has no previous value
    runOurs();
    if (pocl)
      runPeer();
  }
  if (pocl)
    runPaired(state, name, runOurs, pocl->description() + ", rebuilt with -D", runPeer);
  else
    runPaired(state, name, runOurs, "no PoCL device was found", {});
}

[[maybe_unused]] const bool registered = [] {
  for (auto [mode, modeName] : {std::pair{URSA_SPECIALIZATION_MODE_NATIVE, "native"},
                                {URSA_SPECIALIZATION_MODE_EMULATED, "emulated"}})
    for (bool changed : {true, false}) {
      const std::string name =
          fmt::format("specialize_new_value/{}/{}", modeName, changed ? "changed" : "unchanged");
      benchmark::RegisterBenchmark(name.c_str(), specializeNewValue, mode, changed, name)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond)
          ->Iterations(25);
    }
  return true;
}();

} // namespace
} // namespace ursa::bench

// Reads /proc. See machine.h.
#include "bench/machine.h"

#include "bench/kernels/plain.h"
#include "client/program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace ursa::bench {
namespace {

constexpr double kIdle = 0.05;
constexpr auto kLook = std::chrono::seconds(1);

double secondsOf(const timeval &time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double usedBy(int who) {
  rusage usage = {};
  getrusage(who, &usage);
  return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

/// Returns what stands behind "NAME :" in a file of such lines; empty if there is none.
std::string valueIn(const char *path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (!line.starts_with(name) || colon == line.npos)
      continue;
    const size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == line.npos ? "" : line.substr(start);
  }
  return "";
}

} // namespace

ProcessorTimes processorTimes() {
  ProcessorTimes times;
  std::ifstream file("/proc/stat");
  std::string label;
  if (file >> label && label == "cpu") {
    // user nice system idle iowait irq softirq steal; what virtual machines use is part of user.
    const double tick = static_cast<double>(sysconf(_SC_CLK_TCK));
    double ticks = 0;
    for (int column = 0; column < 8 && file >> ticks; ++column) {
      times.total += ticks / tick;
      if (column != 3 && column != 4)
        times.busy += ticks / tick;
    }
  }
  times.own = usedBy(RUSAGE_SELF) + usedBy(RUSAGE_CHILDREN);
  return times;
}

double othersShare(const ProcessorTimes &from, const ProcessorTimes &to) {
  const double total = to.total - from.total;
  if (total <= 0)
    return 0;
  return std::clamp(((to.busy - from.busy) - (to.own - from.own)) / total, 0.0, 1.0);
}

Wait waitForIdle(double mostSeconds) {
  Wait wait;
  bool said = false;
  for (;;) {
    const ProcessorTimes before = processorTimes();
    std::this_thread::sleep_for(kLook);
    wait.othersShare = othersShare(before, processorTimes());
    wait.isIdle = wait.othersShare < kIdle;
    if (wait.isIdle || wait.seconds >= mostSeconds)
      return wait;
    wait.seconds += std::chrono::duration<double>(kLook).count();
    if (!said)
      client::printNote(fmt::format(
          "Waiting for an idle machine, for at most {:.0f} s: other processes use {:.0f} % of "
          "{} processors; less than {:.0f} % is idle.",
          mostSeconds, wait.othersShare * 100, std::thread::hardware_concurrency(), kIdle * 100));
    said = true;
  }
}

nlohmann::ordered_json describeMachine() {
  utsname system = {};
  uname(&system);
  const std::string memory = valueIn("/proc/meminfo", "MemTotal");
  constexpr double kKiBPerGiB = 1024.0 * 1024.0;
  return {{"processor", valueIn("/proc/cpuinfo", "model name")},
          {"processors", std::thread::hardware_concurrency()},
          {"memoryGiB", memory.empty() ? 0 : std::atof(memory.c_str()) / kKiBPerGiB},
          {"system", fmt::format("{} {}", system.sysname, system.release)},
          {"plainCompiler", plain::compiler()},
          {"plainInstructions", plain::instructions()}};
}

} // namespace ursa::bench

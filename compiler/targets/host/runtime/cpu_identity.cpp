#include "compiler/targets/host/runtime/cpu_identity.h"

#include <fmt/format.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ursa::compiler::host {

namespace {

// Leaves out what differs between the cores of a CPU and between two calls.
std::string readIdentity() {
  std::string identity;
#if defined(__x86_64__)
  const auto add = [&identity](unsigned leaf, unsigned subleaf, const char *registers) {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (!__get_cpuid_count(leaf, subleaf, &eax, &ebx, &ecx, &edx))
      return;
    identity += fmt::format("{:x}.{}", leaf, subleaf);
    for (const char *name = registers; *name; ++name)
      identity += fmt::format(":{:x}", *name == 'a'   ? eax
                                       : *name == 'b' ? ebx
                                       : *name == 'c' ? ecx
                                                      : edx);
    identity += ' ';
  };
  add(0, 0, "abcd"); // vendor
  add(1, 0, "acd");  // family, model, stepping; ebx names the core
  add(7, 0, "bcd");
  add(7, 1, "abcd");
  add(0xd, 1, "a"); // ebx is the size of the registers that are in use
  add(0x19, 0, "b");
  add(0x24, 0, "b");
  add(0x80000001, 0, "cd");
  add(0x80000008, 0, "b"); // ecx is the number of cores
  unsigned low = 0, high = 0;
  if (__builtin_cpu_supports(
          "avx")) // then the registers that the operating system saves can be read
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  identity += fmt::format("{:x}:{:x}", low, high);
#endif
  return identity;
}

} // namespace

const std::string &cpuIdentity() {
  static const std::string &identity = *new std::string(readIdentity()); // slow in virtual machines
  return identity;
}

} // namespace ursa::compiler::host

#include "format/host/isa.h"

#include <algorithm>
#include <optional>

namespace ursa::format::host {
namespace {

constexpr unsigned kHighestLevel = 4;

constexpr std::string_view kLevel2[] = {"cx16",   "sahf",   "popcnt", "sse3",
                                        "sse4.1", "sse4.2", "ssse3"};
constexpr std::string_view kLevel3[] = {"avx",  "avx2", "bmi",   "bmi2",
                                        "f16c", "fma",  "lzcnt", "movbe"};
constexpr std::string_view kLevel4[] = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"};

/// @name Whether this CPU has the features above. The operating system must save their registers
/// too.
#if defined(__x86_64__)
#define URSA_FEATURES(FEATURE)                                                                     \
  FEATURE("adx")                                                                                   \
  FEATURE("aes")                                                                                   \
  FEATURE("avx512bf16")                                                                            \
  FEATURE("avx512bitalg")                                                                          \
  FEATURE("avx512fp16")                                                                            \
  FEATURE("avx512ifma")                                                                            \
  FEATURE("avx512vbmi")                                                                            \
  FEATURE("avx512vbmi2")                                                                           \
  FEATURE("avx512vnni")                                                                            \
  FEATURE("avx512vpopcntdq")                                                                       \
  FEATURE("gfni")                                                                                  \
  FEATURE("pclmul")                                                                                \
  FEATURE("sha")                                                                                   \
  FEATURE("vaes")                                                                                  \
  FEATURE("vpclmulqdq")

#define URSA_NAME(name) name,
constexpr std::string_view kExtra[] = {URSA_FEATURES(URSA_NAME)};
#undef URSA_NAME

bool hasLevel(unsigned level) {
  switch (level) {
  case 1:
    return true;
  case 2:
    return __builtin_cpu_supports("x86-64-v2");
  case 3:
    return __builtin_cpu_supports("x86-64-v3");
  case 4:
    return __builtin_cpu_supports("x86-64-v4");
  default:
    return false;
  }
}

std::optional<bool> hasFeature(std::string_view feature) {
#define URSA_TEST(name)                                                                            \
  if (feature == name)                                                                             \
    return __builtin_cpu_supports(name) != 0;
  URSA_FEATURES(URSA_TEST)
#undef URSA_TEST
  return std::nullopt;
}

/// Returns the first missing feature of a level, for a message.
std::string missingOf(unsigned level) {
#define URSA_TEST(name)                                                                            \
  if (!__builtin_cpu_supports(name))                                                               \
    return name;
  if (level >= 2) {
    URSA_TEST("sse3")
    URSA_TEST("ssse3")
    URSA_TEST("sse4.1")
    URSA_TEST("sse4.2")
    URSA_TEST("popcnt")
  }
  if (level >= 3) {
    URSA_TEST("avx")
    URSA_TEST("avx2")
    URSA_TEST("bmi")
    URSA_TEST("bmi2")
    URSA_TEST("fma")
  }
  if (level >= 4) {
    URSA_TEST("avx512f")
    URSA_TEST("avx512bw")
    URSA_TEST("avx512cd")
    URSA_TEST("avx512dq")
    URSA_TEST("avx512vl")
  }
#undef URSA_TEST
  return "x86-64-v" + std::to_string(level);
}
#else
constexpr std::span<const std::string_view> kExtra;
bool hasLevel(unsigned) { return false; }
std::optional<bool> hasFeature(std::string_view) { return false; }
std::string missingOf(unsigned) { return "x86-64"; }
#endif

struct Cpu {
  unsigned level = 1;
  std::vector<std::string_view> extras;
};

/// Returns nullopt if the name is not that of a target in machine code.
std::optional<Cpu> cpuOf(std::string_view target) {
  if (!target.starts_with(kMachineTarget))
    return std::nullopt;
  target.remove_prefix(kMachineTarget.size());
  Cpu cpu;
  if (target.starts_with("-v")) {
    if (target.size() < 3 || target[2] < '2' || target[2] > '9')
      return std::nullopt;
    cpu.level = static_cast<unsigned>(target[2] - '0');
    target.remove_prefix(3);
  }
  while (!target.empty()) {
    if (target.front() != '+')
      return std::nullopt;
    target.remove_prefix(1);
    const std::string_view feature = target.substr(0, target.find('+'));
    cpu.extras.push_back(feature);
    target.remove_prefix(feature.size());
  }
  return cpu;
}

} // namespace

std::span<const std::string_view> featuresOfLevel(unsigned level) {
  switch (level) {
  case 2:
    return kLevel2;
  case 3:
    return kLevel3;
  case 4:
    return kLevel4;
  default:
    return {};
  }
}

std::span<const std::string_view> extraFeatures() { return kExtra; }

std::string spellCpu(const std::vector<std::string> &features) {
  const auto has = [&features](std::string_view name) {
    return std::find(features.begin(), features.end(), name) != features.end();
  };
  unsigned level = 1;
  while (level < kHighestLevel && std::ranges::all_of(featuresOfLevel(level + 1), has))
    ++level;
  std::string cpu = "v" + std::to_string(level);
  // Does not use a part of the next level's features that the CPU may have.
  for (const std::string_view feature : extraFeatures())
    if (has(feature) && (level == kHighestLevel || !feature.starts_with("avx512")))
      cpu.append("+").append(feature);
  return cpu;
}

std::string machineTarget(std::string_view cpu) {
  if (cpu.starts_with("v1"))
    return std::string(kMachineTarget).append(cpu.substr(2));
  return std::string(kMachineTarget).append("-").append(cpu);
}

std::string missingRequirements(std::string_view target) {
  const auto cpu = cpuOf(target);
  if (!cpu)
    return "it is no machine code for x86-64";
  if (!hasLevel(cpu->level))
    return "this CPU has no " + missingOf(cpu->level);
  for (const std::string_view feature : cpu->extras)
    if (!hasFeature(feature).value_or(false))
      return "this CPU has no " + std::string(feature);
  return "";
}

unsigned levelOfTarget(std::string_view target) {
  const auto cpu = cpuOf(target);
  return cpu ? cpu->level : 0;
}

} // namespace ursa::format::host

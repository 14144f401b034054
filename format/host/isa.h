// CPU requirements of machine code that was compiled ahead of time. A processor is described by a
// level of x86-64 and features beyond it:
//
//   v1            every x86-64
//   v3            AVX2, FMA and the other features of the level
//   v3+aes+gfni   also the features aes and gfni
//
// The description is the suffix of the target's name: "host-x86_64-aot-v3+aes+gfni"; v1 is omitted.
// The compiler writes such names; the adapter checks them without LLVM.
#pragma once

#include "format/names.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::format::host {

inline constexpr std::string_view kMachineTarget = format::target::kHostX86MachineCode;

/// Returns the features that level 1 to 4 adds to the level below.
std::span<const std::string_view> featuresOfLevel(unsigned level);

/// Returns the features beyond the levels that machine code may use, ascending.
std::span<const std::string_view> extraFeatures();

/// Returns the shortest description of a CPU with these features. Ignores features other than those
/// above.
std::string spellCpu(const std::vector<std::string> &features);

/// Returns the target's name for such a CPU.
std::string machineTarget(std::string_view cpu);

/// Returns why this machine cannot run the code of that target, as a clause: "this CPU has no
/// avx512f"; empty if it can. For other targets: "it is no machine code for x86-64".
std::string missingRequirements(std::string_view target);

/// Returns the level in such a name; 0 for other targets.
unsigned levelOfTarget(std::string_view target);

} // namespace ursa::format::host

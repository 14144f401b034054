// What a CPU must be able to do to run machine code that was made ahead of time. A processor is
// spelled as a level of x86-64 and features beyond it:
//
//   v1            every x86-64
//   v3            AVX2, FMA and what else the level has
//   v3+aes+gfni   these too
//
// and is the end of a target's name: "host-x86_64-aot-v3+aes+gfni"; v1 is left out. The compiler
// writes such names and the adapter judges them, which has no LLVM.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::jit {

inline constexpr std::string_view kMachineTarget = "host-x86_64-aot";

/// The features of level 1 to 4, those of the levels below not repeated.
std::span<const std::string_view> featuresOfLevel(unsigned level);

/// Features beyond the levels that machine code may use; ascending.
std::span<const std::string_view> extraFeatures();

/// The shortest spelling of a CPU with these features, of which others than those above do not
/// matter.
std::string spellCpu(const std::vector<std::string> &features);

/// The target's name for such a CPU.
std::string machineTarget(std::string_view cpu);

/// Why this machine cannot run the code of that target, as a clause: "this CPU has no avx512f";
/// empty when it can. For names of other targets: "it is no machine code for x86-64".
std::string whyNotRunnable(std::string_view target);

/// The level in such a name, the higher the better for a CPU that has it; 0 for other targets.
unsigned levelOfTarget(std::string_view target);

} // namespace ursa::jit

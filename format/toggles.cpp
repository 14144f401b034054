#include "format/toggles.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace ursa::format {
namespace {

using enum Toggle;
using enum ToggleDefault;

constexpr ToggleInfo kTable[] = {
    {DeferTimestamps, "defer_timestamps", kVulkanAdapter, Device,
     "Reads the times of commands when they are asked for, and not when commands are complete: to "
     "read them, the driver waits until the device is idle.",
     "lavapipe (Mesa 22.3)", "tests/sycl/profiled_contexts.cpp"},
    {GuardLoops, "guard_loops", kVulkanAdapter, Device,
     "Lets kernels report loops that the driver ends early, so that their launch fails.",
     "drivers that a probe finds to end long loops, such as lavapipe (Mesa 22.3), which does so "
     "after 65,535 iterations of a work-item",
     "tests/vulkan/failed_launch_test.cpp"},
    {GuardUnusedLanes, "guard_unused_lanes", kVulkanAdapter, Device,
     "Lets the lanes behind the last work-item of a work-group return at once from kernels with "
     "loops.",
     "drivers that a probe finds to run them, such as lavapipe (Mesa 22.3)",
     "tests/conformance/suites/loop_exits.cpp"},
    {KeepLoopValues, "keep_loop_values", kVulkanAdapter, Device,
     "Makes phis of values that are used after their loop, which tests for its end where it "
     "begins.",
     "lavapipe (Mesa 22.3), where work-items that have left a loop compute on with the others of "
     "their vector: all but phis and memory changes",
     "tests/vulkan/driver_shapes_test.cpp"},
    {LimitNesting, "limit_nesting", kVulkanAdapter, Device,
     "Refuses kernels whose conditions or loops nest deeper than 79 levels.",
     "lavapipe (Mesa 22.3), which ignores deeper ones", "tests/vulkan/failed_launch_test.cpp"},
    {MoveFencesOutOfLoops, "move_fences_out_of_loops", kVulkanAdapter, Device,
     "Makes atomic instructions in loops relaxed, and moves fences before and behind the outermost "
     "loop.",
     "drivers that a probe finds to let vectors of work-items wait for each other at fences, such "
     "as lavapipe (Mesa 22.3)",
     "tests/conformance/suites/loop_exits.cpp"},
    {RoundDoublesBySums, "round_doubles_by_sums", kVulkanAdapter, Device,
     "Rounds doubles by sums with 2^52 in place of RoundEven, Trunc, Floor and Ceil, also where a "
     "double becomes an integer and a double again.",
     "lavapipe (Mesa 22.3) on processors without AVX-512", "tests/vulkan/driver_shapes_test.cpp"},
    {SelectSigns, "select_signs", kVulkanAdapter, Device,
     "Takes over the sign of a float by a selection in place of masks of bits.",
     "lavapipe (Mesa 22.3, LLVM 15) on processors with AVX-512: LLVM gives VPTERNLOG the wrong "
     "table where a selection between its result and an operand is part of the instruction",
     "https://github.com/llvm/llvm-project/issues/157929"},
    {SeparateConversions, "separate_conversions", kVulkanAdapter, Device,
     "Puts an instruction between the conversion of an integer to a float and back.",
     "Mesa's, which remove both conversions, also where the float is not exact",
     "tests/vulkan/driver_shapes_test.cpp"},
    {SplitLargeCopies, "split_large_copies", kVulkanAdapter, Always,
     "Copies at most 1 GiB at once.", "lavapipe (Mesa 22.3), which crashes on 2 GiB and more",
     "tests/vulkan/memory_parts_test.cpp", "A copy of 1 GiB takes longer than its command."},

    {RelaxFences, "relax_fences", kVulkanAdapter | kVulkanTarget, Device,
     "Prefers images that were compiled with the target's option relaxed-fences, which have no "
     "fences and only relaxed atomics.",
     "as move_fences_out_of_loops", "tests/conformance/suites/loop_exits.cpp"},
    {UseDoubleFma, "use_double_fma", kVulkanAdapter | kVulkanTarget, Device,
     "Prefers images that were compiled with the target's option fma=double: fma of floats is "
     "computed in double, of doubles in integers.",
     "drivers that a probe finds to round fma twice, such as lavapipe (Mesa 22.3)",
     "adapters/vulkan/quirks/driver_probe.spvasm"},

    {FinishBeforeExit, "finish_before_exit", kOpenClAdapter, Always,
     "Destroys a context only when its commands are complete, and waits for that at the adapter's "
     "end.",
     "PoCL 3.1, which aborts a process that ends while a kernel is compiled", "tests/sycl/exit.cpp",
     "Without it, the commands of a released queue would be lost as well."},
    {FoldSpecConstants, "fold_spec_constants", kOpenClAdapter, Device,
     "Folds all specialization constants in SPIR-V, which the driver gets without them.",
     "drivers that take SPIR-V and that a probe finds to set constants of some types wrongly, such "
     "as PoCL 3.1",
     "adapters/opencl/quirks/probe_module.cpp"},
    {LimitGlobalOffset, "limit_global_offset", kOpenClAdapter, Device,
     "Refuses global offsets of more than 32 bits.", "NVIDIA's, which uses the lower 32 bits",
     "tests/conformance/suites/launch.cpp"},
    {RecreateRefusedPrograms, "recreate_refused_programs", kOpenClAdapter, Always,
     "Creates a program again before it is built with other options, after it refused some.",
     "PoCL 3.1, which aborts when such a program of a binary is built",
     "tests/integration/stored_binaries_test.cpp", "Only programs with unknown options need it."},
    {ReplaceFences, "replace_fences", kOpenClAdapter, Device,
     "Makes fences atomic instructions on a variable in local memory.",
     "PoCL 3.1, whose library has no fences", "tests/sycl/atomic_fence.cpp"},
    {ReplaceHalfFunctions, "replace_half_functions", kOpenClAdapter, Device,
     "Computes functions of halves by those of floats, and reports half precision.",
     "PoCL 3.1 with LLVM 15 or later on processors that convert halves (F16C): its compiler "
     "computes with halves, and its library has no functions of them",
     "tests/opencl/half_functions_test.cpp"},
    {ReplayRefusedCommands, "replay_refused_commands", kOpenClAdapter, Always,
     "Replays command buffers with images, samplers and launches that the driver would refuse, "
     "in place of the driver's own command buffers.",
     "PoCL 3.1, which aborts on them", "tests/conformance/suites/command_buffers.cpp",
     "Other command buffers are the driver's all the same."},
    {SeparateHostWaits, "separate_host_waits", kOpenClAdapter, Device,
     "Gives further queues of the driver the commands of unordered queues that wait for host "
     "tasks.",
     "NVIDIA's (580), which runs unordered queues in order, so that what waits blocks what does "
     "not",
     "tests/opencl/host_tasks_test.cpp"},
    {SeparateUsmKernels, "separate_usm_kernels", kOpenClAdapter, Always,
     "Gives a kernel of ours one kernel of the driver for each set of parameters that were USM.",
     "NVIDIA's, with which such a parameter accepts no buffer and no null pointer any more",
     "tests/opencl/native_kernels_test.cpp",
     "Kernels whose parameters are always used alike need one."},
    {SerializeProgramCreation, "serialize_program_creation", kOpenClAdapter, Device,
     "Creates programs of SPIR-V one after the other.",
     "PoCL 3.1, which lists the constants of a module with functions that are not thread safe",
     "tests/conformance/suites/programs.cpp"},
    {ShortenKernelNames, "shorten_kernel_names", kOpenClAdapter, Device,
     "Gives kernels names of at most 128 bytes in the LLVM bitcode that the driver gets.",
     "drivers that take SPIR, such as PoCL 3.1, which names folders after kernels and ends the "
     "process where a name is too long for the file system",
     "tests/sycl/kernel_bundles.cpp"},
    {SkipProgramBinaries, "skip_program_binaries", kOpenClAdapter, Device,
     "Stores no binaries of programs on disk.",
     "PoCL, which compiles all kernels of a program for its binary, and ends the process if its "
     "compiler crashes on one that nobody launches",
     "tests/opencl/program_cache_test.cpp"},
    {TimeCommandsByFills, "time_commands_by_fills", kOpenClAdapter, Always,
     "Takes the times of queues and the ends of host tasks from fills of four bytes in place of "
     "markers.",
     "NVIDIA's, whose markers have the times of an earlier command; PoCL 3.1, whose markers wait "
     "for all earlier commands of a queue",
     "tests/conformance/suites/host_commands.cpp", "Such a fill costs as much as a marker."},

    {CountSubGroups, "count_sub_groups", kVulkanTarget, Always,
     "Computes the number of sub-groups from the sizes of the work-group and of a sub-group.",
     "lavapipe (Mesa 22.3), whose own number leaves out a last one that is not full",
     "tests/compiler/vulkan/run/sub-groups.cl",
     "The sizes are constants of the pipeline, so that drivers fold the division."},
    {DropNoinline, "drop_noinline", kSpirvTarget, Target,
     "Drops noinline and optnone, which clang adds to all functions at -O0.",
     "PoCL 3.1, which aborts if it must not inline functions with barriers or local ids",
     "tests/compiler/pointers/pointers_test.cpp",
     "Drivers inline as they see fit without the hint."},
    {EmulateSubGroups, "emulate_sub_groups", kSpirvTarget, Target,
     "Makes operations of sub-groups of SYCL kernels that require a size exchanges of values "
     "through local memory, between barriers of the work-group.",
     "PoCL 3.1 and others that have no sub-groups", "tests/sycl/required_sub_groups.cpp",
     "Only kernels that require a size have them, and devices that have sub-groups of any size "
     "themselves run them as well; programs for those turn it off."},
    {ExpandWideDivisions, "expand_wide_divisions", kVulkanTarget, Target,
     "Expands divisions of 64-bit integers to multiplications of 32 bits.",
     "NVIDIA's (580), which miscompiles other parts of kernels with such divisions",
     "tests/compiler/vulkan/run/divisions.cl",
     "GPUs have no such instruction, and drivers expand the division as well."},
    {InlinePrintfCallers, "inline_printf_callers", kSpirvTarget, Always,
     "Inlines functions that call printf into kernels.",
     "PoCL 3.1, which crashes on a printf in another function", "tests/compiler/spirv/printf.cl",
     "What a printf costs does not depend on it."},
    {LoadFloatsAsIntegers, "load_floats_as_integers", kSpirvTarget, Always,
     "Makes atomic loads and stores of floats those of integers of the same size.",
     "PoCL 3.1, whose library lacks those of floats", "tests/sycl/atomic_ref.cpp",
     "The conversions between them are no instructions."},
    {MakeLoopsReducible, "make_loops_reducible", kSpirvTarget, Target,
     "Makes loops with several entries, as goto makes them, loops with one.",
     "PoCL 3.1, whose compiler crashes on barriers in others", "tests/sycl/irreducible_loops.cpp",
     "Such loops are rare, and compilers for GPUs do the same."},
    {NameLocalVariables, "name_local_variables", kSpirvTarget, Target,
     "Names local variables after the kernel of an image that has only one.",
     "PoCL 3.1, which gives a kernel the variables that are named so",
     "tests/compiler/spirv/shared-locals.ll", "Names cost nothing."},
    {RoundToHalfByIntegers, "round_to_half_by_integers", kVulkanTarget, Always,
     "Computes directed roundings to half by operations on integers.",
     "NVIDIA's (580), which folds a conversion to half and back, from which the error would be "
     "computed",
     "tests/compiler/vulkan/run/half-functions.cl",
     "Only vstore_half and its kin with a directed rounding need it, and need as many operations "
     "otherwise."},
    {ScalarTangents, "scalar_tangents", kVulkanTarget, Always,
     "Computes tangents of vectors of doubles one by one.",
     "lavapipe (Mesa 22.3), which loses half of the digits in libclc's form for vectors",
     "tests/compiler/math/vectors.cl", "The target splits vectors in any case."},
    {SignHalvesByMasks, "sign_halves_by_masks", kSpirvTarget, Always,
     "Computes fabs and copysign of halves by masks of bits.",
     "PoCL 3.1, which lacks functions of halves", "tests/compiler/spirv/half-signs.ll",
     "Drivers make masks of them, too."},
    {SplitPhiEdges, "split_phi_edges", kSpirvTarget, Always,
     "Gives each edge of a switch that leads to the same phi as another one a block.",
     "llvm-spirv 15, which PoCL and the OpenCL adapter translate SPIR-V with",
     "tests/compiler/spirv/equal-targets.ll", "Empty blocks are no code."},
    {SplitVectorPrintf, "split_vector_printf", kSpirvTarget, Target,
     "Splits conversions of vectors in the format of printf into those of their elements.",
     "PoCL 3.1, which prints wrong elements of many vectors",
     "tests/compiler/spirv/vector-printf.ll",
     "The text is the same, and costs more than the arguments."},
    {SplitWideMathCalls, "split_wide_math_calls", kSpirvTarget, Target,
     "Splits calls of functions with two results, such as sincos, of vectors beyond 128 bits.",
     "PoCL 3.1, which compiles kernels and its library for vectors of different widths",
     "tests/compiler/pointers/pointers_test.cpp", "GPUs compute element by element."},
    {SubGroupsOfOne, "sub_groups_of_one", kSpirvTarget, Target,
     "Makes each work-item of a SYCL kernel a sub-group, unless a kernel of the image requires "
     "another size.",
     "PoCL 3.1 and others that have no sub-groups", "tests/sycl/group_algorithms.cpp",
     "One image serves all drivers, and few have both sub-groups and shuffles, which are not in "
     "SPIR-V 1.2; programs for those that do turn it off."},
};

constexpr bool isInOrder() {
  for (size_t i = 0; i < std::size(kTable); ++i)
    if (static_cast<size_t>(kTable[i].toggle) != i)
      return false;
  return true;
}
static_assert(isInOrder());

constexpr std::pair<TogglePart, std::string_view> kPartNames[] = {
    {kVulkanAdapter, "Vulkan adapter"},
    {kOpenClAdapter, "OpenCL adapter"},
    {kVulkanTarget, "target vulkan1.2"},
    {kSpirvTarget, "target spirv64"},
};

/// Returns the number of letters to insert, remove or replace.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t k = 0; k < b.size(); ++k) {
      const size_t replaced = diagonal + (a[i] == b[k] ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({replaced, row[k] + 1, row[k + 1] + 1});
    }
  }
  return row.back();
}

/// Returns names that were perhaps meant: similar ones, and those of which the text is a part.
std::vector<std::string_view> nearNames(std::string_view text) {
  constexpr size_t kLeastPart = 4;
  constexpr size_t kLongestName = 64; // longer text is no name
  std::vector<std::string_view> near;
  for (const ToggleInfo &info : kTable)
    if (text.size() <= kLongestName &&
        (editDistance(text, info.name) <= info.name.size() / 3 ||
         (text.size() >= kLeastPart && info.name.find(text) != std::string_view::npos)))
      near.push_back(info.name);
  return near;
}

std::string quotedList(const std::vector<std::string_view> &names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i != 0)
      text += i + 1 == names.size() ? " and " : ", ";
    text += "'" + std::string(names[i]) + "'";
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

} // namespace

std::span<const ToggleInfo> toggleTable() { return kTable; }

const ToggleInfo &infoOf(Toggle toggle) { return kTable[static_cast<size_t>(toggle)]; }

std::string partsOf(const ToggleInfo &info) {
  std::string text;
  for (const auto &[part, name] : kPartNames)
    if (info.parts & part)
      text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::vector<std::string_view> ToggleSet::names() const {
  std::vector<std::string_view> names;
  for (const ToggleInfo &info : kTable)
    if (has(info.toggle))
      names.push_back(info.name);
  return names;
}

std::string ToggleSet::text() const {
  std::string text;
  for (const std::string_view name : names())
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

ToggleSet targetToggles(TogglePart target, const ToggleOverrides &overrides) {
  ToggleSet toggles;
  for (const ToggleInfo &info : kTable)
    if (info.parts & target)
      toggles.set(info.toggle, overrides.decide(info.toggle, info.isOn != Device));
  return toggles;
}

std::optional<Toggle> findToggle(std::string_view name) {
  const auto *found = std::ranges::find(kTable, name, &ToggleInfo::name);
  return found == std::end(kTable) ? std::nullopt : std::optional(found->toggle);
}

std::string overrideToggle(ToggleOverrides &overrides, std::string_view name, bool isOn,
                           uint8_t parts) {
  const auto toggle = findToggle(name);
  if (!toggle) {
    const auto near = nearNames(name);
    return "There is no toggle '" + std::string(name) + "'; " +
           (near.empty()       ? "ursa-info --toggles lists all."
            : near.size() == 1 ? "a similar name is " + quotedList(near) + "."
                               : "similar names are " + quotedList(near) + ".");
  }
  const ToggleInfo &info = infoOf(*toggle);
  if (!(info.parts & parts))
    return "The toggle '" + std::string(name) + "' is of: " + partsOf(info) + ". " +
           (info.parts & kAdapters ? "URSA_TOGGLES sets it when a program runs."
                                   : "ursac --toggle and --no-toggle set it.");
  if (info.isOn == Always) {
    if (!isOn)
      return "The toggle '" + std::string(name) + "' cannot be turned off.";
    return {};
  }
  overrides.on.set(*toggle, isOn);
  overrides.off.set(*toggle, !isOn);
  return {};
}

ToggleList parseToggles(std::string_view text, uint8_t parts) {
  ToggleList list;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    std::string_view name = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.empty())
      continue;
    const bool isOn = name.front() != '-';
    if (!isOn)
      name = trimmed(name.substr(1));
    if (std::string problem = overrideToggle(list.overrides, name, isOn, parts); !problem.empty())
      list.problems.push_back(std::move(problem));
  }
  return list;
}

} // namespace ursa::format

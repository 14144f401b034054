// Workarounds for drivers, each with a name: toggles. The adapters turn them on for the devices
// that need them, the compiler for the targets whose images would be wrong on such a device without
// them; URSA_TOGGLES and options of the tools override both (docs/TOGGLES.md).
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::format {

/// In the order of the table.
enum class Toggle : uint8_t {
  // The Vulkan adapter's
  DeferTimestamps,
  GuardLoops,
  GuardUnusedLanes,
  KeepLoopValues,
  LimitNesting,
  MoveFencesOutOfLoops,
  RoundDoublesBySums,
  SelectSigns,
  SeparateConversions,
  SplitLargeCopies,
  // The Vulkan adapter's, and options of the target
  RelaxFences,
  UseDoubleFma,
  // The OpenCL adapter's
  FinishBeforeExit,
  FoldSpecConstants,
  LimitGlobalOffset,
  RecreateRefusedPrograms,
  ReplaceFences,
  ReplaceHalfFunctions,
  ReplayRefusedCommands,
  SeparateHostWaits,
  SeparateUsmKernels,
  SerializeProgramCreation,
  ShortenKernelNames,
  SkipProgramBinaries,
  TimeCommandsByFills,
  // Of targets
  CountSubGroups,
  DropNoinline,
  EmulateSubGroups,
  ExpandWideDivisions,
  InlinePrintfCallers,
  LoadFloatsAsIntegers,
  MakeLoopsReducible,
  NameLocalVariables,
  RoundToHalfByIntegers,
  ScalarTangents,
  SignHalvesByMasks,
  SplitPhiEdges,
  SplitVectorPrintf,
  SplitWideMathCalls,
  SubGroupsOfOne,
};

/// Who has a toggle; a set.
enum TogglePart : uint8_t {
  kVulkanAdapter = 1,
  kOpenClAdapter = 2,
  kAdapters = kVulkanAdapter | kOpenClAdapter,
  kVulkanTarget = 4,
  kSpirvTarget = 8,
  kTargets = kVulkanTarget | kSpirvTarget,
};

/// When a toggle is on, unless it is overridden.
enum class ToggleDefault : uint8_t {
  Device, ///< for devices that need it, which the adapter decides; targets have an option
  Target, ///< for all images of its target, whose options turn it off
  Always  ///< on, and cannot be turned off, which likewise costs nothing
};

struct ToggleInfo {
  Toggle toggle;
  std::string_view name; ///< "guard_loops"
  uint8_t parts;         ///< of TogglePart
  ToggleDefault isOn;
  std::string_view does;    ///< a sentence
  std::string_view drivers; ///< the drivers that need it
  std::string_view bug;     ///< the address of a report, or a file of the tree that shows it
  /// Why it is on everywhere, a sentence; empty if the device decides.
  std::string_view reason = {};
};

/// All toggles.
std::span<const ToggleInfo> toggleTable();
const ToggleInfo &infoOf(Toggle toggle);
/// Returns the names of the parts for people: "Vulkan adapter, target vulkan1.2".
std::string partsOf(const ToggleInfo &info);

/// A set of toggles.
class ToggleSet {
public:
  bool has(Toggle toggle) const { return bits_.test(static_cast<size_t>(toggle)); }
  void set(Toggle toggle, bool isOn = true) { bits_.set(static_cast<size_t>(toggle), isOn); }
  /// The names in the order of the table.
  std::vector<std::string_view> names() const;
  /// The names, separated by ", "; empty for none.
  std::string text() const;
  bool operator==(const ToggleSet &) const = default;

private:
  static constexpr size_t kMost = 64;
  std::bitset<kMost> bits_;
};

/// Toggles that a user turns on and off.
struct ToggleOverrides {
  ToggleSet on;
  ToggleSet off;

  /// Returns whether a toggle is on.
  bool decide(Toggle toggle, bool byDefault) const {
    return on.has(toggle) || (byDefault && !off.has(toggle));
  }
};

/// Returns the toggles of a target that are on.
ToggleSet targetToggles(TogglePart target, const ToggleOverrides &overrides);

/// Returns the toggle with a name.
std::optional<Toggle> findToggle(std::string_view name);

/// Turns a toggle on or off by its name.
/// @param parts of the caller, such as kAdapters: others cannot be overridden by it
/// @return a sentence if the name is not that of a toggle of these parts; empty otherwise
std::string overrideToggle(ToggleOverrides &overrides, std::string_view name, bool isOn,
                           uint8_t parts);

/// The contents of URSA_TOGGLES.
struct ToggleList {
  ToggleOverrides overrides;
  std::vector<std::string> problems; ///< a sentence for each name that was ignored
};

/// Reads names that are separated by commas; "-" before a name turns it off. The last mention of a
/// name counts.
ToggleList parseToggles(std::string_view text, uint8_t parts);

} // namespace ursa::format

// Settings of whole-function vectorization.
#pragma once

#include <string_view>

namespace ursa::compiler::host {

/// How kernels are vectorized. Each switch turns one transformation off, to find the one that is at
/// fault; none of them changes results.
struct VectorOptions {
  /// Work-items of a pack, a power of two up to 64. 1: kernels stay scalar. 0: what suits the
  /// processor.
  unsigned width = 0;
  /// The width that takes the place of the one which an estimate says to cost least; 0: none. Other
  /// than `width` it leaves groups of one pack as they are.
  unsigned preferred = 0;
  bool strides = true;   ///< accesses of consecutive work-items become wide accesses
  bool unroll = true;    ///< loops of known trip count are unrolled before vectorization
  bool scalarize = true; ///< vectors that mix their elements are split into scalars
  bool regions = true;   ///< kernels with barriers are vectorized
  bool interior = true;  ///< packs far from the borders run a version without masks
  bool groups = true;    ///< groups of one pack run without parallel regions
  bool rows = true;      ///< packs of several rows run side by side
  bool prefetch = true;  ///< work-groups that are tiles prefetch what the next ones access
};

/// The names of the transformations, for messages.
inline constexpr std::string_view kVectorSwitches =
    "strides, unroll, scalarize, regions, interior, rows, groups and prefetch";

/// Turns the transformation of that name off. Returns false if there is none.
inline bool switchOff(VectorOptions &options, std::string_view name) {
  const struct {
    std::string_view name;
    bool VectorOptions::*member;
  } switches[] = {{"strides", &VectorOptions::strides},     {"unroll", &VectorOptions::unroll},
                  {"scalarize", &VectorOptions::scalarize}, {"regions", &VectorOptions::regions},
                  {"interior", &VectorOptions::interior},   {"rows", &VectorOptions::rows},
                  {"groups", &VectorOptions::groups},       {"prefetch", &VectorOptions::prefetch}};
  for (const auto &entry : switches)
    if (entry.name == name) {
      options.*entry.member = false;
      return true;
    }
  return false;
}

} // namespace ursa::compiler::host

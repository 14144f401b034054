// Invariants of every layout that was read, whatever it was read from, and of values that are
// applied to it.
#pragma once

#include "core/intercepts/state.h"
#include "core/specialization/layout.h"

#include "fuzz/require.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <span>

namespace ursa::fuzz {

/// Constants lie one after the other inside the defaults, leaves inside their constants, and each
/// is found by its id.
inline void requireLayout(const core::specialization::SpecLayout &layout) {
  require(layout.empty() == layout.constants().empty(), "empty means no constants");
  uint64_t end = 0;
  for (const core::specialization::SpecConstant &constant : layout.constants()) {
    require(constant.size > 0, "a constant has a size");
    require(constant.offset >= end, "constants do not overlap");
    end = uint64_t{constant.offset} + constant.size;
    require(end <= layout.defaults().size(), "a constant lies inside the defaults");
    require(layout.findConstant(constant.id) == &constant, "a constant is found by its id");
  }
  std::set<uint32_t> ids;
  for (const core::specialization::SpecLeaf &leaf : layout.leaves()) {
    require(leaf.constant < layout.constants().size(), "a leaf belongs to a constant");
    const core::specialization::SpecConstant &constant = layout.constants()[leaf.constant];
    require(leaf.offset >= constant.offset &&
                uint64_t{leaf.offset} + leaf.size <= uint64_t{constant.offset} + constant.size,
            "a leaf lies inside its constant");
    require(leaf.id != 0xffffffff, "padding is no leaf");
    require(ids.insert(leaf.id).second, "leaves have different ids");
    require(layout.findLeaf(leaf.id) == &leaf, "a leaf is found by its id");
  }
}

/// adoptLeaves keeps constants and defaults, and takes nothing but ids of the other layout.
inline void requireAdoption(const core::specialization::SpecLayout &layout,
                            const core::specialization::SpecLayout &other) {
  core::specialization::SpecLayout adopted = layout;
  adopted.adoptLeaves(other);
  requireLayout(adopted);
  require(adopted.defaults() == layout.defaults(), "adopting leaves keeps the defaults");
  require(adopted.constants().size() == layout.constants().size(),
          "adopting leaves keeps the constants");
  for (const core::specialization::SpecLeaf &leaf : adopted.leaves()) {
    const core::specialization::SpecLeaf *theirs = other.findLeaf(leaf.id);
    require(theirs && theirs->size == leaf.size &&
                other.constants()[theirs->constant].id == adopted.constants()[leaf.constant].id,
            "an adopted leaf is a leaf of the same constant");
  }
}

/// Applies values as @p records tell (u32 id, u16 size each; the values are the records themselves)
/// and compares with what must come out.
inline void requireValuesApplied(const core::specialization::SpecLayout &layout,
                                 std::span<const std::byte> records) {
  constexpr size_t kRecord = sizeof(uint32_t) + sizeof(uint16_t);
  constexpr size_t kMaxValues = 16;
  std::vector<std::unique_ptr<std::byte[]>> storage; // each as long as it says, for the sanitizer
  std::vector<ur_specialization_constant_info_t> values;
  core::specialization::ValueBlob expected = layout.defaults();
  ur_result_t code = UR_RESULT_SUCCESS;
  while (records.size() >= kRecord && values.size() < kMaxValues) {
    uint32_t id = 0;
    uint16_t size = 0;
    std::memcpy(&id, records.data(), sizeof(id));
    std::memcpy(&size, records.data() + sizeof(id), sizeof(size));
    const core::specialization::SpecLeaf *leaf = layout.findLeaf(id);
    // Seldom does the input hit upon the size by itself.
    const size_t valueSize = leaf && size % 2 == 0 ? leaf->size : size;
    const bool null = size % 16 == 14;
    storage.push_back(null ? nullptr : std::make_unique<std::byte[]>(valueSize));
    if (!null)
      std::memcpy(storage.back().get(), records.data(), std::min(valueSize, records.size()));
    values.push_back({id, valueSize, storage.back().get()});
    records = records.subspan(kRecord);

    if (code != UR_RESULT_SUCCESS)
      continue;
    if (!leaf)
      code = UR_RESULT_ERROR_INVALID_SPEC_ID;
    else if (leaf->size != valueSize || null)
      code = UR_RESULT_ERROR_INVALID_VALUE;
    else
      std::copy_n(storage.back().get(), valueSize, expected.begin() + leaf->offset);
  }
  const Result<core::specialization::ValueBlob> blob =
      core::specialization::applyValues(layout, layout.defaults(), values, "the program");
  if (code == UR_RESULT_SUCCESS) {
    require(static_cast<bool>(blob), "values of leaves are accepted");
    require(*blob == expected, "values reach their leaves and nothing else");
  } else {
    require(!blob, "wrong values are refused");
    requireError(blob.error(), code);
  }
}

} // namespace ursa::fuzz

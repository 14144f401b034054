// The layout of the specialization constants of a device image in its value blob, read from the
// property sets: constants follow one another in property order, each as long as its descriptors,
// including padding.
#pragma once

#include "format/image_set.h"
#include "spirv/module.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ursa::core::specialization {

/// The values of all constants of an image, which the emulation buffer contains.
using ValueBlob = std::vector<std::byte>;

/// A constant with a symbolic id.
struct SpecConstant {
  std::string id;      ///< empty in a plain SPIR-V program
  uint32_t offset = 0; ///< offset of the value in the blob
  uint32_t size = 0;   ///< size of the value: the size of its type
};

/// A scalar of a constant, with a numeric id.
struct SpecLeaf {
  uint32_t id = 0;
  uint32_t constant = 0; ///< index of the constant
  uint32_t offset = 0;   ///< in the blob
  uint32_t size = 0;
};

class SpecLayout {
public:
  /// Reads the layout of an image; empty if it has no constants. Returns
  /// UR_RESULT_ERROR_INVALID_BINARY if descriptors and defaults contradict each other.
  static Result<SpecLayout> fromImage(const format::DeviceImage &image);

  /// Returns the layout of a plain SPIR-V program: its constants are scalars without symbolic ids,
  /// in the order of their numeric ids.
  static SpecLayout fromSpirv(const spirv::Module &module);

  bool empty() const { return constants_.empty(); }
  const std::vector<SpecConstant> &constants() const { return constants_; }
  const std::vector<SpecLeaf> &leaves() const { return leaves_; }
  const ValueBlob &defaults() const { return defaults_; }

  const SpecConstant *findConstant(std::string_view id) const;
  const SpecLeaf *findLeaf(uint32_t id) const;

  /// Returns the values of @p blob, which has the layout @p from, in this layout. Leaves are
  /// matched by their numeric ids; the others keep their defaults.
  ValueBlob convert(const SpecLayout &from, const ValueBlob &blob) const;

  /// Adopts the numeric ids of another image of the same program, so that an emulated image is set
  /// with the ids of its native counterpart. Constants that the other image lacks get no numeric
  /// id.
  void adoptLeaves(const SpecLayout &other);

private:
  void buildLeafIndex();

  std::vector<SpecConstant> constants_;
  std::vector<SpecLeaf> leaves_;
  ValueBlob defaults_;
  std::unordered_map<std::string, uint32_t> constantIndex_;
  std::unordered_map<uint32_t, uint32_t> leafIndex_;
};

} // namespace ursa::core::specialization

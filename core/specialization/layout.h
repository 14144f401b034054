// Where the specialization constants of a device image stand in its value blob. The layout is read
// from the property stream: constants follow one another in property order, each as long as its
// descriptors reach, padding included.
#pragma once

#include "core/image/image_set.h"
#include "core/spirv/module.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ursa {

/// The values of all constants of an image: what the emulation buffer holds.
using ValueBlob = std::vector<std::byte>;

/// A constant, known by its symbolic id.
struct SpecConstant {
  std::string id;      ///< empty in a program in plain SPIR-V
  uint32_t offset = 0; ///< of the value in the blob
  uint32_t size = 0;   ///< of the value: the size of its type
};

/// A scalar of a constant, known by its numeric id.
struct SpecLeaf {
  uint32_t id = 0;
  uint32_t constant = 0; ///< index of the constant
  uint32_t offset = 0;   ///< in the blob
  uint32_t size = 0;
};

class SpecLayout {
public:
  /// Reads the layout of an image; empty when it has no constants. UR_RESULT_ERROR_INVALID_BINARY
  /// when descriptors and defaults contradict each other.
  static Result<SpecLayout> fromImage(const DeviceImage &image);

  /// The layout of a program in plain SPIR-V: its constants are scalars that have no symbolic id,
  /// and follow one another by numeric id.
  static SpecLayout fromSpirv(const spirv::Module &module);

  bool empty() const { return constants_.empty(); }
  const std::vector<SpecConstant> &constants() const { return constants_; }
  const std::vector<SpecLeaf> &leaves() const { return leaves_; }
  const ValueBlob &defaults() const { return defaults_; }

  const SpecConstant *findConstant(std::string_view id) const;
  const SpecLeaf *findLeaf(uint32_t id) const;

  /// Takes the numeric ids of another image of the same program, so that an emulated image is set
  /// with the ids of its native twin. Constants that the other does not have keep no numeric id.
  void adoptLeaves(const SpecLayout &other);

private:
  void indexLeaves();

  std::vector<SpecConstant> constants_;
  std::vector<SpecLeaf> leaves_;
  ValueBlob defaults_;
  std::unordered_map<std::string, uint32_t> constantIndex_;
  std::unordered_map<uint32_t, uint32_t> leafIndex_;
};

} // namespace ursa

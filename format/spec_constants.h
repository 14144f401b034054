// Specialization constants as device images describe them.
#pragma once

#include "format/property_set.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::format {

/// How the kernels of an image get the values of their constants.
enum class ConstantMode : uint8_t {
  Native,   ///< the device sets them before the program is built
  Emulated, ///< kernels read them from the emulation buffer
  Folded,   ///< they are the default values
};

/// A scalar of a constant, or padding.
struct LeafDescriptor {
  /// Of padding.
  static constexpr uint32_t kPaddingId = 0xffffffff;

  uint32_t id;     ///< numeric id
  uint32_t offset; ///< bytes from the start of the constant
  uint32_t size;   ///< in bytes

  bool isPadding() const { return id == kPaddingId; }
  uint64_t end() const { return uint64_t{offset} + size; }
};
static_assert(sizeof(LeafDescriptor) == 12);

/// Returns the property of a constant in the set kSpecConstants.
Property describeConstant(std::string id, std::span<const LeafDescriptor> leaves);

/// Reads the property of a constant. Empty if it is a number, has no descriptor, or ends inside
/// one.
std::optional<std::vector<LeafDescriptor>> leavesOf(const Property &property);

/// The bytes of a constant from its start.
struct ConstantExtent {
  uint64_t value = 0;   ///< up to the end of its last leaf
  uint64_t padding = 0; ///< up to the end of its last descriptor; the next constant follows
};
ConstantExtent extentOf(std::span<const LeafDescriptor> leaves);

} // namespace ursa::format

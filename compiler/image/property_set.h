// Property sets of a device image and their text form (docs/formats/properties.md):
//
//   [SYCL/specialization constants]
//   radius=2|gBAAAAAAAAAAAAAAAAAAAEAAAAA
//   [Ursa/specialization buffer]
//   convolve=1|4
//
// Type 1 is a decimal number, type 2 bytes in base64 with the bits least significant first, after
// their number of bits as a little-endian u64.
#pragma once

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ursa {

/// Bits, starting with the lowest bit of each byte; the last byte is padded with zeros.
struct BitString {
  std::string bytes;
  std::uint64_t bits;
};

/// A number, bytes, or bits; bits are encoded like bytes with another length.
using PropertyValue = std::variant<std::uint32_t, std::string, BitString>;

struct Property {
  std::string name;
  PropertyValue value;
};

/// Properties in the order in which they are written, which is significant for constants.
struct PropertySet {
  std::string name;
  std::vector<Property> properties;
};

/// Returns the base64 form of @p bytes with their length as prefix.
std::string encodeBytes(std::string_view bytes);
std::string encodeBits(const BitString &bits);

/// Returns the text form. Sets without properties are omitted. Fails if a name is empty or holds
/// '=', a bracket or a line break.
llvm::Expected<std::string> propertyText(const std::vector<PropertySet> &sets);

} // namespace ursa

// Property sets, which describe a device image, and how they are written as text
// (docs/formats/properties.md):
//
//   [SYCL/specialization constants]
//   radius=2|gBAAAAAAAAAAAAAAAAAAAEAAAAA
//   [Ursa/specialization buffer]
//   convolve=1|4
//
// Type 1 is a decimal number, type 2 a string of bits in base64 with the bits least significant
// first, after their number as a little-endian u64. property_reader.h reads the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ursa::format {

/// The digits of base64 in property sets.
inline constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A number or a string of bits, with a name.
struct Property {
  std::string name;
  std::vector<std::byte> value; ///< a number is four bytes, little-endian
  bool isNumber = false;
  uint64_t bits = 0; ///< length of the value; its last byte is padded with zeros

  Property() = default;
  Property(std::string itsName, uint32_t number);
  Property(std::string itsName, std::string_view bytes);
  /// @param length how many bits of @p bytes, each byte from its lowest bit on, are the value
  Property(std::string itsName, std::string_view bytes, uint64_t length);

  /// Returns the number. Requires isNumber.
  uint32_t number() const;
  /// Returns the value as text, which lives as long as the property.
  std::string_view text() const;
};

struct PropertySet {
  std::string name;
  std::vector<Property> properties; ///< in their order, which is significant for constants

  PropertySet(std::string_view itsName, std::vector<Property> itsProperties = {})
      : name(itsName), properties(std::move(itsProperties)) {}

  const Property *find(std::string_view property) const;
};

/// Return the set, or the property of a set, null if there is none.
/// @{
const PropertySet *findSet(std::span<const PropertySet> sets, std::string_view set);
const Property *findProperty(std::span<const PropertySet> sets, std::string_view set,
                             std::string_view property);
/// @}

/// Appends the text of the sets to @p text; sets without properties are left out. Returns a
/// sentence, and leaves @p text as it is, if a name is empty or has '=' (of a property), a bracket
/// or a line break; empty on success.
std::string writePropertySets(std::span<const PropertySet> sets, std::string &text);

} // namespace ursa::format

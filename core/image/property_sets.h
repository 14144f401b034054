// Property sets in text form, by which the compiler describes a device image. The text comes from a
// file and is untrusted; a line that does not parse exactly is an error that names the line.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ursa {

inline constexpr std::string_view kSpecConstantsSet = "SYCL/specialization constants";
inline constexpr std::string_view kSpecDefaultsSet = "SYCL/specialization constants default values";
inline constexpr std::string_view kSpecDefaultsProperty = "all";
inline constexpr std::string_view kSpecBufferSet = "Ursa/specialization buffer";
inline constexpr std::string_view kRequirementsSet = "Ursa/kernel requirements";

/// A property. The value is bytes; a number is a little-endian uint32.
struct Property {
  std::string name;
  std::vector<std::byte> value;
  bool isNumber = false;

  /// Returns the number. Requires isNumber.
  uint32_t number() const;
};

struct PropertySet {
  std::string name;
  std::vector<Property> properties; ///< in the order of the text

  const Property *find(std::string_view property) const;
};

/// All property sets of one image.
class PropertySets {
public:
  /// Parses `[set]` and `name=type|value` lines. Returns UR_RESULT_ERROR_INVALID_BINARY with the
  /// line number if a line is malformed, a set or property occurs twice, or the length of a value
  /// is wrong.
  static Result<PropertySets> parse(std::string_view text);

  const std::vector<PropertySet> &sets() const { return sets_; }
  const PropertySet *find(std::string_view set) const;
  const Property *find(std::string_view set, std::string_view property) const;

private:
  std::vector<PropertySet> sets_;
};

/// Decodes a byte-array value: base64, whose payload starts with its length in bits.
Result<std::vector<std::byte>> decodeByteArray(std::string_view text);

} // namespace ursa

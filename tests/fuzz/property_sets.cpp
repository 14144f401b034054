// Fuzzes the text form of property sets. Text that parses is written again and parses to the same;
// a byte array has one spelling only, but for its length, which may end inside the last byte.
#include "format/property_reader.h"

#include "fuzz/require.h"
#include "support/container_builder.h"

namespace {

using ursa::Result;
using ursa::fuzz::require;

std::vector<uint8_t> payloadOf(const std::vector<std::byte> &value) {
  std::vector<uint8_t> payload;
  payload.reserve(value.size());
  for (const std::byte byte : value)
    payload.push_back(static_cast<uint8_t>(byte));
  return payload;
}

std::string write(const std::vector<ursa::format::PropertySet> &sets) {
  ursa::testing::PropertyText text;
  for (const ursa::format::PropertySet &set : sets) {
    text.set(set.name);
    for (const ursa::format::Property &property : set.properties)
      if (property.isNumber)
        text.number(property.name, property.number());
      else
        text.bytes(property.name, payloadOf(property.value));
  }
  return text.text;
}

void requireSame(const std::vector<ursa::format::PropertySet> &a,
                 const std::vector<ursa::format::PropertySet> &b) {
  require(a.size() == b.size(), "as many sets after a round trip");
  for (size_t i = 0; i < a.size(); ++i) {
    const ursa::format::PropertySet &x = a[i];
    const ursa::format::PropertySet &y = b[i];
    require(x.name == y.name, "the set's name after a round trip");
    require(x.properties.size() == y.properties.size(), "as many properties after a round trip");
    for (size_t j = 0; j < x.properties.size(); ++j)
      require(x.properties[j].name == y.properties[j].name &&
                  x.properties[j].isNumber == y.properties[j].isNumber &&
                  x.properties[j].value == y.properties[j].value,
              "the property after a round trip");
  }
}

void parseText(std::string_view text) {
  const Result<std::vector<ursa::format::PropertySet>> sets = ursa::format::readPropertySets(text);
  if (!sets)
    return ursa::fuzz::requireError(sets.error(), UR_RESULT_ERROR_INVALID_BINARY);
  for (const ursa::format::PropertySet &set : *sets) {
    require(ursa::format::findSet(*sets, set.name) == &set, "a set is found by its name");
    for (const ursa::format::Property &property : set.properties) {
      require(ursa::format::findProperty(*sets, set.name, property.name) == &property,
              "a property is found by its name");
      require(!property.name.empty(), "a property has a name");
      require(!property.isNumber || property.value.size() == sizeof(uint32_t),
              "a number is four bytes");
    }
  }
  const Result<std::vector<ursa::format::PropertySet>> again =
      ursa::format::readPropertySets(write(*sets));
  require(static_cast<bool>(again), "what was parsed can be written and parsed again");
  requireSame(*sets, *again);
}

void decode(std::string_view text) {
  const Result<ursa::format::Property> value = ursa::format::decodeProperty("p", text);
  if (value) {
    constexpr size_t kLengthDigits = 11; // the last of them holds bits of the array too
    const std::string spelling = ursa::testing::encodeBytes(payloadOf(value->value));
    require(spelling.size() == text.size() &&
                spelling.substr(kLengthDigits) == text.substr(kLengthDigits),
            "a byte array has one spelling");
    return;
  }
  require(value.error().code == UR_RESULT_ERROR_INVALID_BINARY, "the code of a bad byte array");
  require(!value.error().message.empty(), "a bad byte array is explained");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  parseText(text);
  decode(text);
  return 0;
}

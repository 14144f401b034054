#include "format/property_set.h"

#include <algorithm>
#include <cstring>

namespace ursa::format {
namespace {

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

/// Returns the base64 of the value after its length.
std::string encode(const Property &property) {
  std::string payload(sizeof(property.bits), '\0');
  std::memcpy(payload.data(), &property.bits, sizeof(property.bits));
  payload += property.text();
  std::string text;
  unsigned pending = 0; // bits that are no digit yet, the least significant first
  unsigned bits = 0;
  for (const char byte : payload) {
    pending |= static_cast<unsigned>(static_cast<unsigned char>(byte)) << bits;
    for (bits += 8; bits >= 6; bits -= 6, pending >>= 6)
      text += kBase64[pending & 63];
  }
  if (bits > 0)
    text += kBase64[pending & 63];
  return text;
}

std::string checkName(std::string_view kind, const std::string &name, const char *forbidden) {
  if (!name.empty() && name.find_first_of(forbidden) == name.npos)
    return "";
  return "The " + std::string(kind) + " name '" + name +
         "' cannot be written to a property file: it must not be empty and not hold any of '=', "
         "'[', ']' and line breaks.";
}

} // namespace

Property::Property(std::string itsName, uint32_t number)
    : Property(std::move(itsName), {reinterpret_cast<const char *>(&number), sizeof(number)}) {
  isNumber = true;
}

Property::Property(std::string itsName, std::string_view bytes)
    : Property(std::move(itsName), bytes, uint64_t{8} * bytes.size()) {}

Property::Property(std::string itsName, std::string_view bytes, uint64_t length)
    : name(std::move(itsName)), value(bytesOf(bytes)), bits(length) {}

uint32_t Property::number() const {
  uint32_t number = 0;
  std::memcpy(&number, value.data(), std::min(sizeof(number), value.size()));
  return number;
}

std::string_view Property::text() const {
  return {reinterpret_cast<const char *>(value.data()), value.size()};
}

const Property *PropertySet::find(std::string_view property) const {
  const auto found = std::ranges::find(properties, property, &Property::name);
  return found == properties.end() ? nullptr : &*found;
}

const PropertySet *findSet(std::span<const PropertySet> sets, std::string_view set) {
  const auto found = std::ranges::find(sets, set, &PropertySet::name);
  return found == sets.end() ? nullptr : &*found;
}

const Property *findProperty(std::span<const PropertySet> sets, std::string_view set,
                             std::string_view property) {
  const PropertySet *found = findSet(sets, set);
  return found ? found->find(property) : nullptr;
}

std::string writePropertySets(std::span<const PropertySet> sets, std::string &text) {
  std::string written;
  for (const PropertySet &set : sets) {
    if (set.properties.empty())
      continue;
    if (std::string problem = checkName("property set", set.name, "[]\r\n"); !problem.empty())
      return problem;
    written += "[" + set.name + "]\n";
    for (const Property &property : set.properties) {
      if (std::string problem = checkName("property", property.name, "=[]\r\n"); !problem.empty())
        return problem;
      written += property.name;
      written +=
          property.isNumber ? "=1|" + std::to_string(property.number()) : "=2|" + encode(property);
      written += '\n';
    }
  }
  text += written;
  return "";
}

} // namespace ursa::format

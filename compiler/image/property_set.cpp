// See property_set.h.
#include "compiler/image/property_set.h"

#include "llvm/Support/Endian.h"

using namespace llvm;

namespace ursa {
namespace {

Error checkName(StringRef kind, StringRef name, StringRef forbidden) {
  if (!name.empty() && name.find_first_of(forbidden) == StringRef::npos)
    return Error::success();
  return createStringError("The " + kind + " name '" + name +
                           "' cannot be written to a property file: it must not be empty and not "
                           "hold any of '=', '[', ']' and line breaks.");
}

} // namespace

std::string encodeBytes(std::string_view bytes) {
  return encodeBits({std::string(bytes), std::uint64_t{bytes.size()} * 8});
}

std::string encodeBits(const BitString &value) {
  static constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string payload(8, '\0');
  support::endian::write64le(payload.data(), value.bits);
  payload += value.bytes;
  std::string text;
  unsigned pending = 0;
  unsigned bits = 0;
  for (char byte : payload) {
    pending |= static_cast<unsigned>(static_cast<unsigned char>(byte)) << bits;
    bits += 8;
    for (; bits >= 6; bits -= 6, pending >>= 6)
      text += kAlphabet[pending & 63];
  }
  if (bits > 0)
    text += kAlphabet[pending & 63];
  return text;
}

Expected<std::string> propertyText(const std::vector<PropertySet> &sets) {
  std::string text;
  for (const PropertySet &set : sets) {
    if (set.properties.empty())
      continue;
    if (Error error = checkName("property set", set.name, "[]\r\n"))
      return error;
    text += "[" + set.name + "]\n";
    for (const Property &property : set.properties) {
      if (Error error = checkName("property", property.name, "=[]\r\n"))
        return error;
      text += property.name;
      if (const auto *number = std::get_if<std::uint32_t>(&property.value))
        text += "=1|" + std::to_string(*number);
      else if (const auto *bits = std::get_if<BitString>(&property.value))
        text += "=2|" + encodeBits(*bits);
      else
        text += "=2|" + encodeBytes(std::get<std::string>(property.value));
      text += '\n';
    }
  }
  return text;
}

} // namespace ursa

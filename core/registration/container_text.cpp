// Writes containers of device images in the format of docs/formats/container.md, without LLVM.
#include "core/registration/descriptor.h"

#include <cstring>
#include <utility>

namespace ursa::registration {
namespace {

constexpr std::string_view kEmulated = "+emulated";

/// Image kinds of LLVM's container.
enum ImageKind : uint16_t { kObject = 1, kBitcode = 2, kPtx = 5, kSpirv = 6 };

struct Header {
  unsigned char magic[4] = {0x10, 0xff, 0x10, 0xad};
  uint32_t version = 1;
  uint64_t size = 0;
  uint64_t entryOffset = sizeof(Header);
  uint64_t entrySize = 40;
};

struct Entry {
  uint16_t imageKind = 0;
  uint16_t offloadKind = 8; // SYCL
  uint32_t flags = 0;
  uint64_t stringOffset = sizeof(Header) + sizeof(Entry);
  uint64_t stringCount = 0;
  uint64_t imageOffset = 0;
  uint64_t imageSize = 0;
};

static_assert(sizeof(Header) == 32 && sizeof(Entry) == 40);

template <class T> void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

std::string base64(std::string_view bytes) {
  static constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned pending = 0, bits = 0;
  for (const char byte : bytes) {
    pending |= static_cast<unsigned>(static_cast<unsigned char>(byte)) << bits;
    for (bits += 8; bits >= 6; bits -= 6, pending >>= 6)
      text += kAlphabet[pending & 63];
  }
  if (bits > 0)
    text += kAlphabet[pending & 63];
  return text;
}

bool isWritable(const std::string &name, const char *forbidden, std::string &problem) {
  if (!name.empty() && name.find_first_of(forbidden) == name.npos)
    return true;
  problem = "The name '" + name +
            "' of a property or set is empty or has a character of '=[]' or "
            "a line break.";
  return false;
}

bool writeProperties(const std::vector<PropertySet> &sets, std::string &text,
                     std::string &problem) {
  for (const PropertySet &set : sets) {
    if (set.properties.empty())
      continue;
    if (!isWritable(set.name, "[]\r\n", problem))
      return false;
    text += "[" + set.name + "]\n";
    for (const Property &property : set.properties) {
      if (!isWritable(property.name, "=[]\r\n", problem))
        return false;
      text += property.name;
      if (const auto *number = std::get_if<uint32_t>(&property.value))
        text += "=1|" + std::to_string(*number) + "\n";
      else
        text += "=2|" + base64(std::get<std::string>(property.value)) + "\n";
    }
  }
  return true;
}

bool hasConstants(const Image &image) {
  for (const PropertySet &set : image.sets)
    if (set.name == "SYCL/specialization constants" && !set.properties.empty())
      return true;
  return false;
}

/// Returns Ursa's name for a target. DPC++'s names do not say how constants are set: SPIR-V and
/// host images in bitcode have native constants, all others read the emulation buffer.
std::string ursaTarget(const Image &image) {
  const std::string_view name = image.target;
  if (name.ends_with(kEmulated))
    return image.target;
  const bool isSpirv = name == "spir64" || name == "spirv64" || name == "spir" || name == "spirv32";
  const bool isHostBitcode = name.starts_with("host-") && name.find("-aot") == name.npos;
  std::string target = name == "spir64" ? "spirv64" : image.target;
  if (!isSpirv && !isHostBitcode && hasConstants(image))
    target += kEmulated;
  return target;
}

uint16_t kindOf(const Image &image) {
  if (image.code.starts_with("BC\xC0\xDE"))
    return kBitcode;
  if (image.code.starts_with(std::string_view("\x03\x02\x23\x07", 4)))
    return kSpirv;
  return image.target.starts_with("nvptx") ? kPtx : kObject;
}

void appendObject(std::string &container, const Image &image, const std::string &properties) {
  std::string symbols;
  for (const std::string &name : image.entries)
    symbols += name + "\n";
  const std::pair<std::string_view, std::string> strings[] = {
      {"ursa-target", ursaTarget(image)}, {"properties", properties}, {"symbols", symbols}};
  Header header;
  Entry entry;
  entry.imageKind = kindOf(image);
  entry.stringCount = std::size(strings);
  std::string places, texts;
  const uint64_t textsOffset = entry.stringOffset + std::size(strings) * 2 * sizeof(uint64_t);
  for (const auto &[key, value] : strings) {
    append(places, uint64_t{textsOffset + texts.size()});
    texts.append(key).push_back('\0');
    append(places, uint64_t{textsOffset + texts.size()});
    texts.append(value).push_back('\0');
  }
  texts.resize((texts.size() + 7) / 8 * 8);
  entry.imageOffset = textsOffset + texts.size();
  entry.imageSize = image.code.size();
  header.size = (entry.imageOffset + entry.imageSize + 7) / 8 * 8;
  const size_t begin = container.size();
  append(container, header);
  append(container, entry);
  container.append(places).append(texts).append(image.code);
  container.resize(begin + header.size);
}

} // namespace

bool writeContainer(const std::vector<Image> &images, std::string &container,
                    std::string &problem) {
  for (const Image &image : images) {
    std::string properties;
    if (!writeProperties(image.sets, properties, problem))
      return false;
    for (const std::string &name : image.entries)
      if (name.find('\n') != name.npos) {
        problem = "The name of an entry has a line break.";
        return false;
      }
    appendObject(container, image, properties);
  }
  return true;
}

} // namespace ursa::registration

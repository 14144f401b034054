// See image_reader.h. LLVM's names are qualified here because core's Error is another type.
#include "compiler/image/image_reader.h"

#include "core/image/container.h"
#include "core/image/image_set.h"
#include "core/image/property_sets.h"

#include <span>

namespace ursa {
namespace {

llvm::Error toLlvmError(const Error &error) { return llvm::createStringError(error.message); }

std::span<const std::byte> asBytes(llvm::StringRef bytes) {
  return {reinterpret_cast<const std::byte *>(bytes.data()), bytes.size()};
}

std::string asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

std::vector<StoredPropertySet> toStoredPropertySets(const PropertySets &sets) {
  std::vector<StoredPropertySet> result;
  for (const PropertySet &set : sets.sets()) {
    result.push_back({set.name, {}});
    for (const Property &property : set.properties)
      result.back().properties.push_back({property.name, property.isNumber,
                                          property.isNumber ? property.number() : 0,
                                          property.isNumber ? "" : asText(property.value)});
  }
  return result;
}

} // namespace

llvm::Expected<std::vector<StoredPropertySet>> readPropertyText(llvm::StringRef text) {
  const Result<PropertySets> sets = PropertySets::parse({text.data(), text.size()});
  if (!sets)
    return toLlvmError(sets.error());
  return toStoredPropertySets(*sets);
}

bool isContainer(llvm::StringRef bytes) { return isContainer(asBytes(bytes)); }

llvm::Expected<std::vector<StoredImage>> readContainerImages(llvm::StringRef bytes) {
  const auto begin = asBytes(bytes);
  const auto set = ImageSet::fromBytes({begin.begin(), begin.end()});
  if (!set)
    return toLlvmError(set.error());
  std::vector<StoredImage> images;
  for (const DeviceImage &image : (*set)->images()) {
    StoredImage result;
    result.target = image.target;
    result.code = asText(image.code);
    result.format = detectFormat(result.code);
    result.entries = image.kernels;
    result.properties = toStoredPropertySets(image.properties);
    images.push_back(std::move(result));
  }
  return images;
}

std::vector<std::string> readSymbolText(llvm::StringRef text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (!line.trim().empty())
      names.push_back(line.trim().str());
    text = rest;
  }
  return names;
}

ImageFormat detectFormat(llvm::StringRef code) {
  if (code.starts_with(llvm::StringRef("\x03\x02\x23\x07", 4)))
    return ImageFormat::SpirV;
  if (code.starts_with("BC\xC0\xDE"))
    return ImageFormat::Bitcode;
  return ImageFormat::Native;
}

} // namespace ursa

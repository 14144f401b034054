// See image_reader.h. LLVM's names are qualified here because core's Error is another type.
#include "compiler/image/image_reader.h"

#include "format/code.h"
#include "format/container.h"
#include "format/image_set.h"
#include "format/property_reader.h"

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

} // namespace

llvm::Expected<std::vector<format::PropertySet>> readPropertyText(llvm::StringRef text) {
  auto sets = format::readPropertySets(text);
  if (!sets)
    return toLlvmError(sets.error());
  return *std::move(sets);
}

bool isContainer(llvm::StringRef bytes) { return format::isContainer(asBytes(bytes)); }

llvm::Expected<std::vector<StoredImage>> readContainerImages(llvm::StringRef bytes) {
  const auto begin = asBytes(bytes);
  const auto set = format::ImageSet::fromBytes({begin.begin(), begin.end()});
  if (!set)
    return toLlvmError(set.error());
  std::vector<StoredImage> images;
  for (const format::DeviceImage &image : (*set)->images()) {
    StoredImage result;
    result.target = image.target;
    result.code = asText(image.code);
    result.format = detectFormat(result.code);
    result.entries = image.kernels;
    result.properties = image.properties;
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
  if (format::isSpirv(code))
    return ImageFormat::SpirV;
  if (format::isBitcode(code))
    return ImageFormat::Bitcode;
  return ImageFormat::Native;
}

} // namespace ursa

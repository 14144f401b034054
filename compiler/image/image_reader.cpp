// See image_reader.h. LLVM's names are qualified here because core's Error is another type.
#include "compiler/image/image_reader.h"

#include "format/code.h"
#include "format/container.h"
#include "format/image_set.h"
#include "format/property_reader.h"

#include <span>

using namespace llvm;

namespace ursa::compiler::image {
namespace {

llvm::Error toLlvmError(const Error &error) { return createStringError(error.message); }

std::span<const std::byte> asBytes(StringRef bytes) {
  return {reinterpret_cast<const std::byte *>(bytes.data()), bytes.size()};
}

std::string asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace

Expected<std::vector<format::PropertySet>> readPropertyText(StringRef text) {
  auto sets = format::readPropertySets(text);
  if (!sets)
    return toLlvmError(sets.error());
  return *std::move(sets);
}

bool isContainer(StringRef bytes) { return format::isContainer(asBytes(bytes)); }

Expected<std::vector<StoredImage>> readContainerImages(StringRef bytes) {
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

std::vector<std::string> readSymbolText(StringRef text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (!line.trim().empty())
      names.push_back(line.trim().str());
    text = rest;
  }
  return names;
}

ImageFormat detectFormat(StringRef code) {
  if (format::isSpirv(code))
    return ImageFormat::SpirV;
  if (format::isBitcode(code))
    return ImageFormat::Bitcode;
  return ImageFormat::Native;
}

} // namespace ursa::compiler::image

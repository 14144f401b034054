// Writes containers of device images: LLVM OffloadBinary objects one after the other, which
// llvm-offload-binary lists (docs/formats/container.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ursa::format {

/// LLVM's kinds of images in a container.
enum class ImageKind : uint16_t { None = 0, Object = 1, Bitcode = 2, Ptx = 5, Spirv = 6 };

/// A string of an object, with its key.
using ContainerString = std::pair<std::string_view, std::string_view>;

/// Appends an object to a container.
void appendObject(std::string &container, ImageKind kind, std::span<const ContainerString> strings,
                  std::string_view code);

/// Code for one target, with its description.
struct ContainerImage {
  ImageKind kind = ImageKind::Object;
  std::string code;
  std::string triple;
  std::string target;     ///< "host-x86_64+emulated", ...
  std::string properties; ///< property sets as text
  std::string symbols;    ///< kernel names, one a line
};

/// Returns the checksum of an image, by which readers detect damage.
std::string imageChecksum(std::string_view target, std::string_view symbols,
                          std::string_view properties, std::string_view code);

/// Returns the bytes of a container whose images have checksums.
std::string writeContainer(std::span<const ContainerImage> images);

} // namespace ursa::format

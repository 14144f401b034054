// Device images as stored in files and programs, for the tools that wrap and show them. The bytes
// are untrusted.
#pragma once

#include "format/property_set.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ursa::compiler::image {

/// The format of an image's code, with the values of the device-binaries descriptor.
enum class ImageFormat : std::uint8_t { None = 0, Native = 1, SpirV = 2, Bitcode = 3 };

/// A device image.
struct StoredImage {
  std::string target;
  ImageFormat format = ImageFormat::None;
  std::string compileOptions;
  std::string linkOptions;
  std::string manifest;
  std::string code;
  std::vector<std::string> entries; ///< kernels, and functions that other images may call
  std::vector<format::PropertySet> properties;
};

/// Reads the text form of property sets. Errors name the line.
llvm::Expected<std::vector<format::PropertySet>> readPropertyText(llvm::StringRef text);

/// Returns whether @p bytes begin as a container does.
bool isContainer(llvm::StringRef bytes);

/// Reads a container and checks that its images are intact.
llvm::Expected<std::vector<StoredImage>> readContainerImages(llvm::StringRef bytes);

/// Returns the names in a symbol file, one a line.
std::vector<std::string> readSymbolText(llvm::StringRef text);

/// Detects the format of @p code by its first bytes: SPIR-V, bitcode, or native.
ImageFormat detectFormat(llvm::StringRef code);

} // namespace ursa::compiler::image

// Prints device images as text and as JSON.
#pragma once

#include "compiler/image/image_reader.h"
#include "format/spec_constants.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace ursa::compiler::image {

/// A specialization constant of an image.
struct ReportedConstant {
  std::string name;
  std::string type;         ///< LLVM's spelling; empty if the image does not have it
  std::uint64_t offset = 0; ///< bytes from the start of the emulation buffer
  std::uint64_t size = 0;
  std::vector<format::LeafDescriptor> leaves; ///< without padding
  std::string defaultValue;                   ///< bytes; empty if the image has no default
};

/// Returns the constants of @p image in the order of its properties. Fails if the size of their
/// descriptors is not a multiple of a descriptor.
llvm::Expected<std::vector<ReportedConstant>> constantsOf(const StoredImage &image);

/// Returns a readable form of a constant's default: a number for scalar types, else bytes in
/// hexadecimal.
std::string defaultText(const ReportedConstant &constant);

/// A file and its images.
struct ReportedFile {
  std::string path;
  std::vector<StoredImage> images;
};

llvm::Error writeTextReport(const std::vector<ReportedFile> &files, llvm::raw_ostream &out);
llvm::Error writeJsonReport(const std::vector<ReportedFile> &files, llvm::raw_ostream &out);

} // namespace ursa::compiler::image

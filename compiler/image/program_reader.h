// Finds the device images in an object file, executable or shared library: containers, and the
// targets of device-binaries descriptors (offload_wrapper.h). The file is untrusted: every address,
// count and string is checked.
#pragma once

#include "compiler/image/image_reader.h"

namespace ursa::compiler::image {

/// Returns the images of a 64-bit little-endian ELF file: first those of containers, then those of
/// descriptors. Descriptors are found by their section, or in files of DPC++ by their symbol. The
/// error completes a sentence that begins with the file's name.
llvm::Expected<std::vector<StoredImage>> readProgramImages(llvm::StringRef bytes);

} // namespace ursa::compiler::image

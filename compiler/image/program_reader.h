// Finds the device images that an object file, executable or shared library holds: containers, and
// what device-binaries descriptors point to (offload_wrapper.h). The file is untrusted: every
// address, count and string is checked.
#pragma once

#include "compiler/image/image_reader.h"

namespace ursa {

/// The images of a 64-bit little-endian ELF file, in the order of their containers and then
/// descriptors. Descriptors are found by their section, in files of DPC++ by their symbol. Fails
/// with the end of a sentence that begins with the file's name.
llvm::Expected<std::vector<StoredImage>> readProgramImages(llvm::StringRef bytes);

} // namespace ursa

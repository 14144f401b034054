// Fat objects, the output of `ursac -c`: an object file of the host with device IR as an
// OffloadBinary, in the section that LLVM's tools read. A linker of host code drops the section.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
class MemoryBufferRef;
} // namespace llvm

namespace ursa::compiler::image {

/// Returns the bytes of an object for @p hostTriple that holds the device IR @p bitcode.
llvm::Expected<std::string> writeFatObject(llvm::StringRef bitcode, llvm::StringRef deviceTriple,
                                           const std::string &hostTriple);

/// Returns the device IR in the object @p file, in its order; empty if it has only host code or
/// device code of another kind. The error completes a sentence that begins with the object's name:
/// "cannot be read: ...".
llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
readFatObject(llvm::MemoryBufferRef file);

} // namespace ursa::compiler::image

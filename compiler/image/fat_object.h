// Fat objects: what `ursac -c` writes. An object file of the host with device IR in the section
// that LLVM's tools look at, as an OffloadBinary; a linker of host code drops the section.
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

namespace ursa {

/// The bytes of an object for @p hostTriple that holds the device IR @p bitcode.
llvm::Expected<std::string> writeFatObject(llvm::StringRef bitcode, llvm::StringRef deviceTriple,
                                           const std::string &hostTriple);

/// The device IR that the object @p file holds, in its order; none when it has only host code or
/// code for devices that is no device IR. Fails with the end of a sentence that begins with the
/// object's name: "cannot be read: ...".
llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
readFatObject(llvm::MemoryBufferRef file);

} // namespace ursa

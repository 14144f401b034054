// The inputs of ursac: kernel sources, device IR, fat objects and static archives of these. Sources
// are detected by extension, other inputs by contents.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace ursa::compiler::frontend {

enum class InputKind {
  Source,  ///< .cl, .clcpp, .cpp
  Ir,      ///< LLVM bitcode or text
  Object,  ///< a fat object
  Archive, ///< a static library
};

/// Returns the kind of the file @p path. Fails if it cannot be read or is of another kind.
llvm::Expected<InputKind> inputKind(const std::string &path);

/// Returns the file for -l@p name: lib@p name.a in the first of @p folders that has it.
llvm::Expected<std::string> findLibrary(const std::string &name,
                                        const std::vector<std::string> &folders);

/// Device IR of one source, and its name in messages: "a.o", "libk.a(b.o)".
struct DeviceUnit {
  std::string name;
  std::unique_ptr<llvm::Module> module;
};

/// Parses the device IR in @p bytes, bitcode or text. Fails if it is invalid or for another target.
llvm::Expected<DeviceUnit> readUnit(llvm::MemoryBufferRef bytes, const std::string &name,
                                    llvm::LLVMContext &context);

/// Returns the units of the device IR file or fat object @p path. Fails for an object without
/// device IR.
llvm::Expected<std::vector<DeviceUnit>> readUnits(const std::string &path, InputKind kind,
                                                  llvm::LLVMContext &context);

/// A member of an archive. Its function bodies are read when it is linked.
struct ArchiveMember {
  std::string name;
  std::shared_ptr<llvm::MemoryBuffer> bytes; ///< device IR
  std::unique_ptr<llvm::Module> symbols;     ///< the module without the bodies of its functions
};

/// Returns the members of the archive @p path that hold device IR. Object members without device IR
/// are skipped; a member that is not an object is an error.
llvm::Expected<std::vector<ArchiveMember>> readArchive(const std::string &path,
                                                       llvm::LLVMContext &context);

} // namespace ursa::compiler::frontend

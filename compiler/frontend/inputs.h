// The inputs of ursac: kernel sources, device IR, fat objects and static archives of these. What a
// file is tells its extension for sources, its contents for all else.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace ursa {

enum class InputKind {
  Source,  ///< .cl, .clcpp, .cpp
  Ir,      ///< LLVM bitcode or text
  Object,  ///< a fat object
  Archive, ///< a static library
};

/// What the file @p path is. Fails with a sentence when it cannot be read or is none of them.
llvm::Expected<InputKind> inputKind(const std::string &path);

/// The file that -l@p name means: lib@p name.a in the first of @p folders that has it.
llvm::Expected<std::string> findLibrary(const std::string &name,
                                        const std::vector<std::string> &folders);

/// Device IR of one source, and what error sentences call it: "a.o", "libk.a(b.o)".
struct DeviceUnit {
  std::string name;
  std::unique_ptr<llvm::Module> module;
};

/// The device IR in @p bytes, bitcode or text. Fails with a sentence when it is broken or for
/// another target.
llvm::Expected<DeviceUnit> readUnit(llvm::MemoryBufferRef bytes, const std::string &name,
                                    llvm::LLVMContext &context);

/// The units of the file of device IR or fat object @p path. An object without device IR is an
/// error.
llvm::Expected<std::vector<DeviceUnit>> readUnits(const std::string &path, InputKind kind,
                                                  llvm::LLVMContext &context);

/// A member of an archive, whose functions are read when it is linked.
struct ArchiveMember {
  std::string name;
  std::shared_ptr<llvm::MemoryBuffer> bytes; ///< device IR
  std::unique_ptr<llvm::Module> symbols;     ///< the module without the bodies of its functions
};

/// The members of the archive @p path that hold device IR. Members that are objects without any
/// are left out; one that is no object is an error.
llvm::Expected<std::vector<ArchiveMember>> readArchive(const std::string &path,
                                                       llvm::LLVMContext &context);

} // namespace ursa

// See inputs.h.
#include "compiler/frontend/inputs.h"

#include "compiler/frontend/clang_driver.h"
#include "compiler/image/device_image.h"
#include "compiler/image/fat_object.h"
#include "compiler/passes/device_requirements.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/union_constants.h"
#include "compiler/targets/common/bitcode_check.h"
#include "compiler/targets/common/fatal_errors.h"
#include "compiler/targets/common/untrusted_ir.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

Expected<std::unique_ptr<MemoryBuffer>> readFile(const std::string &path) {
  if (sys::fs::is_directory(path))
    return createStringError("The input '" + path + "' is a folder.");
  // A device such as /dev/zero has no end.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && (status.type() == sys::fs::file_type::character_file ||
                                         status.type() == sys::fs::file_type::block_file))
    return createStringError("The input '" + path + "' is a device.");
  auto bytes = MemoryBuffer::getFile(path);
  if (!bytes)
    return createStringError("The input '" + path +
                             "' cannot be read: " + bytes.getError().message() + ".");
  return std::move(*bytes);
}

bool isIr(file_magic magic) { return magic == file_magic::bitcode; }

bool isObject(file_magic magic) {
  return magic == file_magic::elf_relocatable || magic == file_magic::elf_shared_object ||
         magic == file_magic::elf_executable || magic == file_magic::offload_binary;
}

/// Returns the error of parsing device IR.
Error invalidIrError(const std::string &name, const std::string &problem) {
  return createStringError("The device IR of '" + name +
                           "' is broken: " + StringRef(problem).trim() +
                           (StringRef(problem).trim().ends_with(".") ? "" : "."));
}

/// Returns the device IR of an object, for each unit in it.
Expected<std::vector<std::unique_ptr<MemoryBuffer>>> deviceParts(MemoryBufferRef object,
                                                                 const std::string &name) {
  auto parts = image::readFatObject(object);
  if (!parts)
    return createStringError("The object '" + name + "' " + toString(parts.takeError()));
  return parts;
}

std::string partName(const std::string &name, std::size_t parts, std::size_t part) {
  return parts == 1 ? name : name + "#" + std::to_string(part);
}

} // namespace

Expected<InputKind> inputKind(const std::string &path) {
  if (isKernelSource(path)) {
    if (!sys::fs::exists(path))
      return createStringError("The kernel source '" + path + "' does not exist.");
    return InputKind::Source;
  }
  auto file = readFile(path);
  if (!file)
    return file.takeError();
  const file_magic magic = identify_magic((*file)->getBuffer());
  if (isIr(magic) || sys::path::extension(path) == ".ll" || sys::path::extension(path) == ".bc")
    return InputKind::Ir;
  if (magic == file_magic::archive)
    return InputKind::Archive;
  if (isObject(magic))
    return InputKind::Object;
  return createStringError("The input '" + path +
                           "' is not a kernel source (.cl, .clcpp, .cpp), device IR (.bc, .ll), "
                           "object or archive.");
}

Expected<std::string> findLibrary(const std::string &name,
                                  const std::vector<std::string> &folders) {
  for (const std::string &folder : folders) {
    SmallString<128> path(folder);
    sys::path::append(path, "lib" + name + ".a");
    if (sys::fs::exists(path))
      return std::string(path);
  }
  return createStringError("The library '" + name + "' was not found: no folder of -L has lib" +
                           name + ".a.");
}

Expected<DeviceUnit> readUnit(MemoryBufferRef bytes, const std::string &name,
                              LLVMContext &context) {
  const targets::FileInWork file(name);
  auto read = targets::parseUntrustedIr(bytes, context);
  if (!read)
    return invalidIrError(name, toString(read.takeError()));
  std::unique_ptr<Module> module = std::move(*read);
  if (const std::string problem = targets::reasonOfInvalidity(*module); !problem.empty())
    return invalidIrError(name, problem);
  if (Error error = passes::lowerSizeAttributes(*module))
    return invalidIrError(name, toString(std::move(error)));
  if (Error error = passes::checkMetadata(*module))
    return invalidIrError(name, toString(std::move(error)));
  module->setModuleIdentifier(name);
  if (Error error = image::checkDeviceTriple(*module))
    return error;
  passes::completeUnionConstants(*module);
  return DeviceUnit{name, std::move(module)};
}

Expected<std::vector<DeviceUnit>> readUnits(const std::string &path, InputKind kind,
                                            LLVMContext &context) {
  auto file = readFile(path);
  if (!file)
    return file.takeError();
  std::vector<DeviceUnit> units;
  std::vector<std::unique_ptr<MemoryBuffer>> parts;
  if (kind == InputKind::Object) {
    auto read = deviceParts((*file)->getMemBufferRef(), path);
    if (!read)
      return read.takeError();
    parts = std::move(*read);
    if (parts.empty())
      return createStringError("The object '" + path + "' holds no device IR.");
  } else {
    parts.push_back(std::move(*file));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto unit = readUnit(parts[i]->getMemBufferRef(), partName(path, parts.size(), i), context);
    if (!unit)
      return unit.takeError();
    units.push_back(std::move(*unit));
  }
  return units;
}

Expected<std::vector<ArchiveMember>> readArchive(const std::string &path, LLVMContext &context) {
  auto file = readFile(path);
  if (!file)
    return file.takeError();
  const auto archiveError = [&path](Error error) {
    return createStringError("The archive '" + path +
                             "' cannot be read: " + toString(std::move(error)) + ".");
  };
  auto archive = object::Archive::create((*file)->getMemBufferRef());
  if (!archive)
    return archiveError(archive.takeError());
  if ((*archive)->isThin())
    return createStringError("The archive '" + path + "' is thin, which is not supported.");
  std::vector<ArchiveMember> members;
  Error error = Error::success();
  for (const object::Archive::Child &child : (*archive)->children(error)) {
    auto buffer = child.getMemoryBufferRef();
    if (!buffer) {
      consumeError(std::move(error));
      return archiveError(buffer.takeError());
    }
    const std::string name = path + "(" + buffer->getBufferIdentifier().str() + ")";
    const file_magic magic = identify_magic(buffer->getBuffer());
    std::vector<std::unique_ptr<MemoryBuffer>> parts;
    if (isIr(magic)) {
      parts.push_back(MemoryBuffer::getMemBufferCopy(buffer->getBuffer(), name));
    } else if (isObject(magic)) {
      // Copied, because the member may be misaligned in the archive.
      const auto copy = MemoryBuffer::getMemBufferCopy(buffer->getBuffer(), name);
      auto read = deviceParts(copy->getMemBufferRef(), name);
      if (!read) {
        consumeError(std::move(error));
        return read.takeError();
      }
      parts = std::move(*read);
    } else {
      consumeError(std::move(error));
      return createStringError("The member '" + name + "' is neither an object nor device IR.");
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      ArchiveMember member{partName(name, parts.size(), i), std::move(parts[i]), nullptr};
      const targets::FileInWork reading(member.name);
      if (Error damage = targets::checkBitcode(member.bytes->getMemBufferRef())) {
        consumeError(std::move(error));
        return invalidIrError(member.name, toString(std::move(damage)));
      }
      auto symbols = getLazyBitcodeModule(member.bytes->getMemBufferRef(), context,
                                          /*ShouldLazyLoadMetadata=*/true);
      if (!symbols) {
        consumeError(std::move(error));
        return invalidIrError(member.name, toString(symbols.takeError()));
      }
      member.symbols = std::move(*symbols);
      members.push_back(std::move(member));
    }
  }
  if (error)
    return archiveError(std::move(error));
  return members;
}

} // namespace ursa::compiler::frontend

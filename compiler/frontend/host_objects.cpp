// See host_objects.h.
#include "compiler/frontend/host_objects.h"

#include "compiler/image/fat_object.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

std::unique_ptr<MemoryBuffer> readFile(const std::string &path) {
  auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return bytes ? std::move(*bytes) : nullptr;
}

bool objectHasDeviceCode(MemoryBufferRef file) {
  auto parts = image::readFatObject(file);
  if (parts)
    return !parts->empty();
  consumeError(parts.takeError());
  return false;
}

/// Returns the object members of an archive. They are copied, because a member may be misaligned.
Expected<std::vector<UsedMember>> membersOf(const std::string &path, MemoryBufferRef file) {
  const auto archiveError = [&path](Error error) {
    return createStringError("The archive '" + path +
                             "' cannot be read: " + toString(std::move(error)) + ".");
  };
  auto archive = object::Archive::create(file);
  if (!archive)
    return archiveError(archive.takeError());
  std::vector<UsedMember> members;
  Error error = Error::success();
  for (const object::Archive::Child &child : (*archive)->children(error)) {
    auto bytes = child.getMemoryBufferRef();
    if (!bytes) {
      consumeError(std::move(error));
      return archiveError(bytes.takeError());
    }
    if (identify_magic(bytes->getBuffer()) != file_magic::elf_relocatable)
      continue;
    const std::string name = sys::path::filename(path).str() + "(" +
                             sys::path::filename(bytes->getBufferIdentifier()).str() + ")";
    members.push_back({name, MemoryBuffer::getMemBufferCopy(bytes->getBuffer(), name)});
  }
  if (error)
    return archiveError(std::move(error));
  return members;
}

struct Symbols {
  std::vector<std::string> defined;
  std::vector<std::string> undefined;
};

/// Returns the global symbols of an object; none if it cannot be read, which the linker reports.
Symbols symbolsOf(MemoryBufferRef file) {
  Symbols symbols;
  auto object = object::ObjectFile::createObjectFile(file);
  if (!object) {
    consumeError(object.takeError());
    return symbols;
  }
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name) {
      consumeError(flags.takeError());
      consumeError(name.takeError());
      continue;
    }
    const bool isUndefined = *flags & object::BasicSymbolRef::SF_Undefined;
    if (isUndefined && !(*flags & object::BasicSymbolRef::SF_Weak))
      symbols.undefined.push_back(name->str());
    else if (!isUndefined && *flags & object::BasicSymbolRef::SF_Global)
      symbols.defined.push_back(name->str());
  }
  return symbols;
}

/// Takes members of archives as a linker does.
class HostSelection {
public:
  Error addFile(const std::string &path) {
    const auto file = readFile(path);
    if (!file)
      return Error::success();
    const file_magic magic = identify_magic(file->getBuffer());
    if (magic == file_magic::elf_relocatable)
      addSymbols(symbolsOf(file->getMemBufferRef()));
    if (magic != file_magic::archive)
      return Error::success();
    auto members = membersOf(path, file->getMemBufferRef());
    if (!members)
      return members.takeError();
    for (UsedMember &member : *members) {
      Symbols symbols = symbolsOf(member.object->getMemBufferRef());
      for (const std::string &name : symbols.defined)
        definingMembers_.try_emplace(name, members_.size());
      members_.push_back({std::move(member), std::move(symbols)});
    }
    return Error::success();
  }

  std::vector<UsedMember> take() {
    std::vector<UsedMember> used;
    while (!undefined_.empty()) {
      const std::string name = std::move(undefined_.back());
      undefined_.pop_back();
      const auto found = definingMembers_.find(name);
      if (defined_.contains(name) || found == definingMembers_.end())
        continue;
      Member &member = members_[found->second];
      addSymbols(member.symbols);
      member.isUsed = true;
    }
    for (Member &member : members_)
      if (member.isUsed && objectHasDeviceCode(member.file.object->getMemBufferRef()))
        used.push_back(std::move(member.file));
    return used;
  }

private:
  struct Member {
    UsedMember file;
    Symbols symbols;
    bool isUsed = false;
  };

  void addSymbols(const Symbols &symbols) {
    for (const std::string &name : symbols.defined)
      defined_.insert(name);
    undefined_.insert(undefined_.end(), symbols.undefined.begin(), symbols.undefined.end());
  }

  std::vector<Member> members_;
  StringMap<std::size_t> definingMembers_; ///< maps a name to the first member that defines it
  StringSet<> defined_;
  std::vector<std::string> undefined_;
};

} // namespace

bool hasDeviceCode(const std::string &path) {
  const auto file = readFile(path);
  if (!file)
    return false;
  const file_magic magic = identify_magic(file->getBuffer());
  if (magic == file_magic::elf_relocatable)
    return objectHasDeviceCode(file->getMemBufferRef());
  if (magic != file_magic::archive)
    return false;
  auto members = membersOf(path, file->getMemBufferRef());
  if (!members) {
    consumeError(members.takeError());
    return false;
  }
  return any_of(*members, [](const UsedMember &member) {
    return objectHasDeviceCode(member.object->getMemBufferRef());
  });
}

Expected<std::vector<UsedMember>> usedMembers(const std::vector<std::string> &files) {
  HostSelection selection;
  for (const std::string &file : files)
    if (Error error = selection.addFile(file))
      return error;
  return selection.take();
}

} // namespace ursa::compiler::frontend

// See temporary_folder.h.
#include "compiler/image/temporary_folder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace ursa::compiler::image {

Expected<TemporaryFolder> TemporaryFolder::create() {
  SmallString<128> parent;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, parent);
  std::string path = (parent + "/ursa-XXXXXX").str();
  const CleanupTransaction transaction;
  if (!::mkdtemp(path.data()))
    return createStringError("No temporary folder can be made in '" + parent +
                             "': " + std::strerror(errno) + ".");
  return TemporaryFolder(path, CleanupEntry::folder(path));
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty())
    (void)sys::fs::remove_directories(path_);
}

} // namespace ursa::compiler::image

#include "support/shared_library.h"

#include "support/environment.h"

#include <filesystem>

#include <dlfcn.h>
#include <link.h>

namespace ursa::inline support {

std::string ownFile() {
  namespace fs = std::filesystem;
  Dl_info info{};
  void *map = nullptr;
  if (!dladdr1(reinterpret_cast<const void *>(&ownFile), &info, &map, RTLD_DL_LINKMAP))
    return {};
  // The program itself has an empty name here, and the name in info is argv[0].
  const std::string name = static_cast<const link_map *>(map)->l_name;
  std::error_code error;
  const fs::path file = name.empty() ? fs::read_symlink("/proc/self/exe", error) : fs::path(name);
  return error ? std::string() : fs::absolute(file, error).string();
}

int libraryOpenMode() {
  int mode = RTLD_LAZY | RTLD_LOCAL;
  if (environmentVariable("UR_ADAPTERS_DEEP_BIND") == "1")
    mode |= RTLD_DEEPBIND;
  return mode;
}

} // namespace ursa::inline support

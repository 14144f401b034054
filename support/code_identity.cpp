// See code_identity.h. The dynamic linker's own answer would need the libraries loaded, which a
// process that finds all of its programs in the cache does not do. They are searched where it
// searches: among the loaded objects, in LD_LIBRARY_PATH, the run path and the system's folders.
#include "support/code_identity.h"

#include "support/elf_file.h"
#include "support/environment.h"
#include "support/stack.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

namespace ursa::inline support {
namespace {

namespace fs = std::filesystem;

/// Where the system's libraries are, beside the folders of /etc/ld.so.conf.
constexpr const char *kSystemFolders[] = {"/usr/local/lib/x86_64-linux-gnu",
                                          "/usr/local/lib",
                                          "/lib/x86_64-linux-gnu",
                                          "/usr/lib/x86_64-linux-gnu",
                                          "/lib64",
                                          "/usr/lib64",
                                          "/lib",
                                          "/usr/lib"};
/// Changes whenever a package with libraries is installed.
constexpr const char *kLinkerCache = "/etc/ld.so.cache";

std::string stateOf(const std::string &file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0)
    return {};
  return fmt::format("{} {} {} {} {}.{:09}", file, status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

struct LoadedObject {
  std::string file;
  std::string buildId;
  dev_t device = 0; ///< with the inode, of the file that has this name now
  ino_t inode = 0;
};

/// Returns the notes of an object in memory that a loaded segment holds.
std::string loadedBuildId(const dl_phdr_info &object) {
  const std::span<const ElfW(Phdr)> segments(object.dlpi_phdr, object.dlpi_phnum);
  for (const ElfW(Phdr) & notes : segments) {
    const bool isLoaded = std::ranges::any_of(segments, [&](const ElfW(Phdr) & segment) {
      return segment.p_type == PT_LOAD && (segment.p_flags & PF_R) &&
             notes.p_vaddr >= segment.p_vaddr &&
             notes.p_vaddr + notes.p_memsz <= segment.p_vaddr + segment.p_memsz;
    });
    if (notes.p_type != PT_NOTE || !isLoaded)
      continue;
    const auto *bytes = reinterpret_cast<const std::byte *>(object.dlpi_addr + notes.p_vaddr);
    if (std::string id = buildIdIn({bytes, notes.p_memsz}); !id.empty())
      return id;
  }
  return "";
}

std::vector<LoadedObject> loadedObjects() {
  std::vector<LoadedObject> objects;
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *list) {
        // The program itself has an empty name.
        std::error_code error;
        std::string file = object->dlpi_name;
        if (file.empty())
          file = fs::read_symlink("/proc/self/exe", error).string();
        struct stat status {};
        (void)stat(file.c_str(), &status);
        static_cast<std::vector<LoadedObject> *>(list)->push_back(
            {std::move(file), loadedBuildId(*object), status.st_dev, status.st_ino});
        return 0;
      },
      &objects);
  return objects;
}

/// Collects the identities of a file and of all that it needs.
class Closure {
public:
  /// @param environment folders before the run path
  Closure(std::vector<LoadedObject> loaded, std::string environment)
      : loaded_(std::move(loaded)), environment_(std::move(environment)) {}

  std::string identityOf(const std::string &file) {
    add(file);
    const XXH128_hash_t hash = XXH3_128bits(text_.data(), text_.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

private:
  void add(const std::string &file) {
    if (!known_.insert(fs::path(file).filename().string()).second)
      return;
    const std::optional<ElfFacts> facts = readElfFacts(file);
    struct stat status {};
    const bool exists = stat(file.c_str(), &status) == 0;
    const LoadedObject *loaded = findLoaded([&](const LoadedObject &object) {
      return object.file == file ||
             (exists && object.inode == status.st_ino && object.device == status.st_dev);
    });
    std::string identity = loaded ? loaded->buildId : facts ? facts->buildId : "";
    if (identity.empty())
      identity = stateOf(file);
    text_ += fmt::format("{} {}\n", fs::path(file).filename().string(), identity);
    if (facts)
      for (const std::string &name : facts->needed)
        addNeeded(name, *facts, fs::path(file).parent_path());
  }

  void addNeeded(const std::string &name, const ElfFacts &by, const fs::path &folder) {
    if (known_.contains(name))
      return;
    const std::string file = find(name, by, folder);
    if (!file.empty())
      return add(file);
    known_.insert(name);
    text_ += fmt::format("{} {}\n", name, stateOf(kLinkerCache));
  }

  std::string find(const std::string &name, const ElfFacts &by, const fs::path &folder) const {
    if (name.find('/') != name.npos)
      return name;
    if (const LoadedObject *loaded = findLoaded(
            [&](const LoadedObject &object) { return fs::path(object.file).filename() == name; }))
      return loaded->file;
    for (const std::string &list : {environment_, by.runPath})
      for (std::string_view rest = list; !rest.empty();) {
        std::string part(rest.substr(0, rest.find(':')));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        for (const char *origin : {"$ORIGIN", "${ORIGIN}"})
          if (const size_t at = part.find(origin); at != part.npos)
            part.replace(at, std::string_view(origin).size(), folder.string());
        if (exists(part, name))
          return (fs::path(part) / name).string();
      }
    for (const char *system : kSystemFolders)
      if (exists(system, name))
        return (fs::path(system) / name).string();
    return "";
  }

  static bool exists(const fs::path &folder, const std::string &name) {
    std::error_code error;
    return fs::is_regular_file(folder / name, error);
  }

  template <class Predicate> const LoadedObject *findLoaded(Predicate &&predicate) const {
    const auto found = std::ranges::find_if(loaded_, predicate);
    return found == loaded_.end() ? nullptr : &*found;
  }

  const std::vector<LoadedObject> loaded_;
  const std::string environment_;
  std::set<std::string> known_; ///< names of files that have been added
  std::string text_;
};

/// Returns the identity of a file, which is computed again when its own state changes.
template <class Make> std::string remembered(char kind, const std::string &file, Make &&make) {
  struct Known {
    std::mutex mutex; ///< guards the identities
    std::map<std::string, std::string> identities;
  };
  static Known &known = *new Known; // static destructors may build programs
  const std::string state = stateOf(file);
  if (state.empty())
    return "";
  const std::lock_guard lock(known.mutex);
  std::string &identity = known.identities[kind + state];
  if (identity.empty()) {
    auto made = onLargeStack([&] { return Result(make()); }); // libraries that need libraries
    identity = made ? *std::move(made) : make();
  }
  return identity;
}

std::string libraryPath() { return environmentVariable("LD_LIBRARY_PATH").value_or(""); }

} // namespace

std::string fileIdentity(const std::string &file) {
  const std::optional<ElfFacts> facts = readElfFacts(file);
  return facts && !facts->buildId.empty() ? facts->buildId : stateOf(file);
}

std::string libraryIdentity(const std::string &file) {
  return remembered('l', file,
                    [&] { return Closure(loadedObjects(), libraryPath()).identityOf(file); });
}

std::string libraryIdentityAt(const void *address) {
  Dl_info info{};
  void *map = nullptr;
  if (!dladdr1(address, &info, &map, RTLD_DL_LINKMAP) || !map)
    return "";
  const std::string name = static_cast<const link_map *>(map)->l_name;
  std::error_code error;
  return libraryIdentity(name.empty() ? fs::read_symlink("/proc/self/exe", error).string() : name);
}

std::string programIdentity(const std::string &file, bool keepsEnvironment) {
  std::error_code error;
  const std::string program = fs::canonical(file, error).string();
  if (error)
    return "";
  return remembered(keepsEnvironment ? 'e' : 'p', program, [&] {
    return Closure({}, keepsEnvironment ? libraryPath() : "").identityOf(program);
  });
}

} // namespace ursa::inline support

#include "core/image/libraries.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

namespace ursa::core::image {
namespace {

struct Library {
  uint64_t number = kNoLibrary;
  const link_map *map = nullptr; ///< another library may get the same one later
  std::string path;
  std::string file; ///< identifies the file and its state; empty: not known
  std::vector<std::shared_ptr<const format::ImageSet>> sets = {};
};

struct Registry {
  std::mutex mutex; ///< guards the members below
  std::vector<std::shared_ptr<const format::ImageSet>> all;
  std::vector<std::shared_ptr<const format::ImageSet>> ofNone;
  std::vector<Library> libraries; ///< nothing is removed
};

// Never freed, because static destructors unregister images.
Registry &registry() {
  static Registry &registry = *new Registry;
  return registry;
}

uint64_t changes = 0;
void countChange() { std::atomic_ref(changes).fetch_add(1, std::memory_order_release); }

/// Returns what the dynamic linker knows of the library around an address; null if there is none.
/// Unlike dladdr it takes no lock, which a thread that loads a library would hold.
const link_map *mapAt(const void *address) {
  dl_find_object found{};
  const bool isFound = address && _dl_find_object(const_cast<void *>(address), &found) == 0;
  return isFound ? found.dlfo_link_map : nullptr;
}

std::string identityOf(const std::string &path) {
  struct stat status {};
  if (path.empty() || stat(path.c_str(), &status) != 0)
    return {};
  return fmt::format("{}:{}:{}:{}.{}:{}.{}:{}", status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                     status.st_ctim.tv_nsec, path);
}

/// Returns the library that is loaded, or the one that was loaded from the same file, or a new one.
Library &libraryOf(Registry &in, const link_map *map, const std::string &path,
                   const std::string &file) {
  for (Library &each : in.libraries)
    if (each.map == map && !each.sets.empty())
      return each;
  Library *known = nullptr;
  for (Library &each : in.libraries) {
    if (!known && each.sets.empty() && !file.empty() && each.file == file)
      known = &each;
    else if (each.map == map)
      each.map = nullptr;
  }
  if (!known)
    known = &in.libraries.emplace_back();
  if (known->number == kNoLibrary)
    known->number = in.libraries.size();
  known->map = map;
  known->path = path;
  known->file = file;
  return *known;
}

bool hasKernelIn(const Library &library, std::string_view kernel) {
  return std::any_of(library.sets.begin(), library.sets.end(), [&](const auto &set) {
    return std::any_of(set->images().begin(), set->images().end(),
                       [&](const format::DeviceImage &image) { return image.hasKernel(kernel); });
  });
}

bool removeFrom(std::vector<std::shared_ptr<const format::ImageSet>> &sets,
                const std::shared_ptr<const format::ImageSet> &images) {
  const auto found = std::find(sets.begin(), sets.end(), images);
  if (found == sets.end())
    return false;
  sets.erase(found);
  return true;
}

} // namespace

std::vector<std::shared_ptr<const format::ImageSet>> registeredImages() {
  const std::lock_guard lock(registry().mutex);
  return registry().all;
}

void registerImages(std::shared_ptr<const format::ImageSet> images, const void *address) {
  const link_map *const map = mapAt(address);
  const std::string path = map ? map->l_name : "";
  const std::string file = identityOf(path);
  Registry &in = registry();
  const std::lock_guard lock(in.mutex);
  (map ? libraryOf(in, map, path, file).sets : in.ofNone).push_back(images);
  in.all.push_back(std::move(images));
  countChange();
}

bool unregisterImages(const std::shared_ptr<const format::ImageSet> &images) {
  Registry &in = registry();
  const std::lock_guard lock(in.mutex);
  if (!removeFrom(in.all, images))
    return false;
  if (!removeFrom(in.ofNone, images))
    (void)std::any_of(in.libraries.begin(), in.libraries.end(),
                      [&](Library &each) { return removeFrom(each.sets, images); });
  countChange();
  return true;
}

uint64_t libraryAt(const void *address, std::string_view kernel) {
  const link_map *const map = mapAt(address);
  if (!map)
    return kNoLibrary;
  const std::string_view path = map->l_name;
  const std::lock_guard lock(registry().mutex);
  for (const Library &each : registry().libraries)
    if (each.map == map && each.path == path)
      return each.sets.empty() || kernel.empty() || hasKernelIn(each, kernel) ? each.number
                                                                              : kNoLibrary;
  return kNoLibrary;
}

std::vector<uint64_t> librariesWithImages() {
  Registry &in = registry();
  const std::lock_guard lock(in.mutex);
  std::vector<uint64_t> numbers;
  const auto add = [&](uint64_t number) {
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
      numbers.push_back(number);
  };
  for (const auto &set : in.all) {
    const auto owner =
        std::find_if(in.libraries.begin(), in.libraries.end(), [&](const Library &each) {
          return std::find(each.sets.begin(), each.sets.end(), set) != each.sets.end();
        });
    add(owner == in.libraries.end() ? kNoLibrary : owner->number);
  }
  return numbers;
}

Result<std::shared_ptr<const format::ImageSet>> imagesOf(uint64_t library) {
  std::vector<std::shared_ptr<const format::ImageSet>> sets;
  {
    Registry &in = registry();
    const std::lock_guard lock(in.mutex);
    if (library == kNoLibrary)
      sets = in.ofNone;
    else if (library <= in.libraries.size())
      sets = in.libraries[library - 1].sets;
  }
  if (sets.empty())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "Library {} has no registered images.",
                     library);
  return format::ImageSet::joined(std::move(sets));
}

const uint64_t &registryChanges() { return changes; }

} // namespace ursa::core::image

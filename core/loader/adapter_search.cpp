#include "core/loader/adapter_search.h"

#include "core/loader/device_selector.h"

#include "support/environment.h"
#include "support/log.h"
#include "support/shared_library.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>

#include <dirent.h>

namespace ursa::core::loader {
namespace {

namespace fs = std::filesystem;

constexpr const char *kForceLoad = "UR_ADAPTERS_FORCE_LOAD";
constexpr const char *kSearchPath = "UR_ADAPTERS_SEARCH_PATH";
constexpr std::string_view kPrefix = "libur_adapter_";
constexpr std::string_view kSuffix = ".so.0";
constexpr std::string_view kMock = "mock";
constexpr std::array<std::string_view, 9> kKnownNames = {"host", "opencl",     "vulkan",
                                                         "cuda", "level_zero", "level_zero_v2",
                                                         "hip",  "native_cpu", "offload"};

std::string fileNameOf(std::string_view name) {
  return fmt::format("{}{}{}", kPrefix, name, kSuffix);
}

bool isAdapterFile(std::string_view fileName) {
  return fileName.size() > kPrefix.size() + kSuffix.size() && fileName.starts_with(kPrefix) &&
         fileName.ends_with(kSuffix);
}

bool isRelative(const std::string &path) { return !path.starts_with('/'); }

std::string relativePathProblem(const char *variable, const std::string &path) {
  return fmt::format("{}: '{}' is a relative path and is left out; an absolute one is needed.",
                     variable, path);
}

/// Returns the absolute folders; logs a warning for each of the others.
std::vector<std::string> absoluteOnly(std::vector<std::string> folders) {
  std::erase_if(folders, [](const std::string &folder) {
    if (!isRelative(folder))
      return false;
    loaderLog().write(UR_LOGGER_LEVEL_WARN, "{}", relativePathProblem(kSearchPath, folder));
    return true;
  });
  return folders;
}

/// Removes double quotes around a path, which users write where no shell removes them.
std::string unquoted(std::string entry) {
  if (entry.size() >= 2 && entry.front() == '"' && entry.back() == '"')
    return entry.substr(1, entry.size() - 2);
  return entry;
}

/// Returns the names of the adapters in a folder. Uses readdir, because the iterators of
/// <filesystem> terminate the process when memory runs out.
std::vector<std::string> adapterNamesIn(const std::string &folder) {
  std::vector<std::string> names;
  const auto closeFolder = [](DIR *open) { closedir(open); };
  const std::unique_ptr<DIR, decltype(closeFolder)> open(opendir(folder.c_str()), closeFolder);
  int error = open ? 0 : errno;
  while (open) {
    errno = 0; // readdir sets errno on failure, but not at the end of the folder
    const dirent *entry = readdir(open.get());
    error = errno;
    if (!entry)
      break;
    if (isAdapterFile(entry->d_name))
      names.push_back(adapterNameOf(entry->d_name));
  }
  if (error)
    loaderLog().write(UR_LOGGER_LEVEL_WARN, "The folder '{}' cannot be searched for adapters: {}.",
                      folder, std::strerror(error));
  return names;
}

std::vector<AdapterCandidate> forcedAdapters(const std::vector<std::string> &paths) {
  std::vector<AdapterCandidate> candidates;
  for (const std::string &path : paths) {
    const std::string name = adapterNameOf(path);
    auto candidate = std::find_if(candidates.begin(), candidates.end(),
                                  [&name](const AdapterCandidate &c) { return c.name == name; });
    if (candidate == candidates.end())
      candidate = candidates.insert(candidates.end(), AdapterCandidate{name, {}, {}});
    if (isRelative(path))
      candidate->refused.push_back({name, path, relativePathProblem(kForceLoad, path)});
    else
      candidate->places.push_back(path);
  }
  return candidates;
}

/// Removes adapters none of whose devices a selector can accept. Keeps all if it is malformed,
/// which urDeviceGetSelected reports.
void removeExcluded(std::vector<AdapterCandidate> &candidates, std::string_view text) {
  if (text.empty())
    return;
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  if (!selector)
    return;
  std::erase_if(candidates, [&](const AdapterCandidate &candidate) {
    if (selector->mayAcceptOf(candidate.name))
      return false;
    loaderLog().write(UR_LOGGER_LEVEL_INFO,
                      "The adapter '{}' is not loaded: ONEAPI_DEVICE_SELECTOR='{}' selects none of "
                      "its devices.",
                      candidate.name, text);
    return true;
  });
}

std::vector<AdapterCandidate> searchedAdapters(const AdapterSearch &search) {

  std::vector<std::string> folders = absoluteOnly(search.searchPath);
  if (!search.ownFolder.empty() &&
      std::find(folders.begin(), folders.end(), search.ownFolder) == folders.end())
    folders.push_back(search.ownFolder);

  std::map<std::string, std::vector<std::string>, std::less<>> found;
  for (const std::string &folder : folders)
    for (const std::string &name : adapterNamesIn(folder))
      found[name].push_back((fs::path(folder) / fileNameOf(name)).string());

  std::vector<AdapterCandidate> candidates;
  const auto addKnown = [&](std::string_view name) {
    const auto entry = found.find(name);
    if (entry == found.end()) {
      candidates.push_back({std::string(name), {fileNameOf(name)}, {}});
    } else {
      candidates.push_back({std::string(name), std::move(entry->second), {}});
      found.erase(entry);
    }
  };
  if (search.mocking) {
    addKnown(kMock);
    return candidates;
  }
  found.erase(std::string(kMock));
  std::for_each(kKnownNames.begin(), kKnownNames.end(), addKnown);
  for (auto &[name, places] : found)
    candidates.push_back({name, std::move(places), {}});
  return candidates;
}

} // namespace

std::string adapterNameOf(std::string_view path) {
  std::string_view file = path.substr(path.rfind('/') + 1);
  if (!file.starts_with(kPrefix))
    return std::string(file);
  file.remove_prefix(kPrefix.size());
  return std::string(file.substr(0, file.find(".so")));
}

AdapterSearch adapterSearchFromEnvironment(bool mocking) {
  AdapterSearch search;
  search.forceLoad = environmentList(kForceLoad, ',');
  std::transform(search.forceLoad.begin(), search.forceLoad.end(), search.forceLoad.begin(),
                 unquoted);
  search.searchPath = environmentList(kSearchPath, ':');
  search.ownFolder = fs::path(ownFile()).parent_path().string();
  search.mocking = mocking;
  if (!environmentVariable("URSA_REPORT_BACKEND"))
    search.deviceSelector = environmentVariable("ONEAPI_DEVICE_SELECTOR").value_or("");
  return search;
}

std::vector<AdapterCandidate> findAdapters(const AdapterSearch &search) {
  if (search.mocking)
    return searchedAdapters(search);
  std::vector<AdapterCandidate> candidates =
      search.forceLoad.empty() ? searchedAdapters(search) : forcedAdapters(search.forceLoad);
  removeExcluded(candidates, search.deviceSelector);
  return candidates;
}

} // namespace ursa::core::loader

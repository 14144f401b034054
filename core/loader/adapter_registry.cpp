#include "core/loader/adapter_registry.h"

#include "core/dispatch/fork_guard.h"
#include "support/log.h"

#include <algorithm>

namespace ursa::core::loader {
namespace {

/// Opens the first place that loads. Appends places that exist and do not load to @p refused.
std::optional<Adapter> openFirst(const AdapterCandidate &candidate,
                                 std::vector<RefusedAdapter> &refused) {
  const auto refuse = [&refused](RefusedAdapter adapter) {
    loaderLog().write(UR_LOGGER_LEVEL_WARN, "The adapter '{}' was not loaded. {}", adapter.name,
                      adapter.problem);
    refused.push_back(std::move(adapter));
  };
  std::for_each(candidate.refused.begin(), candidate.refused.end(), refuse);
  for (const std::string &place : candidate.places) {
    // The library's code runs while it is opened. If that ends the process, this is the last line
    // of the log.
    loaderLog().write(UR_LOGGER_LEVEL_DEBUG, "Opening {} as the adapter '{}'.", place,
                      candidate.name);
    const Result<std::optional<Adapter>> adapter = openAdapter(candidate.name, place);
    if (!adapter) {
      refuse({candidate.name, place, adapter.error().message});
    } else if (!*adapter) {
      loaderLog().write(UR_LOGGER_LEVEL_DEBUG, "There is no adapter '{}': {} was not found.",
                        candidate.name, place);
    } else {
      loaderLog().write(UR_LOGGER_LEVEL_INFO, "The adapter '{}' was loaded from {}.",
                        candidate.name, (*adapter)->path);
      return *adapter;
    }
  }
  return std::nullopt;
}

} // namespace

bool AdapterRegistry::add(std::string name, const ur_dditable_t &tables) {
  // Points to the tables without owning them.
  Adapter adapter{std::move(name), "", {std::shared_ptr<void>(), &tables}, nullptr};
  const auto same = [&tables](const Adapter &a) { return a.tables.get() == &tables; };
  const std::lock_guard lock(mutex_);
  if (std::any_of(added_.begin(), added_.end(), same))
    return false;
  added_.push_back(std::move(adapter));
  return true;
}

bool AdapterRegistry::remove(const ur_dditable_t &tables) {
  const auto same = [&tables](const Adapter &a) { return a.tables.get() == &tables; };
  const std::lock_guard lock(mutex_);
  std::erase(failed_, &tables);
  return std::erase_if(added_, same) > 0;
}

void AdapterRegistry::find(const AdapterSearch &search) {
  std::vector<Found> found;
  for (AdapterCandidate &candidate : findAdapters(search))
    found.push_back({std::move(candidate), false, std::nullopt});
  const std::lock_guard lock(mutex_);
  found_ = std::move(found);
  refused_.clear();
  failed_.clear();
}

void AdapterRegistry::load(std::optional<std::string_view> name) {
  std::vector<std::pair<size_t, AdapterCandidate>> untried;
  {
    const std::lock_guard lock(mutex_);
    for (size_t i = 0; i < found_.size(); ++i)
      if (!found_[i].isTried && (!name || found_[i].candidate.name == *name))
        untried.emplace_back(i, found_[i].candidate);
  }
  for (const auto &[index, candidate] : untried) {
    std::vector<RefusedAdapter> refused;
    std::optional<Adapter> adapter = openFirst(candidate, refused);
    const std::lock_guard lock(mutex_);
    found_[index].isTried = true;
    found_[index].adapter = std::move(adapter);
    refused_.insert(refused_.end(), refused.begin(), refused.end());
  }
}

void AdapterRegistry::forgetFound() {
  const std::lock_guard lock(mutex_);
  found_ = {}; // frees the memory of the list, too
  refused_ = {};
  failed_ = {};
}

std::vector<std::string> AdapterRegistry::names() const {
  std::vector<std::string> all;
  const auto add = [&all](const std::string &name) {
    if (std::find(all.begin(), all.end(), name) == all.end())
      all.push_back(name);
  };
  const std::lock_guard lock(mutex_);
  for (const Found &found : found_)
    add(found.candidate.name);
  for (const Adapter &adapter : added_)
    add(adapter.name);
  return all;
}

std::vector<Adapter> AdapterRegistry::adapters() const {
  std::vector<Adapter> all;
  const std::lock_guard lock(mutex_);
  for (const Found &found : found_)
    if (found.adapter)
      all.push_back(*found.adapter);
  all.insert(all.end(), added_.begin(), added_.end());
  return all;
}

std::string AdapterRegistry::nameOf(const ur_dditable_t &tables) const {
  // Each adapter object points to the adapter's own copy of the tables, so this compares functions.
  const auto get = tables.Adapter.pfnGet;
  const auto hasGet = [get](const Adapter &a) { return get && a.tables->Adapter.pfnGet == get; };
  const std::vector<Adapter> all = adapters();
  const auto adapter = std::find_if(all.begin(), all.end(), hasGet);
  return adapter == all.end() ? std::string() : adapter->name;
}

void AdapterRegistry::refuse(const Adapter &adapter, std::string problem) {
  const std::lock_guard lock(mutex_);
  for (Found &found : found_)
    if (found.adapter && found.adapter->tables == adapter.tables) {
      found.adapter.reset();
      refused_.push_back({adapter.name, adapter.path, std::move(problem)});
      return;
    }
}

std::vector<RefusedAdapter> AdapterRegistry::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

bool AdapterRegistry::isFirstFailure(const Adapter &adapter) {
  const std::lock_guard lock(mutex_);
  if (std::find(failed_.begin(), failed_.end(), adapter.tables.get()) != failed_.end())
    return false;
  failed_.push_back(adapter.tables.get());
  return true;
}

namespace {

std::mutex &mutexOfRegistry() { return adapterRegistry().mutex(); }

} // namespace

AdapterRegistry &adapterRegistry() {
  static AdapterRegistry &registry = *[] {
    auto *created = new AdapterRegistry;
    dispatch::refuseInChildren<mutexOfRegistry>();
    return created;
  }();
  return registry;
}

namespace {

// Created when the library is loaded: a child that is forked during the first call in another
// thread would wait for ever for the initialization of the static variable.
[[maybe_unused]] const AdapterRegistry &registryAtLoad = adapterRegistry();

} // namespace
} // namespace ursa::core::loader

// Built programs, keyed by everything that their code depends on: image, values of the
// specialization constants, device, options. In memory; least recently used programs go first.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace ursa {

/// A program of an adapter; the last owner releases it.
using SharedProgram = std::shared_ptr<ur_program_handle_t_>;

struct ProgramKey {
  uint64_t imageHash = 0;
  std::vector<std::byte> values; ///< the whole value blob; empty where code does not depend on it
  ur_device_handle_t device = nullptr;
  std::string options;

  bool operator==(const ProgramKey &) const = default;
};

/// Thread safe. A program is built once also when several threads ask for it at the same time.
class ProgramCache {
public:
  explicit ProgramCache(size_t capacity) : capacity_(capacity) {}

  /// The program of a key; @p build makes it when it is not there. A failure is not kept.
  /// Blocks while another thread builds the same key.
  Result<SharedProgram> getOrBuild(const ProgramKey &key,
                                   const std::function<Result<SharedProgram>()> &build);

  size_t size() const;

private:
  struct Entry {
    ProgramKey key;
    std::mutex mutex; ///< held while building; guards program; taken after cache mutex is let go
    SharedProgram program;
  };
  struct Hash {
    size_t operator()(const ProgramKey &key) const;
  };
  using Entries = std::list<std::shared_ptr<Entry>>; // most recently used first

  std::shared_ptr<Entry> entryOf(const ProgramKey &key);

  const size_t capacity_;
  mutable std::mutex mutex_; ///< guards the two below
  Entries entries_;
  std::unordered_map<ProgramKey, Entries::iterator, Hash> index_;
};

} // namespace ursa

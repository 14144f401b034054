// Cache of the built programs of a context. The key holds everything that the code depends on:
// image, values of the specialization constants, device and options.
#pragma once

#include "core/cache/build_cache.h"
#include "ur_api.h"

#include <cstdint>
#include <span>
#include <string>

namespace ursa::core::cache {

/// A program of an adapter, released by its last owner.
using SharedProgram = std::shared_ptr<ur_program_handle_t_>;

struct ProgramKey {
  /// The code. Keys compare its bytes because it is untrusted: an attacker could give two images
  /// the same hash.
  std::span<const std::byte> code;
  std::shared_ptr<const void> codeOwner; ///< keeps the bytes alive
  uint64_t codeHash = 0;                 ///< hash of the code, for lookup
  /// The constants in the form that the program receives: for each u32 id, u32 size, bytes. Empty
  /// if the code does not depend on them.
  std::vector<std::byte> values;
  ur_device_handle_t device = nullptr;
  std::string options;

  bool operator==(const ProgramKey &other) const;
};

struct HashOfProgramKey {
  size_t operator()(const ProgramKey &key) const;
};

using ProgramCache = BuildCache<ProgramKey, SharedProgram, HashOfProgramKey>;

/// Returns the cache of a context, which all of its users share and own together. The caller must
/// hold an object of the context, so that its handle is not reused meanwhile.
std::shared_ptr<ProgramCache> programCacheOf(ur_context_handle_t context);

} // namespace ursa::core::cache

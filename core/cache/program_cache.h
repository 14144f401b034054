// Built programs of a context, keyed by everything that their code depends on: image, values of the
// specialization constants, device, options.
#pragma once

#include "core/cache/build_cache.h"
#include "ur_api.h"

#include <cstdint>
#include <span>
#include <string>

namespace ursa {

/// A program of an adapter; the last owner releases it.
using SharedProgram = std::shared_ptr<ur_program_handle_t_>;

struct ProgramKey {
  /// The code. It is untrusted, so that keys compare its bytes: a hash alone could be the same for
  /// two images on purpose.
  std::span<const std::byte> code;
  std::shared_ptr<const void> codeOwner; ///< keeps the bytes alive
  uint64_t codeHash = 0;                 ///< of the code, to find keys by
  /// The constants as the program is given them: for each u32 id, u32 size, bytes. Empty where code
  /// does not depend on them.
  std::vector<std::byte> values;
  ur_device_handle_t device = nullptr;
  std::string options;

  bool operator==(const ProgramKey &other) const;
};

struct HashOfProgramKey {
  size_t operator()(const ProgramKey &key) const;
};

using ProgramCache = BuildCache<ProgramKey, SharedProgram, HashOfProgramKey>;

/// The cache of a context: one for all that build programs in it, as long as any of them holds it.
/// Who asks has an object of the context, so that its handle is not given out again meanwhile.
std::shared_ptr<ProgramCache> programCacheOf(ur_context_handle_t context);

} // namespace ursa

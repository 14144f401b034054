#include "adapters/opencl/program/built_programs.h"

#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/program/program.h"

#include <xxhash.h>

#include <span>

namespace ursa::opencl {
namespace {

class Hasher {
public:
  Hasher() : state_(XXH3_createState()) { XXH3_128bits_reset(state_.get()); }

  Hasher &add(std::span<const std::byte> bytes) {
    const uint64_t size = bytes.size(); // so that no two lists of parts hash the same bytes
    XXH3_128bits_update(state_.get(), &size, sizeof(size));
    XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
    return *this;
  }
  std::array<uint64_t, 2> digest() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return {hash.low64, hash.high64};
  }

private:
  struct Free {
    void operator()(XXH3_state_t *state) const { XXH3_freeState(state); }
  };
  const std::unique_ptr<XXH3_state_t, Free> state_;
};

} // namespace

std::optional<BuildKey> buildKeyOf(ur_program_handle_t_ &program,
                                   const std::vector<cl_device_id> &devices,
                                   const std::string &options) {
  Hasher hasher;
  if (program.devices.front()->intelVariables.isComplete() &&
      (!program.code.module || program.code.module->hasVariables()))
    return std::nullopt;
  switch (program.code.form) {
  case CodeForm::Spirv: {
    const std::lock_guard guard(program.mutex);
    hasher.add(std::as_bytes(program.code.module->words()));
    for (const auto &[id, value] : program.values)
      hasher.add(std::as_bytes(std::span(&id, 1))).add(std::as_bytes(std::span(value)));
    break;
  }
  case CodeForm::SpirBitcode:
  case CodeForm::Ptx:
  case CodeForm::Binary:
    for (const std::vector<std::byte> &part : program.code.parts)
      hasher.add(part);
    break;
  case CodeForm::Linked:
    return std::nullopt;
  }
  return BuildKey{hasher.digest(), devices, options};
}

size_t bytesOfBuild(const ur_program_handle_t_ &program) {
  constexpr size_t kObjects = size_t{16} << 10;
  size_t code = program.code.module ? program.code.module->words().size_bytes() : 0;
  for (const std::vector<std::byte> &part : program.code.parts)
    code += part.size();
  return kObjects + 2 * code;
}

} // namespace ursa::opencl

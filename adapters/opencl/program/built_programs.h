// The cache of a context's built driver programs. Programs with the same code share them: each is
// built once, also when several threads request it at the same time.
#pragma once

#include "adapters/opencl/program/variables.h"
#include "core/cache/build_cache.h"

#include <array>
#include <memory>
#include <optional>

namespace ursa::opencl {

struct BuildKey {
  std::array<uint64_t, 2> codeHash{}; ///< of the code and the values of its constants
  std::vector<cl_device_id> devices;
  std::string options; ///< all options that the driver gets

  bool operator==(const BuildKey &) const = default;
};

struct HashOfBuildKey {
  size_t operator()(const BuildKey &key) const { return key.codeHash[0] ^ key.codeHash[1]; }
};

struct BuiltProgram {
  std::shared_ptr<_cl_program> native;
  ProgramMemory::Layout variables; ///< null when the program has no variables in memory
  size_t bytes = 0;                ///< about the memory of the driver's program

  explicit operator bool() const { return native != nullptr; }
};

/// Bounded by the bytes of the programs.
class BuiltPrograms : public core::cache::BuildCache<BuildKey, BuiltProgram, HashOfBuildKey> {
public:
  static constexpr size_t kCapacity = size_t{64} << 20;

  BuiltPrograms()
      : BuildCache(kCapacity,
                   [](const BuildKey &, const BuiltProgram &built) { return built.bytes; }) {}
};

/// Returns an estimate of the memory of a driver's program: that of its code, its form in the
/// driver and its objects.
size_t bytesOfBuild(const ur_program_handle_t_ &program);

/// Returns the cache key of a build of the program in its present state. None if the build cannot
/// be shared: the driver linked the program, it came from outside, or it has variables of the
/// driver's, which each program has for itself.
std::optional<BuildKey> buildKeyOf(ur_program_handle_t_ &program,
                                   const std::vector<cl_device_id> &devices,
                                   const std::string &options);

} // namespace ursa::opencl

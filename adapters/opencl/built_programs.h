// The driver's built programs of a context, shared by the programs that were made of the same code:
// each is built once, also when many threads ask at once.
#pragma once

#include "adapters/opencl/variables.h"
#include "core/cache/build_cache.h"

#include <array>
#include <memory>
#include <optional>

namespace ursa::opencl {

struct BuildKey {
  std::array<uint64_t, 2> codeHash{}; ///< of the code and the values of its constants
  std::vector<cl_device_id> devices;
  std::string options; ///< all that the driver is told

  bool operator==(const BuildKey &) const = default;
};

struct HashOfBuildKey {
  size_t operator()(const BuildKey &key) const { return key.codeHash[0] ^ key.codeHash[1]; }
};

struct BuiltProgram {
  std::shared_ptr<_cl_program> native;
  ProgramMemory::Layout variables; ///< null when it has none in memory

  explicit operator bool() const { return native != nullptr; }
};
using BuiltPrograms = BuildCache<BuildKey, BuiltProgram, HashOfBuildKey>;

/// The key of what a build of a program makes now; none where there is no code to know it by, of
/// programs that the driver linked, or that came from outside; and where programs have variables of
/// the driver's, which are each program's own.
std::optional<BuildKey> buildKeyOf(ur_program_handle_t_ &program,
                                   const std::vector<cl_device_id> &devices,
                                   const std::string &options);

} // namespace ursa::opencl

// Moves the program-scope variables of a SPIR-V module into memory that kernels receive as an
// argument, for devices without such variables: either each of their kernels has separate
// variables, or their drivers do not report the addresses.
//
//   before:  %total = OpVariable %pint CrossWorkgroup %uint_7
//            %k = OpFunction %void None %void_int
//            %n = OpFunctionParameter %uint
//            OpStore %total %n
//
//   after:   %k = OpFunction %void None %void_int_p
//            %n = OpFunctionParameter %uint
//            %m = OpFunctionParameter %pint
//            %t = OpInBoundsPtrAccessChain %pint %m %uint_0
//            OpStore %t %n
//
// Called functions receive the argument too. An additional kernel stores the initial values.
// Variables that are never written (decorated Constant) stay as they are.
#pragma once

#include "support/result.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace ursa::spirv {

/// The kernel that stores the initial values: one work-item, one argument, the memory. The rest of
/// the memory must be zero before it runs.
inline constexpr const char *kInitializer = "__ursa_initialize_variables";

struct Variable {
  std::string name;
  uint64_t offset = 0; ///< bytes from the beginning of the memory
  uint64_t size = 0;   ///< bytes
};

/// The memory of a program's variables.
struct VariableMemory {
  std::vector<Variable> variables; ///< variables with names
  uint64_t size = 0;               ///< bytes, a multiple of 16
  std::set<std::string> kernels;   ///< kernels that take the memory as an additional last argument
  bool hasInitializer = false;     ///< whether the module has the kernel kInitializer
};

/// Minimum alignment of the memory in bytes.
inline constexpr uint64_t kVariableAlignment = 128;

struct ModuleWithMemory {
  std::vector<uint32_t> words;
  VariableMemory memory;
};

/// Returns the module with its variables in memory. Returns none if it has no variable that can be
/// moved: variables must have a known size, and no constant in other memory may use their address.
/// Takes time and memory linear in the size of the module. Fails with
/// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE if the new module would be larger than
/// mostWordsWithMemory: functions compute addresses by themselves, and many may share one large
/// constant. Thread safe.
/// @param words of a module that Module::parse accepted
Result<std::optional<ModuleWithMemory>> putVariablesIntoMemory(std::span<const uint32_t> words);

/// Returns the largest number of words that putVariablesIntoMemory makes of a module.
constexpr size_t mostWordsWithMemory(size_t words) {
  return words + std::max<size_t>(16 * words, size_t{1} << 20);
}

} // namespace ursa::spirv

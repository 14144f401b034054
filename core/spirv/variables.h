// Variables of a SPIR-V module's program put into memory that kernels are given as an argument, for
// devices that have no variables of programs: whose kernels each have variables of their own, or
// whose drivers do not tell where they are.
//
//   before:  %total = OpVariable %pint CrossWorkgroup %uint_7     after:
//            %k = OpFunction %void None %void_int                 %k = OpFunction %void None
//            %void_int_p %n = OpFunctionParameter %uint                       %n =
//            OpFunctionParameter %uint
//                                                                 %m = OpFunctionParameter %pint
//                                                                 %t = OpInBoundsPtrAccessChain
//                                                                 %pint %m %uint_0
//            OpStore %total %n                                    OpStore %t %n
//
// Functions that are called get the argument too. A further kernel stores the initial values.
// Variables that are never written (decorated Constant) stay what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace ursa::spirv {

/// The kernel that stores the initial values: one work-item, one argument, the memory. Everything
/// else is zero before that.
inline constexpr const char *kInitializer = "__ursa_initialize_variables";

struct Variable {
  std::string name;
  uint64_t offset = 0; ///< bytes from the beginning of the memory
  uint64_t size = 0;   ///< bytes
};

/// The memory that a program's variables lie in.
struct VariableMemory {
  std::vector<Variable> variables; ///< those that have names
  uint64_t size = 0;               ///< bytes, a multiple of 16
  std::set<std::string> kernels;   ///< those that have the memory as one more, last argument
  bool hasInitializer = false;     ///< whether there is the kernel kInitializer
};

/// What is aligned at least so far, in bytes.
inline constexpr uint64_t kVariableAlignment = 128;

struct ModuleWithMemory {
  std::vector<uint32_t> words;
  VariableMemory memory;
};

/// The module with its variables in memory; nothing when it has none that can be put there: none of
/// known size, none but in constants of other memory. Thread safe.
/// @param words of a module that Module::parse took
std::optional<ModuleWithMemory> putVariablesIntoMemory(std::span<const uint32_t> words);

} // namespace ursa::spirv

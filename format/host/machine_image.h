// Host images in machine code. The compiler writes them, the adapter reads them without LLVM.
// Layout:
//
//   ELF object | description | u64 its size | u64 XXH3 of all bytes before | "UrsaHost"
//
// Loaders of the ELF object ignore the bytes after it. The description holds the KernelInfo of each
// kernel, name and size of each variable, and the names of the imports.
//
// Programs that were compiled in this process, and the cache of such programs, hold a relocatable
// object (compiler/targets/host/runtime/loaded_object.h) with a symbol per kernel and variable:
// kEntryPrefix or kVariablePrefix and its name. Programs that were compiled ahead of time hold a
// shared object, for the dynamic linker. It exports two arrays of pointers:
//
//   ursa_host_table     entries of the kernels, then addresses of the variables, in the order of
//                       the description
//   ursa_host_imports   which its loader fills with the functions that the code imports
//
// and has no undefined symbols. The reader does not trust the bytes, but it runs code whose
// checksum is correct.
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

#include <span>
#include <string>
#include <vector>

namespace ursa::format::host {

/// @name Symbols of a relocatable object: one per kernel and variable.
/// @{
inline constexpr const char *kEntryPrefix = "ursa.entry.";
inline constexpr const char *kVariablePrefix = "ursa.variable.";
/// @}

inline constexpr const char *kMachineTable = "ursa_host_table";
inline constexpr const char *kMachineImports = "ursa_host_imports";

/// ABI version of machine code and adapter. Increment it when these change: the parameters of
/// KernelEntry, the members of LaunchSizes or ImageArgument, the parameters of a function of
/// runtime_symbols.h, or the format of the description.
inline constexpr uint32_t kMachineAbi = 6;

struct MachineDescription {
  std::string cpu;                     ///< in the syntax of isa.h: "v3+gfni"
  std::vector<KernelInfo> kernels;     ///< ascending by name; without entries
  std::vector<VariableInfo> variables; ///< without addresses
  std::vector<std::string> imports;    ///< functions of runtime_symbols.h
};

/// Returns whether the bytes begin like machine code, not like bitcode.
bool isMachineCode(std::span<const std::byte> bytes);

/// Serializes an image.
std::vector<std::byte> writeMachineImage(std::span<const std::byte> object,
                                         const MachineDescription &description);

/// Verifies the checksum and reads the description. The bytes are untrusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a message.
Result<MachineDescription> readMachineImage(std::span<const std::byte> image);

} // namespace ursa::format::host

// Host images in machine code: what a program made ahead of time is, written by the compiler and
// read by the adapter, without LLVM. The bytes are
//
//   ELF shared object | description | u64 its size | u64 XXH3 of all bytes before | "UrsaHost"
//
// Whatever opens the object as such does not see what is behind it. The description tells of each
// kernel what KernelInfo has, of each variable its name and size, and what the code imports. The
// object exports two arrays of pointers:
//
//   ursa_host_table     entries of the kernels, then addresses of the variables, in the order of
//                       the description
//   ursa_host_imports   which its loader fills with the functions that the code imports
//
// and refers to nothing outside. The reader trusts nothing; but code that is intact is run.
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"

#include <span>
#include <string>
#include <vector>

namespace ursa::jit {

inline constexpr const char *kMachineTable = "ursa_host_table";
inline constexpr const char *kMachineImports = "ursa_host_imports";

/// Another number whenever machine code and adapter would not fit together any more: with the
/// parameters of KernelEntry, the members of LaunchSizes or Image, the parameters of a function of
/// runtime_symbols.h, or the form of the description.
inline constexpr uint32_t kMachineAbi = 2;

struct MachineDescription {
  std::string cpu;                     ///< as isa.h spells it: "v3+gfni"
  std::vector<KernelInfo> kernels;     ///< ascending by name; without entries
  std::vector<VariableInfo> variables; ///< without addresses
  std::vector<std::string> imports;    ///< functions of runtime_symbols.h
};

/// Whether the bytes begin as machine code does, and not as bitcode.
bool isMachineCode(std::span<const std::byte> bytes);

/// The bytes of an image.
std::vector<std::byte> writeMachineImage(std::span<const std::byte> object,
                                         const MachineDescription &description);

/// Reads the description after comparing the checksum. The bytes are not trusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a sentence.
Result<MachineDescription> readMachineImage(std::span<const std::byte> image);

} // namespace ursa::jit

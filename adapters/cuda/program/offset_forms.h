// The forms of kernels that take a global offset, of a module whose code was generated without
// them. They cost as much to compile as the others, and few launches have an offset: they are
// compiled at the first one, into a module of their own.
#pragma once

#include "adapters/common/spec_constants.h"
#include "adapters/cuda/program/module.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ursa::cuda {

/// Thread safe.
class OffsetForms {
public:
  /// @param code in bitcode or SPIR-V, of which the module was made
  /// @param values of its constants
  OffsetForms(CodePointer code, adapter::ConstantValues values, BuildOptions options)
      : code_(std::move(code)), values_(std::move(values)), options_(std::move(options)) {}

  /// Returns the form of a kernel that has one. The first call compiles the forms of all kernels of
  /// the module; other calls wait for it. Errors: those of loadSpecialized; nothing is kept of a
  /// failure.
  Result<CUfunction> find(NativeContext &native, const std::string &kernel);

  /// Returns PTX with both forms of each kernel, without a terminating zero; it lives as long as
  /// this. Generated at the first call. Errors: those of specializedPtx.
  Result<std::span<const std::byte>> wholePtx(NativeContext &native);

private:
  const CodePointer code_;
  const adapter::ConstantValues values_;
  const BuildOptions options_;
  std::mutex mutex_; ///< guards the members below; held while code is compiled
  ModulePointer module_;
  std::map<std::string, CUfunction> functions_; ///< those that were looked up
  std::vector<std::byte> ptx_;
};

/// @{ Kernels that any program has launched with a global offset, by name: code that is generated
/// for them later gets both forms at once. Thread safe.
/// @param keptName from launch_log.h
void noteOffset(const char *keptName);
bool hasKernelWithOffset(const Code &code);
/// @}

} // namespace ursa::cuda

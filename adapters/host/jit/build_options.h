// The options of a build: its level of optimization, kernels, and constant arguments.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "compiler/targets/host/codegen/intake.h"
#include "compiler/targets/host/codegen/shaping_arguments.h"

#include <string>
#include <string_view>

namespace ursa::host::jit {

using compiler::host::KernelNames;

inline constexpr int kDefaultLevel = 2;

struct BuildOptions {
  int level = kDefaultLevel;
  KernelNames kernels;                      ///< kernels to compile; empty for all
  compiler::host::ArgumentValues arguments; ///< constant arguments of these kernels
};

/// Reads the options of a build. Those that are unknown are reported in the log.
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE for a malformed list of arguments.
Result<BuildOptions> parseOptions(std::string_view options, std::string &log);

} // namespace ursa::host::jit

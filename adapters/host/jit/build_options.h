// The options of a build: its level of optimization, kernels, constant arguments and width.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "compiler/targets/host/codegen/intake.h"
#include "compiler/targets/host/codegen/shaping_arguments.h"

#include <optional>
#include <string>
#include <string_view>

namespace ursa::host::jit {

using compiler::host::KernelNames;

inline constexpr int kDefaultLevel = 2;

struct BuildOptions {
  int level = kDefaultLevel;
  KernelNames kernels;                      ///< kernels to compile; empty for all
  compiler::host::ArgumentValues arguments; ///< constant arguments of these kernels
  unsigned width = 0;                       ///< of packs; 0: by an estimate
};

/// Reads a width: 1, 4, 8, 16, 32 or 64; none for other words.
std::optional<unsigned> parseWidth(std::string_view text);

/// Reads the options of a build. Those that are unknown are reported in the log.
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE for a malformed list of arguments or a width that
/// does not exist.
Result<BuildOptions> parseOptions(std::string_view options, std::string &log);

} // namespace ursa::host::jit

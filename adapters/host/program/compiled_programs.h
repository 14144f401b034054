// The functions of the kernel compiler, whose results are stored on disk (core/cache/disk_store.h).
// For what an earlier process compiled, the library of the kernel compiler stays closed.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/spirv_intake.h"
#include "core/cache/build_cache.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ursa::host {

/// The contents of images that were inspected before, by their keys: each change of values makes a
/// program of the same bytes.
using SummaryCache =
    core::cache::BuildCache<std::string, jit::ModuleSummary, std::hash<std::string>>;

/// Like jit::inspectModule and jit::inspectSpirv.
Result<jit::ModuleSummary> summaryOfModule(SummaryCache &known, std::span<const std::byte> bitcode);
Result<jit::ModuleSummary> summaryOfSpirv(SummaryCache &known, std::span<const std::byte> words);

/// Like jit::hostImageOfSpirv.
Result<std::vector<std::byte>> hostImageOf(std::span<const std::byte> words,
                                           const format::host::ConstantValues &constants,
                                           jit::ImageUse use);

/// Compiles and loads a module, or loads an image in machine code, for which build options have no
/// effect. Each call returns a program with its own variables. Thread-safe.
/// @param log receives warnings and errors, one per line, also those of the earlier process
/// Errors: UR_RESULT_ERROR_INVALID_BINARY, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
Result<std::unique_ptr<jit::Program>> buildImage(std::span<const std::byte> image,
                                                 const format::host::ConstantValues &constants,
                                                 std::string_view options, std::string &log);

} // namespace ursa::host

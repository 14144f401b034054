// The functions of the kernel compiler, whose results are stored on disk (core/cache/disk_store.h).
// For what an earlier process compiled, the library of the kernel compiler stays closed.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/spirv_intake.h"
#include "adapters/host/program/width_trial.h"
#include "core/cache/build_cache.h"

#include <map>
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

/// Returns a program that buildImage would load from the store on disk; null if it would compile
/// it.
std::unique_ptr<jit::Program> storedImage(std::span<const std::byte> image,
                                          const format::host::ConstantValues &constants,
                                          std::string_view options);

/// What was measured for kernels of a program, by their names.
using MeasuredWidths = std::map<std::string, KnownWidths>;

/// Returns what earlier processes stored for the kernels of a program that buildImage builds.
MeasuredWidths measuredWidths(std::span<const std::byte> image,
                              const format::host::ConstantValues &constants,
                              std::string_view options);

/// Stores what was measured for a kernel; the other kernels of the program keep what they have.
/// Thread-safe. Of two processes that do so at once the later one may win.
void storeWidths(std::span<const std::byte> image, const format::host::ConstantValues &constants,
                 std::string_view options, const std::string &kernel, const KnownWidths &known);

} // namespace ursa::host

// Creates programs and kernels from a chosen image: creates the adapter's program, sets the
// constants natively, and builds.
#pragma once

#include "core/cache/program_cache.h"
#include "core/selection/image_binding.h"
#include "support/result.h"

#include <memory>
#include <string>

namespace ursa::core::programs {

using SharedKernel = std::shared_ptr<ur_kernel_handle_t_>;

/// Creates the adapter's program of an image without building it.
/// @param properties the application's properties for the adapter, or null
Result<cache::SharedProgram> createProgram(const selection::ImageBinding &binding,
                                           const ur_program_properties_t *properties = nullptr);

/// Passes the leaves of the blob that differ from their defaults to
/// urProgramSetSpecializationConstants of a new program.
Result<void> flushNatively(const selection::ImageBinding &binding, ur_program_handle_t program,
                           const specialization::ValueBlob &blob);

/// Creates and builds the program for some values. In native mode the values are built in, in
/// emulated mode they do not affect the build. The error of a failed build contains the build log.
Result<cache::SharedProgram> buildProgram(const selection::ImageBinding &binding,
                                          const specialization::ValueBlob &blob,
                                          const std::string &options);

/// Like buildProgram, but through a cache. What adapters store of a build outlives the process:
/// see core/cache/disk_store.h.
Result<cache::SharedProgram> cachedProgram(cache::ProgramCache &cache,
                                           const selection::ImageBinding &binding,
                                           const specialization::ValueBlob &blob,
                                           const std::string &options);

/// Creates a kernel of a built program.
Result<SharedKernel> createKernel(const selection::ImageBinding &binding,
                                  ur_program_handle_t program, const std::string &name);

} // namespace ursa::core::programs

// From a chosen image to programs and kernels: makes the adapter's program, sets the constants
// natively, builds.
#pragma once

#include "core/cache/program_cache.h"
#include "core/selection/image_binding.h"
#include "core/support/result.h"

#include <memory>
#include <string>

namespace ursa {

using SharedKernel = std::shared_ptr<ur_kernel_handle_t_>;

/// Makes the adapter's program of an image; not built yet.
/// @param properties what the application tells the adapter about it, or null
Result<SharedProgram> createProgram(const ImageBinding &binding,
                                    const ur_program_properties_t *properties = nullptr);

/// Hands the leaves of the blob that are not their default to urProgramSetSpecializationConstants
/// of a new program.
Result<void> flushNatively(const ImageBinding &binding, ur_program_handle_t program,
                           const ValueBlob &blob);

/// Makes and builds the program for values: natively they are built in, else they do not matter.
/// The error of a failed build holds the build log.
Result<SharedProgram> buildProgram(const ImageBinding &binding, const ValueBlob &blob,
                                   const std::string &options);

/// buildProgram through a cache, and the store of binaries where there is one.
Result<SharedProgram> cachedProgram(ProgramCache &cache, const ImageBinding &binding,
                                    const ValueBlob &blob, const std::string &options);

/// Makes a kernel of a built program.
Result<SharedKernel> createKernel(const ImageBinding &binding, ur_program_handle_t program,
                                  const std::string &name);

} // namespace ursa

// From images and devices to programs: picks the image, makes the adapter's program, flushes the
// constants natively, builds.
#pragma once

#include "core/specialization/state.h"
#include "core/support/result.h"

#include <memory>
#include <string>
#include <vector>

namespace ursa {

/// Binds the images that hold the same kernels to a device: one binding for each distinct set of
/// kernels, in the order of the images. Kernels of which no image is for the device are left out
/// when there are others. Errors as ursaBundleCreate documents.
Result<std::vector<std::shared_ptr<const ImageBinding>>>
bindImages(ur_context_handle_t context, ur_device_handle_t device,
           const std::vector<std::shared_ptr<const ImageSet>> &images,
           ursa_specialization_mode_t mode);

/// Binds a program in plain SPIR-V whose constants the context's first device specializes natively.
/// Null when there is nothing to look after: the module has no constants, is none that can be read,
/// or the device does not specialize.
Result<std::shared_ptr<const ImageBinding>> bindSpirv(ur_context_handle_t context,
                                                      std::span<const std::byte> code);

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

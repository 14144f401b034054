// Which of several images a device gets.
#pragma once

#include "core/selection/image_binding.h"
#include "core/support/result.h"

#include <memory>
#include <span>
#include <vector>

namespace ursa {

/// Whether code is SPIR-V, by its first word.
bool isSpirv(std::span<const std::byte> code);

/// Binds the images that hold the same kernels to a device: one binding for each distinct set of
/// kernels, in the order of the images. Errors as ursaBundleCreate documents.
Result<std::vector<std::shared_ptr<const ImageBinding>>>
bindImages(ur_context_handle_t context, ur_device_handle_t device,
           const std::vector<std::shared_ptr<const ImageSet>> &images,
           ursa_specialization_mode_t mode);

/// Binds a program in plain SPIR-V whose constants the context's first device specializes natively.
/// Null when there is nothing to look after: the module has no constants, is none that can be read,
/// or the device does not specialize.
Result<std::shared_ptr<const ImageBinding>> bindSpirv(ur_context_handle_t context,
                                                      std::span<const std::byte> code);

} // namespace ursa

// Chooses an image for a device.
#pragma once

#include "core/selection/image_binding.h"
#include "support/result.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ursa::core::selection {

/// Why a device cannot run kernels, by their names.
using RefusedKernels = std::map<std::string, std::string>;

/// Binds images that contain the same kernels to a device: one binding for each distinct set of
/// kernels, in the order of the images. ursaBundleCreate documents the errors.
/// @param refused receives the kernels of images that do not fit the device; null: nothing
Result<std::vector<std::shared_ptr<const ImageBinding>>>
bindImages(ur_context_handle_t context, ur_device_handle_t device,
           const std::vector<std::shared_ptr<const format::ImageSet>> &images,
           ursa_specialization_mode_t mode, RefusedKernels *refused = nullptr);

/// Binds a plain SPIR-V program whose constants the context's first device specializes natively.
/// Returns null if there is nothing to track: the module has no constants or cannot be read, or the
/// device does not specialize programs.
Result<std::shared_ptr<const ImageBinding>> bindSpirv(ur_context_handle_t context,
                                                      std::span<const std::byte> code);

} // namespace ursa::core::selection

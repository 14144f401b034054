// The result of the choice for a device: an image and the mode of its specialization constants.
#pragma once

#include "core/specialization/layout.h"
#include "format/image_set.h"

#include "ursa.h"

#include <memory>

namespace ursa::core::selection {

/// A device image on a device of a context, with the chosen mode. Immutable.
struct ImageBinding {
  ur_context_handle_t context = nullptr;
  ur_device_handle_t device = nullptr;
  std::shared_ptr<const format::ImageSet> images; ///< keeps image alive
  const format::DeviceImage *image = nullptr;
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_NONE;
  specialization::SpecLayout layout;
  /// Tiered mode: the native image; the members above describe the emulated one, with the numeric
  /// ids of the native one. Else null.
  std::shared_ptr<const ImageBinding> native;
};

} // namespace ursa::core::selection

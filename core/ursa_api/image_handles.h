// The handles behind ursa_images_handle_t.
#pragma once

#include "format/image_set.h"
#include "support/handle_set.h"

#include "ursa.h"

namespace ursa::core::ursa_api {

/// The image handles of the process. Never destroyed, because static destructors release images.
HandleSet<ursa_images_handle_t, const format::ImageSet> &imageHandles();

} // namespace ursa::core::ursa_api

// A file's device images, loaded through the C ABI.
#pragma once

#include "client/handle.h"
#include "tools/run/image_info.h"

#include <string>

namespace ursa::run {

/// Loads @p path; throws a Failure that names it.
client::ImagesHandle loadImages(const std::string &path);

/// All properties of the images.
std::vector<ImageProperties> readProperties(ursa_images_handle_t images);

} // namespace ursa::run

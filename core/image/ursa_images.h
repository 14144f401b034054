// The handle behind ursa_images_handle_t.
#pragma once

#include "core/image/image_set.h"

#include "ursa.h"

#include <atomic>
#include <memory>

struct ursa_images_handle_t_ {
  std::shared_ptr<const ursa::ImageSet> images;
  std::atomic<uint32_t> references{1};
};

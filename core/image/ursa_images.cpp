// The image functions of ursa.h.
#include "core/image/ursa_images.h"

#include "core/support/last_error.h"

#include <cstring>

using namespace ursa;

namespace {

Error nullPointer(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter '{}' is null.", name);
}

Result<void> checkHandle(ursa_images_handle_t images) {
  if (!images)
    return Error{UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter 'hImages' is null."};
  return {};
}

Result<const DeviceImage *> imageAt(ursa_images_handle_t images, uint32_t index) {
  URSA_CHECK(checkHandle(images));
  const auto &all = images->images->images();
  if (index >= all.size())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "There is no image {}; the set has {}.", index,
                     all.size());
  return &all[index];
}

} // namespace

ur_result_t ursaGetLastError(const char **ppMessage) {
  if (!ppMessage)
    return UR_RESULT_ERROR_INVALID_NULL_POINTER;
  *ppMessage = lastErrorMessage();
  return UR_RESULT_SUCCESS;
}

ur_result_t ursaImagesLoad(const char *pPath, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!pPath || !phImages)
      return nullPointer(pPath ? "phImages" : "pPath");
    URSA_TRY(auto images, ImageSet::fromFile(pPath));
    *phImages = new ursa_images_handle_t_{std::move(images)};
    return {};
  });
}

ur_result_t ursaImagesCreate(const void *pData, size_t size, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!pData || !phImages)
      return nullPointer(pData ? "phImages" : "pData");
    const auto *bytes = static_cast<const std::byte *>(pData);
    URSA_TRY(auto images, ImageSet::fromBytes(std::vector<std::byte>(bytes, bytes + size)));
    *phImages = new ursa_images_handle_t_{std::move(images)};
    return {};
  });
}

ur_result_t ursaImagesRegister(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hImages));
    registerImages(hImages->images);
    return {};
  });
}

ur_result_t ursaImagesUnregister(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hImages));
    if (!unregisterImages(hImages->images))
      return Error{UR_RESULT_ERROR_INVALID_VALUE, "The images are not registered."};
    return {};
  });
}

ur_result_t ursaImagesRetain(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hImages));
    hImages->references.fetch_add(1, std::memory_order_relaxed);
    return {};
  });
}

ur_result_t ursaImagesRelease(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hImages));
    if (hImages->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete hImages;
    return {};
  });
}

ur_result_t ursaImagesGetCount(ursa_images_handle_t hImages, uint32_t *pCount) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(hImages));
    if (!pCount)
      return nullPointer("pCount");
    *pCount = static_cast<uint32_t>(hImages->images->images().size());
    return {};
  });
}

ur_result_t ursaImagesGetInfo(ursa_images_handle_t hImages, uint32_t index,
                              ursa_image_info_t *pInfo) {
  return atBoundary([&]() -> Result<void> {
    if (!pInfo)
      return nullPointer("pInfo");
    URSA_TRY(const DeviceImage *image, imageAt(hImages, index));
    size_t properties = 0;
    for (const PropertySet &set : image->properties.sets())
      properties += set.properties.size();
    *pInfo = {image->target.c_str(), image->code.data(), image->code.size(),
              static_cast<uint32_t>(properties)};
    return {};
  });
}

ur_result_t ursaImagesGetProperty(ursa_images_handle_t hImages, uint32_t index, uint32_t property,
                                  ursa_property_t *pProperty) {
  return atBoundary([&]() -> Result<void> {
    if (!pProperty)
      return nullPointer("pProperty");
    URSA_TRY(const DeviceImage *image, imageAt(hImages, index));
    size_t position = property;
    for (const PropertySet &set : image->properties.sets()) {
      if (position < set.properties.size()) {
        const Property &found = set.properties[position];
        *pProperty = {set.name.c_str(), found.name.c_str(), found.value.data(), found.value.size()};
        return {};
      }
      position -= set.properties.size();
    }
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "Image {} has no property {}.", index,
                     property);
  });
}

// The image functions of ursa.h.
#include "core/ursa_api/image_handles.h"

#include "core/dispatch/intercepts.h"
#include "core/image/libraries.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstring>

namespace ursa::core::ursa_api {
namespace {

Error nullPointer(const char *name) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter '{}' is null.", name);
}

struct FoundImage {
  std::shared_ptr<const format::ImageSet> set; ///< keeps the image alive
  const format::DeviceImage *image;
};

Result<FoundImage> imageAt(ursa_images_handle_t images, uint32_t index) {
  URSA_TRY(auto set, imageHandles().find("hImages", images));
  const auto &all = set->images();
  if (index >= all.size())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "There is no image {}; the set has {}.", index,
                     all.size());
  return FoundImage{std::move(set), &all[index]};
}

} // namespace

HandleSet<ursa_images_handle_t, const format::ImageSet> &imageHandles() {
  static auto &handles =
      *new HandleSet<ursa_images_handle_t, const format::ImageSet>("set of images");
  return handles;
}

ur_result_t ursaImagesLoad(const char *pPath, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!pPath || !phImages)
      return nullPointer(pPath ? "phImages" : "pPath");
    URSA_TRY(auto images, format::ImageSet::fromFile(pPath));
    *phImages = imageHandles().add(std::move(images));
    return {};
  });
}

ur_result_t ursaImagesCreate(const void *pData, size_t size, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!pData || !phImages)
      return nullPointer(pData ? "phImages" : "pData");
    const auto *bytes = static_cast<const std::byte *>(pData);
    URSA_TRY(auto images, format::ImageSet::fromBytes(std::vector<std::byte>(bytes, bytes + size)));
    *phImages = imageHandles().add(std::move(images));
    return {};
  });
}

ur_result_t ursaImagesRegister(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(auto images, imageHandles().find("hImages", hImages));
    image::registerImages(std::move(images));
    return {};
  });
}

ur_result_t ursaImagesRegisterFor(ursa_images_handle_t hImages, const void *pAddress) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(auto images, imageHandles().find("hImages", hImages));
    if (!pAddress)
      return nullPointer("pAddress");
    image::registerImages(std::move(images), pAddress);
    return {};
  });
}

ur_result_t ursaImagesUnregister(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const auto images, imageHandles().find("hImages", hImages));
    if (!image::unregisterImages(images))
      return Error{UR_RESULT_ERROR_INVALID_VALUE, "The images are not registered."};
    return {};
  });
}

ur_result_t ursaImagesRetain(ursa_images_handle_t hImages) {
  return atBoundary([&] { return imageHandles().retain("hImages", hImages); });
}

ur_result_t ursaImagesRelease(ursa_images_handle_t hImages) {
  return atBoundary([&] { return imageHandles().release("hImages", hImages); });
}

ur_result_t ursaImagesGetCount(ursa_images_handle_t hImages, uint32_t *pCount) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const auto images, imageHandles().find("hImages", hImages));
    if (!pCount)
      return nullPointer("pCount");
    *pCount = static_cast<uint32_t>(images->images().size());
    return {};
  });
}

ur_result_t ursaImagesGetInfo(ursa_images_handle_t hImages, uint32_t index,
                              ursa_image_info_t *pInfo) {
  return atBoundary([&]() -> Result<void> {
    if (!pInfo)
      return nullPointer("pInfo");
    URSA_TRY(const FoundImage found, imageAt(hImages, index));
    const format::DeviceImage *image = found.image;
    size_t properties = 0;
    for (const format::PropertySet &set : image->properties)
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
    URSA_TRY(const FoundImage found, imageAt(hImages, index));
    const format::DeviceImage *image = found.image;
    size_t position = property;
    for (const format::PropertySet &set : image->properties) {
      if (position < set.properties.size()) {
        const format::Property &at = set.properties[position];
        *pProperty = {set.name.c_str(), at.name.c_str(), at.value.data(), at.value.size()};
        return {};
      }
      position -= set.properties.size();
    }
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "Image {} has no property {}.", index,
                     property);
  });
}

ur_result_t ursaLibraryFind(const void *pAddress, const char *pKernel, uint64_t *pLibrary) {
  return atBoundary([&]() -> Result<void> {
    if (!pAddress || !pLibrary)
      return nullPointer(pAddress ? "pLibrary" : "pAddress");
    *pLibrary = image::libraryAt(pAddress, pKernel ? pKernel : "");
    return {};
  });
}

ur_result_t ursaLibraryGetAll(uint32_t capacity, uint64_t *pLibraries, uint32_t *pCount) {
  return atBoundary([&]() -> Result<void> {
    const std::vector<uint64_t> all = image::librariesWithImages();
    if (pLibraries)
      std::copy_n(all.begin(), std::min<size_t>(capacity, all.size()), pLibraries);
    if (pCount)
      *pCount = static_cast<uint32_t>(all.size());
    return {};
  });
}

ur_result_t ursaLibraryGetImages(uint64_t library, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!phImages)
      return nullPointer("phImages");
    URSA_TRY(auto images, image::imagesOf(library));
    *phImages = imageHandles().add(std::move(images));
    return {};
  });
}

ur_result_t ursaLibraryGetChanges(const uint64_t **ppChanges) {
  return atBoundary([&]() -> Result<void> {
    if (!ppChanges)
      return nullPointer("ppChanges");
    *ppChanges = &image::registryChanges();
    return {};
  });
}

} // namespace ursa::core::ursa_api

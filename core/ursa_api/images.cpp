// The image functions of ursa.h.
#include "core/ursa_api/image_handles.h"

#include "core/dispatch/intercepts.h"
#include "core/image/libraries.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstring>

namespace ursa {
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

ur_result_t intercepts::ursaImagesLoad(const char *pPath, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!pPath || !phImages)
      return nullPointer(pPath ? "phImages" : "pPath");
    URSA_TRY(auto images, format::ImageSet::fromFile(pPath));
    *phImages = imageHandles().add(std::move(images));
    return {};
  });
}

ur_result_t intercepts::ursaImagesCreate(const void *pData, size_t size,
                                         ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!pData || !phImages)
      return nullPointer(pData ? "phImages" : "pData");
    const auto *bytes = static_cast<const std::byte *>(pData);
    URSA_TRY(auto images, format::ImageSet::fromBytes(std::vector<std::byte>(bytes, bytes + size)));
    *phImages = imageHandles().add(std::move(images));
    return {};
  });
}

ur_result_t intercepts::ursaImagesRegister(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(auto images, imageHandles().find("hImages", hImages));
    registerImages(std::move(images));
    return {};
  });
}

ur_result_t intercepts::ursaImagesRegisterFor(ursa_images_handle_t hImages, const void *pAddress) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(auto images, imageHandles().find("hImages", hImages));
    if (!pAddress)
      return nullPointer("pAddress");
    registerImages(std::move(images), pAddress);
    return {};
  });
}

ur_result_t intercepts::ursaImagesUnregister(ursa_images_handle_t hImages) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const auto images, imageHandles().find("hImages", hImages));
    if (!unregisterImages(images))
      return Error{UR_RESULT_ERROR_INVALID_VALUE, "The images are not registered."};
    return {};
  });
}

ur_result_t intercepts::ursaImagesRetain(ursa_images_handle_t hImages) {
  return atBoundary([&] { return imageHandles().retain("hImages", hImages); });
}

ur_result_t intercepts::ursaImagesRelease(ursa_images_handle_t hImages) {
  return atBoundary([&] { return imageHandles().release("hImages", hImages); });
}

ur_result_t intercepts::ursaImagesGetCount(ursa_images_handle_t hImages, uint32_t *pCount) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const auto images, imageHandles().find("hImages", hImages));
    if (!pCount)
      return nullPointer("pCount");
    *pCount = static_cast<uint32_t>(images->images().size());
    return {};
  });
}

ur_result_t intercepts::ursaImagesGetInfo(ursa_images_handle_t hImages, uint32_t index,
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

ur_result_t intercepts::ursaImagesGetProperty(ursa_images_handle_t hImages, uint32_t index,
                                              uint32_t property, ursa_property_t *pProperty) {
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

ur_result_t intercepts::ursaLibraryFind(const void *pAddress, const char *pKernel,
                                        uint64_t *pLibrary) {
  return atBoundary([&]() -> Result<void> {
    if (!pAddress || !pLibrary)
      return nullPointer(pAddress ? "pLibrary" : "pAddress");
    *pLibrary = libraryAt(pAddress, pKernel ? pKernel : "");
    return {};
  });
}

ur_result_t intercepts::ursaLibraryGetAll(uint32_t capacity, uint64_t *pLibraries,
                                          uint32_t *pCount) {
  return atBoundary([&]() -> Result<void> {
    const std::vector<uint64_t> all = librariesWithImages();
    if (pLibraries)
      std::copy_n(all.begin(), std::min<size_t>(capacity, all.size()), pLibraries);
    if (pCount)
      *pCount = static_cast<uint32_t>(all.size());
    return {};
  });
}

ur_result_t intercepts::ursaLibraryGetImages(uint64_t library, ursa_images_handle_t *phImages) {
  return atBoundary([&]() -> Result<void> {
    if (!phImages)
      return nullPointer("phImages");
    URSA_TRY(auto images, imagesOf(library));
    *phImages = imageHandles().add(std::move(images));
    return {};
  });
}

ur_result_t intercepts::ursaLibraryGetChanges(const uint64_t **ppChanges) {
  return atBoundary([&]() -> Result<void> {
    if (!ppChanges)
      return nullPointer("ppChanges");
    *ppChanges = &registryChanges();
    return {};
  });
}

} // namespace ursa

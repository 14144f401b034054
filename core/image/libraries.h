// The images that are registered with the process, by the program or library that they belong to.
// Two libraries may have kernels and constants of the same name: each finds its own by an address
// of its code or data.
#pragma once

#include "format/image_set.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace ursa::core::image {

/// Stands for images that were registered without a library. Libraries are numbered from 1.
inline constexpr uint64_t kNoLibrary = 0;

/// @{ Thread safe. No lock is held while the dynamic linker is asked, which may be loading a
/// library that registers its images.

/// Returns the registered image sets in the order of registration.
std::vector<std::shared_ptr<const format::ImageSet>> registeredImages();
/// Adds images of the library that has @p address in its memory; of none for a null pointer and for
/// addresses that are in no library.
void registerImages(std::shared_ptr<const format::ImageSet> images, const void *address = nullptr);
/// Returns false if the set is not registered.
bool unregisterImages(const std::shared_ptr<const format::ImageSet> &images);

/// Returns the number of the library that has @p address in its memory; kNoLibrary if it has
/// registered no images, or none with the kernel of a name that is not empty. A library whose
/// images are unregistered keeps its number, also when the same file is loaded again.
uint64_t libraryAt(const void *address, std::string_view kernel);
/// Returns the numbers of the libraries with images, in the order of registration.
std::vector<uint64_t> librariesWithImages();
/// Returns the images of a library in one set; UR_RESULT_ERROR_INVALID_VALUE if it has none.
Result<std::shared_ptr<const format::ImageSet>> imagesOf(uint64_t library);
/// Returns a count that changes when images are registered or unregistered. Read it atomically.
const uint64_t &registryChanges();
/// @}

} // namespace ursa::core::image

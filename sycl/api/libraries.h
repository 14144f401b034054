// The libraries of the process that have kernels: the program is one, too. Those of one name are
// told apart by an address of the library that launches, sets or asks.
#pragma once

#include "client/handle.h"

#include <sycl/kernel.hpp>

#include <cstdint>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Stands for all images of the process: of kernels that are in none of their library's.
inline constexpr uint64_t kAnyLibrary = 0;

/// Returns the number of the library that has an address; kAnyLibrary if it has no images, or none
/// with a kernel of a name that is not null.
uint64_t libraryOf(const void *address, const char *kernel = nullptr);

/// Returns the kernel that code of a library means by a name.
/// @param here an address of the library
KernelKey kernelOf(const char *name, const void *here);

/// The libraries with images. kAnyLibrary stands for images of none.
std::vector<uint64_t> librariesWithImages();

/// Returns the images of a library, kAnyLibrary: those of none. Throws errc::kernel_not_supported
/// if there are none.
ursa::client::ImagesHandle imagesOf(uint64_t library);

/// Tells whether images were registered or unregistered. What was found for an address of a library
/// may be that of another one then. Thread safe.
class LibraryChanges {
public:
  LibraryChanges();
  uint64_t count() const { return __atomic_load_n(count_, __ATOMIC_ACQUIRE); }

private:
  const uint64_t *count_ = nullptr;
};

} // namespace sycl::detail
} // namespace ursa_sycl

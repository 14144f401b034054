#include "sycl/api/libraries.h"

#include "sycl/api/error.h"

#include "ursa.h"

inline namespace ursa_sycl {
namespace sycl::detail {

uint64_t libraryOf(const void *address, const char *kernel) {
  uint64_t library = kAnyLibrary;
  check(ursaLibraryFind(address, kernel, &library), "Finding the library of a kernel");
  return library;
}

std::vector<uint64_t> librariesWithImages() {
  std::vector<uint64_t> all;
  uint32_t count = 0;
  do { // another thread may load a library meanwhile
    all.resize(count);
    check(ursaLibraryGetAll(count, all.data(), &count), "Listing the libraries with device images");
  } while (count > all.size());
  all.resize(count);
  return all;
}

ursa::client::ImagesHandle imagesOf(uint64_t library) {
  ursa::client::ImagesHandle images;
  check(ursaLibraryGetImages(library, images.out()), "Finding the device images of a library",
        errc::kernel_not_supported);
  return images;
}

LibraryChanges::LibraryChanges() {
  check(ursaLibraryGetChanges(&count_), "Watching the libraries with device images");
}

KernelKey kernelOf(const char *name, const void *here) { return {libraryOf(here, name), name}; }

std::shared_ptr<const KernelKey> sharedKernelOf(const char *name, const void *here) {
  return std::make_shared<const KernelKey>(kernelOf(name, here));
}

} // namespace sycl::detail
} // namespace ursa_sycl

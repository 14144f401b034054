// __sycl_register_lib and __sycl_unregister_lib, which constructors and destructors of wrapped
// images call. They add images to the process-wide registry of ursa.h, as those of the library that
// has the descriptor, and remove them. Before main there is no caller to return an error to, so
// errors go to standard error, and the program continues without the images.
#include "core/registration/descriptor.h"

#include "ursa.h"

#include <cstdio>
#include <map>
#include <mutex>

namespace ursa::core::registration {
namespace {

/// Never destroyed, because destructors of libraries unregister until the process ends.
struct Registry {
  std::mutex mutex;                                    ///< guards the members below
  std::map<const void *, ursa_images_handle_t> images; ///< by descriptor
};

Registry &registry() {
  static Registry &registry = *new Registry;
  return registry;
}

void report(const char *what, const std::string &problem) {
  std::fprintf(stderr, "ursa: Device images of the program %s: %s\n", what, problem.c_str());
}

std::string loaderProblem() {
  const char *sentence = nullptr;
  ursaGetLastError(&sentence);
  return sentence ? sentence : "?";
}

ursa_images_handle_t makeImages(const void *descriptor, std::string &problem) {
  std::vector<Image> images;
  std::string container;
  if (!readDescriptor(descriptor, images, problem) || !writeContainer(images, container, problem) ||
      images.empty())
    return nullptr;
  ursa_images_handle_t handle = nullptr;
  if (ursaImagesCreate(container.data(), container.size(), &handle) != UR_RESULT_SUCCESS) {
    problem = loaderProblem();
    return nullptr;
  }
  if (ursaImagesRegisterFor(handle, descriptor) != UR_RESULT_SUCCESS) {
    problem = loaderProblem();
    ursaImagesRelease(handle);
    return nullptr;
  }
  return handle;
}

void registerDescriptor(const void *descriptor) {
  const std::lock_guard guard(registry().mutex);
  if (registry().images.count(descriptor) != 0)
    return report("cannot be registered", "The descriptor is registered already.");
  std::string problem;
  const ursa_images_handle_t handle = makeImages(descriptor, problem);
  if (handle)
    registry().images.emplace(descriptor, handle);
  else if (!problem.empty())
    report("cannot be registered", problem);
}

void unregisterDescriptor(const void *descriptor) {
  const std::lock_guard guard(registry().mutex);
  const auto found = registry().images.find(descriptor);
  if (found == registry().images.end())
    return; // it was invalid or empty
  ursaImagesUnregister(found->second);
  ursaImagesRelease(found->second);
  registry().images.erase(found);
}

template <class Work> void atBoundary(Work &&work) {
  try {
    work();
  } catch (const std::exception &error) {
    report("cannot be handled", error.what());
  }
}

} // namespace
} // namespace ursa::core::registration

extern "C" {
[[gnu::visibility("default")]] void __sycl_register_lib(const void *descriptor);
[[gnu::visibility("default")]] void __sycl_unregister_lib(const void *descriptor);

void __sycl_register_lib(const void *descriptor) {
  ursa::core::registration::atBoundary(
      [=] { ursa::core::registration::registerDescriptor(descriptor); });
}

void __sycl_unregister_lib(const void *descriptor) {
  ursa::core::registration::atBoundary(
      [=] { ursa::core::registration::unregisterDescriptor(descriptor); });
}
}

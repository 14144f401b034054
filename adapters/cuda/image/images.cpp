#include "adapters/cuda/image/images.h"

#include "adapters/common/handle.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"

#include <utility>

namespace ursa::cuda {

void destroy(const ImageObject &object) {
  object.native->retire([object] {
    if (object.isSampled)
      (void)cu().cuTexObjectDestroy(object.handle);
    else
      (void)cu().cuSurfObjectDestroy(object.handle);
  });
}

ImageMemory::~ImageMemory() {
  if (whole || !isOwned)
    return;
  native.retire([owned = mipmap, single = array] {
    if (owned)
      (void)cu().cuMipmappedArrayDestroy(owned);
    else
      (void)cu().cuArrayDestroy(single);
  });
}

void ContextImages::add(ImageMemoryPointer memory) {
  const uintptr_t handle = memory->handle();
  const std::lock_guard guard(mutex_);
  memory_.insert_or_assign(handle, std::move(memory));
}

ImageMemoryPointer ContextImages::find(uintptr_t handle) const {
  const std::lock_guard guard(mutex_);
  const auto found = memory_.find(handle);
  return found == memory_.end() ? nullptr : found->second;
}

// The end of memory calls the driver, so it comes without the lock.
void ContextImages::remove(const ImageMemoryPointer &memory) {
  std::map<uintptr_t, ImageMemoryPointer> removed;
  const std::lock_guard guard(mutex_);
  for (auto next = memory_.begin(); next != memory_.end();) {
    const auto at = next++;
    if (at->second == memory || at->second->whole == memory)
      removed.insert(memory_.extract(at));
  }
}

void ContextImages::addObject(const ImageObject &object) {
  const std::lock_guard guard(mutex_);
  objects_.insert(object);
}

bool ContextImages::removeObject(const ImageObject &object) {
  {
    const std::lock_guard guard(mutex_);
    if (objects_.erase(object) == 0)
      return false;
  }
  destroy(object);
  return true;
}

void ContextImages::clear() {
  std::map<uintptr_t, ImageMemoryPointer> memory;
  std::set<ImageObject> objects;
  {
    const std::lock_guard guard(mutex_);
    memory.swap(memory_);
    objects.swap(objects_);
  }
  for (const ImageObject &object : objects)
    destroy(object);
}

Result<void> checkContextAndDevice(ur_context_handle_t hContext, ur_device_handle_t hDevice) {
  URSA_HANDLE(hContext);
  URSA_HANDLE(hDevice);
  return hContext->checkHas(hDevice);
}

Result<ImageMemoryPointer> findImageMemory(const ur_context_handle_t_ &context,
                                           ur_device_handle_t device, uintptr_t handle) {
  ImageMemoryPointer memory = context.images.find(handle);
  if (!memory)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{:#x} is no image memory of the context.",
                     handle);
  if (&memory->native.device != device)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The image memory {:#x} belongs to device '{}'.", handle,
                     memory->native.device.name);
  return memory;
}

} // namespace ursa::cuda

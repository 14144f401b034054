// Interoperation of buffers with memory objects of OpenCL. The memory of buffers is USM, which a
// memory object can share (clCreateBuffer with CL_MEM_USE_HOST_PTR and shared virtual memory); a
// buffer that is made of a memory object has a copy of its contents.
#include "sycl/api/error.h"
#include "sycl/api/native_handles.h"
#include "sycl/api/queue_impl.h"
#include "sycl/api/requirement.h"
#include "sycl/api/texts.h"

#include <sycl/backend.hpp>

inline namespace ursa_sycl {
namespace sycl::detail {

using ursa::runtime::DataRegion;

namespace {

/// The memory object that a buffer is made of. The buffer owns it.
class OriginalMemory {
public:
  OriginalMemory(std::shared_ptr<QueueImpl> queue, ursa::client::MemHandle memory)
      : queue_(std::move(queue)), memory_(std::move(memory)) {}
  OriginalMemory(const OriginalMemory &) = delete;
  OriginalMemory &operator=(const OriginalMemory &) = delete;
  ~OriginalMemory() {
    try {
      writeBack();
    } catch (...) {
      queue_->addError(std::current_exception());
    }
  }

  size_t bytes() const {
    size_t bytes = 0;
    check(urMemGetInfo(memory_.get(), UR_MEM_INFO_SIZE, sizeof(bytes), &bytes, nullptr),
          "Asking a memory object for its size");
    return bytes;
  }
  std::vector<std::byte> read() const {
    std::vector<std::byte> contents(bytes());
    check(urEnqueueMemBufferRead(queue_->handle(), memory_.get(), true, 0, contents.size(),
                                 contents.data(), 0, nullptr, nullptr),
          "Reading a memory object");
    return contents;
  }
  void setBuffer(const std::shared_ptr<DataRegion> &region) { region_ = region; }

private:
  void writeBack() const {
    const std::shared_ptr<DataRegion> region = region_.lock();
    if (!region || !region->wasWritten())
      return;
    for (const SharedCommand &each : region->finish(true, false))
      each->wait();
    if (const void *contents = region->contents())
      check(urEnqueueMemBufferWrite(queue_->handle(), memory_.get(), true, 0,
                                    region->grid().bytes(), contents, 0, nullptr, nullptr),
            "Writing a buffer to the memory object that it was made of");
  }

  const std::shared_ptr<QueueImpl> queue_;
  const ursa::client::MemHandle memory_;
  std::weak_ptr<DataRegion> region_;
};

/// Queues for copies, of the devices of a backend that have memory of the region.
std::vector<std::shared_ptr<QueueImpl>> queuesOf(const DataRegion &region, backend wanted) {
  std::vector<std::shared_ptr<QueueImpl>> all;
  for (const auto &each : region.deviceQueues())
    if (auto queue = std::dynamic_pointer_cast<QueueImpl>(each);
        queue && queue->device().platform().backend() == wanted)
      all.push_back(std::move(queue));
  return all;
}

} // namespace

ursa::client::MemHandle memoryObject(const QueueImpl &queue, void *memory, size_t bytes) {
  ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, memory};
  ursa::client::MemHandle object;
  check(urMemBufferCreate(queue.context().handle(),
                          UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_USE_HOST_POINTER, bytes, &properties,
                          object.out()),
        "Making a memory object of the " + std::to_string(bytes) + " bytes of a buffer on '" +
            queue.device().entry().name + "'");
  return object;
}

NativeHandle nativeOf(const ursa::client::MemHandle &memory, const QueueImpl &queue) {
  ur_native_handle_t native{};
  check(urMemGetNativeHandle(memory.get(), queue.device().handle(), &native),
        "Asking for a native handle");
  retainNative(queue.device().platform().backend(), "clRetainMemObject", native);
  return static_cast<NativeHandle>(native);
}

std::vector<NativeHandle> nativeBuffers(const std::shared_ptr<BufferImpl> &buffer, size_t offset,
                                        size_t bytes, backend wanted) {
  const auto queues = queuesOf(*buffer->region(), wanted);
  std::vector<ursa::client::MemHandle> objects;
  std::vector<NativeHandle> all;
  for (const auto &queue : queues) {
    MemoryBox box;
    box.elementSize = 1;
    box.whole[0] = box.part[0] = bytes;
    const auto requirement = makeRequirement(buffer, offset, box, true, queues.size() == 1, false);
    SharedEvent ready;
    {
      const ursa::runtime::RegionLock lock({buffer->region().get()});
      Commands waits;
      requirement->begin(*queue, waits);
      ready = queue->join("Making a buffer ready for a memory object", waits);
      requirement->end(*queue, ready);
    }
    ready->wait();
    if (wanted == backend::cuda) // memory has no objects
      all.push_back(reinterpret_cast<NativeHandle>(requirement->pointer()));
    else
      objects.push_back(memoryObject(*queue, requirement->pointer(), bytes));
  }
  for (size_t i = 0; i < objects.size(); ++i)
    all.push_back(nativeOf(objects[i], *queues[i]));
  return all;
}

std::shared_ptr<BufferImpl> makeBuffer(NativeHandle native, backend of, const context &context,
                                       const event &available, size_t &bytes) {
  requireBackend(context.get_backend(), of);
  const auto &impl = implOf(context);
  ursa::client::MemHandle memory;
  check(urMemBufferCreateWithNativeHandle(native, impl->handle(), nullptr, memory.out()),
        "Making a buffer of a native handle", errc::invalid);
  const auto original = std::make_shared<OriginalMemory>(
      transferQueue(impl, impl->devices().front()), std::move(memory));
  available.wait();
  const std::vector<std::byte> contents = original->read();
  BufferShape shape;
  shape.elements[0] = contents.size();
  shape.elementSize = 1;
  auto buffer = std::make_shared<BufferImpl>(shape, nullptr, false, contents.data(), original);
  original->setBuffer(buffer->region());
  bytes = contents.size();
  return buffer;
}

} // namespace sycl::detail
} // namespace ursa_sycl

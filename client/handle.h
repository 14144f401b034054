// Owners of C ABI handles: each owns one reference and releases it on destruction.
#pragma once

#include "ursa.h"

#include <utility>

namespace ursa::client {

template <class T, ur_result_t (*Release)(T)> class Handle {
public:
  Handle() = default;
  explicit Handle(T handle) : handle_(handle) {}
  Handle(Handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { reset(); }

  T get() const { return handle_; }

  /// The address for a function that creates a handle; releases the current handle.
  T *out() {
    reset();
    return &handle_;
  }

  void reset() {
    if (T handle = std::exchange(handle_, nullptr))
      Release(handle);
  }

private:
  T handle_ = nullptr;
};

using ContextHandle = Handle<ur_context_handle_t, urContextRelease>;
using QueueHandle = Handle<ur_queue_handle_t, urQueueRelease>;
using EventHandle = Handle<ur_event_handle_t, urEventRelease>;
using MemHandle = Handle<ur_mem_handle_t, urMemRelease>;
using ProgramHandle = Handle<ur_program_handle_t, urProgramRelease>;
using KernelHandle = Handle<ur_kernel_handle_t, urKernelRelease>;
using ImagesHandle = Handle<ursa_images_handle_t, ursaImagesRelease>;
using BundleHandle = Handle<ursa_bundle_handle_t, ursaBundleRelease>;

} // namespace ursa::client

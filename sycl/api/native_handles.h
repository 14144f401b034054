// Objects of backends, to which the caller gets a reference.
#pragma once

#include "client/handle.h"

#include <sycl/backend.hpp>

inline namespace ursa_sycl {
namespace sycl::detail {

class QueueImpl;

/// Adds a reference to an object of OpenCL with its function @p retain; nothing for other backends.
void retainNative(backend of, const char *retain, ur_native_handle_t object);

/// A memory object of the queue's context that shares memory of its device. Throws.
ursa::client::MemHandle memoryObject(const QueueImpl &queue, void *memory, size_t bytes);
/// The backend's memory object, with a reference for the caller. Throws.
NativeHandle nativeOf(const ursa::client::MemHandle &memory, const QueueImpl &queue);

} // namespace sycl::detail
} // namespace ursa_sycl

// Replaces operator new and operator delete of a program, which defines the two functions below and
// includes this file in one of its sources.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace ursa::allocation_hooks {

/// Is called before each allocation, by its thread. May throw std::bad_alloc.
void allocating(size_t bytes);
/// Is called before memory is freed, which may be null.
void freeing(const void *memory) noexcept;

inline void *allocate(size_t size, size_t alignment = 1) {
  allocating(size);
  size = size ? size : 1;
  void *memory =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(size)
          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}

inline void release(void *memory) noexcept {
  freeing(memory);
  std::free(memory);
}

} // namespace ursa::allocation_hooks

// clang's static analyzer would take what other headers allocate for leaks of malloc.
#ifndef __clang_analyzer__
void *operator new(size_t size) { return ursa::allocation_hooks::allocate(size); }
void *operator new[](size_t size) { return ursa::allocation_hooks::allocate(size); }
void *operator new(size_t size, std::align_val_t alignment) {
  return ursa::allocation_hooks::allocate(size, static_cast<size_t>(alignment));
}
void *operator new[](size_t size, std::align_val_t alignment) {
  return ursa::allocation_hooks::allocate(size, static_cast<size_t>(alignment));
}
void operator delete(void *memory) noexcept { ursa::allocation_hooks::release(memory); }
void operator delete[](void *memory) noexcept { ursa::allocation_hooks::release(memory); }
void operator delete(void *memory, size_t) noexcept { ursa::allocation_hooks::release(memory); }
void operator delete[](void *memory, size_t) noexcept { ursa::allocation_hooks::release(memory); }
void operator delete(void *memory, std::align_val_t) noexcept {
  ursa::allocation_hooks::release(memory);
}
void operator delete[](void *memory, std::align_val_t) noexcept {
  ursa::allocation_hooks::release(memory);
}
void operator delete(void *memory, size_t, std::align_val_t) noexcept {
  ursa::allocation_hooks::release(memory);
}
void operator delete[](void *memory, size_t, std::align_val_t) noexcept {
  ursa::allocation_hooks::release(memory);
}
#endif

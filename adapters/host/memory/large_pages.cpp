#include "adapters/host/memory/large_pages.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <sys/mman.h>

namespace ursa::host {
namespace {

constexpr size_t kLargePage = size_t{2} << 20;
constexpr size_t kLeastLargePages = 2;

} // namespace

void *allocateAligned(size_t alignment, size_t size) {
  const bool isLarge = size >= kLeastLargePages * kLargePage;
  if (isLarge)
    alignment = std::max(alignment, kLargePage);
  if (size > SIZE_MAX - alignment)
    return nullptr;
  void *memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  // Not the page that would be used in part. A system without large pages refuses.
  if (memory && isLarge)
    (void)madvise(memory, size / kLargePage * kLargePage, MADV_HUGEPAGE);
  return memory;
}

} // namespace ursa::host

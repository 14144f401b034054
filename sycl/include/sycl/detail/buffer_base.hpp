// Buffers as the library sees them: bytes without an element type.
#pragma once

#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace ursa::runtime {
class DataRegion;
}

inline namespace ursa_sycl {
namespace sycl {

class handler;
class property_list;
namespace buffer_allocation {
template <class T> struct descriptor;
}

namespace detail {

/// The elements of a buffer.
struct BufferShape {
  int dimensions = 1;
  size_t elements[3] = {1, 1, 1}; ///< the fastest dimension last
  size_t elementSize = 0;         ///< in bytes
  bool hasPageSize = false;       ///< otherwise the library chooses
  size_t pageSize[3] = {1, 1, 1}; ///< in elements
};

/// A buffer of bytes. The destructor blocks until no command uses the buffer, and writes back.
class URSA_SYCL_EXPORT BufferImpl {
public:
  /// @param storage memory of the caller that the buffer uses as its host memory; may be null
  /// @param isUsedByDevices kernels of the CPU may use @p storage itself
  /// @param initial contents, copied; may be null
  /// @param keepAlive what owns @p storage, or null
  BufferImpl(const BufferShape &shape, void *storage, bool isUsedByDevices, const void *initial,
             std::shared_ptr<void> keepAlive = nullptr);
  ~BufferImpl();
  BufferImpl(const BufferImpl &) = delete;
  BufferImpl &operator=(const BufferImpl &) = delete;

  const std::shared_ptr<ursa::runtime::DataRegion> &region() const { return region_; }
  /// Where the contents go at the end instead of to the memory of the caller; null for nowhere.
  void setFinalData(std::function<void(const void *)> write);
  void setWriteBack(bool isOn);

  /// @{ Memory on devices.
  /// Uses memory of the default context of a device's platform there. Throws errc::invalid.
  void adopt(const buffer_allocation::descriptor<void> &memory, bool hasContents);
  std::vector<buffer_allocation::descriptor<void>> allocations() const;
  /// Throws errc::invalid if there is none.
  buffer_allocation::descriptor<void> allocation(const void *memory) const;
  /// Throws errc::invalid, too.
  void setOwned(const void *memory, bool isOwned);
  /// @}

private:
  friend struct BufferEnd;
  void writeBack();
  bool finish(bool isHostUpdated, bool areAdoptedUpdated);

  const std::shared_ptr<ursa::runtime::DataRegion> region_;
  const bool hasStorage_; ///< of the caller
  std::shared_ptr<void> keepAlive_;
  std::function<void(const void *)> write_;
  bool isWrittenBack_ = true;
  bool hasFinalData_ = false;    ///< setFinalData was called
  bool isAdoptedUpdated_ = true; ///< contents are brought to memory that was adopted
};

/// Makes a buffer with its properties.
/// @param storage, initial, keepAlive as for the constructor
URSA_SYCL_EXPORT std::shared_ptr<BufferImpl> makeBuffer(const BufferShape &shape,
                                                        const property_list &properties,
                                                        void *storage, const void *initial,
                                                        std::shared_ptr<void> keepAlive);

/// Has the memory of later buffers on the host be USM, which takes longer to allocate. Returns
/// true.
URSA_SYCL_EXPORT bool allocateUsmForBuffers();
#ifndef __SYCL_DEVICE_ONLY__
/// Programs that disown memory of buffers may release it as USM; others have no instance.
template <class Element> inline const bool isMemoryReleased = allocateUsmForBuffers();
#endif

/// A box of elements, which may be a part of a larger one: what a copy reads or writes.
struct MemoryBox {
  std::shared_ptr<Requirement> requirement; ///< the buffer; null for memory of the host
  void *memory = nullptr;                   ///< of the host
  size_t elementSize = 0;                   ///< in bytes
  int dimensions = 1;
  size_t whole[3] = {1, 1, 1}; ///< elements in memory, the fastest dimension last
  size_t part[3] = {1, 1, 1};
  size_t first[3] = {0, 0, 0};
};

/// @{ The memory that an accessor uses, for a command or for the host.
/// @param offset of the buffer in that which it is a part of, in bytes
URSA_SYCL_EXPORT std::shared_ptr<Requirement>
makeRequirement(const std::shared_ptr<BufferImpl> &buffer, size_t offset, const MemoryBox &box,
                bool reads, bool writes, bool isForHostTask);
URSA_SYCL_EXPORT void require(handler &group, const std::shared_ptr<Requirement> &requirement);
/// Blocks; the access ends with the last copy of what is returned.
URSA_SYCL_EXPORT std::shared_ptr<void> beginHostAccess(const std::shared_ptr<BufferImpl> &buffer,
                                                       size_t offset, const MemoryBox &box,
                                                       bool reads, bool writes, void **memory);
/// Throws errc::invalid if elements are not in a buffer.
URSA_SYCL_EXPORT void checkRange(const char *what, int dimension, size_t first, size_t count,
                                 size_t whole);
/// @}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

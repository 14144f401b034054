// The class buffer: memory that commands share, copied to where it is used (SYCL 2020, 4.7.2).
#pragma once

#include <sycl/access.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/buffer_allocations.hpp>
#include <sycl/detail/buffer_base.hpp>
#include <sycl/id.hpp>

#include <iterator>
#include <memory>
#include <mutex>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <typename T> using buffer_allocator = std::allocator<T>;

template <typename T, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;
template <typename T, int Dimensions, access_mode Mode> class host_accessor;

namespace property::buffer {
class use_mutex {
public:
  use_mutex(std::mutex &mutex) : mutex_(&mutex) {}
  std::mutex *get_mutex_ptr() const { return mutex_; }

private:
  std::mutex *mutex_;
};
class context_bound {
public:
  context_bound(context bound) : context_(bound) {}
  context get_context() const { return context_; }

private:
  context context_;
};
/// The page size of AdaptiveCpp's ACPP_EXT_BUFFER_PAGE_SIZE: the unit of copies and of conflicts
/// between accessors, in elements. Each number must be 1 or more.
template <int Dimensions> class AdaptiveCpp_page_size {
public:
  AdaptiveCpp_page_size(const range<Dimensions> &pageSize) : size_(pageSize) {}
  range<Dimensions> get_page_size() const { return size_; }

private:
  range<Dimensions> size_;
};
template <int Dimensions> using hipSYCL_page_size = AdaptiveCpp_page_size<Dimensions>;
/// @{ AdaptiveCpp's ACPP_EXT_EXPLICIT_BUFFER_POLICIES: whether a buffer is in the memory that it is
/// made of, copies its contents there at the end, and blocks at its end (buffer_policies.hpp).
#define URSA_SYCL_POLICY(NAME, OLD_NAME)                                                           \
  struct NAME {                                                                                    \
    NAME(bool isOn) : toggle(isOn) {}                                                              \
    bool toggle;                                                                                   \
  };                                                                                               \
  using OLD_NAME = NAME;
URSA_SYCL_POLICY(AdaptiveCpp_buffer_uses_external_storage, hipSYCL_buffer_uses_external_storage)
URSA_SYCL_POLICY(AdaptiveCpp_buffer_writes_back, hipSYCL_buffer_writes_back)
URSA_SYCL_POLICY(AdaptiveCpp_buffer_destructor_blocks, hipSYCL_buffer_destructor_blocks)
#undef URSA_SYCL_POLICY
/// @}
} // namespace property::buffer
namespace property::buffer {
/// A channel of the memory of an FPGA (sycl_ext_intel_mem_channel_property). Has no effect.
class mem_channel {
public:
  explicit mem_channel(std::uint32_t channel) : channel_(channel) {}
  std::uint32_t get_channel() const { return channel_; }

private:
  std::uint32_t channel_;
};
} // namespace property::buffer
namespace ext::oneapi::property::buffer {
/// Has no effect: memory for copies is pinned where the device gains by it.
class use_pinned_host_memory {};
} // namespace ext::oneapi::property::buffer
template <int Dimensions>
struct is_property<property::buffer::AdaptiveCpp_page_size<Dimensions>> : std::true_type {};
#define URSA_SYCL_POLICY(NAME)                                                                     \
  template <> struct is_property<property::buffer::NAME> : std::true_type {};
URSA_SYCL_POLICY(AdaptiveCpp_buffer_uses_external_storage)
URSA_SYCL_POLICY(AdaptiveCpp_buffer_writes_back)
URSA_SYCL_POLICY(AdaptiveCpp_buffer_destructor_blocks)
#undef URSA_SYCL_POLICY
template <> struct is_property<property::buffer::use_host_ptr> : std::true_type {};
template <> struct is_property<property::buffer::use_mutex> : std::true_type {};
template <> struct is_property<property::buffer::mem_channel> : std::true_type {};
template <>
struct is_property<ext::oneapi::property::buffer::use_pinned_host_memory> : std::true_type {};
template <> struct is_property<property::buffer::context_bound> : std::true_type {};

namespace detail {
/// Copies the contents of a buffer to where an iterator points; nowhere for a null pointer.
template <typename T, typename Iterator> class FinalCopy {
public:
  FinalCopy(Iterator destination, size_t count) : destination_(destination), count_(count) {}
  void operator()(const void *contents) const {
    if constexpr (std::is_pointer_v<Iterator>)
      if (!destination_)
        return;
    const T *from = static_cast<const T *>(contents);
    Iterator to = destination_;
    for (size_t i = 0; i < count_; ++i, ++to)
      *to = from[i];
  }

private:
  Iterator destination_;
  size_t count_;
};
/// Copies the contents of a buffer to where a shared pointer points; nowhere for a null one.
template <typename T, typename Pointer> class FinalCopyToShared {
public:
  FinalCopyToShared(Pointer destination, size_t count)
      : destination_(std::move(destination)), count_(count) {}
  void operator()(const void *contents) const {
    FinalCopy<T, T *>(destination_.get(), count_)(contents);
  }

private:
  Pointer destination_;
  size_t count_;
};
template <typename T, typename Element> class FinalCopyToWeak {
public:
  FinalCopyToWeak(std::weak_ptr<Element> destination, size_t count)
      : destination_(std::move(destination)), count_(count) {}
  void operator()(const void *contents) const {
    FinalCopyToShared<T, std::shared_ptr<Element>>(destination_.lock(), count_)(contents);
  }

private:
  std::weak_ptr<Element> destination_;
  size_t count_;
};
/// Passes the contents of a part of a buffer to another copy.
template <typename Copy> class FinalCopyOfPart {
public:
  FinalCopyOfPart(Copy copy, size_t offset) : copy_(std::move(copy)), offset_(offset) {}
  void operator()(const void *contents) const {
    copy_(static_cast<const std::byte *>(contents) + offset_);
  }

private:
  Copy copy_;
  size_t offset_; ///< in bytes
};
/// The function that copies `count` elements of a buffer to a destination of
/// buffer::set_final_data.
template <typename T, typename Iterator> auto finalCopyTo(Iterator destination, size_t count) {
  if constexpr (std::is_same_v<Iterator, void *>)
    return FinalCopy<T, T *>(static_cast<T *>(destination), count);
  else
    return FinalCopy<T, Iterator>(destination, count);
}
template <typename T, typename Element>
auto finalCopyTo(std::shared_ptr<Element> destination, size_t count) {
  return FinalCopyToShared<T, std::shared_ptr<Element>>(std::move(destination), count);
}
template <typename T, typename Element>
auto finalCopyTo(std::weak_ptr<Element> destination, size_t count) {
  return FinalCopyToWeak<T, Element>(std::move(destination), count);
}
} // namespace detail

/// Copies are the same buffer. The destructor of the last one blocks until its commands are
/// complete, and writes the contents back to the memory that it was made of, unless that is const.
template <typename T, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<T>>, typename Enable = void>
class buffer {
  template <typename Iterator>
  using EnableIterator =
      std::enable_if_t<Dimensions == 1 && !std::is_same_v<std::decay_t<Iterator>, range<1>>,
                       typename std::iterator_traits<Iterator>::iterator_category>;

public:
  using value_type = T;
  using reference = value_type &;
  using const_reference = const value_type &;
  using allocator_type = AllocatorT;

  buffer(const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(extent, AllocatorT(), properties) {}
  buffer(const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, allocator, properties, nullptr, nullptr) {}

  buffer(T *hostData, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(hostData, extent, AllocatorT(), properties) {}
  buffer(T *hostData, const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, allocator, properties, std::is_const_v<T> ? nullptr : mutableOf(hostData),
               std::is_const_v<T> ? hostData : nullptr) {}
  template <typename U = T, class = std::enable_if_t<!std::is_const_v<U>>>
  buffer(const T *hostData, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(extent, AllocatorT(), properties, nullptr, hostData) {}
  template <typename U = T, class = std::enable_if_t<!std::is_const_v<U>>>
  buffer(const T *hostData, const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, allocator, properties, nullptr, hostData) {}

  template <typename Container, int N = Dimensions,
            class = std::enable_if_t<
                N == 1 &&
                std::is_convertible_v<decltype(std::data(std::declval<Container &>())), const T *>>,
            class = decltype(std::size(std::declval<Container &>()))>
  buffer(Container &container, AllocatorT allocator, const property_list &properties = {})
      : buffer(std::data(container), range<1>(std::size(container)), allocator, properties) {}
  template <typename Container, int N = Dimensions,
            class = std::enable_if_t<
                N == 1 &&
                std::is_convertible_v<decltype(std::data(std::declval<Container &>())), const T *>>,
            class = decltype(std::size(std::declval<Container &>()))>
  buffer(Container &container, const property_list &properties = {})
      : buffer(std::data(container), range<1>(std::size(container)), AllocatorT(), properties) {}

  /// @{ Shared memory: written back while the caller has it, too.
  buffer(const std::shared_ptr<T> &hostData, const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, allocator, properties,
               std::is_const_v<T> ? nullptr : mutableOf(hostData.get()),
               std::is_const_v<T> ? hostData.get() : nullptr,
               std::const_pointer_cast<std::remove_const_t<T>>(hostData)) {}
  buffer(const std::shared_ptr<T> &hostData, const range<Dimensions> &extent,
         const property_list &properties = {})
      : buffer(hostData, extent, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<T[]> &hostData, const range<Dimensions> &extent,
         AllocatorT allocator, const property_list &properties = {})
      : buffer(std::shared_ptr<T>(hostData, hostData.get()), extent, allocator, properties) {}
  buffer(const std::shared_ptr<T[]> &hostData, const range<Dimensions> &extent,
         const property_list &properties = {})
      : buffer(hostData, extent, AllocatorT(), properties) {}
  /// @}

  /// @{ Contents of iterators, which are not written back.
  template <class Iterator, class = EnableIterator<Iterator>>
  buffer(Iterator first, Iterator last, AllocatorT allocator, const property_list &properties = {})
      : buffer(range<1>(static_cast<size_t>(std::distance(first, last))), allocator, properties,
               nullptr, std::vector<std::remove_const_t<T>>(first, last).data()) {}
  template <class Iterator, class = EnableIterator<Iterator>>
  buffer(Iterator first, Iterator last, const property_list &properties = {})
      : buffer(first, last, AllocatorT(), properties) {}
  /// @}

  /// @{ Of unified shared memory (ACPP_EXT_BUFFER_USM_INTEROP), which must outlive the buffer
  /// unless the buffer owns it. Contents are not brought there at the end.
  buffer(const std::vector<buffer_allocation::tracked_descriptor<T>> &memory,
         const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, allocator, properties, nullptr, nullptr) {
    for (const buffer_allocation::tracked_descriptor<T> &each : memory)
      impl_->adopt({mutableOf(each.desc.ptr), each.desc.dev, each.desc.is_owned}, each.is_recent);
  }
  buffer(const std::vector<buffer_allocation::tracked_descriptor<T>> &memory,
         const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(memory, extent, AllocatorT(), properties) {}
  /// @}

  /// A part of another buffer, which must be contiguous in memory.
  buffer(buffer &whole, const id<Dimensions> &first, const range<Dimensions> &extent)
      : impl_(whole.impl_), extent_(extent), allocator_(whole.allocator_),
        properties_(whole.properties_), isPart_(true) {
    if (whole.isPart_)
      throw exception(make_error_code(errc::invalid),
                      "A sub-buffer cannot be made of a sub-buffer.");
    for (int i = 0; i < Dimensions; ++i)
      detail::checkRange("A sub-buffer", i, first[i], extent[i], whole.extent_[i]);
    // Behind the first dimension with more than one element, all are complete.
    bool isInner = false;
    for (int i = 0; i < Dimensions; ++i) {
      if (isInner && extent[i] != whole.extent_[i])
        throw exception(make_error_code(errc::invalid),
                        "The elements of a sub-buffer are not contiguous in its buffer.");
      isInner = isInner || extent[i] > 1;
    }
    offset_ = detail::linear(first, whole.extent_) * sizeof(T);
  }

  range<Dimensions> get_range() const { return extent_; }
  size_t size() const noexcept { return extent_.size(); }
  [[deprecated("use size()")]] size_t get_count() const { return size(); }
  size_t byte_size() const noexcept { return size() * sizeof(T); }
  [[deprecated("use byte_size()")]] size_t get_size() const { return byte_size(); }
  AllocatorT get_allocator() const { return allocator_; }
  bool is_sub_buffer() const { return isPart_; }
  template <typename Property> bool has_property() const noexcept {
    return properties_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties_.template get_property<Property>();
  }

  /// @{ The memory of the buffer on devices (ACPP_EXT_BUFFER_USM_INTEROP), from when a command uses
  /// the buffer there. A part of a buffer has that of its buffer. Of several contexts of a device,
  /// the first that used the buffer counts.
  template <class Handler> void for_each_allocation(Handler &&visit) const {
    for (const buffer_allocation::descriptor<void> &each : impl_->allocations())
      visit(descriptorOf(each));
  }
  /// Returns null if there is none.
  T *get_pointer(const device &of) const {
    for (const buffer_allocation::descriptor<void> &each : impl_->allocations())
      if (each.dev == of)
        return static_cast<T *>(each.ptr);
    return nullptr;
  }
  bool has_allocation(const device &of) const { return get_pointer(of) != nullptr; }
  /// @}
  /// @{ Throw errc::invalid if there is none.
  buffer_allocation::descriptor<T> get_allocation(const device &of) const {
    return descriptorOf(impl_->allocation(get_pointer(of)));
  }
  buffer_allocation::descriptor<T> get_allocation(const T *memory) const {
    return descriptorOf(impl_->allocation(memory));
  }
  /// @}
  /// @{ Whether the end of the buffer releases the memory. Throw errc::invalid if there is none, or
  /// if it is no unified shared memory of its own.
  void own_allocation(const device &of) { impl_->setOwned(get_pointer(of), true); }
  void own_allocation(const T *memory) { impl_->setOwned(memory, true); }
  void disown_allocation(const device &of) { disown_allocation(get_pointer(of)); }
  void disown_allocation([[maybe_unused]] const T *memory) {
#ifndef __SYCL_DEVICE_ONLY__
    (void)&detail::isMemoryReleased<T>;
    impl_->setOwned(memory, false);
#endif
  }
  /// @}

  /// With a handler, SYCL 1.2.1's host_buffer is for host tasks.
  template <access_mode Mode = access_mode::read_write, target Target = target::device>
  accessor<T, Dimensions, Mode, Target == target::host_buffer ? target::host_task : Target,
           access::placeholder::false_t>
  get_access(handler &group) {
    return {*this, group};
  }
  template <access_mode Mode = access_mode::read_write, target Target = target::device>
  accessor<T, Dimensions, Mode, Target == target::host_buffer ? target::host_task : Target,
           access::placeholder::false_t>
  get_access(handler &group, range<Dimensions> extent, id<Dimensions> first = {}) {
    return {*this, group, extent, first};
  }
  /// @{ SYCL 1.2.1's access from the host.
  template <access_mode Mode>
  [[deprecated("use host_accessor")]] accessor<T, Dimensions, Mode, target::host_buffer,
                                               access::placeholder::false_t>
  get_access() {
    return {*this};
  }
  template <access_mode Mode>
  [[deprecated("use host_accessor")]] accessor<T, Dimensions, Mode, target::host_buffer,
                                               access::placeholder::false_t>
  get_access(range<Dimensions> extent, id<Dimensions> first = {}) {
    return {*this, extent, first};
  }
  /// @}
  template <typename... Arguments> auto get_access(Arguments &&...arguments) {
    return accessor{*this, std::forward<Arguments>(arguments)...};
  }
  template <typename... Arguments> auto get_host_access(Arguments &&...arguments) {
    return host_accessor{*this, std::forward<Arguments>(arguments)...};
  }

  /// Where the contents go at the end, instead of to the memory that the buffer was made of: an
  /// output iterator, a weak or shared pointer (which may point to an array), or nullptr for
  /// nowhere. A buffer, its parts and its reinterpretations have one destination, that which is set
  /// last; it gets the elements of that on which it is set.
  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    if constexpr (std::is_null_pointer_v<Destination>)
      impl_->setFinalData(nullptr);
    else
      impl_->setFinalData(
          detail::FinalCopyOfPart(detail::finalCopyTo<T>(destination, size()), offset_));
  }
  /// Whether the contents go to their destination at the end. Memory that the buffer was made of
  /// and that is not the destination is left as it is, except by accesses of the host before, and
  /// with the property use_host_ptr, with which it is the memory of the buffer.
  void set_write_back(bool isOn = true) { impl_->setWriteBack(isOn); }

  /// The same memory with elements of another type.
  template <typename U, int OtherDimensions>
  buffer<U, OtherDimensions,
         typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>>
  reinterpret(range<OtherDimensions> extent) const {
    if (extent.size() * sizeof(U) != byte_size())
      throw exception(make_error_code(errc::invalid),
                      "A buffer of " + std::to_string(byte_size()) +
                          " bytes cannot be reinterpreted as one of " +
                          std::to_string(extent.size() * sizeof(U)) + ".");
    return {impl_, extent, offset_, isPart_, properties_};
  }
  template <typename U, int OtherDimensions = Dimensions,
            class = std::enable_if_t<OtherDimensions == 1 ||
                                     (OtherDimensions == Dimensions && sizeof(U) == sizeof(T))>>
  auto reinterpret() const {
    if constexpr (OtherDimensions == Dimensions && sizeof(U) == sizeof(T))
      return reinterpret<U, Dimensions>(extent_);
    else
      return reinterpret<U, 1>(range<1>(byte_size() / sizeof(U)));
  }

  /// An order of objects and of references to them (sycl_ext_oneapi_weak_object).
  template <class Other> bool ext_oneapi_owner_before(const Other &other) const noexcept {
    return detail::OwnerOrder::isBefore(*this, other);
  }
  friend bool operator==(const buffer &a, const buffer &b) {
    return a.impl_ == b.impl_ && a.offset_ == b.offset_ && a.extent_ == b.extent_;
  }
  friend bool operator!=(const buffer &a, const buffer &b) { return !(a == b); }

private:
  friend struct detail::Access;
  template <typename, int, typename, typename> friend class buffer;
  template <typename, int, access_mode, target, access::placeholder> friend class accessor;
  template <typename, int, access_mode> friend class host_accessor;

  buffer(const range<Dimensions> &extent, AllocatorT allocator, const property_list &properties,
         void *storage, const void *initial, std::shared_ptr<void> keepAlive = nullptr)
      : impl_(detail::makeBuffer(shapeOf(extent, properties), properties, storage, initial,
                                 std::move(keepAlive))),
        extent_(extent), allocator_(allocator), properties_(properties) {}
  buffer(std::shared_ptr<detail::BufferImpl> impl, const range<Dimensions> &extent, size_t offset,
         bool isPart, const property_list &properties)
      : impl_(std::move(impl)), extent_(extent), properties_(properties), offset_(offset),
        isPart_(isPart) {}
  static detail::BufferShape shapeOf(const range<Dimensions> &extent,
                                     const property_list &properties) {
    using PageSize = property::buffer::AdaptiveCpp_page_size<Dimensions>;
    detail::BufferShape shape;
    shape.dimensions = Dimensions;
    shape.elementSize = sizeof(T);
    shape.hasPageSize = properties.has_property<PageSize>();
    for (int i = 0; i < Dimensions; ++i) {
      shape.elements[i] = extent[i];
      if (shape.hasPageSize)
        shape.pageSize[i] = properties.get_property<PageSize>().get_page_size()[i];
    }
    return shape;
  }
  static buffer_allocation::descriptor<T>
  descriptorOf(const buffer_allocation::descriptor<void> &of) {
    return {static_cast<T *>(of.ptr), of.dev, of.is_owned};
  }
  static void *mutableOf(const void *pointer) { return const_cast<void *>(pointer); }

  std::shared_ptr<detail::BufferImpl> impl_;
  range<Dimensions> extent_;
  AllocatorT allocator_;
  property_list properties_;
  size_t offset_ = 0; ///< in bytes
  bool isPart_ = false;
};

template <class Iterator, class AllocatorT>
buffer(Iterator, Iterator, AllocatorT, const property_list & = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, AllocatorT>;
template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
buffer(Iterator, Iterator, const property_list & = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class T, int Dimensions>
buffer(const T *, const range<Dimensions> &, const property_list & = {}) -> buffer<T, Dimensions>;
template <class T, int Dimensions, class AllocatorT>
buffer(const T *, const range<Dimensions> &, AllocatorT, const property_list & = {})
    -> buffer<T, Dimensions, AllocatorT>;
template <class Container, class = decltype(std::data(std::declval<Container &>()))>
buffer(Container &, const property_list & = {}) -> buffer<typename Container::value_type, 1>;
template <class Container, class AllocatorT,
          class = decltype(std::data(std::declval<Container &>()))>
buffer(Container &, AllocatorT, const property_list & = {})
    -> buffer<typename Container::value_type, 1, AllocatorT>;

// ---- which objects take which properties

template <typename T, int Dimensions, typename AllocatorT, typename Enable>
struct is_property_of<property::buffer::use_host_ptr, buffer<T, Dimensions, AllocatorT, Enable>>
    : std::true_type {};
template <typename T, int Dimensions, typename AllocatorT, typename Enable>
struct is_property_of<property::buffer::use_mutex, buffer<T, Dimensions, AllocatorT, Enable>>
    : std::true_type {};
template <typename T, int Dimensions, typename AllocatorT, typename Enable>
struct is_property_of<ext::oneapi::property::buffer::use_pinned_host_memory,
                      buffer<T, Dimensions, AllocatorT, Enable>> : std::true_type {};
template <typename T, int Dimensions, typename AllocatorT, typename Enable>
struct is_property_of<property::buffer::context_bound, buffer<T, Dimensions, AllocatorT, Enable>>
    : std::true_type {};
template <typename T, int Dimensions, typename AllocatorT, typename Enable>
struct is_property_of<property::buffer::AdaptiveCpp_page_size<Dimensions>,
                      buffer<T, Dimensions, AllocatorT, Enable>> : std::true_type {};
#define URSA_SYCL_POLICY(NAME)                                                                     \
  template <typename T, int Dimensions, typename AllocatorT, typename Enable>                      \
  struct is_property_of<property::buffer::NAME, buffer<T, Dimensions, AllocatorT, Enable>>         \
      : std::true_type {};
URSA_SYCL_POLICY(AdaptiveCpp_buffer_uses_external_storage)
URSA_SYCL_POLICY(AdaptiveCpp_buffer_writes_back)
URSA_SYCL_POLICY(AdaptiveCpp_buffer_destructor_blocks)
URSA_SYCL_POLICY(mem_channel)
#undef URSA_SYCL_POLICY
template <typename T, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
struct is_property_of<property::no_init, accessor<T, Dimensions, Mode, Target, IsPlaceholder>>
    : std::true_type {};
template <typename T, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_accessor<T, Dimensions, Mode>> : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl

template <typename T, int Dimensions, typename AllocatorT>
struct std::hash<sycl::buffer<T, Dimensions, AllocatorT>> {
  std::size_t operator()(const sycl::buffer<T, Dimensions, AllocatorT> &object) const {
    return std::hash<const void *>()(sycl::detail::implOf(object).get());
  }
};

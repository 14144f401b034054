// The class host_accessor: what the host does with a buffer (SYCL 2020, 4.7.6.10).
#pragma once

#include <sycl/accessor.hpp>

inline namespace ursa_sycl {
namespace sycl {

/// The constructor blocks until the contents are valid on the host. Commands that use the buffer
/// begin after the last copy is destroyed.
template <typename T, int Dimensions = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_accessor
    : public detail::AccessorData<host_accessor<T, Dimensions, Mode>, T, Dimensions, Mode> {
  using Data = detail::AccessorData<host_accessor, T, Dimensions, Mode>;
  static constexpr int kRank = Dimensions == 0 ? 1 : Dimensions;
  template <typename U>
  using EnableBuffer =
      std::enable_if_t<std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>>>;

public:
  using Data::operator=;
  host_accessor() = default;
  template <typename U, typename A, class = EnableBuffer<U>>
  host_accessor(buffer<U, kRank, A> &of, const property_list &properties = {}) {
    connect(of, of.get_range(), {}, properties);
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U>,
            class = detail::EnableTag<Tag>>
  host_accessor(buffer<U, kRank, A> &of, Tag, const property_list &properties = {})
      : host_accessor(of, properties) {}
  template <typename U, typename A, class = EnableBuffer<U>>
  host_accessor(buffer<U, kRank, A> &of, range<kRank> extent,
                const property_list &properties = {}) {
    connect(of, extent, {}, properties);
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U>,
            class = detail::EnableTag<Tag>>
  host_accessor(buffer<U, kRank, A> &of, range<kRank> extent, Tag,
                const property_list &properties = {})
      : host_accessor(of, extent, properties) {}
  template <typename U, typename A, class = EnableBuffer<U>>
  host_accessor(buffer<U, kRank, A> &of, range<kRank> extent, id<kRank> first,
                const property_list &properties = {}) {
    connect(of, extent, first, properties);
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U>,
            class = detail::EnableTag<Tag>>
  host_accessor(buffer<U, kRank, A> &of, range<kRank> extent, id<kRank> first, Tag,
                const property_list &properties = {})
      : host_accessor(of, extent, first, properties) {}
  /// From one that may write to one that reads.
  template <typename U, access_mode OtherMode,
            class = std::enable_if_t<
                std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>> &&
                Mode == access_mode::read && !(std::is_same_v<T, U> && OtherMode == Mode)>>
  host_accessor(const host_accessor<U, Dimensions, OtherMode> &other)
      : memory_(other.memory_), access_(other.access_), hasNoInit_(other.hasNoInit_) {
    this->copyShape(other);
  }

  template <typename Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && hasNoInit_;
  }
  template <typename Property> Property get_property() const {
    if (!has_property<Property>())
      throw exception(make_error_code(errc::invalid), "The accessor has no such property.");
    return Property();
  }

  void swap(host_accessor &other) { std::swap(*this, other); }
  /// An order of objects and of references to them (sycl_ext_oneapi_weak_object).
  template <class Other> bool ext_oneapi_owner_before(const Other &other) const noexcept {
    return detail::OwnerOrder::isBefore(*this, other);
  }
  friend bool operator==(const host_accessor &a, const host_accessor &b) {
    return a.access_ == b.access_ && a.memory_ == b.memory_;
  }
  friend bool operator!=(const host_accessor &a, const host_accessor &b) { return !(a == b); }

private:
  friend Data;
  friend struct detail::Access;
  friend struct std::hash<host_accessor>;
  template <typename, int, access_mode> friend class host_accessor;
  void *memory() const { return memory_; }

  template <typename U, typename A>
  void connect([[maybe_unused]] buffer<U, kRank, A> &of,
               [[maybe_unused]] const range<kRank> &extent, [[maybe_unused]] const id<kRank> &first,
               [[maybe_unused]] const property_list &properties) {
#ifndef __SYCL_DEVICE_ONLY__
    for (int i = 0; i < kRank; ++i)
      detail::checkRange("A host_accessor", i, first[i], extent[i], of.get_range()[i]);
    if (Mode == access_mode::read && properties.template has_property<property::no_init>())
      throw exception(make_error_code(errc::invalid),
                      "A host_accessor that reads cannot have the property no_init.");
    this->setShape(extent, of.get_range(), first);
    detail::MemoryBox box;
    box.elementSize = sizeof(T);
    this->fillBox(box);
    const bool keeps =
        detail::modeKeeps(Mode) && !properties.template has_property<property::no_init>();
    access_ = detail::beginHostAccess(of.impl_, of.offset_, box, keeps, detail::modeWrites(Mode),
                                      &memory_);
    memory_ = static_cast<std::byte *>(memory_) + of.offset_;
    hasNoInit_ = properties.template has_property<property::no_init>();
#endif
  }

  void *memory_ = nullptr;
  std::shared_ptr<void> access_; ///< its end is the end of the access
  bool hasNoInit_ = false;
};

/// SYCL 1.2.1's accessor of the host.
template <typename T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::host_buffer, IsPlaceholder>
    : public host_accessor<T, Dimensions, Mode> {
public:
  using host_accessor<T, Dimensions, Mode>::host_accessor;
  accessor(const host_accessor<T, Dimensions, Mode> &same)
      : host_accessor<T, Dimensions, Mode>(same) {}
  static constexpr bool is_placeholder() { return false; }
  [[deprecated("use size()")]] size_t get_count() const { return this->size(); }
  [[deprecated("use byte_size()")]] size_t get_size() const { return this->byte_size(); }
};

template <typename T, int D, access_mode M>
accessor(host_accessor<T, D, M>) -> accessor<T, D, M, target::host_buffer>;

template <typename T, int D, typename A>
host_accessor(buffer<T, D, A> &, const property_list & = {}) -> host_accessor<T, D>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
host_accessor(buffer<T, D, A> &, Tag, const property_list & = {})
    -> host_accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                     detail::TaggedAccessor<T, Tag>::mode>;
template <typename T, int D, typename A>
host_accessor(buffer<T, D, A> &, range<D>, const property_list & = {}) -> host_accessor<T, D>;
template <typename T, int D, typename A>
host_accessor(buffer<T, D, A> &, range<D>, id<D>, const property_list & = {})
    -> host_accessor<T, D>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
host_accessor(buffer<T, D, A> &, range<D>, Tag, const property_list & = {})
    -> host_accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                     detail::TaggedAccessor<T, Tag>::mode>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
host_accessor(buffer<T, D, A> &, range<D>, id<D>, Tag, const property_list & = {})
    -> host_accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                     detail::TaggedAccessor<T, Tag>::mode>;

} // namespace sycl
} // namespace ursa_sycl

template <typename T, int D, sycl::access_mode M> struct std::hash<sycl::host_accessor<T, D, M>> {
  std::size_t operator()(const sycl::host_accessor<T, D, M> &object) const {
    return std::hash<const void *>()(object.access_.get());
  }
};
template <typename T, int D, sycl::access_mode M, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, sycl::target::host_buffer, P>>
    : std::hash<sycl::host_accessor<T, D, M>> {};

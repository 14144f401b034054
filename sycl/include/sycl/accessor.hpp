// The class accessor: what a command does with a buffer (SYCL 2020, 4.7.6.9).
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/detail/accessor_data.hpp>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>

inline namespace ursa_sycl {
namespace sycl {

template <typename T, int Dimensions = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
          target Target = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t>
class accessor : public detail::AccessorBase,
                 public detail::AccessorData<accessor<T, Dimensions, Mode, Target, IsPlaceholder>,
                                             T, Dimensions, Mode> {
  using Data = detail::AccessorData<accessor, T, Dimensions, Mode>;
  static constexpr int kRank = Dimensions == 0 ? 1 : Dimensions;
  template <typename AllocatorT> using Buffer = buffer<std::remove_const_t<T>, kRank, AllocatorT>;
  template <typename U, typename AllocatorT>
  using EnableBuffer =
      std::enable_if_t<std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>>>;

public:
  using Data::operator=;
  accessor() = default;

  /// @{ Of a whole buffer, or of the part that begins at an index. Without a handler, the accessor
  /// is a placeholder, which handler::require takes.
  template <typename U, typename A, class = EnableBuffer<U, A>>
  accessor(buffer<U, kRank, A> &of, const property_list &properties = {}) {
    connect(of, of.get_range(), {}, properties);
  }
  template <typename U, typename A, class = EnableBuffer<U, A>>
  accessor(buffer<U, kRank, A> &of, handler &group, const property_list &properties = {}) {
    connect(of, of.get_range(), {}, properties);
    detail::require(group, requirementOf());
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U, A>,
            class = detail::EnableTag<Tag>>
  accessor(buffer<U, kRank, A> &of, Tag, const property_list &properties = {})
      : accessor(of, properties) {}
  template <typename U, typename A, typename Tag, class = EnableBuffer<U, A>,
            class = detail::EnableTag<Tag>>
  accessor(buffer<U, kRank, A> &of, handler &group, Tag, const property_list &properties = {})
      : accessor(of, group, properties) {}
  template <typename U, typename A, class = EnableBuffer<U, A>>
  accessor(buffer<U, kRank, A> &of, range<kRank> extent, const property_list &properties = {}) {
    connect(of, extent, {}, properties);
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U, A>,
            class = detail::EnableTag<Tag>>
  accessor(buffer<U, kRank, A> &of, range<kRank> extent, Tag,
           const property_list &properties = {}) {
    connect(of, extent, {}, properties);
  }
  template <typename U, typename A, class = EnableBuffer<U, A>>
  accessor(buffer<U, kRank, A> &of, range<kRank> extent, id<kRank> first,
           const property_list &properties = {}) {
    connect(of, extent, first, properties);
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U, A>,
            class = detail::EnableTag<Tag>>
  accessor(buffer<U, kRank, A> &of, range<kRank> extent, id<kRank> first, Tag,
           const property_list &properties = {}) {
    connect(of, extent, first, properties);
  }
  template <typename U, typename A, class = EnableBuffer<U, A>>
  accessor(buffer<U, kRank, A> &of, handler &group, range<kRank> extent,
           const property_list &properties = {}) {
    connect(of, extent, {}, properties);
    detail::require(group, requirementOf());
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U, A>,
            class = detail::EnableTag<Tag>>
  accessor(buffer<U, kRank, A> &of, handler &group, range<kRank> extent, Tag,
           const property_list &properties = {})
      : accessor(of, group, extent, properties) {}
  template <typename U, typename A, class = EnableBuffer<U, A>>
  accessor(buffer<U, kRank, A> &of, handler &group, range<kRank> extent, id<kRank> first,
           const property_list &properties = {}) {
    connect(of, extent, first, properties);
    detail::require(group, requirementOf());
  }
  template <typename U, typename A, typename Tag, class = EnableBuffer<U, A>,
            class = detail::EnableTag<Tag>>
  accessor(buffer<U, kRank, A> &of, handler &group, range<kRank> extent, id<kRank> first, Tag,
           const property_list &properties = {})
      : accessor(of, group, extent, first, properties) {}
  /// @}

  /// From an accessor that may write to one that reads, or to another variant.
  template <typename U, access_mode OtherMode, access::placeholder Other,
            class = std::enable_if_t<
                std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>> &&
                (Mode == access_mode::read || (std::is_same_v<T, U> && OtherMode == Mode)) &&
                !(std::is_same_v<T, U> && OtherMode == Mode && Other == IsPlaceholder)>>
  accessor(const accessor<U, Dimensions, OtherMode, Target, Other> &other)
      : detail::AccessorBase(other), hasNoInit_(other.hasNoInit_) {
    this->copyShape(other);
  }

  /// A pointer on the host; on devices a multi_ptr, which converts to one.
  auto get_pointer() const noexcept {
    if constexpr (Target == target::constant_buffer)
      return constant_ptr<std::remove_const_t<T>>(
          const_cast<std::remove_const_t<T> *>(Data::get_pointer()));
    else if constexpr (Target == target::device)
      return this->template get_multi_ptr<access::decorated::legacy>();
    else
      return Data::get_pointer();
  }

  /// An order of objects and of references to them (sycl_ext_oneapi_weak_object).
  template <class Other> bool ext_oneapi_owner_before(const Other &other) const noexcept {
    return detail::OwnerOrder::isBefore(*this, other);
  }

  bool is_placeholder() const {
#ifdef __SYCL_DEVICE_ONLY__
    return false;
#else
    return isPlaceholder_;
#endif
  }

  template <typename Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && hasNoInit_;
  }
  template <typename Property> Property get_property() const {
    if (!has_property<Property>())
      throw exception(make_error_code(errc::invalid), "The accessor has no such property.");
    return Property();
  }

  void swap(accessor &other) {
    accessor kept = *this;
    *this = other;
    other = kept;
  }
  friend bool operator==(const accessor &a, const accessor &b) {
#ifdef __SYCL_DEVICE_ONLY__
    return a.data == b.data;
#else
    return a.requirement == b.requirement;
#endif
  }
  friend bool operator!=(const accessor &a, const accessor &b) { return !(a == b); }

private:
  friend Data;
  friend class handler;
  friend class interop_handle;
  template <typename, int, access_mode, target, access::placeholder> friend class accessor;

  /// The first element of the buffer: in kernels their argument, in host tasks the host's memory.
  void *memory() const {
#ifdef __SYCL_DEVICE_ONLY__
    return this->data;
#else
    return this->requirement ? this->pointer() : nullptr;
#endif
  }

  template <typename U, typename A>
  void connect([[maybe_unused]] buffer<U, kRank, A> &of, const range<kRank> &extent,
               const id<kRank> &first, [[maybe_unused]] const property_list &properties) {
    this->setShape(extent, of.get_range(), first);
#ifndef __SYCL_DEVICE_ONLY__
    for (int i = 0; i < kRank; ++i)
      detail::checkRange("An accessor", i, first[i], extent[i], of.get_range()[i]);
    if (Mode == access_mode::read && properties.has_property<property::no_init>())
      throw exception(make_error_code(errc::invalid),
                      "An accessor that reads cannot have the property no_init.");
    const bool keeps = detail::modeKeeps(Mode) && !properties.has_property<property::no_init>();
    this->requirement = detail::makeRequirement(
        of.impl_, of.offset_, box(), keeps, detail::modeWrites(Mode), Target == target::host_task);
    isPlaceholder_ = true;
    hasNoInit_ = properties.has_property<property::no_init>();
#endif
  }
  std::shared_ptr<detail::Requirement> requirementOf() {
#ifdef __SYCL_DEVICE_ONLY__
    return nullptr;
#else
    isPlaceholder_ = false;
    return this->requirement;
#endif
  }

#ifndef __SYCL_DEVICE_ONLY__
  detail::MemoryBox box() const {
    detail::MemoryBox box;
    box.requirement = this->requirement;
    box.elementSize = sizeof(T);
    this->fillBox(box);
    return box;
  }
#endif

  bool isPlaceholder_ = detail::isPlaceholder(IsPlaceholder);
  bool hasNoInit_ = false;
};

#define URSA_SYCL_VARIANT(VARIANT)                                                                 \
  template <class T, int Dimensions = 1,                                                           \
            access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,   \
            target Target = target::device>                                                        \
  using VARIANT##_accessor = accessor<T, Dimensions, Mode, Target, accessor_variant::VARIANT>;
URSA_SYCL_VARIANT(raw)
URSA_SYCL_VARIANT(ranged)
URSA_SYCL_VARIANT(unranged)
URSA_SYCL_VARIANT(ranged_placeholder)
URSA_SYCL_VARIANT(unranged_placeholder)
#undef URSA_SYCL_VARIANT

namespace detail {
template <typename T, typename Tag> struct TaggedAccessor;
template <typename T, access_mode Mode> struct TaggedAccessor<T, mode_tag_t<Mode>> {
  using Element = std::conditional_t<Mode == access_mode::read, const T, T>;
  static constexpr access_mode mode = Mode;
  static constexpr target where = target::device;
};
template <typename T, access_mode Mode, target Target>
struct TaggedAccessor<T, mode_target_tag_t<Mode, Target>> {
  using Element = std::conditional_t<Mode == access_mode::read, const T, T>;
  static constexpr access_mode mode = Mode;
  static constexpr target where = Target;
};
template <typename T, int Dimensions, typename Tag>
using AccessorFor = accessor<typename TaggedAccessor<T, Tag>::Element, Dimensions,
                             TaggedAccessor<T, Tag>::mode, TaggedAccessor<T, Tag>::where>;
} // namespace detail

template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, const property_list & = {}) -> accessor<T, D>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, handler &, const property_list & = {}) -> accessor<T, D>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
accessor(buffer<T, D, A> &, Tag, const property_list & = {})
    -> accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                detail::TaggedAccessor<T, Tag>::mode, detail::TaggedAccessor<T, Tag>::where>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
accessor(buffer<T, D, A> &, handler &, Tag, const property_list & = {})
    -> accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                detail::TaggedAccessor<T, Tag>::mode, detail::TaggedAccessor<T, Tag>::where>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, range<D>, const property_list & = {}) -> accessor<T, D>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, range<D>, id<D>, const property_list & = {}) -> accessor<T, D>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
accessor(buffer<T, D, A> &, range<D>, Tag, const property_list & = {})
    -> accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                detail::TaggedAccessor<T, Tag>::mode, detail::TaggedAccessor<T, Tag>::where>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
accessor(buffer<T, D, A> &, range<D>, id<D>, Tag, const property_list & = {})
    -> accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                detail::TaggedAccessor<T, Tag>::mode, detail::TaggedAccessor<T, Tag>::where>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, handler &, range<D>, const property_list & = {}) -> accessor<T, D>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, handler &, range<D>, id<D>, const property_list & = {})
    -> accessor<T, D>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
accessor(buffer<T, D, A> &, handler &, range<D>, Tag, const property_list & = {})
    -> accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                detail::TaggedAccessor<T, Tag>::mode, detail::TaggedAccessor<T, Tag>::where>;
template <typename T, int D, typename A, typename Tag, class = detail::EnableTag<Tag>>
accessor(buffer<T, D, A> &, handler &, range<D>, id<D>, Tag, const property_list & = {})
    -> accessor<typename detail::TaggedAccessor<T, Tag>::Element, D,
                detail::TaggedAccessor<T, Tag>::mode, detail::TaggedAccessor<T, Tag>::where>;

template <typename T, int D, access_mode M, target W, access::placeholder P>
void handler::require(accessor<T, D, M, W, P> placeholder) {
#ifndef __SYCL_DEVICE_ONLY__
  detail::require(*this, placeholder.requirement);
#else
  (void)placeholder;
#endif
}

namespace detail {

/// Dense memory of the host with as many elements as a box.
inline MemoryBox hostBoxLike(const MemoryBox &box, const void *memory) {
  MemoryBox host;
  host.memory = const_cast<void *>(memory);
  host.elementSize = box.elementSize;
  host.dimensions = box.dimensions;
  for (int i = 0; i < 3; ++i)
    host.whole[i] = host.part[i] = box.part[i];
  return host;
}

/// A command group function that copies, for the shortcuts of queues.
template <class Source, class Destination> class SubmitCopy {
public:
  SubmitCopy(const Source &source, const Destination &destination)
      : source_(source), destination_(destination) {}
  void operator()(handler &group) const {
    bind(group, source_);
    bind(group, destination_);
    group.copy(source_, destination_);
  }

private:
  template <typename T, int D, access_mode M, target W, access::placeholder P>
  static void bind(handler &group, const accessor<T, D, M, W, P> &of) {
    group.require(of);
  }
  template <class Memory> static void bind(handler & /*group*/, const Memory & /*memory*/) {}

  const Source &source_;
  const Destination &destination_;
};

template <class Accessor> class SubmitUpdate {
public:
  explicit SubmitUpdate(const Accessor &of) : of_(of) {}
  void operator()(handler &group) const {
    group.require(of_);
    group.update_host(of_);
  }

private:
  const Accessor &of_;
};

template <class Accessor, class T> class SubmitFill {
public:
  SubmitFill(const Accessor &destination, const T &pattern)
      : destination_(destination), pattern_(pattern) {}
  void operator()(handler &group) const {
    group.require(destination_);
    group.fill(destination_, pattern_);
  }

private:
  const Accessor &destination_;
  const T &pattern_;
};

} // namespace detail

// The device pass has no commands.
#ifdef __SYCL_DEVICE_ONLY__
#define URSA_SYCL_ON_HOST(...)
#else
#define URSA_SYCL_ON_HOST(...) __VA_ARGS__
#endif

template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
void handler::copy([[maybe_unused]] accessor<T, D, M, W, P> source,
                   [[maybe_unused]] std::shared_ptr<U> destination) {
  static_assert(detail::modeReads(M), "The accessor that is copied must read.");
  URSA_SYCL_ON_HOST(const detail::MemoryBox box = source.box();
                    setCopy(detail::hostBoxLike(box, destination.get()), box, destination);)
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
void handler::copy([[maybe_unused]] std::shared_ptr<U> source,
                   [[maybe_unused]] accessor<T, D, M, W, P> destination) {
  static_assert(detail::modeWrites(M), "The accessor that is copied to must write.");
  URSA_SYCL_ON_HOST(const detail::MemoryBox box = destination.box();
                    setCopy(box, detail::hostBoxLike(box, source.get()), source);)
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
void handler::copy([[maybe_unused]] accessor<T, D, M, W, P> source,
                   [[maybe_unused]] U *destination) {
  static_assert(detail::modeReads(M), "The accessor that is copied must read.");
  static_assert(!std::is_const_v<U>, "The memory that is copied to must not be const.");
  URSA_SYCL_ON_HOST(const detail::MemoryBox box = source.box();
                    setCopy(detail::hostBoxLike(box, destination), box, nullptr);)
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
void handler::copy([[maybe_unused]] const U *source,
                   [[maybe_unused]] accessor<T, D, M, W, P> destination) {
  static_assert(detail::modeWrites(M), "The accessor that is copied to must write.");
  URSA_SYCL_ON_HOST(const detail::MemoryBox box = destination.box();
                    setCopy(box, detail::hostBoxLike(box, source), nullptr);)
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U, int D2,
          access_mode M2, target W2, access::placeholder P2>
void handler::copy([[maybe_unused]] accessor<T, D, M, W, P> source,
                   [[maybe_unused]] accessor<U, D2, M2, W2, P2> destination) {
  static_assert(detail::modeReads(M), "The accessor that is copied must read.");
  static_assert(detail::modeWrites(M2), "The accessor that is copied to must write.");
  URSA_SYCL_ON_HOST(setCopy(destination.box(), source.box(), nullptr);)
}
template <typename T, int D, access_mode M, target W, access::placeholder P>
void handler::update_host([[maybe_unused]] accessor<T, D, M, W, P> of) {
  URSA_SYCL_ON_HOST(setUpdate(of.box());)
}
template <typename T, int D, access_mode M, target W, access::placeholder P>
void handler::update([[maybe_unused]] accessor<T, D, M, W, P> of) {
  URSA_SYCL_ON_HOST(setDeviceUpdate(of.box());)
}
template <typename T, int D, access_mode M, target W, access::placeholder P>
void handler::fill([[maybe_unused]] accessor<T, D, M, W, P> destination,
                   [[maybe_unused]] const detail::NotDeduced<T> &pattern) {
  static_assert(detail::modeWrites(M), "The accessor that is filled must write.");
  URSA_SYCL_ON_HOST(setFill(destination.box(), &pattern);)
}
#undef URSA_SYCL_ON_HOST

template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
event queue::copy(accessor<T, D, M, W, P> source, std::shared_ptr<U> destination) {
  return submit(detail::SubmitCopy(source, destination));
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
event queue::copy(std::shared_ptr<U> source, accessor<T, D, M, W, P> destination) {
  return submit(detail::SubmitCopy(source, destination));
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
event queue::copy(accessor<T, D, M, W, P> source, U *destination) {
  return submit(detail::SubmitCopy(source, destination));
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U>
event queue::copy(const U *source, accessor<T, D, M, W, P> destination) {
  return submit(detail::SubmitCopy(source, destination));
}
template <typename T, int D, access_mode M, target W, access::placeholder P, typename U, int D2,
          access_mode M2, target W2, access::placeholder P2>
event queue::copy(accessor<T, D, M, W, P> source, accessor<U, D2, M2, W2, P2> destination) {
  return submit(detail::SubmitCopy(source, destination));
}
template <typename T, int D, access_mode M, target W, access::placeholder P>
event queue::update_host(accessor<T, D, M, W, P> of) {
  return submit(detail::SubmitUpdate(of));
}
template <typename T, int D, access_mode M, target W, access::placeholder P>
event queue::fill(accessor<T, D, M, W, P> destination, const detail::NotDeduced<T> &pattern) {
  return submit(detail::SubmitFill<accessor<T, D, M, W, P>, T>(destination, pattern));
}

} // namespace sycl
} // namespace ursa_sycl

template <typename T, int D, sycl::access_mode M, sycl::target W, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, W, P>> {
  std::size_t operator()([[maybe_unused]] const sycl::accessor<T, D, M, W, P> &object) const {
#ifdef __SYCL_DEVICE_ONLY__
    return 0;
#else
    return std::hash<const void *>()(object.requirement.get());
#endif
  }
};

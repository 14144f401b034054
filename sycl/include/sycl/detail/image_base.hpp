// What the classes of images have in common: memory, shape, properties.
#pragma once

#include <sycl/access.hpp>
#include <sycl/buffer.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/image_shape.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

using image_allocator = std::allocator<std::byte>;

namespace property::image {
class use_host_ptr {};
class use_mutex {
public:
  use_mutex(std::mutex &mutex) : mutex_(&mutex) {}
  std::mutex *get_mutex_ptr() const { return mutex_; }

private:
  std::mutex *mutex_;
};
class context_bound {
public:
  context_bound(context bound) : context_(std::move(bound)) {}
  context get_context() const { return context_; }

private:
  context context_;
};
} // namespace property::image
template <> struct is_property<property::image::use_host_ptr> : std::true_type {};
template <> struct is_property<property::image::use_mutex> : std::true_type {};
template <> struct is_property<property::image::context_bound> : std::true_type {};

namespace detail {

/// The type of the elements that a destination of set_final_data takes: bytes where it does not
/// say.
template <class Destination, class = void> struct DestinationElement { using type = std::byte; };
template <class Destination>
struct DestinationElement<Destination,
                          std::void_t<typename Destination::container_type::value_type>> {
  using type = typename Destination::container_type::value_type;
};
template <class T> struct DestinationElement<T *> {
  using type = std::conditional_t<std::is_void_v<T>, std::byte, T>;
};
template <class T> struct DestinationElement<std::shared_ptr<T>> : DestinationElement<T *> {};
template <class T> struct DestinationElement<std::weak_ptr<T>> : DestinationElement<T *> {};
template <class Iterator>
struct DestinationElement<
    Iterator,
    std::enable_if_t<!std::is_void_v<typename std::iterator_traits<Iterator>::value_type> &&
                     !std::is_pointer_v<Iterator>>> {
  using type = typename std::iterator_traits<Iterator>::value_type;
};

/// @{ A destination of bytes for one that has no type.
template <class Destination> Destination withElements(Destination destination) {
  return destination;
}
inline std::byte *withElements(void *memory) { return static_cast<std::byte *>(memory); }
inline std::shared_ptr<std::byte> withElements(const std::shared_ptr<void> &memory) {
  return std::static_pointer_cast<std::byte>(memory);
}
inline std::weak_ptr<std::byte> withElements(const std::weak_ptr<void> &memory) {
  return std::static_pointer_cast<std::byte>(memory.lock());
}
/// @}

/// The pitch of an image that has rows; another type where it has none.
template <int Dimensions> using ImagePitch = range<Dimensions == 1 ? 1 : Dimensions - 1>;

/// Copies are the same image. The destructor of the last one blocks until its commands are
/// complete, and writes the contents back.
template <int Dimensions, class AllocatorT> class ImageBase {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "an image has 1, 2 or 3 dimensions");

public:
  using allocator_type = AllocatorT;

  range<Dimensions> get_range() const { return extent_; }
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>> range<D - 1> get_pitch() const {
    if constexpr (D == 2)
      return {shape_.rowPitch};
    else
      return {shape_.rowPitch, shape_.slicePitch};
  }
  size_t size() const noexcept { return extent_.size(); }
  size_t byte_size() const noexcept {
    if constexpr (Dimensions == 1)
      return imageBytes(shape_);
    else if constexpr (Dimensions == 2)
      return extent_[1] * shape_.rowPitch;
    else
      return extent_[2] * shape_.slicePitch;
  }
  AllocatorT get_allocator() const { return allocator_; }
  template <class Property> bool has_property() const noexcept {
    return properties_.template has_property<Property>();
  }
  template <class Property> Property get_property() const {
    return properties_.template get_property<Property>();
  }

  friend bool operator==(const ImageBase &a, const ImageBase &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const ImageBase &a, const ImageBase &b) { return !(a == b); }

protected:
  friend class ImageAccessor;
  friend class HostImageAccessor;
  friend struct ImageHash;

  ImageBase(image_channel_order order, image_channel_type type, const range<Dimensions> &extent,
            const ImagePitch<Dimensions> *pitch, const AllocatorT &allocator,
            const property_list &properties, void *storage, const void *initial,
            std::shared_ptr<void> keepAlive)
      : extent_(extent), allocator_(allocator), properties_(properties) {
    size_t extents[3] = {1, 1, 1}, pitches[2] = {0, 0};
    for (int i = 0; i < Dimensions; ++i)
      extents[i] = extent[i];
    for (int i = 0; pitch && i < Dimensions - 1; ++i)
      pitches[i] = (*pitch)[i];
    shape_ = makeImageShape(Dimensions, extents, pitch ? pitches : nullptr, order, type);
    impl_ =
        makeImageMemory(shape_, storage, properties.has_property<property::image::use_host_ptr>(),
                        initial, std::move(keepAlive));
  }

  template <class Destination> void setFinalData(Destination destination) {
    using Element = typename DestinationElement<Destination>::type;
    const size_t bytes = imageBytes(shape_);
    if constexpr (std::is_null_pointer_v<Destination>)
      impl_->setFinalData(nullptr);
    else
      impl_->setFinalData(
          finalCopyTo<Element>(withElements(std::move(destination)), bytes / sizeof(Element)));
  }
  void setWriteBack(bool isOn) { impl_->setWriteBack(isOn); }

  std::shared_ptr<BufferImpl> impl_;
  ImageShape shape_;

private:
  range<Dimensions> extent_;
  AllocatorT allocator_;
  property_list properties_;
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

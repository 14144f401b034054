// What accessors of images have in common.
#pragma once

#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/image_base.hpp>
#include <sycl/detail/image_pixels.hpp>
#include <sycl/handler.hpp>

#include <cstddef>
#include <memory>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

inline size_t pixelCount(const ImageShape &shape) {
  return static_cast<size_t>(shape.extent[0]) * static_cast<size_t>(shape.extent[1]) *
         static_cast<size_t>(shape.extent[2]);
}

/// @{ Pixels by coordinates in the types of a program.
template <class Data, int Dimensions, class Coordinates>
Data readImage(const ImageShape &shape, const void *memory, const Coordinates &coordinates) {
  using Color = ColorOf<std::remove_const_t<Data>>;
  const ImageCoordinates<int, Dimensions> place(coordinates);
  return Color::from(readPixel<typename Color::Channel>(shape, memory, place.values));
}
template <class Data, int Dimensions, class Coordinates>
Data sampleImage(const ImageShape &shape, const void *memory, const image_sampler &sampler,
                 const Coordinates &coordinates) {
  using Color = ColorOf<std::remove_const_t<Data>>;
  const ImageCoordinates<float, Dimensions> place(coordinates);
  return Color::from(
      samplePixel<typename Color::Channel, Dimensions>(shape, memory, sampler, place.values));
}
template <class Data, int Dimensions, class Coordinates>
void writeImage(const ImageShape &shape, void *memory, const Coordinates &coordinates,
                const Data &color) {
  const ImageCoordinates<int, Dimensions> place(coordinates);
  writePixel(shape, memory, place.values, ColorOf<std::remove_const_t<Data>>::to(color));
}
/// @}

template <class Property> Property propertyIf(bool isThere) {
  if (!isThere)
    throw exception(make_error_code(errc::invalid), "The accessor has no such property.");
  return Property();
}

/// An image in a command. The base is what compilers and the library know of an accessor.
class ImageAccessor : public AccessorBase {
public:
  size_t size() const noexcept { return pixelCount(shape_); }
  friend bool operator==(const ImageAccessor &a, const ImageAccessor &b) {
#ifdef __SYCL_DEVICE_ONLY__
    return a.data == b.data;
#else
    return a.requirement == b.requirement;
#endif
  }
  friend bool operator!=(const ImageAccessor &a, const ImageAccessor &b) { return !(a == b); }

protected:
  ImageAccessor() = default;
  template <class Image>
  ImageAccessor(Image &of, handler &group, access_mode mode, bool hasNoInit, bool isForHostTask)
      : shape_(of.shape_) {
    connect(of.impl_, group, modeKeeps(mode) && !hasNoInit, modeWrites(mode), isForHostTask);
  }
  void *memory() const {
#ifdef __SYCL_DEVICE_ONLY__
    return this->data;
#else
    return this->pointer();
#endif
  }

  ImageShape shape_;

private:
  void connect([[maybe_unused]] const std::shared_ptr<BufferImpl> &image,
               [[maybe_unused]] handler &group, [[maybe_unused]] bool keeps,
               [[maybe_unused]] bool writes, [[maybe_unused]] bool isForHostTask) {
#ifndef __SYCL_DEVICE_ONLY__
    this->requirement = makeImageRequirement(image, shape_, keeps, writes, isForHostTask);
    require(group, this->requirement);
#endif
  }
};

/// An image on the host, until the last copy is destroyed.
class HostImageAccessor {
public:
  size_t size() const noexcept { return pixelCount(shape_); }
  friend bool operator==(const HostImageAccessor &a, const HostImageAccessor &b) {
    return a.access_ == b.access_;
  }
  friend bool operator!=(const HostImageAccessor &a, const HostImageAccessor &b) {
    return !(a == b);
  }

protected:
  HostImageAccessor() = default;
  template <class Image>
  HostImageAccessor(Image &of, access_mode mode, bool hasNoInit) : shape_(of.shape_) {
    access_ = beginImageHostAccess(of.impl_, shape_, modeKeeps(mode) && !hasNoInit,
                                   modeWrites(mode), &memory_);
  }
  void *memory() const { return memory_; }

  ImageShape shape_;

private:
  friend struct ImageHash;
  void *memory_ = nullptr;
  std::shared_ptr<void> access_;
};

/// The base of std::hash of images and their accessors.
struct ImageHash {
  template <int D, class A> size_t operator()(const ImageBase<D, A> &image) const {
    return std::hash<const void *>()(image.impl_.get());
  }
  size_t operator()([[maybe_unused]] const ImageAccessor &accessor) const {
#ifdef __SYCL_DEVICE_ONLY__
    return 0;
#else
    return std::hash<const void *>()(accessor.requirement.get());
#endif
  }
  size_t operator()(const HostImageAccessor &accessor) const {
    return std::hash<const void *>()(accessor.access_.get());
  }
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

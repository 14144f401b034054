// Images, samplers and their accessors of SYCL 1.2.1 (4.7.2.4, 4.7.6.11 and 4.7.8), which programs
// still use.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/backend/opencl_types.hpp>
#include <sycl/detail/image_accessor.hpp>
#include <sycl/detail/image_base.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
template <class T, int Dimensions, access_mode Mode, class Base> class LegacyImageAccess;
}

/// A color of images of half precision.
using cl_half4 = vec<opencl::cl_half, 4>;

/// How a kernel samples an image.
class sampler {
public:
  sampler(coordinate_normalization_mode coordinate, addressing_mode addressing,
          filtering_mode filtering, const property_list & /*properties*/ = {})
      : how_{addressing, coordinate, filtering} {}
  addressing_mode get_addressing_mode() const { return how_.addressing; }
  filtering_mode get_filtering_mode() const { return how_.filtering; }
  coordinate_normalization_mode get_coordinate_normalization_mode() const {
    return how_.coordinate;
  }
  friend bool operator==(const sampler &a, const sampler &b) {
    return a.how_.addressing == b.how_.addressing && a.how_.coordinate == b.how_.coordinate &&
           a.how_.filtering == b.how_.filtering;
  }
  friend bool operator!=(const sampler &a, const sampler &b) { return !(a == b); }

private:
  template <class, int, access_mode, class> friend class detail::LegacyImageAccess;
  image_sampler how_;
};

/// An image that commands read, sample and write.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class image : public detail::ImageBase<Dimensions, AllocatorT> {
  using Order = image_channel_order;
  using Type = image_channel_type;
  using Extent = range<Dimensions>;
  using Properties = property_list;
  template <class T, access_mode Mode, target Target>
  using Accessor = accessor<T, Dimensions, Mode, Target, access::placeholder::false_t>;

public:
  /// @{ Pixels of const memory are not written back.
  image(Order order, Type type, const Extent &extent, const Properties &properties = {})
      : image(order, type, extent, AllocatorT(), properties) {}
  image(Order order, Type type, const Extent &extent, AllocatorT allocator,
        const Properties &properties = {})
      : image(nullptr, nullptr, nullptr, order, type, extent, nullptr, allocator, properties) {}
  image(void *pixels, Order order, Type type, const Extent &extent,
        const Properties &properties = {})
      : image(pixels, order, type, extent, AllocatorT(), properties) {}
  image(void *pixels, Order order, Type type, const Extent &extent, AllocatorT allocator,
        const Properties &properties = {})
      : image(pixels, nullptr, nullptr, order, type, extent, nullptr, allocator, properties) {}
  image(const void *pixels, Order order, Type type, const Extent &extent,
        const Properties &properties = {})
      : image(pixels, order, type, extent, AllocatorT(), properties) {}
  image(const void *pixels, Order order, Type type, const Extent &extent, AllocatorT allocator,
        const Properties &properties = {})
      : image(nullptr, pixels, nullptr, order, type, extent, nullptr, allocator, properties) {}
  image(const std::shared_ptr<void> &pixels, Order order, Type type, const Extent &extent,
        const Properties &properties = {})
      : image(pixels, order, type, extent, AllocatorT(), properties) {}
  image(const std::shared_ptr<void> &pixels, Order order, Type type, const Extent &extent,
        AllocatorT allocator, const Properties &properties = {})
      : image(pixels.get(), nullptr, pixels, order, type, extent, nullptr, allocator, properties) {}
  /// @}

  /// @{ With the distances of rows and slices in bytes.
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  image(Order order, Type type, const Extent &extent, const range<D - 1> &pitch,
        const Properties &properties = {})
      : image(order, type, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  image(Order order, Type type, const Extent &extent, const range<D - 1> &pitch,
        AllocatorT allocator, const Properties &properties = {})
      : image(nullptr, nullptr, nullptr, order, type, extent, &pitch, allocator, properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  image(void *pixels, Order order, Type type, const Extent &extent, const range<D - 1> &pitch,
        const Properties &properties = {})
      : image(pixels, order, type, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  image(void *pixels, Order order, Type type, const Extent &extent, const range<D - 1> &pitch,
        AllocatorT allocator, const Properties &properties = {})
      : image(pixels, nullptr, nullptr, order, type, extent, &pitch, allocator, properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  image(const std::shared_ptr<void> &pixels, Order order, Type type, const Extent &extent,
        const range<D - 1> &pitch, const Properties &properties = {})
      : image(pixels, order, type, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  image(const std::shared_ptr<void> &pixels, Order order, Type type, const Extent &extent,
        const range<D - 1> &pitch, AllocatorT allocator, const Properties &properties = {})
      : image(pixels.get(), nullptr, pixels, order, type, extent, &pitch, allocator, properties) {}
  /// @}

  [[deprecated("use size()")]] size_t get_count() const { return this->size(); }
  [[deprecated("use byte_size()")]] size_t get_size() const { return this->byte_size(); }

  template <class T, access_mode Mode> Accessor<T, Mode, target::image> get_access(handler &group) {
    return {*this, group};
  }
  template <class T, access_mode Mode> Accessor<T, Mode, target::host_image> get_access() {
    return {*this};
  }
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    this->setFinalData(std::move(destination));
  }
  void set_write_back(bool isOn = true) { this->setWriteBack(isOn); }

private:
  image(void *pixels, const void *initial, std::shared_ptr<void> owner, Order order, Type type,
        const Extent &extent, const detail::ImagePitch<Dimensions> *pitch,
        const AllocatorT &allocator, const Properties &properties)
      : detail::ImageBase<Dimensions, AllocatorT>(order, type, extent, pitch, allocator, properties,
                                                  pixels, initial, std::move(owner)) {}
};

namespace detail {

/// What accessors of images have on the host and in commands.
/// @tparam Base has shape_ and memory()
template <class T, int Dimensions, access_mode Mode, class Base>
class LegacyImageAccess : public Base {
  using Color = std::remove_const_t<T>;
  template <access_mode M> using EnableRead = std::enable_if_t<modeReads(M)>;
  template <access_mode M> using EnableWrite = std::enable_if_t<modeWrites(M)>;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;

  static constexpr bool is_placeholder() { return false; }
  range<Dimensions> get_range() const { return rangeOf(std::make_index_sequence<Dimensions>()); }
  [[deprecated("use size()")]] size_t get_count() const { return this->size(); }

  /// Coordinates are int, int2 or int4.
  template <class Coordinates, access_mode M = Mode, class = EnableRead<M>>
  Color read(const Coordinates &coordinates) const {
    return readImage<Color, Dimensions>(this->shape_, this->memory(), coordinates);
  }
  /// Coordinates are int or float, or vectors of two or four.
  template <class Coordinates, access_mode M = Mode, class = EnableRead<M>>
  Color read(const Coordinates &coordinates, const sampler &how) const {
    return sampleImage<Color, Dimensions>(this->shape_, this->memory(), how.how_, coordinates);
  }
  template <class Coordinates, access_mode M = Mode, class = EnableWrite<M>>
  void write(const Coordinates &coordinates, const Color &color) const {
    writeImage<Color, Dimensions>(this->shape_, this->memory(), coordinates, color);
  }

protected:
  using Base::Base;

private:
  template <size_t... I> range<Dimensions> rangeOf(std::index_sequence<I...>) const {
    return {static_cast<size_t>(this->shape_.extent[I])...};
  }
};

/// A layer of an image in a kernel.
class ImageLayer {
public:
  ImageLayer(const ImageShape &shape, void *memory) : shape_(shape), memory_(memory) {}
  size_t size() const noexcept { return pixelCount(shape_); }

protected:
  void *memory() const { return memory_; }
  ImageShape shape_;

private:
  void *memory_;
};

} // namespace detail

template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::image, IsPlaceholder>
    : public detail::LegacyImageAccess<T, Dimensions, Mode, detail::ImageAccessor> {
public:
  template <class AllocatorT>
  accessor(image<Dimensions, AllocatorT> &of, handler &group,
           const property_list & /*properties*/ = {})
      : detail::LegacyImageAccess<T, Dimensions, Mode, detail::ImageAccessor>(of, group, Mode,
                                                                              false, false) {}
};

template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::host_image, IsPlaceholder>
    : public detail::LegacyImageAccess<T, Dimensions, Mode, detail::HostImageAccessor> {
public:
  template <class AllocatorT>
  accessor(image<Dimensions, AllocatorT> &of, const property_list & /*properties*/ = {})
      : detail::LegacyImageAccess<T, Dimensions, Mode, detail::HostImageAccessor>(of, Mode, false) {
  }
};

/// An image of more dimensions as an array of images.
template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::image_array, IsPlaceholder>
    : public detail::ImageAccessor {
  class Layer : public detail::LegacyImageAccess<T, Dimensions, Mode, detail::ImageLayer> {
    friend class accessor;
    using detail::LegacyImageAccess<T, Dimensions, Mode, detail::ImageLayer>::LegacyImageAccess;
  };

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;

  template <class AllocatorT>
  accessor(image<Dimensions + 1, AllocatorT> &of, handler &group,
           const property_list & /*properties*/ = {})
      : ImageAccessor(of, group, Mode, false, false) {}

  static constexpr bool is_placeholder() { return false; }
  [[deprecated("use size()")]] size_t get_count() const { return this->size(); }
  range<Dimensions + 1> get_range() const {
    if constexpr (Dimensions == 1)
      return {static_cast<size_t>(this->shape_.extent[0]),
              static_cast<size_t>(this->shape_.extent[1])};
    else
      return {static_cast<size_t>(this->shape_.extent[0]),
              static_cast<size_t>(this->shape_.extent[1]),
              static_cast<size_t>(this->shape_.extent[2])};
  }

  /// The last layer for larger indexes.
  Layer operator[](size_t index) const {
    detail::ImageShape shape = this->shape_;
    const auto last = static_cast<size_t>(shape.extent[Dimensions] - 1);
    shape.extent[Dimensions] = 1;
    const size_t pitch = Dimensions == 1 ? shape.rowPitch : shape.slicePitch;
    return Layer(shape,
                 static_cast<std::byte *>(this->memory()) + (index < last ? index : last) * pitch);
  }
};

#define URSA_SYCL_IMAGE_PROPERTY(NAME)                                                             \
  template <int Dimensions, class Allocator>                                                       \
  struct is_property_of<property::image::NAME, image<Dimensions, Allocator>> : std::true_type {};
URSA_SYCL_IMAGE_PROPERTY(use_host_ptr)
URSA_SYCL_IMAGE_PROPERTY(use_mutex)
URSA_SYCL_IMAGE_PROPERTY(context_bound)
#undef URSA_SYCL_IMAGE_PROPERTY

} // namespace sycl
} // namespace ursa_sycl

template <int D, class A> struct std::hash<sycl::image<D, A>> : sycl::detail::ImageHash {};
template <class T, int D, sycl::access_mode M, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, sycl::target::host_image, P>> : sycl::detail::ImageHash {};
template <> struct std::hash<sycl::sampler> {
  std::size_t operator()(const sycl::sampler &object) const {
    return static_cast<std::size_t>(object.get_addressing_mode()) * 4 +
           static_cast<std::size_t>(object.get_filtering_mode()) * 2 +
           static_cast<std::size_t>(object.get_coordinate_normalization_mode());
  }
};

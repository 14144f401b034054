// Images and their accessors (SYCL 2020, 4.7.3, 4.7.6.14 and 4.7.6.15).
#pragma once

#include <sycl/detail/image_accessor.hpp>
#include <sycl/detail/image_base.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

enum class image_format : int {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};
enum class image_target : int { device, host_task };

template <class Data, int Dimensions, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class Data, int Dimensions = 1,
          access_mode Mode = std::is_const_v<Data> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;
template <class Data, int Dimensions, image_target Target = image_target::device>
class sampled_image_accessor;
template <class Data, int Dimensions = 1> class host_sampled_image_accessor;

namespace detail {

constexpr image_channel_order orderOf(image_format format) {
  return format == image_format::b8g8r8a8_unorm ? image_channel_order::bgra
                                                : image_channel_order::rgba;
}
constexpr image_channel_type typeOf(image_format format) {
  using type = image_channel_type;
  constexpr type types[] = {type::unorm_int8,     type::unorm_int16,    type::signed_int8,
                            type::signed_int16,   type::signed_int32,   type::unsigned_int8,
                            type::unsigned_int16, type::unsigned_int32, type::fp16,
                            type::fp32,           type::unorm_int8};
  return types[static_cast<int>(format)];
}

} // namespace detail

/// An image whose pixels commands read and write.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class unsampled_image : public detail::ImageBase<Dimensions, AllocatorT> {
  using Extent = range<Dimensions>;
  using Properties = property_list;

public:
  unsampled_image(image_format format, const Extent &extent, const Properties &properties = {})
      : unsampled_image(format, extent, AllocatorT(), properties) {}
  unsampled_image(image_format format, const Extent &extent, AllocatorT allocator,
                  const Properties &properties = {})
      : unsampled_image(nullptr, nullptr, format, extent, nullptr, allocator, properties) {}
  unsampled_image(void *pixels, image_format format, const Extent &extent,
                  const Properties &properties = {})
      : unsampled_image(pixels, format, extent, AllocatorT(), properties) {}
  unsampled_image(void *pixels, image_format format, const Extent &extent, AllocatorT allocator,
                  const Properties &properties = {})
      : unsampled_image(pixels, nullptr, format, extent, nullptr, allocator, properties) {}
  unsampled_image(const std::shared_ptr<void> &pixels, image_format format, const Extent &extent,
                  const Properties &properties = {})
      : unsampled_image(pixels, format, extent, AllocatorT(), properties) {}
  unsampled_image(const std::shared_ptr<void> &pixels, image_format format, const Extent &extent,
                  AllocatorT allocator, const Properties &properties = {})
      : unsampled_image(pixels.get(), pixels, format, extent, nullptr, allocator, properties) {}

  /// @{ With the distances of rows and slices in bytes.
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  unsampled_image(image_format format, const Extent &extent, const range<D - 1> &pitch,
                  const Properties &properties = {})
      : unsampled_image(format, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  unsampled_image(image_format format, const Extent &extent, const range<D - 1> &pitch,
                  AllocatorT allocator, const Properties &properties = {})
      : unsampled_image(nullptr, nullptr, format, extent, &pitch, allocator, properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  unsampled_image(void *pixels, image_format format, const Extent &extent,
                  const range<D - 1> &pitch, const Properties &properties = {})
      : unsampled_image(pixels, format, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  unsampled_image(void *pixels, image_format format, const Extent &extent,
                  const range<D - 1> &pitch, AllocatorT allocator,
                  const Properties &properties = {})
      : unsampled_image(pixels, nullptr, format, extent, &pitch, allocator, properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  unsampled_image(const std::shared_ptr<void> &pixels, image_format format, const Extent &extent,
                  const range<D - 1> &pitch, const Properties &properties = {})
      : unsampled_image(pixels, format, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  unsampled_image(const std::shared_ptr<void> &pixels, image_format format, const Extent &extent,
                  const range<D - 1> &pitch, AllocatorT allocator,
                  const Properties &properties = {})
      : unsampled_image(pixels.get(), pixels, format, extent, &pitch, allocator, properties) {}
  /// @}

  template <class Data,
            access_mode Mode = std::is_const_v<Data> ? access_mode::read : access_mode::read_write,
            image_target Target = image_target::device>
  unsampled_image_accessor<Data, Dimensions, Mode, Target>
  get_access(handler &group, const Properties &properties = {}) {
    return {*this, group, properties};
  }
  template <class Data,
            access_mode Mode = std::is_const_v<Data> ? access_mode::read : access_mode::read_write>
  host_unsampled_image_accessor<Data, Dimensions, Mode>
  get_host_access(const Properties &properties = {}) {
    return host_unsampled_image_accessor<Data, Dimensions, Mode>(*this, properties);
  }

  /// As of a buffer. Iterators get elements of their type, as many as the image has bytes for.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    this->setFinalData(std::move(destination));
  }
  void set_write_back(bool isOn = true) { this->setWriteBack(isOn); }

private:
  unsampled_image(void *pixels, std::shared_ptr<void> owner, image_format format,
                  const Extent &extent, const detail::ImagePitch<Dimensions> *pitch,
                  const AllocatorT &allocator, const Properties &properties)
      : detail::ImageBase<Dimensions, AllocatorT>(detail::orderOf(format), detail::typeOf(format),
                                                  extent, pitch, allocator, properties, pixels,
                                                  nullptr, std::move(owner)) {}
};

/// An image of constant pixels, which commands sample.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class sampled_image : public detail::ImageBase<Dimensions, AllocatorT> {
  using Extent = range<Dimensions>;
  using Properties = property_list;

public:
  sampled_image(const void *pixels, image_format format, image_sampler sampler,
                const Extent &extent, const Properties &properties = {})
      : sampled_image(pixels, format, sampler, extent, AllocatorT(), properties) {}
  sampled_image(const void *pixels, image_format format, image_sampler sampler,
                const Extent &extent, AllocatorT allocator, const Properties &properties = {})
      : sampled_image(pixels, format, sampler, extent, nullptr, allocator, properties) {}
  sampled_image(const std::shared_ptr<const void> &pixels, image_format format,
                image_sampler sampler, const Extent &extent, const Properties &properties = {})
      : sampled_image(pixels, format, sampler, extent, AllocatorT(), properties) {}
  sampled_image(const std::shared_ptr<const void> &pixels, image_format format,
                image_sampler sampler, const Extent &extent, AllocatorT allocator,
                const Properties &properties = {})
      : sampled_image(pixels.get(), format, sampler, extent, nullptr, allocator, properties) {}

  /// @{ With the distances of rows and slices in bytes.
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  sampled_image(const void *pixels, image_format format, image_sampler sampler,
                const Extent &extent, const range<D - 1> &pitch, const Properties &properties = {})
      : sampled_image(pixels, format, sampler, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  sampled_image(const void *pixels, image_format format, image_sampler sampler,
                const Extent &extent, const range<D - 1> &pitch, AllocatorT allocator,
                const Properties &properties = {})
      : sampled_image(pixels, format, sampler, extent, &pitch, allocator, properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  sampled_image(const std::shared_ptr<const void> &pixels, image_format format,
                image_sampler sampler, const Extent &extent, const range<D - 1> &pitch,
                const Properties &properties = {})
      : sampled_image(pixels, format, sampler, extent, pitch, AllocatorT(), properties) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  sampled_image(const std::shared_ptr<const void> &pixels, image_format format,
                image_sampler sampler, const Extent &extent, const range<D - 1> &pitch,
                AllocatorT allocator, const Properties &properties = {})
      : sampled_image(pixels.get(), format, sampler, extent, &pitch, allocator, properties) {}
  /// @}

  template <class Data, image_target Target = image_target::device>
  sampled_image_accessor<Data, Dimensions, Target> get_access(handler &group,
                                                              const Properties &properties = {}) {
    return {*this, group, properties};
  }
  template <class Data>
  host_sampled_image_accessor<Data, Dimensions> get_host_access(const Properties &properties = {}) {
    return host_sampled_image_accessor<Data, Dimensions>(*this, properties);
  }

private:
  template <class, int, image_target> friend class sampled_image_accessor;
  template <class, int> friend class host_sampled_image_accessor;

  sampled_image(const void *pixels, image_format format, image_sampler sampler,
                const Extent &extent, const detail::ImagePitch<Dimensions> *pitch,
                const AllocatorT &allocator, const Properties &properties)
      : detail::ImageBase<Dimensions, AllocatorT>(detail::orderOf(format), detail::typeOf(format),
                                                  extent, pitch, allocator, properties, nullptr,
                                                  pixels, nullptr),
        sampler_(sampler) {}

  image_sampler sampler_;
};

/// Coordinates are int, int2 or int4, by the number of dimensions. Pixels outside of the image are
/// read as its border and not written.
template <class Data, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor : public detail::ImageAccessor {
  using Color = std::remove_const_t<Data>;

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const Color, Data>;
  using reference = value_type &;
  using const_reference = const Data &;

  template <class AllocatorT>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &of, handler &group,
                           const property_list &properties = {})
      : ImageAccessor(of, group, Mode, properties.has_property<property::no_init>(),
                      Target == image_target::host_task),
        hasNoInit_(properties.has_property<property::no_init>()) {}
  /// From const Data or to it.
  template <class Other,
            class = std::enable_if_t<Mode == access_mode::read && !std::is_same_v<Other, Data> &&
                                     std::is_same_v<const Other, const Data>>>
  unsampled_image_accessor(const unsampled_image_accessor<Other, Dimensions, Mode, Target> &other)
      : ImageAccessor(other) {}

  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && hasNoInit_;
  }
  template <class Property> Property get_property() const {
    return detail::propertyIf<Property>(has_property<Property>());
  }

  template <class Coordinates, access_mode M = Mode,
            class = std::enable_if_t<M == access_mode::read || M == access_mode::read_write>>
  Color read(const Coordinates &coordinates) const noexcept {
    return detail::readImage<Color, Dimensions>(this->shape_, this->memory(), coordinates);
  }
  template <class Coordinates, access_mode M = Mode,
            class = std::enable_if_t<M == access_mode::write || M == access_mode::read_write>>
  void write(const Coordinates &coordinates, const Color &color) const {
    detail::writeImage<Color, Dimensions>(this->shape_, this->memory(), coordinates, color);
  }

private:
  bool hasNoInit_ = false;
};

template <class Data, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor : public detail::HostImageAccessor {
  using Color = std::remove_const_t<Data>;

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const Color, Data>;
  using reference = value_type &;
  using const_reference = const Data &;

  template <class AllocatorT>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &of,
                                const property_list &properties = {})
      : HostImageAccessor(of, Mode, properties.has_property<property::no_init>()),
        hasNoInit_(properties.has_property<property::no_init>()) {}
  template <class Other,
            class = std::enable_if_t<Mode == access_mode::read && !std::is_same_v<Other, Data> &&
                                     std::is_same_v<const Other, const Data>>>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<Other, Dimensions, Mode> &other)
      : HostImageAccessor(other) {}

  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && hasNoInit_;
  }
  template <class Property> Property get_property() const {
    return detail::propertyIf<Property>(has_property<Property>());
  }

  template <class Coordinates, access_mode M = Mode,
            class = std::enable_if_t<M == access_mode::read || M == access_mode::read_write>>
  Color read(const Coordinates &coordinates) const noexcept {
    return detail::readImage<Color, Dimensions>(this->shape_, this->memory(), coordinates);
  }
  template <class Coordinates, access_mode M = Mode,
            class = std::enable_if_t<M == access_mode::write || M == access_mode::read_write>>
  void write(const Coordinates &coordinates, const Color &color) const {
    detail::writeImage<Color, Dimensions>(this->shape_, this->memory(), coordinates, color);
  }

private:
  bool hasNoInit_ = false;
};

/// Coordinates are float, float2 or float4, by the number of dimensions.
template <class Data, int Dimensions, image_target Target>
class sampled_image_accessor : public detail::ImageAccessor {
  using Color = std::remove_const_t<Data>;

public:
  using value_type = const Color;
  using reference = const Data &;
  using const_reference = const Data &;

  template <class AllocatorT>
  sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &of, handler &group,
                         const property_list & /*properties*/ = {})
      : ImageAccessor(of, group, access_mode::read, false, Target == image_target::host_task),
        sampler_(of.sampler_) {}
  template <class Other, class = std::enable_if_t<!std::is_same_v<Other, Data> &&
                                                  std::is_same_v<const Other, const Data>>>
  sampled_image_accessor(const sampled_image_accessor<Other, Dimensions, Target> &other)
      : ImageAccessor(other), sampler_(other.sampler_) {}

  template <class Property> bool has_property() const noexcept { return false; }
  template <class Property> Property get_property() const {
    return detail::propertyIf<Property>(false);
  }
  template <class Coordinates> Color read(const Coordinates &coordinates) const noexcept {
    return detail::sampleImage<Color, Dimensions>(this->shape_, this->memory(), sampler_,
                                                  coordinates);
  }

private:
  template <class, int, image_target> friend class sampled_image_accessor;
  image_sampler sampler_;
};

template <class Data, int Dimensions>
class host_sampled_image_accessor : public detail::HostImageAccessor {
  using Color = std::remove_const_t<Data>;

public:
  using value_type = const Color;
  using reference = const Data &;
  using const_reference = const Data &;

  template <class AllocatorT>
  host_sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &of,
                              const property_list & /*properties*/ = {})
      : HostImageAccessor(of, access_mode::read, false), sampler_(of.sampler_) {}
  template <class Other, class = std::enable_if_t<!std::is_same_v<Other, Data> &&
                                                  std::is_same_v<const Other, const Data>>>
  host_sampled_image_accessor(const host_sampled_image_accessor<Other, Dimensions> &other)
      : HostImageAccessor(other), sampler_(other.sampler_) {}

  template <class Property> bool has_property() const noexcept { return false; }
  template <class Property> Property get_property() const {
    return detail::propertyIf<Property>(false);
  }
  template <class Coordinates> Color read(const Coordinates &coordinates) const noexcept {
    return detail::sampleImage<Color, Dimensions>(this->shape_, this->memory(), sampler_,
                                                  coordinates);
  }

private:
  template <class, int> friend class host_sampled_image_accessor;
  image_sampler sampler_;
};

#define URSA_SYCL_IMAGE_PROPERTY(NAME)                                                             \
  template <int Dimensions, class Allocator>                                                       \
  struct is_property_of<property::image::NAME, sampled_image<Dimensions, Allocator>>               \
      : std::true_type {};                                                                         \
  template <int Dimensions, class Allocator>                                                       \
  struct is_property_of<property::image::NAME, unsampled_image<Dimensions, Allocator>>             \
      : std::true_type {};
URSA_SYCL_IMAGE_PROPERTY(use_host_ptr)
URSA_SYCL_IMAGE_PROPERTY(use_mutex)
URSA_SYCL_IMAGE_PROPERTY(context_bound)
#undef URSA_SYCL_IMAGE_PROPERTY
template <class Data, int Dimensions, access_mode Mode, image_target Target>
struct is_property_of<property::no_init, unsampled_image_accessor<Data, Dimensions, Mode, Target>>
    : std::true_type {};
template <class Data, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_unsampled_image_accessor<Data, Dimensions, Mode>>
    : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl

template <int D, class A>
struct std::hash<sycl::unsampled_image<D, A>> : sycl::detail::ImageHash {};
template <int D, class A> struct std::hash<sycl::sampled_image<D, A>> : sycl::detail::ImageHash {};
template <class T, int D, sycl::access_mode M, sycl::image_target W>
struct std::hash<sycl::unsampled_image_accessor<T, D, M, W>> : sycl::detail::ImageHash {};
template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_unsampled_image_accessor<T, D, M>> : sycl::detail::ImageHash {};
template <class T, int D, sycl::image_target W>
struct std::hash<sycl::sampled_image_accessor<T, D, W>> : sycl::detail::ImageHash {};
template <class T, int D>
struct std::hash<sycl::host_sampled_image_accessor<T, D>> : sycl::detail::ImageHash {};

// Names of images (SYCL 2020, 4.7.3) and their properties. Images are not implemented, and no
// device has aspect::image; programs that ask for it first compile.
#pragma once

#include <sycl/access.hpp>
#include <sycl/context.hpp>

#include <cstddef>
#include <memory>
#include <mutex>

inline namespace ursa_sycl {
namespace sycl {

using image_allocator = std::allocator<std::byte>;
enum class image_target : int { device, host_task };

template <int Dimensions = 1, class Allocator = image_allocator> class sampled_image;
template <int Dimensions = 1, class Allocator = image_allocator> class unsampled_image;

template <class Data, int Dimensions, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class Data, int Dimensions = 1,
          access_mode Mode = std::is_const_v<Data> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;
template <class Data, int Dimensions, image_target Target = image_target::device>
class sampled_image_accessor;
template <class Data, int Dimensions = 1> class host_sampled_image_accessor;

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

#define URSA_SYCL_IMAGE_PROPERTY(NAME)                                                             \
  template <> struct is_property<property::image::NAME> : std::true_type {};                       \
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

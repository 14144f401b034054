// Interoperation with OpenCL (SYCL 2020, appendix C). Declares the types of OpenCL as <CL/cl.h>
// does, and includes nothing of OpenCL.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/backend/opencl_types.hpp>

// The same declarations as those of <CL/cl.h>, which may be included before or after.
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef std::uint32_t cl_bool; // not the type of the same name in namespace sycl::opencl

namespace sycl {

namespace opencl {

/// The codes of <CL/cl.h>.
enum class errc : int {};

URSA_SYCL_EXPORT const std::error_category &error_category() noexcept;
inline std::error_code make_error_code(errc code) noexcept {
  return {static_cast<int>(code), error_category()};
}

} // namespace opencl

namespace detail {

template <class Object> struct OpenClTypes;
template <class Input, class Return = Input> struct OpenClPair {
  using input_type = Input;
  using return_type = Return;
};
template <> struct OpenClTypes<platform> : OpenClPair<cl_platform_id> {};
template <> struct OpenClTypes<device> : OpenClPair<cl_device_id> {};
template <> struct OpenClTypes<context> : OpenClPair<cl_context> {};
template <> struct OpenClTypes<queue> : OpenClPair<cl_command_queue> {};
template <> struct OpenClTypes<kernel> : OpenClPair<cl_kernel> {};
template <> struct OpenClTypes<event> : OpenClPair<std::vector<cl_event>> {};
template <typename T, int Dimensions, typename AllocatorT>
struct OpenClTypes<buffer<T, Dimensions, AllocatorT>> : OpenClPair<cl_mem, std::vector<cl_mem>> {};
template <bundle_state State>
struct OpenClTypes<kernel_bundle<State>> : OpenClPair<cl_program, std::vector<cl_program>> {};

} // namespace detail

template <> class backend_traits<backend::opencl> {
public:
  template <class Object> using input_type = typename detail::OpenClTypes<Object>::input_type;
  template <class Object> using return_type = typename detail::OpenClTypes<Object>::return_type;
  using errc = opencl::errc;
  static const std::error_category &category() noexcept { return opencl::error_category(); }
};

} // namespace sycl

template <> struct std::is_error_code_enum<sycl::opencl::errc> : std::true_type {};

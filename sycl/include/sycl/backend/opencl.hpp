// Interoperation with OpenCL (SYCL 2020, appendix C). Declares OpenCL's types as <CL/cl.h> does,
// and includes nothing of OpenCL.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/backend/opencl_types.hpp>
#include <sycl/buffer.hpp>

struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_kernel;
struct _cl_program;
struct _cl_mem;

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
template <> struct OpenClTypes<platform> : OpenClPair<_cl_platform_id *> {};
template <> struct OpenClTypes<device> : OpenClPair<_cl_device_id *> {};
template <> struct OpenClTypes<context> : OpenClPair<_cl_context *> {};
template <> struct OpenClTypes<queue> : OpenClPair<_cl_command_queue *> {};
template <> struct OpenClTypes<kernel> : OpenClPair<_cl_kernel *> {};
template <> struct OpenClTypes<event> : OpenClPair<std::vector<_cl_event *>> {};
template <typename T, int Dimensions, typename AllocatorT>
struct OpenClTypes<buffer<T, Dimensions, AllocatorT>>
    : OpenClPair<_cl_mem *, std::vector<_cl_mem *>> {};
template <bundle_state State>
struct OpenClTypes<kernel_bundle<State>> : OpenClPair<_cl_program *, std::vector<_cl_program *>> {};

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

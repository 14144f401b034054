// Interoperation with CUDA's driver API, with the names of DPC++ (backend::ext_oneapi_cuda).
// Declares the types of CUDA as <cuda.h> does, and includes nothing of CUDA.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>

// The same declarations as those of <cuda.h>, which may be included before or after.
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgraph_st *CUgraph;

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::cuda {

/// The codes of <cuda.h> (CUresult).
enum class errc : int {};

/// Its messages are the driver's where the driver is in use.
URSA_SYCL_EXPORT const std::error_category &error_category() noexcept;
inline std::error_code make_error_code(errc code) noexcept {
  return {static_cast<int>(code), error_category()};
}

} // namespace ext::oneapi::cuda

namespace detail {

template <class Object> struct CudaTypes;
template <> struct CudaTypes<platform> : NativePair<std::vector<CUdevice>> {};
template <> struct CudaTypes<device> : NativePair<CUdevice> {};
template <> struct CudaTypes<context> : NativePair<CUcontext> {};
template <> struct CudaTypes<queue> : NativePair<CUstream> {};
template <> struct CudaTypes<event> : NativePair<CUevent> {};
template <> struct CudaTypes<kernel> : NativePair<CUfunction> {};
template <typename T, int Dimensions, typename AllocatorT>
struct CudaTypes<buffer<T, Dimensions, AllocatorT>> : NativePair<CUdeviceptr> {};
template <bundle_state State>
struct CudaTypes<kernel_bundle<State>> : NativePair<CUmodule, std::vector<CUmodule>> {};
template <ext::oneapi::experimental::graph_state State>
struct CudaTypes<ext::oneapi::experimental::command_graph<State>> : NativePair<CUgraph> {};

} // namespace detail

template <> class backend_traits<backend::ext_oneapi_cuda> {
public:
  template <class Object> using input_type = typename detail::CudaTypes<Object>::input_type;
  template <class Object> using return_type = typename detail::CudaTypes<Object>::return_type;
  using errc = ext::oneapi::cuda::errc;
  static const std::error_category &category() noexcept {
    return ext::oneapi::cuda::error_category();
  }
};

namespace ext::oneapi::cuda {

/// Whether get_native returns an event of the driver: it is an event of CUDA, and not of a command
/// group without a command.
inline bool has_native_event(const event &of) {
  return of.get_backend() == backend::ext_oneapi_cuda &&
         get_native<backend::ext_oneapi_cuda>(of) != nullptr;
}

} // namespace ext::oneapi::cuda
} // namespace sycl
} // namespace ursa_sycl

template <> struct std::is_error_code_enum<sycl::ext::oneapi::cuda::errc> : std::true_type {};

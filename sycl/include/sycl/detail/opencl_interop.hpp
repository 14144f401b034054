// Interoperation with OpenCL (SYCL 2020, appendix C). Declares the types of OpenCL as <CL/cl.h>
// does, and includes nothing of OpenCL.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/backend/opencl_types.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>

#include <algorithm>
#include <vector>

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
typedef struct _cl_command_buffer_khr *cl_command_buffer_khr;
typedef std::uint32_t cl_bool; // not the type of the same name in namespace sycl::opencl
typedef std::int8_t cl_char;
typedef std::uint8_t cl_uchar;
typedef std::int16_t cl_short;
typedef std::uint16_t cl_ushort;
typedef std::int32_t cl_int;
typedef std::uint32_t cl_uint;
typedef std::int64_t cl_long;
typedef std::uint64_t cl_ulong;
typedef float cl_float;
typedef double cl_double;

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

/// @{ The queries for the references to an object of OpenCL: CL_…_REFERENCE_COUNT.
template <class Object> struct OpenClReferences;
#define __URSA_REFERENCES(OBJECT, FUNCTION, QUERY)                                                 \
  template <> struct OpenClReferences<OBJECT> {                                                    \
    static constexpr const char *function = FUNCTION;                                              \
    static constexpr unsigned query = QUERY;                                                       \
  };
__URSA_REFERENCES(cl_device_id, "clGetDeviceInfo", 0x1047)
__URSA_REFERENCES(cl_context, "clGetContextInfo", 0x1080)
__URSA_REFERENCES(cl_command_queue, "clGetCommandQueueInfo", 0x1092)
__URSA_REFERENCES(cl_mem, "clGetMemObjectInfo", 0x1105)
__URSA_REFERENCES(cl_sampler, "clGetSamplerInfo", 0x1150)
__URSA_REFERENCES(cl_program, "clGetProgramInfo", 0x1160)
__URSA_REFERENCES(cl_kernel, "clGetKernelInfo", 0x1192)
__URSA_REFERENCES(cl_event, "clGetEventInfo", 0x11D2)
#undef __URSA_REFERENCES
/// @}

/// Asks an object by a function of OpenCL. Throws errc::runtime if there is no OpenCL in the
/// process, errc::invalid if the object is not valid.
URSA_SYCL_EXPORT void askOpenCl(const char *function, void *object, unsigned query, size_t size,
                                void *answer);

template <bundle_state State>
kernel_bundle<State> bundleOfPrograms(const context &context, const std::vector<device> &devices,
                                      const std::vector<cl_program> &programs) {
  std::vector<NativeHandle> natives;
  for (const cl_program each : programs)
    natives.push_back(toNativeHandle(each));
  return Access::make<kernel_bundle<State>>(
      makeKernelBundle(natives, backend::opencl, context, devices, State));
}

} // namespace detail

namespace opencl {

/// The codes of <CL/cl.h>.
enum class errc : int {};

URSA_SYCL_EXPORT const std::error_category &error_category() noexcept;
inline std::error_code make_error_code(errc code) noexcept {
  return {static_cast<int>(code), error_category()};
}

/// @{ Throws errc::backend_mismatch for other backends.
inline bool has_extension(const platform &asked, const std::string &extension) {
  detail::requireBackend(asked.get_backend(), backend::opencl);
  return asked.has_extension(extension);
}
inline bool has_extension(const device &asked, const std::string &extension) {
  detail::requireBackend(asked.get_backend(), backend::opencl);
  return asked.has_extension(extension);
}
/// @}

/// How many references there are to an object of OpenCL.
template <typename OpenClObject> cl_uint get_reference_count(OpenClObject object) {
  using References = detail::OpenClReferences<OpenClObject>;
  cl_uint count = 0;
  detail::askOpenCl(References::function, object, References::query, sizeof(count), &count);
  return count;
}

/// The code of OpenCL that an error has; 0 (CL_SUCCESS) if it has none.
inline cl_int get_error_code(const exception &error) {
  return error.category() == error_category() ? error.code().value() : 0;
}

/// @{ A bundle of programs, or of those that kernels are of. The programs are built for the
/// devices; other states than executable throw errc::invalid.
template <bundle_state State>
kernel_bundle<State> create_bundle(const context &context, const std::vector<device> &devices,
                                   const std::vector<cl_program> &programs) {
  return detail::bundleOfPrograms<State>(context, devices, programs);
}
inline kernel_bundle<bundle_state::executable>
create_bundle(const context &context, const std::vector<device> &devices,
              const std::vector<cl_kernel> &kernels) {
  constexpr unsigned kProgram = 0x1194; // CL_KERNEL_PROGRAM
  std::vector<cl_program> programs;
  for (const cl_kernel each : kernels) {
    cl_program of = nullptr;
    detail::askOpenCl("clGetKernelInfo", each, kProgram, sizeof(of), &of);
    if (std::find(programs.begin(), programs.end(), of) == programs.end())
      programs.push_back(of);
  }
  return detail::bundleOfPrograms<bundle_state::executable>(context, devices, programs);
}
/// @}

} // namespace opencl

namespace detail {

template <class Object> struct OpenClTypes;
template <> struct OpenClTypes<platform> : NativePair<cl_platform_id> {};
template <> struct OpenClTypes<device> : NativePair<cl_device_id> {};
template <> struct OpenClTypes<context> : NativePair<cl_context> {};
template <> struct OpenClTypes<queue> : NativePair<cl_command_queue> {};
template <> struct OpenClTypes<kernel> : NativePair<cl_kernel> {};
template <> struct OpenClTypes<event> : NativePair<std::vector<cl_event>> {};
template <typename T, int Dimensions, typename AllocatorT>
struct OpenClTypes<buffer<T, Dimensions, AllocatorT>> : NativePair<cl_mem, std::vector<cl_mem>> {};
template <bundle_state State>
struct OpenClTypes<kernel_bundle<State>> : NativePair<cl_program, std::vector<cl_program>> {};
template <ext::oneapi::experimental::graph_state State>
struct OpenClTypes<ext::oneapi::experimental::command_graph<State>>
    : NativePair<cl_command_buffer_khr> {};

} // namespace detail

template <> class backend_traits<backend::opencl> {
public:
  template <class Object> using input_type = typename detail::OpenClTypes<Object>::input_type;
  template <class Object> using return_type = typename detail::OpenClTypes<Object>::return_type;
  using errc = opencl::errc;
  static const std::error_category &category() noexcept { return opencl::error_category(); }
};

} // namespace sycl
} // namespace ursa_sycl

template <> struct std::is_error_code_enum<sycl::opencl::errc> : std::true_type {};

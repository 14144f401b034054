// Names of SYCL 1.2.1, and of DPC++ before it had SYCL 2020, for <CL/sycl.hpp>. Some are names of
// the standard library or of OpenCL too, so that <sycl/sycl.hpp> does not have them.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/backend/opencl.hpp>
#include <sycl/detail/legacy_boolean.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/filter_selector.hpp>
#include <sycl/ext/oneapi/functional.hpp>
#include <sycl/ext/oneapi/reduction.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/math.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/reduction.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

/// @{ The classes of the standard library that interfaces name (SYCL 1.2.1, 4.5).
template <class T, class Allocator = std::allocator<T>>
using vector_class = std::vector<T, Allocator>;
using string_class = std::string;
template <class Signature> using function_class = std::function<Signature>;
using mutex_class = std::mutex;
template <class T, class Deleter = std::default_delete<T>>
using unique_ptr_class = std::unique_ptr<T, Deleter>;
template <class T> using shared_ptr_class = std::shared_ptr<T>;
template <class T> using weak_ptr_class = std::weak_ptr<T>;
template <class T> using hash_class = std::hash<T>;
using exception_ptr_class = std::exception_ptr;
/// @}

/// @{ The classes of errors (SYCL 1.2.1, 4.9). All are the one class of SYCL 2020, so each catches
/// every error; exception::code tells them apart.
using runtime_error = exception;
using kernel_error = exception;
using accessor_error = exception;
using nd_range_error = exception;
using event_error = exception;
using invalid_parameter_error = exception;
using device_error = exception;
using compile_program_error = exception;
using link_program_error = exception;
using invalid_object_error = exception;
using memory_allocation_error = exception;
using platform_error = exception;
using profiling_error = exception;
using feature_not_supported = exception;
/// @}

using opencl::cl_half;

using ext::intel::device_ptr;
using ext::intel::host_ptr;

/// @{ Vectors of OpenCL's scalars and of longlong (SYCL 1.2.1, 4.10.2.1).
#define URSA_SYCL_LEGACY_VECTORS(name)                                                             \
  using name##2 = vec<name, 2>;                                                                    \
  using name##3 = vec<name, 3>;                                                                    \
  using name##4 = vec<name, 4>;                                                                    \
  using name##8 = vec<name, 8>;                                                                    \
  using name##16 = vec<name, 16>;
URSA_SYCL_LEGACY_VECTORS(cl_char)
URSA_SYCL_LEGACY_VECTORS(cl_uchar)
URSA_SYCL_LEGACY_VECTORS(cl_short)
URSA_SYCL_LEGACY_VECTORS(cl_ushort)
URSA_SYCL_LEGACY_VECTORS(cl_int)
URSA_SYCL_LEGACY_VECTORS(cl_uint)
URSA_SYCL_LEGACY_VECTORS(cl_long)
URSA_SYCL_LEGACY_VECTORS(cl_ulong)
URSA_SYCL_LEGACY_VECTORS(cl_half)
URSA_SYCL_LEGACY_VECTORS(cl_float)
URSA_SYCL_LEGACY_VECTORS(cl_double)
URSA_SYCL_LEGACY_VECTORS(longlong)
URSA_SYCL_LEGACY_VECTORS(ulonglong)
URSA_SYCL_LEGACY_VECTORS(schar)
#undef URSA_SYCL_LEGACY_VECTORS
/// @}

namespace intel {
using sycl::ctz;
}

/// DPC++'s name of its extensions before sycl::ext::oneapi, with what SYCL 2020 took from them.
namespace ONEAPI {

using namespace ext::oneapi;

using sycl::all_of_group;
using sycl::any_of_group;
using sycl::atomic_fence;
using sycl::atomic_ref;
using sycl::exclusive_scan_over_group;
using sycl::group_barrier;
using sycl::inclusive_scan_over_group;
using sycl::known_identity;
using sycl::known_identity_v;
using sycl::memory_order;
using sycl::memory_scope;
using sycl::none_of_group;
using sycl::reduce_over_group;
using sycl::reduction;
using sycl::sub_group;

} // namespace ONEAPI
} // namespace sycl
} // namespace ursa_sycl

// See function_names.h.
#include "compiler/frontend/function_names.h"

#include "compiler/passes/source_location.h"
#include "compiler/targets/common/opencl_names.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ursa {
namespace {

/// The prefix of the function that clang outlines the body of a kernel into, so that kernels can
/// call kernels.
constexpr StringLiteral kKernelBody = "__clang_ocl_kern_imp_";

/// Prefixes of the names of many functions of OpenCL C and its extensions.
constexpr StringLiteral kFamilies[] = {
    "amd_",           "arm_",        "as_",        "async_work_group_",
    "atom_",          "atomic_",     "cl_",        "clock_read_",
    "convert_",       "dot_",        "fast_",      "get_global_",
    "get_image_",     "get_kernel_", "get_local_", "get_pipe_",
    "get_sub_group_", "half_",       "intel_",     "native_",
    "ndrange_",       "qcom_",       "read_image", "read_pipe",
    "sub_group_",     "vload",       "vstore",     "work_group_",
    "write_image",    "write_pipe",  "__"};

/// Names without such a prefix.
constexpr StringLiteral kFunctions[] = {"abs",
                                        "abs_diff",
                                        "acos",
                                        "acosh",
                                        "acospi",
                                        "add_sat",
                                        "all",
                                        "any",
                                        "asin",
                                        "asinh",
                                        "asinpi",
                                        "atan",
                                        "atan2",
                                        "atan2pi",
                                        "atanh",
                                        "atanpi",
                                        "barrier",
                                        "bit_reverse",
                                        "bitfield_extract_signed",
                                        "bitfield_extract_unsigned",
                                        "bitfield_insert",
                                        "bitselect",
                                        "capture_event_profiling_info",
                                        "cbrt",
                                        "ceil",
                                        "clamp",
                                        "clz",
                                        "commit_read_pipe",
                                        "commit_write_pipe",
                                        "copysign",
                                        "cos",
                                        "cosh",
                                        "cospi",
                                        "create_user_event",
                                        "cross",
                                        "ctz",
                                        "degrees",
                                        "distance",
                                        "dot",
                                        "enqueue_kernel",
                                        "enqueue_marker",
                                        "erf",
                                        "erfc",
                                        "exp",
                                        "exp10",
                                        "exp2",
                                        "expm1",
                                        "fabs",
                                        "fdim",
                                        "floor",
                                        "fma",
                                        "fmax",
                                        "fmin",
                                        "fmod",
                                        "fract",
                                        "frexp",
                                        "get_default_queue",
                                        "get_enqueued_local_size",
                                        "get_enqueued_num_sub_groups",
                                        "get_fence",
                                        "get_group_id",
                                        "get_max_sub_group_size",
                                        "get_num_groups",
                                        "get_num_sub_groups",
                                        "get_work_dim",
                                        "hadd",
                                        "hypot",
                                        "ilogb",
                                        "is_valid_event",
                                        "is_valid_reserve_id",
                                        "isequal",
                                        "isfinite",
                                        "isgreater",
                                        "isgreaterequal",
                                        "isinf",
                                        "isless",
                                        "islessequal",
                                        "islessgreater",
                                        "isnan",
                                        "isnormal",
                                        "isnotequal",
                                        "isordered",
                                        "isunordered",
                                        "ldexp",
                                        "length",
                                        "lgamma",
                                        "lgamma_r",
                                        "log",
                                        "log10",
                                        "log1p",
                                        "log2",
                                        "logb",
                                        "mad",
                                        "mad24",
                                        "mad_hi",
                                        "mad_sat",
                                        "max",
                                        "maxmag",
                                        "mem_fence",
                                        "min",
                                        "minmag",
                                        "mix",
                                        "modf",
                                        "mul24",
                                        "mul_hi",
                                        "nan",
                                        "nextafter",
                                        "normalize",
                                        "popcount",
                                        "pow",
                                        "pown",
                                        "powr",
                                        "prefetch",
                                        "printf",
                                        "radians",
                                        "read_mem_fence",
                                        "release_event",
                                        "remainder",
                                        "remquo",
                                        "reserve_read_pipe",
                                        "reserve_write_pipe",
                                        "retain_event",
                                        "rhadd",
                                        "rint",
                                        "rootn",
                                        "rotate",
                                        "round",
                                        "rsqrt",
                                        "select",
                                        "set_user_event_status",
                                        "shuffle",
                                        "shuffle2",
                                        "sign",
                                        "signbit",
                                        "sin",
                                        "sincos",
                                        "sinh",
                                        "sinpi",
                                        "smoothstep",
                                        "sqrt",
                                        "step",
                                        "sub_sat",
                                        "tan",
                                        "tanh",
                                        "tanpi",
                                        "tgamma",
                                        "to_global",
                                        "to_local",
                                        "to_private",
                                        "trunc",
                                        "upsample",
                                        "wait_group_events",
                                        "write_mem_fence"};

} // namespace

std::string functionName(StringRef name) {
  name.consume_front(kKernelBody);
  return readableFunctionName(name);
}

bool isBuiltinName(StringRef name) {
  if (name.starts_with("llvm.") || name.starts_with("__") || name == "printf")
    return true;
  if (!name.starts_with("_Z")) // OpenCL's functions are overloaded, and so mangled
    return false;
  const StringRef base = openclBaseName(name);
  return is_contained(kFunctions, base) ||
         any_of(kFamilies, [base](StringRef family) { return base.starts_with(family); });
}

} // namespace ursa

// See function_names.h.
#include "compiler/frontend/function_names.h"

#include "compiler/targets/common/opencl_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace ursa {
namespace {

/// What clang calls the body of a kernel, so that kernels may call kernels.
constexpr StringLiteral kKernelBody = "__clang_ocl_kern_imp_";

/// Beginnings of names that OpenCL C and its extensions have many functions with.
constexpr StringLiteral kFamilies[] = {
    "amd_",  "arm_",     "as_",        "async_work_group_", "atom_",    "atomic_",
    "bitfield_", "cl_",  "clock_read_", "convert_",         "dot_",     "fast_",
    "get_",  "half_",    "intel_",     "is",                "native_",  "ndrange_",
    "qcom_", "read_",    "sub_group_", "vload",             "vstore",   "work_group_",
    "write_", "wait_",   "shuffle",    "commit_",           "reserve_", "__"};

constexpr StringLiteral kFunctions[] = {
    "abs",        "abs_diff",  "acos",       "acosh",       "acospi",   "add_sat",
    "all",        "any",       "asin",       "asinh",       "asinpi",   "atan",
    "atan2",      "atan2pi",   "atanh",      "atanpi",      "barrier",  "bit_reverse",
    "bitselect",  "capture_event_profiling_info",           "cbrt",     "ceil",
    "clamp",      "clz",       "copysign",   "cos",         "cosh",     "cospi",
    "create_user_event",       "cross",      "ctz",         "degrees",  "distance",
    "dot",        "enqueue_kernel",          "enqueue_marker",          "erf",
    "erfc",       "exp",       "exp10",      "exp2",        "expm1",    "fabs",
    "fdim",       "floor",     "fma",        "fmax",        "fmin",     "fmod",
    "fract",      "frexp",     "hadd",       "hypot",       "ilogb",    "ldexp",
    "length",     "lgamma",    "lgamma_r",   "log",         "log10",    "log1p",
    "log2",       "logb",      "mad",        "mad24",       "mad_hi",   "mad_sat",
    "max",        "maxmag",    "mem_fence",  "min",         "minmag",   "mix",
    "modf",       "mul24",     "mul_hi",     "nan",         "nextafter", "normalize",
    "popcount",   "pow",       "pown",       "powr",        "prefetch", "printf",
    "radians",    "release_event",           "remainder",   "remquo",   "retain_event",
    "rhadd",      "rint",      "rootn",      "rotate",      "round",    "rsqrt",
    "select",     "set_user_event_status",   "sign",        "signbit",  "sin",
    "sincos",     "sinh",      "sinpi",      "smoothstep",  "sqrt",     "step",
    "sub_sat",    "tan",       "tanh",       "tanpi",       "tgamma",   "trunc",
    "upsample"};

} // namespace

std::string functionName(StringRef name) {
  name.consume_front(kKernelBody);
  return demangle(std::string_view(name.data(), name.size()));
}

bool isBuiltinName(StringRef name) {
  if (name.starts_with("llvm.") || name.starts_with("__") || name == "printf")
    return true;
  if (!name.starts_with("_Z")) // a function of C; those of OpenCL are overloaded
    return false;
  const StringRef base = openclBaseName(name);
  return is_contained(kFunctions, base) ||
         any_of(kFamilies, [base](StringRef family) { return base.starts_with(family); });
}

} // namespace ursa

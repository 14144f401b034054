// Names of built-in functions that libraries define, or no target.
#include "compiler/builtins/builtin.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace ursa::compiler::builtins {
namespace {

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

/// Names without such a prefix, of functions that describe() does not know, each between blanks.
constexpr StringLiteral kFunctions =
    " abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi atan atan2 atan2pi "
    "atanh atanpi bit_reverse bitfield_extract_signed bitfield_extract_unsigned "
    "bitfield_insert bitselect capture_event_profiling_info cbrt ceil clamp clz "
    "commit_read_pipe commit_write_pipe copysign cos cosh cospi create_user_event cross ctz "
    "degrees distance dot enqueue_kernel enqueue_marker erf erfc exp exp10 exp2 expm1 fabs "
    "fdim floor fma fmax fmin fmod get_default_queue hadd hypot ilogb is_valid_event "
    "is_valid_reserve_id isequal isfinite isgreater isgreaterequal isinf isless islessequal "
    "islessgreater isnan isnormal isnotequal isordered isunordered ldexp length lgamma log "
    "log10 log1p log2 logb mad mad24 mad_hi mad_sat max maxmag min minmag mix mul24 mul_hi "
    "nan nextafter normalize popcount pow pown powr radians release_event remainder "
    "reserve_read_pipe reserve_write_pipe retain_event rhadd rint rootn rotate round rsqrt "
    "select set_user_event_status shuffle shuffle2 sign signbit sin sinh sinpi smoothstep "
    "sqrt step sub_sat tan tanh tanpi tgamma to_global to_local to_private trunc upsample ";

} // namespace

bool isBuiltinName(StringRef name) {
  if (name.starts_with("llvm.") || name.starts_with("__") || name == "printf")
    return true;
  if (!name.starts_with("_Z")) // OpenCL's functions are overloaded, and so mangled
    return false;
  const StringRef base = baseName(name);
  return describe(name).index() != 0 || kFunctions.contains((" " + base + " ").str()) ||
         any_of(kFamilies, [base](StringRef family) { return base.starts_with(family); });
}

} // namespace ursa::compiler::builtins

// Writes the module. See kernel_module.h.
#include "bench/post_link/kernel_module.h"

#include <fmt/format.h>

#include <iterator>

namespace ursa::bench {
namespace {

constexpr std::size_t kHelpers = 50;
constexpr std::size_t kHelperSteps = 10;
constexpr std::size_t kKernelSteps = 45;
constexpr std::size_t kReads = 3;
constexpr std::size_t kCalls = 2;
constexpr std::size_t kSources = 10;

constexpr const char *kHeader =
    R"(target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr addrspace(4), ptr addrspace(4))
)";

class Writer {
public:
  std::string run(std::size_t kernels, std::size_t constants) {
    text_ = kHeader;
    for (std::size_t i = 0; i < constants; ++i)
      constant(i);
    for (std::size_t i = 0; i < kHelpers; ++i)
      helper(i);
    for (std::size_t i = 0; i < kernels; ++i)
      kernel(i, constants);
    for (std::size_t i = 0; i < kSources; ++i)
      add("attributes #{0} = {{ \"sycl-module-id\"=\"source_{0}.cpp\" }}\n", i);
    return std::move(text_);
  }

private:
  template <class... Ts> void add(fmt::format_string<Ts...> format, Ts &&...values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Ts>(values)...);
  }

  void constant(std::size_t i) {
    const std::string name = fmt::format("constant_{}", i);
    add("@id.{} = private unnamed_addr constant [{} x i8] c\"{}\\00\"\n", i, name.size() + 1, name);
    add("@default.{0} = internal addrspace(1) constant {{ float }} {{ float {0}.5 }}\n", i);
  }

  /// Emits multiplications and additions that cannot be folded; the last value is %b.
  void steps(std::size_t count, const std::string &first, std::size_t seed) {
    std::string value = first;
    for (std::size_t i = 0; i < count; ++i) {
      add("  %m{} = fmul float {}, {}.25\n  %a{} = fadd float %m{}, %x\n", i, value, seed + i, i,
          i);
      value = fmt::format("%a{}", i);
    }
    add("  %b = fadd float {}, 1.0\n", value);
  }

  void helper(std::size_t i) {
    add("define linkonce_odr spir_func float @helper_{}(float %x) {{\n", i);
    steps(kHelperSteps, "%x", i);
    add("  ret float %b\n}}\n");
  }

  void kernel(std::size_t k, std::size_t constants) {
    add("define weak_odr spir_kernel void @kernel_{}(ptr addrspace(1) %in, ptr addrspace(1) %out, "
        "i32 %n) #{} {{\nentry:\n",
        k, k % kSources);
    add("  %id = call spir_func i64 @_Z13get_global_idj(i32 0)\n"
        "  %p = getelementptr float, ptr addrspace(1) %in, i64 %id\n"
        "  %x = load float, ptr addrspace(1) %p, align 4\n  br label %loop\nloop:\n"
        "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n"
        "  %s = phi float [ %x, %entry ], [ %b, %loop ]\n");
    std::string value = "%s";
    for (std::size_t i = 0; i < kReads; ++i) {
      add("  %c{} = call spir_func float "
          "@_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @id.{}, ptr addrspace(4) "
          "addrspacecast (ptr addrspace(1) @default.{} to ptr addrspace(4)), ptr addrspace(4) "
          "null)\n",
          i, (k * kReads + i) % constants, (k * kReads + i) % constants);
      add("  %v{} = fmul float {}, %c{}\n", i, value, i);
      value = fmt::format("%v{}", i);
    }
    for (std::size_t i = 0; i < kCalls; ++i) {
      add("  %h{} = call spir_func float @helper_{}(float {})\n", i, (k + i) % kHelpers, value);
      value = fmt::format("%h{}", i);
    }
    steps(kKernelSteps, value, k % 7);
    add("  %j = add i32 %i, 1\n  %d = icmp ult i32 %j, %n\n  br i1 %d, label %loop, label "
        "%end\nend:\n"
        "  %q = getelementptr float, ptr addrspace(1) %out, i64 %id\n"
        "  store float %b, ptr addrspace(1) %q, align 4\n  ret void\n}}\n");
  }

  std::string text_;
};

} // namespace

std::string kernelModule(std::size_t kernels, std::size_t constants) {
  return Writer().run(kernels, constants);
}

} // namespace ursa::bench

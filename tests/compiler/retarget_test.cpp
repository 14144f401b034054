// Retargeting of IR that clang does not emit for OpenCL but other front ends may.
#include "compiler/targets/common/opencl_images.h"
#include "compiler/targets/common/retarget.h"
#include "compiler/targets/host/host_image.h"
#include "tests/compiler/ir_text.h"

#include "llvm/IR/Verifier.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Retarget : public ::testing::Test {
protected:
  /// Returns the text of @p body's clone for the host, after verifying it.
  std::string toHost(const std::string &body) {
    auto module = parseDeviceIr(body, context_);
    compiler::targets::RetargetOptions options;
    options.triple = llvm::Triple(compiler::host::kHostTriple);
    options.addressSpace = [](unsigned) { return 0U; };
    options.opaqueType = compiler::targets::pointerTypeOfImage;
    auto host = compiler::targets::retarget(*module, options);
    if (!host)
      return "error: " + llvm::toString(host.takeError());
    EXPECT_FALSE(llvm::verifyModule(**host, &llvm::errs()));
    return textOf(**host);
  }

  llvm::LLVMContext context_;
};

TEST_F(Retarget, ResolvesCastsInInitializers) {
  const std::string text = toHost(R"(
    @data = addrspace(1) constant [2 x i32] [i32 1, i32 2]
    @table = addrspace(1) constant [2 x ptr addrspace(4)] [
      ptr addrspace(4) addrspacecast (ptr addrspace(1) @data to ptr addrspace(4)),
      ptr addrspace(4) getelementptr (i8, ptr addrspace(4)
        addrspacecast (ptr addrspace(1) @data to ptr addrspace(4)), i64 4)]
  )");
  EXPECT_THAT(text, HasSubstr("@table = constant [2 x ptr] [ptr @data, ptr getelementptr "));
  EXPECT_THAT(text, Not(HasSubstr("addrspace")));
}

TEST_F(Retarget, ResolvesCastsInInstructions) {
  const std::string text = toHost(R"(
    @data = addrspace(1) global i32 0
    define spir_kernel void @k(ptr addrspace(1) %p, i1 %c) {
      %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
      %s = select i1 %c, ptr addrspace(4) %g,
           ptr addrspace(4) addrspacecast (ptr addrspace(1) @data to ptr addrspace(4))
      store i32 1, ptr addrspace(4) %s
      %l = load i32, ptr addrspace(4) addrspacecast (ptr addrspace(1) @data to ptr addrspace(4))
      ret void
    })");
  EXPECT_THAT(text, HasSubstr("select i1 %c, ptr %p, ptr @data"));
  EXPECT_THAT(text, HasSubstr("load i32, ptr @data"));
}

TEST_F(Retarget, RenamesOverloadedIntrinsics) {
  const std::string text = toHost(R"(
    define spir_func void @f(ptr addrspace(1) %a, ptr addrspace(3) %b) {
      call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) %a, ptr addrspace(3) %b, i64 8, i1 false)
      call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) %b, ptr addrspace(1) %a, i64 8, i1 false)
      ret void
    }
    declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
    declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)
  )");
  EXPECT_THAT(text, HasSubstr("call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 8, i1 false)"));
  EXPECT_THAT(text, HasSubstr("call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)"));
}

TEST_F(Retarget, MapsPointersInsideStructsAndTypeAttributes) {
  const std::string text = toHost(R"(
    %struct.Node = type { i32, ptr addrspace(1) }
    define spir_kernel void @k(ptr byval(%struct.Node) %n) {
      %p = getelementptr %struct.Node, ptr %n, i32 0, i32 1
      %v = load ptr addrspace(1), ptr %p
      store ptr addrspace(1) null, ptr %p
      ret void
    })");
  EXPECT_THAT(text, HasSubstr("= type { i32, ptr }"));
  EXPECT_THAT(text, HasSubstr("load ptr, ptr %p"));
  EXPECT_THAT(text, Not(HasSubstr("addrspace")));
}

TEST_F(Retarget, UnifiesCallingConventions) {
  const std::string text = toHost(R"(
    declare spir_func i32 @helper(i32)
    define spir_kernel void @k() {
      %v = call spir_func i32 @helper(i32 1)
      ret void
    })");
  EXPECT_THAT(text, Not(HasSubstr("spir_")));
}

TEST_F(Retarget, DropsDeviceMetadata) {
  const std::string text = toHost(R"(
    define spir_kernel void @k(i32 %n) !kernel_arg_name !0 !reqd_work_group_size !1 {
      ret void
    }
    !opencl.ocl.version = !{!2}
    !0 = !{!"n"}
    !1 = !{i32 8, i32 1, i32 1}
    !2 = !{i32 3, i32 0}
  )");
  EXPECT_THAT(text, HasSubstr("!reqd_work_group_size"));
  EXPECT_THAT(text, Not(HasSubstr("kernel_arg_name")));
  EXPECT_THAT(text, Not(HasSubstr("opencl")));
  EXPECT_THAT(text, Not(HasSubstr("llvm.dbg.cu")));
}

TEST_F(Retarget, RejectsTypesWhoseLayoutWouldChange) {
  auto module = parseDeviceIr("%struct.S = type { i8, x86_fp80 }\n"
                              "@g = addrspace(1) global %struct.S zeroinitializer",
                              context_);
  module->setDataLayout("e-i64:64-f80:32");
  compiler::targets::RetargetOptions options;
  options.triple = llvm::Triple(compiler::host::kHostTriple);
  options.addressSpace = [](unsigned) { return 0U; };

  auto host = compiler::targets::retarget(*module, options);

  ASSERT_FALSE(static_cast<bool>(host));
  EXPECT_THAT(llvm::toString(host.takeError()), HasSubstr("has another layout for x86_64"));
}

TEST_F(Retarget, MapsImagesAndSamplersToPointers) {
  const std::string text = toHost(R"(
    declare <4 x float> @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
    define <4 x float> @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, i1 %c) {
      %slot = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)
      store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, ptr %slot
      %image = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %slot
      %s = select i1 %c, target("spirv.Sampler") zeroinitializer, target("spirv.Sampler") poison
      %v = call <4 x float> @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s)
      ret <4 x float> %v
    })");
  EXPECT_THAT(text, Not(HasSubstr("target(")));
  EXPECT_THAT(text, HasSubstr("define <4 x float> @f(ptr %i, i1 %c)"));
  EXPECT_THAT(text, HasSubstr("alloca ptr"));
  EXPECT_THAT(text, HasSubstr("select i1 %c, ptr null, ptr poison"));
}

} // namespace
} // namespace ursa

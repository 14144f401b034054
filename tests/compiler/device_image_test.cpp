// Values of property sets that the text form hides from FileCheck.
#include "compiler/image/device_image.h"
#include "compiler/image/kernel_info.h"
#include "tests/compiler/ir_text.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using compiler::image::propertySets;
using ::testing::ElementsAre;

constexpr const char *kModule = R"(
  %struct.S = type { i8, <4 x float>, [2 x { i16, i32 }] }
  %struct.Arg = type { double, i32 }
  @id.flag = private constant [5 x i8] c"flag\00"
  @id.s = private constant [2 x i8] c"s\00"
  @def.flag = internal constant { i8 } { i8 1 }
  @def.s = internal constant { %struct.S } zeroinitializer
  declare spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIbE(ptr, ptr, ptr addrspace(4))
  declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SE(
      ptr sret(%struct.S), ptr, ptr, ptr addrspace(4))
  define spir_func void @helper() {
    %s = alloca %struct.S
    call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SE(
        ptr sret(%struct.S) %s, ptr @id.s, ptr @def.s, ptr addrspace(4) null)
    ret void
  }
  define spir_kernel void @both(ptr addrspace(1) %out, ptr addrspace(3) %tile, float %f,
                                ptr byval(%struct.Arg) align 8 %arg, ptr addrspace(2) %c)
      !kernel_arg_type !0 !kernel_arg_name !1 !reqd_work_group_size !2 {
    call spir_func void @helper()
    %v = call spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIbE(
        ptr @id.flag, ptr @def.flag, ptr addrspace(4) null)
    ret void
  }
  define spir_kernel void @neither(i64 %n) {
    ret void
  }
  !0 = !{!"uchar4*", !"float*", !"float", !"Arg", !"int*"}
  !1 = !{!"out", !"tile", !"f", !"arg", !"c"}
  !2 = !{i32 8, i32 4, i32 1}
)";

class DeviceImage : public ::testing::Test {
protected:
  compiler::image::PostLinkResult run(format::ConstantMode mode) {
    auto module = parseDeviceIr(kModule, context_);
    return llvm::cantFail(compiler::image::postLink(*module, mode));
  }

  static const format::PropertySet &setOf(const std::vector<format::PropertySet> &sets,
                                          const std::string &name) {
    for (const format::PropertySet &set : sets)
      if (set.name == name)
        return set;
    ADD_FAILURE() << "no set " << name;
    return sets.front();
  }

  static std::string bytesOf(const format::PropertySet &set, const std::string &name) {
    for (const format::Property &property : set.properties)
      if (property.name == name)
        return std::string(property.text());
    ADD_FAILURE() << "no property " << name;
    return "";
  }

  llvm::LLVMContext context_;
};

TEST_F(DeviceImage, SpellsTypesLiterally) {
  const auto sets = propertySets(run(format::ConstantMode::Native));
  const format::PropertySet &types = setOf(sets, "Ursa/specialization constant types");
  EXPECT_EQ(bytesOf(types, "flag"), "bool");
  EXPECT_EQ(bytesOf(types, "s"), "{ i8, <4 x float>, [2 x { i16, i32 }] }");
}

TEST_F(DeviceImage, WritesDescriptorsAsLittleEndianTriples) {
  const auto sets = propertySets(run(format::ConstantMode::Emulated));
  EXPECT_EQ(bytesOf(setOf(sets, "SYCL/specialization constants"), "flag"),
            std::string("\1\0\0\0\0\0\0\0\1\0\0\0", 12));
}

TEST_F(DeviceImage, PadsDefaultsToTheEndOfDescriptors) {
  for (format::ConstantMode mode : {format::ConstantMode::Native, format::ConstantMode::Emulated}) {
    const compiler::image::PostLinkResult result = run(mode);
    std::size_t total = 0;
    for (const compiler::passes::SpecConstant &constant : result.constants.constants) {
      std::size_t reach = 0;
      for (const format::LeafDescriptor &descriptor : constant.descriptors)
        reach = std::max<std::size_t>(reach, descriptor.offset + descriptor.size);
      EXPECT_EQ(reach, constant.defaultValue.size()) << constant.id;
      total += reach;
    }
    const auto sets = propertySets(result);
    EXPECT_EQ(bytesOf(setOf(sets, "SYCL/specialization constants default values"), "all").size(),
              total);
  }
}

TEST_F(DeviceImage, DescribesKernelsEquallyInBothModes) {
  for (format::ConstantMode mode : {format::ConstantMode::Native, format::ConstantMode::Emulated}) {
    const auto sets = propertySets(run(mode));
    const format::PropertySet &kernels = setOf(sets, "Ursa/kernels");
    EXPECT_EQ(
        bytesOf(kernels, "both"),
        R"({"args":[{"name":"out","kind":"pointer","space":"global","type":"uchar4*","size":8,"align":8},)"
        R"({"name":"tile","kind":"local","space":"local","type":"float*","size":8,"align":8},)"
        R"({"name":"f","kind":"value","space":"private","type":"float","size":4,"align":4},)"
        R"({"name":"arg","kind":"value","space":"private","type":"Arg","size":16,"align":8},)"
        R"({"name":"c","kind":"pointer","space":"constant","type":"int*","size":8,"align":8}],)"
        R"("reads":["s","flag"],"reqd_work_group_size":[8,4,1]})");
    EXPECT_EQ(bytesOf(kernels, "neither"),
              R"({"args":[{"name":"n","kind":"value","space":"private","type":"i64","size":8,)"
              R"("align":8}],"reads":[]})");
    const format::PropertySet &buffers = setOf(sets, "Ursa/specialization buffer");
    if (mode == format::ConstantMode::Native) { // constants are built in
      EXPECT_TRUE(buffers.properties.empty());
      continue;
    }
    ASSERT_EQ(buffers.properties.size(), 1U);
    EXPECT_EQ(buffers.properties[0].name, "both");
    EXPECT_EQ(buffers.properties[0].number(), 5U);
  }
}

TEST_F(DeviceImage, DescribesWhatEachKernelRequires) {
  const auto module = parseDeviceIr(R"(
    define spir_func double @twice(double %x) !sycl_declared_aspects !3 {
      %sum = fadd double %x, %x
      ret double %sum
    }
    define spir_kernel void @plain() {
      ret void
    }
    define spir_kernel void @doubles() !intel_reqd_sub_group_size !0 {
      %sum = call spir_func double @twice(double 1.0)
      ret void
    }
    define spir_kernel void @groups() !sycl_hierarchical_work_group_size !1 !sycl_used_aspects !2 {
      ret void
    }
    !0 = !{i32 16}
    !1 = !{i32 4, i32 2, i32 1}
    !2 = !{i32 -1}
    !3 = !{i32 2}
  )",
                                    context_);
  const auto sets = propertySets(llvm::cantFail(compiler::image::postLink(*module, std::nullopt)));
  const format::PropertySet &kernels = setOf(sets, "Ursa/kernels");
  EXPECT_EQ(bytesOf(kernels, "plain"), R"({"args":[],"reads":[]})");
  EXPECT_EQ(bytesOf(kernels, "doubles"),
            R"({"args":[],"reads":[],"reqd_sub_group_size":16,"aspects":[2,6],)"
            R"("aspect_uses":["function 'twice'","double in function 'doubles'"]})");
  EXPECT_EQ(bytesOf(kernels, "groups"),
            R"({"args":[],"reads":[],"hierarchical_work_group_size":[4,2,1]})");
}

TEST_F(DeviceImage, AssignsOneIdPerLeafOrPerConstant) {
  auto firstIds = [&](format::ConstantMode mode) {
    std::vector<std::uint32_t> ids;
    for (const compiler::passes::SpecConstant &constant : run(mode).constants.constants)
      ids.push_back(constant.descriptors.front().id);
    return ids;
  };
  EXPECT_THAT(firstIds(format::ConstantMode::Native), ElementsAre(0, 9));
  EXPECT_THAT(firstIds(format::ConstantMode::Emulated), ElementsAre(0, 1));
}

TEST_F(DeviceImage, DescribesImagesAndSamplers) {
  const auto module = parseDeviceIr(R"(
    define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %in,
                               target("spirv.Sampler") %s) !kernel_arg_type !0 {
      ret void
    }
    !0 = !{!"image2d_t", !"sampler_t"}
  )",
                                    context_);
  const std::vector<compiler::image::KernelInfo> kernels =
      llvm::cantFail(compiler::image::describeKernels(*module, {}));
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].json,
            R"({"args":[{"name":"in","kind":"image","space":"private","type":"image2d_t","size":8,)"
            R"("align":8},{"name":"s","kind":"sampler","space":"private","type":"sampler_t",)"
            R"("size":8,"align":8}],"reads":[],"aspects":[9],)"
            R"("aspect_uses":["an image in function 'k'"]})");
}

} // namespace
} // namespace ursa

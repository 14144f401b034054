// What built-in functions do, by their names.
#include "compiler/builtins/builtin.h"

#include <gtest/gtest.h>

namespace ursa::compiler::builtins {
namespace {

using llvm::AtomicOrdering;

TEST(Describe, WorkItemFunctions) {
  EXPECT_EQ(describeAs<WorkItemQuery>("_Z13get_global_idj")->query, Query::GlobalId);
  EXPECT_EQ(describeAs<WorkItemQuery>("get_work_dim")->query, Query::WorkDim);
  EXPECT_FALSE(describeAs<WorkItemQuery>("_Z14get_global_idsj"));
  EXPECT_TRUE(hasDimension(Query::NumGroups));
  EXPECT_FALSE(hasDimension(Query::WorkDim));
  EXPECT_EQ(valueBeyondDimensions(Query::GlobalOffset), 0U);
  EXPECT_EQ(valueBeyondDimensions(Query::LocalSize), 1U);
}

TEST(Describe, BarriersAndFences) {
  EXPECT_EQ(describeAs<Barrier>("_Z7barrierj")->scope, Scope::WorkGroup);
  EXPECT_EQ(describeAs<Barrier>("_Z18work_group_barrierj12memory_scope")->scope, Scope::WorkGroup);
  EXPECT_EQ(describeAs<Barrier>("_Z17sub_group_barrierj")->scope, Scope::SubGroup);
  EXPECT_EQ(describeAs<Fence>("_Z14read_mem_fencej")->order, AtomicOrdering::Acquire);
  EXPECT_FALSE(describeAs<Fence>("_Z22atomic_work_item_fencej12memory_order12memory_scope")->order);
}

TEST(Describe, AtomicsOfOpencl1) {
  const auto max = describeAs<Atomic>("_Z10atomic_maxPU3AS1Vjj");
  ASSERT_TRUE(max);
  EXPECT_EQ(max->operation, Atomic::Max);
  EXPECT_EQ(max->form, Atomic::Legacy);
  EXPECT_TRUE(max->value.isUnsigned());
  EXPECT_FALSE(max->isByOne);
  EXPECT_TRUE(describeAs<Atomic>("_Z8atom_decPU3AS3Vl")->isByOne);
  EXPECT_EQ(describeAs<Atomic>("_Z14atomic_cmpxchgPU3AS1Viii")->form, Atomic::Legacy);
}

TEST(Describe, AtomicsOfC11) {
  const auto load = describeAs<Atomic>("_Z11atomic_loadPU3AS4VU7_Atomicf");
  ASSERT_TRUE(load);
  EXPECT_EQ(load->operation, Atomic::Load);
  EXPECT_EQ(load->form, Atomic::C11);
  const auto exchange =
      describeAs<Atomic>("_Z37atomic_compare_exchange_weak_explicitPU3AS4VU7_Atomici"
                         "PU3AS4ii12memory_orderS4_12memory_scope");
  ASSERT_TRUE(exchange);
  EXPECT_EQ(exchange->operation, Atomic::CompareExchange);
  EXPECT_EQ(exchange->form, Atomic::Explicit);
  EXPECT_EQ(exchange->orderOperand(), 3U);
  EXPECT_EQ(exchange->scopeOperand(), 5U);
  EXPECT_EQ(
      describeAs<Atomic>("_Z33atomic_flag_test_and_set_explicitPU3AS4VU7_Atomici12memory_order")
          ->orderOperand(),
      1U);
  EXPECT_EQ(describeAs<Atomic>("_Z25atomic_fetch_sub_explicitPU3AS4VU7_Atomicii12memory_order")
                ->orderOperand(),
            2U);
}

TEST(Describe, AtomicsOfSpirv) {
  const auto add = describeAs<Atomic>("_Z18__spirv_AtomicIAddPU3AS3iiii");
  ASSERT_TRUE(add);
  EXPECT_EQ(add->operation, Atomic::Add);
  EXPECT_EQ(add->form, Atomic::Spirv);
  EXPECT_FALSE(describeAs<Atomic>("_Z17__spirv_AtomicFooPU3AS3iiii"));
}

TEST(Describe, NoAtomicsWithOtherNames) {
  for (const char *name : {"atomic_add", "_Z10atomic_foof", "_Z3addii", "_Z12atomic_fetchPii"})
    EXPECT_FALSE(describeAs<Atomic>(name)) << name;
}

TEST(Describe, GroupFunctions) {
  const auto scan = describeAs<GroupFunction>("_Z40sub_group_non_uniform_scan_exclusive_mulh");
  ASSERT_TRUE(scan);
  EXPECT_EQ(scan->scope, Scope::SubGroup);
  EXPECT_EQ(scan->kind, GroupFunction::ScanExclusive);
  EXPECT_EQ(scan->operation, GroupFunction::Mul);
  EXPECT_TRUE(scan->isNonUniform);
  EXPECT_TRUE(scan->value.isUnsigned());
  const auto broadcast = describeAs<GroupFunction>("_Z20work_group_broadcastim");
  EXPECT_EQ(broadcast->kind, GroupFunction::Broadcast);
  EXPECT_EQ(broadcast->operation, GroupFunction::None);
  EXPECT_FALSE(broadcast->value.isUnsigned());
  for (const char *name :
       {"_Z17work_group_gatheri", "_Z21sub_group_reduce_nandi", "_Z16sub_group_reducei"})
    EXPECT_FALSE(describeAs<GroupFunction>(name)) << name;
}

TEST(Describe, GroupCopies) {
  const auto copy =
      describeAs<GroupCopy>("_Z29async_work_group_strided_copyPU3AS3Dv4_hPU3AS1KS_mm9ocl_event");
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->operation, GroupCopy::StridedCopy);
  EXPECT_EQ(copy->element.elements, 4U);
  EXPECT_EQ(describeAs<GroupCopy>("_Z17wait_group_eventsiPU3AS49ocl_event")->operation,
            GroupCopy::Wait);
}

TEST(Describe, VectorAccesses) {
  const auto store = describeAs<VectorAccess>("_Z17vstorea_half3_rtzDv3_fmPU3AS1Dh");
  ASSERT_TRUE(store);
  EXPECT_FALSE(store->isLoad);
  EXPECT_TRUE(store->isAligned && store->isHalf);
  EXPECT_EQ(store->count, 3U);
  EXPECT_EQ(store->stride, 4U);
  EXPECT_EQ(store->rounding.str(), "rtz");
  EXPECT_TRUE(describeAs<VectorAccess>("_Z18__spirv_ocl_vload4mPU3AS1Kf")->isLoad);
}

TEST(Describe, Conversions) {
  const auto conversion = describeAs<Conversion>("_Z22convert_uchar4_sat_rteDv4_f");
  ASSERT_TRUE(conversion);
  EXPECT_TRUE(conversion->isSaturated && conversion->isToUnsigned);
  EXPECT_EQ(conversion->rounding.str(), "rte");
  EXPECT_TRUE(describeAs<Conversion>("_Z12convert_int4Dv4_f")->rounding.empty());
}

TEST(Describe, SecondResultsAndPointerQueries) {
  EXPECT_TRUE(describeAs<SecondResult>("_Z5frexpfPU3AS4i")->isInteger);
  EXPECT_FALSE(describeAs<SecondResult>("_Z18__spirv_ocl_sincosfPU3AS4f")->isInteger);
  EXPECT_EQ(describeAs<PointerQuery>("__to_local")->space, 3U);
  EXPECT_EQ(
      describeAs<PointerQuery>("_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4vi")->space, 1U);
  EXPECT_FALSE(describeAs<PointerQuery>("_Z9get_fencePU3AS4v")->space);
}

TEST(Describe, PrintfAndConstants) {
  EXPECT_TRUE(describeAs<Printf>("printf"));
  EXPECT_TRUE(describeAs<Printf>("_Z18__spirv_ocl_printfPU3AS2Kcz"));
  EXPECT_FALSE(describeAs<SpecConstant>("_Z20__spirv_SpecConstantii")->isComposite);
  EXPECT_TRUE(describeAs<SpecConstant>("_Z29__spirv_SpecConstantCompositeii")->isComposite);
}

TEST(Describe, ImageFunctions) {
  const auto function =
      describeAs<ImageFunction>("_Z11read_imagef20ocl_image2d_array_ro11ocl_samplerDv4_f");
  ASSERT_TRUE(function);
  EXPECT_EQ(function->operation, ImageFunction::Read);
  EXPECT_EQ(function->imageType.str(), "image2d_array_t");
  EXPECT_FALSE(function->isReadWrite || function->isUnsigned);
  const auto write = describeAs<ImageFunction>("_Z13write_imageui14ocl_image3d_rwDv4_iDv4_j");
  EXPECT_EQ(write->operation, ImageFunction::Write);
  EXPECT_TRUE(write->isReadWrite && write->isUnsigned);
  EXPECT_EQ(describeAs<ImageFunction>("_Z20get_image_array_size20ocl_image1d_array_wo")->operation,
            ImageFunction::ArraySize);
  EXPECT_EQ(describeAs<ImageFunction>("__translate_sampler_initializer")->operation,
            ImageFunction::MakeSampler);
}

TEST(Describe, NoImageFunctionsWithoutSupport) {
  for (const char *name :
       {"_Z11read_imagef20ocl_image2d_depth_roDv2_i",         // depth
        "_Z11read_imagef19ocl_image2d_msaa_roDv2_ii",         // samples
        "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff", // level of detail
        "_Z12write_imagef14ocl_image2d_woDv2_iiDv4_f",        // likewise
        "_Z23get_image_num_mip_levels14ocl_image2d_ro",       // likewise
        "_Z11read_imagefi", "read_imagef", "_Z11read_imagef", "_Z99read_imagef", ""})
    EXPECT_FALSE(describeAs<ImageFunction>(name)) << name;
}

TEST(Describe, NothingForFunctionsOfLibraries) {
  for (const char *name : {"_Z3sinf", "malloc", "sin", "", "_Z", "_ZN4sycl3sinEf"})
    EXPECT_EQ(describe(name).index(), 0U) << name;
}

} // namespace
} // namespace ursa::compiler::builtins

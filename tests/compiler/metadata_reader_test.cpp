// Metadata that the reader accepts and rejects. tests/fuzz/metadata.cpp fuzzes it.
#include "compiler/passes/metadata_reader.h"
#include "tests/compiler/ir_text.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class MetadataReader : public ::testing::Test {
protected:
  /// A kernel 'k' of two arguments with @p attached, and @p rest of the module.
  const llvm::Module &parse(const std::string &attached, const std::string &rest) {
    module_ = parseDeviceIr("define spir_kernel void @k(i32 %a, i32 %b) " + attached +
                                " { ret void }\n" + rest + "\n",
                            context_);
    return *module_;
  }
  const llvm::Function &kernel() const { return *module_->getFunction("k"); }

  std::string refusal(const std::string &attached, const std::string &rest) {
    return toString(compiler::passes::checkMetadata(parse(attached, rest)));
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(MetadataReader, FillsMissingDimensionsWithOne) {
  parse("!reqd_work_group_size !0", "!0 = !{i32 8, i64 4}");
  const auto size = llvm::cantFail(compiler::passes::requiredWorkGroupSize(kernel()));
  ASSERT_TRUE(size);
  EXPECT_THAT(size->sizes, ElementsAre(8, 4, 1));
  EXPECT_EQ(size->dimensions, 2U);
  EXPECT_FALSE(llvm::cantFail(compiler::passes::requiredSubGroupSize(kernel())));
}

TEST_F(MetadataReader, RejectsInvalidWorkGroupSizes) {
  for (const char *sizes :
       {"", "i32 0", "i64 -1", "i64 99999999999", "i128 1", "i32 1, i32 1, i32 1, i32 1", "null",
        "!\"8\"", "float 1.0", "i32 65536, i32 65536", "ptr @k", "!{i32 8}"}) {
    const std::string node = "!{" + std::string(sizes) + "}";
    EXPECT_EQ(refusal("!reqd_work_group_size !0", "!0 = " + node),
              "Kernel 'k' has the metadata 'reqd_work_group_size' " +
                  (node == "!{!\"8\"}"      ? "!{\"8\"}"
                   : node == "!{!{i32 8}}"  ? "!{!{...}}"
                   : node == "!{float 1.0}" ? "!{float 1.000000e+00}"
                                            : node) +
                  "; a work-group size is 1 to 3 numbers from 1 to 4294967295 whose product is not "
                  "larger.");
    EXPECT_TRUE(llvm::errorToBool(compiler::passes::requiredWorkGroupSize(kernel()).takeError()));
  }
}

TEST_F(MetadataReader, ReadsTheLargestWorkGroupSize) {
  EXPECT_EQ(refusal("!reqd_work_group_size !0", "!0 = !{i32 -1, i32 1, i32 1}"), "");
  const auto size = llvm::cantFail(compiler::passes::requiredWorkGroupSize(kernel()));
  ASSERT_TRUE(size);
  EXPECT_THAT(size->sizes, ElementsAre(UINT32_MAX, 1, 1));
}

TEST_F(MetadataReader, RejectsCyclicNodes) {
  for (const char *kind :
       {"reqd_work_group_size", "sycl_hierarchical_work_group_size", "work_group_size_hint",
        "intel_reqd_sub_group_size", "sycl_kernel_omit_args", "sycl_used_aspects", "sycl-module-id",
        "kernel_arg_type", "kernel_arg_addr_space", "vec_type_hint", "spirv.ParameterDecorations"})
    EXPECT_THAT(
        refusal("!" + std::string(kind) + " !0", "!0 = distinct !{!0, !0}"),
        HasSubstr("Kernel 'k' has the metadata '" + std::string(kind) + "' !{!{...}, !{...}}; "));
  for (const char *name : {"opencl.ocl.version", "spirv.Source", "spirv.ExecutionMode",
                           "opencl.used.extensions", "sycl.specialization-constants"})
    EXPECT_THAT(
        refusal("", "!" + std::string(name) + " = !{!0}\n!0 = distinct !{!0, null}"),
        HasSubstr("The module has the metadata '" + std::string(name) + "' !{!{...}, null}; "));
}

TEST_F(MetadataReader, RequiresAnEntryForEachArgument) {
  EXPECT_EQ(refusal("!kernel_arg_type !0", "!0 = !{!\"int\"}"),
            "Kernel 'k' has the metadata 'kernel_arg_type' !{\"int\"}; it must have an entry for "
            "each argument, of which there are 2.");
  EXPECT_EQ(refusal("!kernel_arg_name !0", "!0 = !{!\"a\", !\"b\"}"), "");
  EXPECT_EQ(llvm::cantFail(compiler::passes::argumentText(kernel(), "kernel_arg_name", 1)), "b");
  EXPECT_EQ(llvm::cantFail(compiler::passes::argumentText(kernel(), "kernel_arg_type", 1)), "");
}

TEST_F(MetadataReader, CountsRemainingArguments) {
  EXPECT_EQ(refusal("!sycl_kernel_omit_args !0", "!0 = !{i1 false, i1 true, i1 false}"), "");
  EXPECT_THAT(llvm::cantFail(compiler::passes::omittedArguments(kernel())),
              ElementsAre(false, true, false));
  EXPECT_THAT(refusal("!sycl_kernel_omit_args !0", "!0 = !{i1 false, i1 true}"),
              HasSubstr("!{i1 false, i1 true}; it must have an i1 for each argument in the source, "
                        "false for those that are left; the kernel has 2."));
}

TEST_F(MetadataReader, ReadsAspectsWithAndWithoutNames) {
  parse("!sycl_used_aspects !0", "!0 = !{i32 5, !1}\n!1 = !{!\"fp64\", i32 6}");
  EXPECT_THAT(llvm::cantFail(compiler::passes::metadataNumbers(kernel(), "sycl_used_aspects")),
              ElementsAre(5, 6));
}

TEST_F(MetadataReader, ReadsDeclaredConstants) {
  parse("", "!sycl.specialization-constants = !{!0}\n"
            "!0 = !{!\"c\", i32 3, i32 0, i32 4, i32 -1, i32 4, i32 12}");
  const auto constants = llvm::cantFail(compiler::passes::declaredSpecConstants(*module_));
  ASSERT_EQ(constants.size(), 1U);
  EXPECT_EQ(constants[0].name, "c");
  ASSERT_EQ(constants[0].leaves.size(), 2U);
  EXPECT_EQ(constants[0].leaves[0].id, 3U);
  EXPECT_EQ(constants[0].leaves[1].id, UINT32_MAX);
  EXPECT_EQ(constants[0].leaves[1].size, 12U);
  EXPECT_THAT(refusal("", "!sycl.specialization-constants = !{!0}\n!0 = !{!\"c\", i32 3, i32 0}"),
              HasSubstr("a specialization constant is a name and three 32-bit numbers"));
}

TEST_F(MetadataReader, ChecksMetadataOfCodeGenerators) {
  EXPECT_THAT(refusal("", "!opencl.ocl.version = !{}"),
              HasSubstr("'opencl.ocl.version' without a node"));
  EXPECT_THAT(refusal("", "@v = global i32 0, !spirv.Decorations !0\n!0 = !{null}"),
              HasSubstr("Variable 'v' has the metadata 'spirv.Decorations' !{null}; "));
  // The function of an execution mode may have been removed since.
  EXPECT_EQ(refusal("", "!spirv.ExecutionMode = !{!0, !1}\n!0 = !{null, i32 31}\n"
                        "!1 = !{ptr @k, i32 31}"),
            "");
}

} // namespace
} // namespace ursa

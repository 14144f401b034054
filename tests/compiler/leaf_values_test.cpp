// Structs and arrays as values, taken apart for the SPIR-V backend.
#include "compiler/targets/spirv/leaf_values.h"
#include "tests/compiler/ir_text.h"

#include "llvm/IR/Verifier.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LeafValues : public ::testing::Test {
protected:
  std::string apart(const std::string &body) {
    auto module = parseDeviceIr(body, context_);
    spirv_target::takeAggregatesApart(*module);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return textOf(*module);
  }

  llvm::LLVMContext context_;
};

TEST_F(LeafValues, CopiesLeafByLeaf) {
  const std::string text = apart(R"(
    define void @copy(ptr addrspace(1) %from, ptr addrspace(1) %to) {
      %s = load { i32, [2 x float], <4 x i8> }, ptr addrspace(1) %from
      store { i32, [2 x float], <4 x i8> } %s, ptr addrspace(1) %to
      ret void
    })");
  EXPECT_THAT(text, HasSubstr("load i32, ptr addrspace(1)"));
  EXPECT_THAT(text, HasSubstr("load float, ptr addrspace(1)"));
  EXPECT_THAT(text, HasSubstr("load <4 x i8>, ptr addrspace(1)"));
  EXPECT_THAT(text, HasSubstr("store <4 x i8>"));
  EXPECT_THAT(text, Not(HasSubstr("insertvalue")));
  EXPECT_THAT(text, Not(HasSubstr("extractvalue")));
}

TEST_F(LeafValues, JoinsNestedExtracts) {
  const std::string text = apart(R"(
    declare { i32, { float, float } } @make()
    define float @second() {
      %s = call { i32, { float, float } } @make()
      %inner = extractvalue { i32, { float, float } } %s, 1
      %leaf = extractvalue { float, float } %inner, 1
      ret float %leaf
    })");
  EXPECT_THAT(text, HasSubstr("extractvalue { i32, { float, float } } %s, 1, 1"));
  EXPECT_THAT(text, Not(HasSubstr("%inner")));
}

TEST_F(LeafValues, SplitsPhisAndSelects) {
  const std::string text = apart(R"(
    define float @pick(i1 %which, ptr addrspace(1) %a, ptr addrspace(1) %b) {
    entry:
      %x = load [2 x float], ptr addrspace(1) %a
      %y = load [2 x float], ptr addrspace(1) %b
      %either = select i1 %which, [2 x float] %x, [2 x float] %y
      br i1 %which, label %then, label %end
    then:
      br label %end
    end:
      %last = phi [2 x float] [ %either, %entry ], [ %y, %then ]
      %leaf = extractvalue [2 x float] %last, 1
      ret float %leaf
    })");
  EXPECT_THAT(text, HasSubstr("phi float"));
  EXPECT_THAT(text, HasSubstr("select i1 %which, float"));
  EXPECT_THAT(text, Not(HasSubstr("phi [2 x float]")));
  EXPECT_THAT(text, Not(HasSubstr("insertvalue")));
}

TEST_F(LeafValues, TakesAPhiOfItself) {
  const std::string text = apart(R"(
    define i32 @loop(i32 %count) {
    entry:
      br label %body
    body:
      %pair = phi { i32, i32 } [ zeroinitializer, %entry ], [ %next, %body ]
      %sum = extractvalue { i32, i32 } %pair, 0
      %i = extractvalue { i32, i32 } %pair, 1
      %sum1 = add i32 %sum, %i
      %i1 = add i32 %i, 1
      %half = insertvalue { i32, i32 } %pair, i32 %sum1, 0
      %next = insertvalue { i32, i32 } %half, i32 %i1, 1
      %more = icmp ult i32 %i1, %count
      br i1 %more, label %body, label %end
    end:
      ret i32 %sum1
    })");
  EXPECT_THAT(text, Not(HasSubstr("phi { i32, i32 }")));
  EXPECT_THAT(text, HasSubstr("phi i32"));
}

} // namespace
} // namespace ursa

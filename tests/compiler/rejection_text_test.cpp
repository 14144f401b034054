// Why a target rejects a kernel, in the terms of the source.
#include "compiler/frontend/rejection_text.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using ursa::compiler::frontend::SourcePlaces;

namespace {

std::string explain(const std::string &module, const char *reason) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto parsed = llvm::parseAssemblyString(module, diagnostic, context);
  EXPECT_TRUE(parsed) << diagnostic.getMessage().str();
  return parsed ? SourcePlaces(*parsed).explain(reason) : "";
}

const std::string kWords =
    "@_ZL5words = constant i32 0 #0\nattributes #0 = { \"ursa-source\"=\"a.cpp:3:7\" }\n";
const std::string kKernel = "define spir_kernel void @_ZTS1K() #1 { ret void }\n"
                            "attributes #1 = { \"ursa-source\"=\"a.cpp:9:5\" }\n";

} // namespace

TEST(RejectionText, NamesThePlaceOfAVariable) {
  EXPECT_EQ(explain(kWords + kKernel, "Variable '_ZL5words' of '_ZTS1K' is wrong."),
            "a.cpp:3:7: Variable 'words' of 'K' is wrong.");
}

TEST(RejectionText, NamesThePlaceOfTheOnlyKernel) {
  EXPECT_EQ(explain(kKernel, "Function '_Z6helperi' is wrong."),
            "a.cpp:9:5: Function 'helper(int)' is wrong.");
  EXPECT_EQ(explain(kKernel + "define spir_kernel void @other() { ret void }\n", "It is wrong."),
            "It is wrong.");
}

TEST(RejectionText, KeepsAPlace) {
  EXPECT_EQ(explain(kKernel, "b.cpp:1: Function 'f' is wrong."), "b.cpp:1: Function 'f' is wrong.");
  EXPECT_EQ(explain(kKernel, "b.cpp:1:2: It is wrong."), "b.cpp:1:2: It is wrong.");
  EXPECT_EQ(explain(kKernel, "Not so: it's wrong."), "a.cpp:9:5: Not so: it's wrong.");
}

TEST(RejectionText, KeepsOtherText) {
  EXPECT_EQ(explain("", "It's '_Z6helperi"), "It's 'helper(int)");
  EXPECT_EQ(explain("", "'k' and ''"), "'k' and ''");
  EXPECT_EQ(explain("", ""), "");
}

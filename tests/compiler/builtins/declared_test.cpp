// Every function that clang's header of OpenCL C declares, with the type that clang gives it.
#include "compiler/builtins/builtin.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace ursa::compiler::builtins {
namespace {

using llvm::StringRef;

/// The functions of the header, by declare_all.py.
class DeclaredBuiltins : public testing::Test {
protected:
  void SetUp() override {
    llvm::SMDiagnostic problem;
    const char *path = std::getenv("URSA_DECLARED_BUILTINS");
    module_ = llvm::parseIRFile(path ? path : "", problem, context_);
    ASSERT_TRUE(module_) << problem.getMessage().str();
    for (const llvm::Function &function : *module_)
      if (function.isDeclaration() && !function.isIntrinsic())
        functions_[baseName(function.getName()).str()].push_back(&function);
    ASSERT_GT(functions_.size(), 1000U);
  }

  /// Calls check(function, description) for each overload of the functions that begin with
  /// @p prefix, except those of @p others, and returns how many there are.
  template <typename T, typename Check>
  unsigned forEach(StringRef prefix, llvm::ArrayRef<StringRef> others, Check check) {
    unsigned count = 0;
    for (const auto &[base, overloads] : functions_) {
      if (!StringRef(base).starts_with(prefix) ||
          llvm::any_of(others, [&](StringRef other) { return StringRef(base).starts_with(other); }))
        continue;
      for (const llvm::Function *function : overloads) {
        const auto description = describeAs<T>(function->getName());
        EXPECT_TRUE(description) << function->getName().str();
        if (!description)
          continue;
        check(*function, *description);
        ++count;
      }
    }
    return count;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::map<std::string, std::vector<const llvm::Function *>> functions_;
};

TEST_F(DeclaredBuiltins, AreBuiltInNames) {
  for (const auto &[base, overloads] : functions_)
    for (const llvm::Function *function : overloads) {
      const StringRef name = function->getName();
      EXPECT_TRUE(isBuiltinName(name)) << name.str();
      if (name.starts_with("_Z"))
        EXPECT_EQ(mangledName(baseName(name), parameterTypes(name)), name.str());
    }
}

TEST_F(DeclaredBuiltins, HaveTheTypeOfTheFirstParameter) {
  unsigned compared = 0;
  for (const auto &[base, overloads] : functions_)
    for (const llvm::Function *function : overloads) {
      const ValueType type = valueType(function->getName());
      const std::string text = signature(function->getName());
      // LLVM's demangler rejects what clang writes for pointers to private memory beside orders.
      if (text.empty() || function->hasStructRetAttr())
        continue;
      ++compared;
      const StringRef first = StringRef(text).split('(').second.split(", ").first;
      EXPECT_EQ(type.isUnsigned(), first.contains("unsigned")) << text;
      if (type.kind != ValueType::Other && !first.contains('*'))
        EXPECT_EQ(type.type(context_), function->getArg(0)->getType()) << text;
    }
  EXPECT_GT(compared, 13000U);
}

TEST_F(DeclaredBuiltins, Atomics) {
  const auto check = [&](const llvm::Function &function, const Atomic &atomic) {
    const StringRef base = baseName(function.getName());
    const std::string name = function.getName().str();
    llvm::Type *value = atomic.value.type(context_);
    ASSERT_TRUE(value) << name;
    EXPECT_EQ(atomic.form == Atomic::Explicit, base.ends_with("_explicit")) << name;
    EXPECT_EQ(atomic.form == Atomic::C11 || atomic.form == Atomic::Explicit,
              parameterTypes(name).contains("U7_Atomic"))
        << name;
    if (atomic.operation == Atomic::Store || atomic.operation == Atomic::Init) {
      EXPECT_EQ(function.getArg(1)->getType(), value) << name;
    } else if (atomic.operation == Atomic::CompareExchange) {
      EXPECT_EQ(function.getArg(2)->getType(), value) << name;
    } else if (atomic.operation != Atomic::TestAndSet && atomic.operation != Atomic::Clear) {
      EXPECT_EQ(function.getReturnType(), value) << name;
    }
    const unsigned operands = atomic.orderOperand() - (atomic.isByOne ? 1 : 0);
    if (atomic.form == Atomic::Explicit) // the scope is optional
      EXPECT_TRUE(function.arg_size() == atomic.scopeOperand() ||
                  function.arg_size() == atomic.scopeOperand() + 1)
          << name;
    else
      EXPECT_EQ(function.arg_size(), operands) << name;
  };
  EXPECT_GT(forEach<Atomic>("atomic_", {"atomic_work_item_fence"}, check), 800U);
  EXPECT_GT(forEach<Atomic>("atom_", {}, check), 80U);
}

TEST_F(DeclaredBuiltins, WorkItemFunctions) {
  const auto check = [](const llvm::Function &function, const WorkItemQuery &item) {
    EXPECT_EQ(function.arg_size(), hasDimension(item.query) ? 1U : 0U) << function.getName().str();
  };
  const unsigned count = forEach<WorkItemQuery>("get_",
                                                {"get_image_", "get_fence", "get_default_queue",
                                                 "get_sub_group_eq_mask", "get_sub_group_ge_mask",
                                                 "get_sub_group_gt_mask", "get_sub_group_le_mask",
                                                 "get_sub_group_lt_mask"},
                                                check);
  EXPECT_EQ(count, 17U);
}

TEST_F(DeclaredBuiltins, GroupFunctions) {
  const auto check = [&](const llvm::Function &function, const GroupFunction &group) {
    const std::string name = function.getName().str();
    EXPECT_EQ(group.isNonUniform, StringRef(name).contains("non_uniform")) << name;
    if (group.kind == GroupFunction::Elect)
      return;
    EXPECT_EQ(group.value.type(context_), function.getArg(0)->getType()) << name;
    EXPECT_EQ(function.getReturnType(), function.getArg(0)->getType()) << name;
    EXPECT_EQ(group.operation != GroupFunction::None, group.kind >= GroupFunction::Reduce) << name;
  };
  EXPECT_GT(forEach<GroupFunction>("work_group_", {"work_group_barrier"}, check), 80U);
  EXPECT_GT(forEach<GroupFunction>("sub_group_",
                                   {"sub_group_barrier", "sub_group_ballot",
                                    "sub_group_inverse_ballot", "sub_group_clustered",
                                    "sub_group_rotate", "sub_group_non_uniform_all_equal"},
                                   check),
            400U);
}

TEST_F(DeclaredBuiltins, BarriersFencesAndCopies) {
  const auto none = [](const llvm::Function &, const auto &) {};
  EXPECT_EQ(forEach<Barrier>("barrier", {}, none), 1U);
  EXPECT_EQ(forEach<Barrier>("work_group_barrier", {}, none), 2U);
  EXPECT_EQ(forEach<Barrier>("sub_group_barrier", {}, none), 2U);
  for (const char *name :
       {"mem_fence", "read_mem_fence", "write_mem_fence", "atomic_work_item_fence"})
    EXPECT_EQ(forEach<Fence>(name, {}, none), 1U);
  EXPECT_GT(forEach<GroupCopy>("async_work_group_", {},
                               [&](const llvm::Function &function, const GroupCopy &copy) {
                                 EXPECT_TRUE(copy.element.type(context_))
                                     << function.getName().str();
                               }),
            200U);
  EXPECT_EQ(forEach<GroupCopy>("wait_group_events", {}, none), 1U);
  EXPECT_GT(forEach<GroupCopy>("prefetch", {}, none), 60U);
}

TEST_F(DeclaredBuiltins, ImageFunctions) {
  unsigned count = 0;
  for (const char *prefix : {"read_image", "write_image", "get_image_"})
    for (const auto &[base, overloads] : functions_)
      if (StringRef(base).starts_with(prefix))
        for (const llvm::Function *function : overloads)
          if (const auto image = describeAs<ImageFunction>(function->getName())) {
            ++count;
            EXPECT_TRUE(isImageType(image->imageType));
            EXPECT_EQ(image->isUnsigned, StringRef(base).ends_with("ui")) << base;
            EXPECT_EQ(image->isReadWrite, parameterTypes(function->getName()).contains("_rw"));
          }
  EXPECT_GT(count, 200U);
}

TEST_F(DeclaredBuiltins, VectorAccesses) {
  const auto check = [](const llvm::Function &function, const VectorAccess &access) {
    const llvm::Type *type =
        access.isLoad ? function.getReturnType() : function.getArg(0)->getType();
    const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    EXPECT_EQ(vector ? vector->getNumElements() : 1, access.count) << function.getName().str();
  };
  EXPECT_GT(forEach<VectorAccess>("vload", {}, check), 120U);
  EXPECT_GT(forEach<VectorAccess>("vstore", {}, check), 150U);
}

TEST_F(DeclaredBuiltins, Conversions) {
  const auto check = [](const llvm::Function &function, const Conversion &conversion) {
    const StringRef base = baseName(function.getName());
    EXPECT_EQ(conversion.isSaturated, base.contains("_sat")) << base.str();
    EXPECT_EQ(conversion.isToUnsigned, base.starts_with("convert_u")) << base.str();
    EXPECT_EQ(conversion.rounding.empty(), !base.contains("_rt")) << base.str();
  };
  EXPECT_GT(forEach<Conversion>("convert_", {}, check), 5000U);
}

} // namespace
} // namespace ursa::compiler::builtins

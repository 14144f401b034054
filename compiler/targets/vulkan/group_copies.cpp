// See group_copies.h.
#include "compiler/targets/vulkan/group_copies.h"

#include "compiler/targets/common/group_copies.h"
#include "compiler/targets/vulkan/primitives.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

Value *queryDimension(IRBuilder<> &builder, const char *name, unsigned number) {
  return builder.CreateZExt(
      callPrimitive(builder, Twine(name) + "." + Twine(number), builder.getInt32Ty()),
      builder.getInt64Ty());
}

} // namespace

PreservedAnalyses GroupCopiesPass::run(Module &module, ModuleAnalysisManager &) {
  targets::WorkGroup group;
  group.id = [](IRBuilder<> &builder, unsigned i) {
    return queryDimension(builder, "local_id", i);
  };
  group.size = [](IRBuilder<> &builder, unsigned i) {
    return queryDimension(builder, "local_size", i);
  };
  group.barrier = [](IRBuilder<> &builder) { callBarrier(builder); };
  targets::defineGroupCopies(module, group);
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan

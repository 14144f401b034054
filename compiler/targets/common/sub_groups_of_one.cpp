// See sub_groups_of_one.h.
#include "compiler/targets/common/sub_groups_of_one.h"

#include "compiler/builtins/definitions.h"
#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/sub_group_queries.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

using builtins::GroupFunction;

/// Returns whether the function returns its first operand, or whether that is true.
bool returnsOperand(const GroupFunction &group) {
  return group.scope == builtins::Scope::SubGroup && group.kind != GroupFunction::Elect &&
         group.kind != GroupFunction::BroadcastFirst && group.kind != GroupFunction::ScanExclusive;
}

void define(Function &function, const builtins::Builtin &builtin) {
  Type *type = function.getReturnType();
  const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
  const auto *group = std::get_if<GroupFunction>(&builtin);
  if (barrier && barrier->scope == builtins::Scope::SubGroup) {
    builtins::beginBody(function).CreateRetVoid();
  } else if (group && returnsOperand(*group)) {
    IRBuilder<> builder = builtins::beginBody(function);
    Value *value = function.getArg(0);
    if (group->kind == GroupFunction::All || group->kind == GroupFunction::Any)
      value = builder.CreateZExtOrTrunc(builder.CreateIsNotNull(value), type);
    builder.CreateRet(value);
  }
}

/// A shuffle with a third operand, which names who takes part, as one without.
void defineShuffleOfPart(Function &function) {
  const auto group = builtins::describeAs<GroupFunction>(function.getName());
  if (!group || group->kind != GroupFunction::Shuffle || !group->isNonUniform ||
      function.arg_size() != 3)
    return;
  IRBuilder<> builder = builtins::beginBody(function, /*isConvergent=*/true);
  CallInst *call =
      builtins::callFunction(builder, builtins::mangledName("sub_group_shuffle", "jj"),
                             function.getReturnType(), {function.getArg(0), function.getArg(1)});
  call->setConvergent();
  builder.CreateRet(call);
}

bool requiresLargerSubGroups(const Module &module) {
  for (const Function &function : module) {
    auto size = passes::requiredSubGroupSize(function);
    if (!size)
      consumeError(size.takeError()); // reported where the metadata is read for use
    else if (*size && **size > 1)
      return true;
  }
  return false;
}

} // namespace

void defineSubGroupsOfOne(Module &module) {
  if (requiresLargerSubGroups(module)) {
    for (Function *function : builtins::usedDeclarations(module))
      defineShuffleOfPart(*function);
    return;
  }
  defineSubGroupQueries(module, 1);
  for (Function *function : builtins::usedDeclarations(module))
    define(*function, builtins::describe(function->getName()));
}

bool isSyclModule(const Module &module) {
  for (const Function &function : module)
    if (function.getMetadata(passes::kParametersMetadata))
      return true;
  return false;
}

} // namespace ursa::compiler::targets

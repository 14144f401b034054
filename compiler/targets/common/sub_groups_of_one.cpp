// See sub_groups_of_one.h.
#include "compiler/targets/common/sub_groups_of_one.h"

#include "compiler/builtins/definitions.h"
#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/metadata_reader.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

enum class Meaning { None, Nothing, Truth, FirstOperand, One, Zero, WorkItem, WorkItemCount };

Meaning meaningOf(StringRef name, bool withQueries) {
  if (name.consume_front("sub_group_")) {
    name.consume_front("non_uniform_");
    return StringSwitch<Meaning>(name)
        .Case("barrier", Meaning::Nothing)
        .Cases({"all", "any"}, Meaning::Truth)
        .Cases({"broadcast", "shuffle", "shuffle_xor", "shuffle_up", "shuffle_down"},
               Meaning::FirstOperand)
        .StartsWith("reduce_", Meaning::FirstOperand)
        .StartsWith("scan_inclusive_", Meaning::FirstOperand)
        .Default(Meaning::None);
  }
  if (!withQueries)
    return Meaning::None;
  return StringSwitch<Meaning>(name)
      .Cases({"get_sub_group_size", "get_max_sub_group_size"}, Meaning::One)
      .Case("get_sub_group_local_id", Meaning::Zero)
      .Case("get_sub_group_id", Meaning::WorkItem)
      .Cases({"get_num_sub_groups", "get_enqueued_num_sub_groups"}, Meaning::WorkItemCount)
      .Default(Meaning::None);
}

/// Returns the place of the work-item in its group, or the number of work-items.
Value *inGroup(IRBuilder<> &builder, bool isCount) {
  const auto size = [&](unsigned i) {
    return builtins::callQuery(builder, builtins::Query::LocalSize, i);
  };
  if (isCount)
    return builder.CreateMul(builder.CreateMul(size(2), size(1)), size(0));
  return builtins::linearId(
      builder,
      [&](unsigned i) { return builtins::callQuery(builder, builtins::Query::LocalId, i); }, size);
}

void define(Function &function, Meaning meaning) {
  IRBuilder<> builder = builtins::beginBody(function);
  Type *type = function.getReturnType();
  switch (meaning) {
  case Meaning::Truth:
    builder.CreateRet(builder.CreateZExtOrTrunc(builder.CreateIsNotNull(function.getArg(0)), type));
    break;
  case Meaning::FirstOperand:
    builder.CreateRet(function.getArg(0));
    break;
  case Meaning::One:
    builder.CreateRet(ConstantInt::get(type, 1));
    break;
  case Meaning::Zero:
    builder.CreateRet(ConstantInt::get(type, 0));
    break;
  case Meaning::WorkItem:
  case Meaning::WorkItemCount:
    builder.CreateRet(
        builder.CreateZExtOrTrunc(inGroup(builder, meaning == Meaning::WorkItemCount), type));
    break;
  default:
    builder.CreateRetVoid();
  }
}

bool requiresLargerSubGroups(const Module &module) {
  for (const Function &function : module) {
    auto size = requiredSubGroupSize(function);
    if (!size)
      consumeError(size.takeError()); // reported where the metadata is read for use
    else if (*size && **size > 1)
      return true;
  }
  return false;
}

} // namespace

void defineSubGroupsOfOne(Module &module, bool withQueries) {
  if (requiresLargerSubGroups(module))
    return;
  SmallVector<std::pair<Function *, Meaning>, 8> found;
  for (Function &function : module)
    if (function.isDeclaration() && !function.use_empty())
      if (const Meaning meaning = meaningOf(builtins::baseName(function.getName()), withQueries);
          meaning != Meaning::None)
        found.emplace_back(&function, meaning);
  for (auto [function, meaning] : found)
    define(*function, meaning);
}

bool isSyclModule(const Module &module) {
  for (const Function &function : module)
    if (function.getMetadata(kParametersMetadata))
      return true;
  return false;
}

} // namespace ursa

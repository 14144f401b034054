// See emulate_sub_groups.h.
#include "compiler/targets/spirv/emulate_sub_groups.h"

#include "compiler/builtins/definitions.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/sub_group_queries.h"
#include "compiler/targets/spirv/local_variables.h"
#include "compiler/targets/spirv/sub_group_rounds.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

constexpr unsigned kLargestSize = 64;
constexpr unsigned kMostItems = 1024; ///< of the work-groups of SYCL's kernels

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

/// Returns whether a function is an operation of sub-groups, or a barrier.
bool endsRounds(const Function &function) {
  const builtins::Builtin builtin = builtins::describe(function.getName());
  return std::holds_alternative<builtins::Barrier>(builtin) ||
         std::holds_alternative<builtins::GroupFunction>(builtin);
}

/// Returns the most work-items of the work-groups of a module, a power of two.
unsigned mostItems(const Module &module, unsigned size) {
  std::uint64_t most = size;
  for (const Function &function : module) {
    if (!isKernel(function))
      continue;
    auto required = passes::requiredWorkGroupSize(function);
    if (!required) {
      consumeError(required.takeError()); // reported where the metadata is read for use
      return kMostItems;
    }
    if (!*required)
      return kMostItems;
    std::uint64_t items = 1;
    for (const std::uint32_t length : (*required)->sizes)
      items *= length;
    most = std::max(most, items);
  }
  return most < kMostItems ? static_cast<unsigned>(PowerOf2Ceil(most)) : kMostItems;
}

} // namespace

Expected<std::optional<unsigned>> sizeToEmulate(const Module &module) {
  std::optional<unsigned> all;
  for (const Function &function : module) {
    if (!isKernel(function))
      continue;
    auto size = passes::requiredSubGroupSize(function);
    if (!size)
      return size.takeError();
    const unsigned own = *size ? **size : 1;
    if (own > kLargestSize || !isPowerOf2_32(own) || (all && *all != own))
      return std::nullopt;
    all = own;
  }
  return all == 1U ? std::nullopt : all;
}

void prepareSubGroups(Module &module, unsigned size) {
  targets::defineSubGroupQueries(module, size);
  SmallVector<const Value *, 8> functions;
  for (const Function *function : builtins::usedDeclarations(module))
    if (endsRounds(*function))
      functions.push_back(function);
  inlineUsers(functions);
}

Error emulateSubGroups(Module &module, unsigned size) {
  targets::PassManagers managers;
  managers.run(module, "function(loop-simplify,lcssa)"); // loops keep what nobody uses behind them
  const unsigned items = mostItems(module, size);
  for (Function &function : module) {
    if (!isKernel(function))
      continue;
    if (Error error = runSubGroupsInRounds(function, size, items))
      return error;
    function.setMetadata("intel_reqd_sub_group_size", nullptr);
  }
  return Error::success();
}

} // namespace ursa::compiler::spirv

// See spirv_image.h.
#include "compiler/targets/spirv/spirv_image.h"

#include "compiler/builtins/atomics.h"
#include "compiler/builtins/definitions.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/number_copies.h"
#include "compiler/targets/common/address_spaces.h"
#include "compiler/targets/common/half_functions.h"
#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/pointer_queries.h"
#include "compiler/targets/common/reducible.h"
#include "compiler/targets/common/sub_groups_of_one.h"
#include "compiler/targets/spirv/address_tables.h"
#include "compiler/targets/spirv/aggregates.h"
#include "compiler/targets/spirv/atomics.h"
#include "compiler/targets/spirv/backend.h"
#include "compiler/targets/spirv/builtin_calls.h"
#include "compiler/targets/spirv/canonical_order.h"
#include "compiler/targets/spirv/emulate_sub_groups.h"
#include "compiler/targets/spirv/legalize.h"
#include "compiler/targets/spirv/local_variables.h"
#include "compiler/targets/spirv/module_cleanup.h"
#include "compiler/targets/spirv/pointer_builtins.h"
#include "compiler/targets/spirv/support_check.h"
#include "compiler/targets/spirv/unused_constants.h"
#include "compiler/targets/spirv/validation.h"
#include "compiler/targets/spirv/vector_printf.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

/// Legalizes before the optimizations, because some instructions become functions that are inlined,
/// and again afterwards, because the optimizations create illegal instructions. Omits instcombine:
/// it creates nested extracts of aggregates, which the backend miscompiles.
constexpr const char *kOptimize =
    "ursa-spirv-legalize,always-inline,globaldce,"
    "function(sroa<modify-cfg>,early-cse,simplifycfg,ursa-spirv-aggregates,sroa<modify-cfg>),"
    "ursa-spirv-legalize,strip-dead-prototypes";
/// Propagates constants to the operands of calls, where the lowering of built-ins looks for them.
constexpr const char *kPrepare = "always-inline,function(sroa<preserve-cfg>)";
constexpr const char *kCleanup = "ursa-spirv-legalize,always-inline,globaldce,"
                                 "function(ursa-spirv-aggregates,sroa<preserve-cfg>),"
                                 "ursa-spirv-legalize,strip-dead-prototypes";
/// After the optimizations, which thread jumps into loops again.
constexpr const char *kReducible = "function(ursa-reducible)";

void runPipeline(Module &module, StringRef pipeline) {
  targets::PassManagers managers;
  managers.builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "ursa-spirv-legalize")
          passes.addPass(SpirvLegalizePass());
        else if (name == "ursa-spirv-vector-printf")
          passes.addPass(SpirvVectorPrintfPass());
        else
          return false;
        return true;
      });
  managers.builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "ursa-spirv-aggregates")
          passes.addPass(SpirvAggregatesPass());
        else if (name == "ursa-reducible")
          passes.addPass(targets::MakeReducible());
        else
          return false;
        return true;
      });
  managers.run(module, pipeline);
}

/// Makes functions internal that only kernels of this image call: the backend exports all others.
void internalizeHelpers(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.getCallingConv() != CallingConv::SPIR_KERNEL &&
        !function.hasFnAttribute("sycl-module-id"))
      function.setLinkage(GlobalValue::InternalLinkage);
  for (const char *name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getGlobalVariable(name))
      list->eraseFromParent();
}

/// Removes noinline and optnone, which clang adds to all functions at -O0.
void allowInlining(Module &module) {
  for (Function &function : module) {
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->removeFnAttr(Attribute::NoInline);
  }
}

/// Drops attributes that SPIR-V 1.0 has no decoration for.
void dropUnsupportedAttributes(Module &module) {
  for (Function &function : module)
    for (Argument &argument : function.args())
      argument.removeAttr(Attribute::Dereferenceable);
}

/// Drops execution modes of functions that a split or an optimization erased: the backend
/// dereferences their null operands.
void dropModesOfErasedFunctions(Module &module) {
  NamedMDNode *modes = module.getNamedMetadata("spirv.ExecutionMode");
  if (!modes)
    return;
  SmallVector<MDNode *, 8> retained;
  for (MDNode *mode : modes->operands())
    if (passes::MetadataNode(nullptr, modes->getName(), *mode).operand(0))
      retained.push_back(mode);
  modes->clearOperands();
  for (MDNode *mode : retained)
    modes->addOperand(mode);
  if (retained.empty())
    modes->eraseFromParent();
}

/// Splits duplicate edges from a block to a successor with phis, which switches may have:
/// llvm-spirv-15 gives such a phi one value for each predecessor, where LLVM requires one for each
/// edge.
void splitDuplicateEdges(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : make_early_inc_range(function)) {
      Instruction *branch = block.getTerminator();
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        BasicBlock *target = branch->getSuccessor(i);
        if (count(successors(branch), target) > 1 && isa<PHINode>(target->front()))
          SplitKnownCriticalEdge(branch, i,
                                 CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
      }
    }
}

/// Whether a group function is one of SPIR-V 1.3, with capability GroupNonUniform and its kin.
bool isNonUniform(const Function &function) {
  using builtins::GroupFunction;
  const builtins::Builtin builtin = builtins::describe(function.getName());
  const auto *group = std::get_if<GroupFunction>(&builtin);
  if (!group || group->scope != builtins::Scope::SubGroup)
    return false;
  switch (group->kind) {
  case GroupFunction::Elect:
  case GroupFunction::BroadcastFirst:
  case GroupFunction::Shuffle:
  case GroupFunction::ShuffleXor:
  case GroupFunction::ShuffleUp:
  case GroupFunction::ShuffleDown:
    return true;
  default:
    return group->isNonUniform;
  }
}

/// Returns the lowest version, from @p version on, that has the functions which a module calls.
std::string versionFor(Module &module, const std::string &version) {
  constexpr StringLiteral kNonUniformGroups = "1.3";
  return version < kNonUniformGroups && any_of(builtins::usedDeclarations(module),
                                               [](const Function *f) { return isNonUniform(*f); })
             ? kNonUniformGroups.str()
             : version;
}

} // namespace

Expected<std::string> makeSpirvImage(Module &device, const SpirvOptions &options) {
  const bool known = StringSwitch<bool>(options.version)
                         .Cases({"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"}, true)
                         .Default(false);
  if (!known)
    return createStringError("The SPIR-V version '" + options.version +
                             "' is not supported; use 1.0 to 1.6.");
  const auto has = [&](format::Toggle toggle) { return options.toggles.has(toggle); };
  const std::vector<ReadConstant> constants = readConstants(device);
  internalizeHelpers(device);
  if (has(format::Toggle::DropNoinline))
    allowInlining(device);
  if (options.version == "1.0")
    dropUnsupportedAttributes(device);
  targets::removePackFunctions(device);
  targets::answerWarpSize(device, 0);
  if (targets::isSyclModule(device))
    targets::defineFmaOfHalves(device);
  std::optional<unsigned> emulatedSize;
  if (has(format::Toggle::EmulateSubGroups) && targets::isSyclModule(device)) {
    auto size = sizeToEmulate(device);
    if (!size)
      return size.takeError();
    emulatedSize = *size;
  }
  if (emulatedSize)
    prepareSubGroups(device, *emulatedSize);
  else if (has(format::Toggle::SubGroupsOfOne) && targets::isSyclModule(device))
    targets::defineSubGroupsOfOne(device);
  const std::string version = emulatedSize ? options.version : versionFor(device, options.version);
  inlineUsersOfLocalVariables(device);
  inlineUsersOfAddressTables(device);
  if (has(format::Toggle::SplitVectorPrintf))
    runPipeline(device, "ursa-spirv-vector-printf");
  if (Error error = lowerBuiltinCalls(device))
    return error;
  runPipeline(device, kPrepare);
  copyAddressTables(device);
  builtins::lowerAtomics(device, builtins::MemoryModel::OpenCl);
  targets::inferAddressSpaces(device);
  targets::resolvePointerQueries(device);
  resolvePointerBuiltins(device, has(format::Toggle::SplitWideMathCalls));
  targets::inferAddressSpaces(device); // within the definitions of built-ins, which it inlines
  resolveAtomics(device);
  runPipeline(device, options.optimize ? kOptimize : kCleanup);
  passes::makeCopiesIntegers(device);
  if (emulatedSize)
    if (Error error = emulateSubGroups(device, *emulatedSize))
      return error;
  if (has(format::Toggle::MakeLoopsReducible))
    runPipeline(device, kReducible);
  dropInitialValues(device);
  if (has(format::Toggle::NameLocalVariables))
    nameLocalVariables(device);
  dropModesOfErasedFunctions(device);
  splitDuplicateEdges(device);
  if (Error error = checkSpirvSupport(device))
    return error;
  writeAtomics(device);
  auto words = runSpirvBackend(device, Triple("spirv64v" + version + "-unknown-unknown"));
  if (!words)
    return words.takeError();
  auto clean = cleanedUp(*words);
  if (!clean)
    return clean.takeError();
  ursa::spirv::Builder written = *ursa::spirv::Builder::parse(*clean); // which follows the grammar
  expandPlaceholders(written);
  addUnusedConstants(written, constants);
  *words = inCanonicalOrder(written.finish());
  if (Error error = validateSpirv(*words))
    return error;
  return std::string(reinterpret_cast<const char *>(words->data()),
                     words->size() * sizeof(std::uint32_t));
}

} // namespace ursa::compiler::spirv

#include "compiler/targets/host/vectorize/vectorize.h"

#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/host/passes/local_memory.h"
#include "compiler/targets/host/vectorize/column_accesses.h"
#include "compiler/targets/host/vectorize/interior.h"
#include "compiler/targets/host/vectorize/lane_functions.h"
#include "compiler/targets/host/vectorize/lane_uniformity.h"
#include "compiler/targets/host/vectorize/local_rows.h"
#include "compiler/targets/host/vectorize/prepare.h"
#include "compiler/targets/host/vectorize/rows.h"
#include "compiler/targets/host/vectorize/tile_prefetch.h"
#include "compiler/targets/host/vectorize/vectorizer.h"
#include "compiler/targets/host/vectorize/walk_prefetch.h"
#include "compiler/targets/host/vectorize/width_cost.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>
#include <utility>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// Private memory of a pack: it is on the stack of a worker.
constexpr uint64_t kMaxPackPrivateBytes = 256 << 10;

void addRange(Function &function, unsigned parameter, uint64_t begin, uint64_t end) {
  function.addParamAttr(parameter, Attribute::get(function.getContext(), Attribute::Range,
                                                  ConstantRange(APInt(64, begin), APInt(64, end))));
}

// Clones the item function; the clone's last parameter is the number of lanes.
Function *createPack(Kernel &kernel, const VectorOptions &options, unsigned width,
                     bool isGroup = false) {
  Function &item = *kernel.item;
  std::vector<Type *> types(item.getFunctionType()->param_begin(),
                            item.getFunctionType()->param_end());
  types.push_back(Type::getInt64Ty(item.getContext()));
  auto *pack = Function::Create(FunctionType::get(item.getReturnType(), types, false),
                                GlobalValue::InternalLinkage, "ursa.pack." + kernel.info.name,
                                item.getParent());
  ValueToValueMapTy map;
  for (Argument &argument : item.args())
    map[&argument] = pack->getArg(argument.getArgNo());
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(pack, &item, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  pack->setVisibility(GlobalValue::DefaultVisibility);
  answerPackFunctions(*pack, kernel, width, isGroup);
  const auto parameter = [&](unsigned index) { return kernel.ownArguments + index; };
  for (const unsigned id : {unsigned(kGlobalId), unsigned(kLocalId)})
    pack->addParamAttr(parameter(id), Attribute::get(item.getContext(), kLaneIdAttribute));
  for (unsigned d = 0; d < 3; ++d) {
    addRange(*pack, parameter(kGlobalId + d), 0, kMaxPackId);
    addRange(*pack, parameter(kLocalId + d), 0, kMaxPackId);
    addRange(*pack, parameter(kGroupId + d), 0, kMaxPackId);
    addRange(*pack, parameter(kGroupSize + d), 1, kMaxPackId);
  }
  if (kernel.hasSubGroupOperations) {
    for (const char *attribute : {kLaneIdAttribute, kLaneNumberAttribute})
      pack->addParamAttr(parameter(kSubGroupLane), Attribute::get(item.getContext(), attribute));
    addRange(*pack, parameter(kSubGroupLane), 0, kernel.info.subGroupSize);
    addRange(*pack, parameter(kSubGroupId), 0, kMaxPackId);
    return pack;
  }
  if (options.rows)
    for (const unsigned id : {kGlobalId + 1U, kLocalId + 1U})
      pack->addParamAttr(parameter(id), Attribute::get(item.getContext(), kRowIdAttribute));
  if (!callsBarrier(*pack))
    markLocalMemory(*pack, kernel);
  return pack;
}

uint64_t privateBytes(const Function &function) {
  uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(function))
    if (const auto *variable = dyn_cast<AllocaInst>(&instruction))
      if (const auto size = variable->getAllocationSize(function.getDataLayout()))
        bytes += size->getKnownMinValue();
  return bytes;
}

// Barriers must be reached by all lanes: those under a divergent branch stay scalar.
bool hasDivergentBarrier(Function &function, const ControlShape &shape) {
  for (const Instruction &instruction : instructions(function))
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && isBarrier(*callee) &&
          shape.maskOf(call->getParent()).kind != LaneMask::Kind::Entry)
        return true;
  return false;
}

/// A pack with structured control flow and its analyses, about to be vectorized.
class LaneForm {
public:
  LaneForm(Function &pack, TargetMachine &machine, const VectorOptions &options)
      : pack_(pack), target_(machine.getTargetTransformInfo(pack)) {
    structureForLanes(pack, managers_, options);
    FunctionAnalysisManager &functions = managers_.functions;
    auto &uniformity = functions.getResult<UniformityInfoAnalysis>(pack);
    auto &loops = functions.getResult<LoopAnalysis>(pack);
    shape_.emplace(pack, uniformity, functions.getResult<DominatorTreeAnalysis>(pack),
                   functions.getResult<PostDominatorTreeAnalysis>(pack), loops);
    problem_ = shape_->problem();
    if (problem_.empty() && hasDivergentBarrier(pack, *shape_))
      problem_ = "a barrier that some work-items might not reach";
    if (!problem_.empty())
      return;
    strides_.emplace(pack, uniformity, *shape_, options.strides);
    analyses_.emplace(LaneAnalyses{uniformity, *shape_, *strides_, loops, target_});
  }

  /// Returns why the pack cannot be vectorized; empty if nothing is known yet.
  const std::string &problem() const { return problem_; }

  /// Requires that there is no problem.
  WidthCost cost(unsigned usual) { return {pack_, *analyses_, evolution(), usual}; }

  /// Requires that there is no problem.
  const LaneAnalyses &analyses() const { return *analyses_; }

  ScalarEvolution &evolution() {
    return managers_.functions.getResult<ScalarEvolutionAnalysis>(pack_);
  }

  /// Returns why that is not possible; empty if it is done.
  std::string vectorize(unsigned width) {
    if (!problem_.empty())
      return problem_;
    Vectorizer vectorizer(pack_, width, *pack_.getArg(pack_.arg_size() - 1), *analyses_);
    if (std::string problem = vectorizer.problem(); !problem.empty())
      return problem;
    vectorizer.run();
    return "";
  }

private:
  Function &pack_;
  const TargetTransformInfo target_;
  LaneManagers managers_;
  std::optional<ControlShape> shape_;
  std::optional<LaneStrides> strides_;
  std::optional<LaneAnalyses> analyses_;
  std::string problem_;
};

void removeIdAttributes(Function &function) {
  for (unsigned i = 0; i < function.arg_size(); ++i)
    for (const char *id : {kLaneIdAttribute, kLaneNumberAttribute, kRowIdAttribute})
      function.removeParamAttr(i, id);
}

/// A version of a pack, and the condition under which it may run. Both may be null.
struct InteriorPack {
  Function *pack = nullptr;
  Function *condition = nullptr;

  void erase() {
    for (Function **function : {&pack, &condition})
      if (*function)
        std::exchange(*function, nullptr)->eraseFromParent();
  }
};

// Creates the version for interior packs, not yet vectorized, if there is anything to specialize.
InteriorPack specializeInterior(Function &pack, unsigned width, bool withRows,
                                TargetMachine &machine, const VectorOptions &options) {
  ValueToValueMapTy map;
  InteriorPack interior;
  interior.pack = CloneFunction(&pack, map);
  interior.pack->setName(pack.getName() + ".interior");
  interior.condition = specializeForInterior(*interior.pack, width, withRows);
  if (interior.condition)
    simplifyForLanes(*interior.pack, machine, options);
  else
    interior.erase();
  return interior;
}

// Vectorizes a version; erases it if that is not possible.
void vectorizeInterior(InteriorPack &interior, LaneForm &form, unsigned width) {
  if (!form.vectorize(width).empty())
    return interior.erase();
  removeIdAttributes(*interior.pack);
  removeIdAttributes(*interior.condition);
}

// Creates the version for several rows from that for interior packs, or else from the pack itself.
void createRowsPack(Kernel &kernel, const InteriorPack &interior, TargetMachine &machine) {
  const JammedRows jammed = jamRows(kernel, interior.pack ? *interior.pack : *kernel.pack, machine);
  kernel.rowsPack = jammed.function;
  kernel.rows = jammed.rows;
  if (interior.pack)
    interior.pack->eraseFromParent();
  if (jammed.function)
    kernel.isInteriorRow = interior.condition;
  else if (interior.condition)
    interior.condition->eraseFromParent();
}

bool usesRow(const Kernel &kernel, const Function &pack) {
  return !pack.getArg(kernel.ownArguments + kGlobalId + 1)->use_empty() ||
         !pack.getArg(kernel.ownArguments + kLocalId + 1)->use_empty();
}

/// Returns the elements of the vectors that most operations of a kernel compute; 1 if there are no
/// such vectors, or if their elements are mixed.
unsigned elementsOfMost(const Function &function) {
  std::map<unsigned, size_t> operations; // by elements
  size_t mixing = 0;
  for (const Instruction &instruction : instructions(function)) {
    if (isa<ExtractElementInst, InsertElementInst, ShuffleVectorInst>(instruction))
      ++mixing;
    else if (instruction.getType()->getScalarType()->isFloatTy() &&
             !isa<LoadInst, PHINode>(instruction)) {
      const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
      ++operations[vector ? vector->getNumElements() : 1];
    }
  }
  const auto most =
      std::ranges::max_element(operations, {}, [](const auto &entry) { return entry.second; });
  return most == operations.end() || mixing * 2 > most->second ? 1 : most->first;
}

// Returns the width of the pack for groups that are one pack: four registers of 32-bit values, so
// that a group of 64 is one with AVX-512. 0 if the kernel's groups are larger.
unsigned groupPackWidth(const Kernel &kernel, TargetMachine &machine,
                        const VectorOptions &options) {
  unsigned width = options.width;
  if (width == 0) {
    const TargetTransformInfo target = machine.getTargetTransformInfo(*kernel.item);
    const uint64_t bits =
        target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getKnownMinValue();
    width = std::clamp(4 * static_cast<unsigned>(bits / 32), 4U, 64U);
  }
  if (const auto &required = kernel.info.requiredGroupSize) {
    if ((*required)[0] > width || (*required)[1] != 1 || (*required)[2] != 1)
      return 0;
    width = std::min<unsigned>(width, PowerOf2Ceil(std::max(4U, (*required)[0])));
  }
  return width;
}

// Folds what the vectorizer made of constants and of values that are the same in all lanes.
void foldCopies(Function &pack, TargetMachine &machine) {
  targets::PassManagers managers(&machine);
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.run(pack, managers.functions);
}

// Returns whether vectors of many registers pay: code generation for them takes time, above all
// where lanes have their own addresses.
bool suitsWideVectors(const Function &pack) {
  constexpr unsigned kMostInstructions = 256;
  return pack.getInstructionCount() <= kMostInstructions &&
         none_of(instructions(pack), [](const Instruction &instruction) {
           const auto *call = dyn_cast<IntrinsicInst>(&instruction);
           return call && (call->getIntrinsicID() == Intrinsic::masked_gather ||
                           call->getIntrinsicID() == Intrinsic::masked_scatter);
         });
}

// Creates the version for groups that are one pack. All its lanes run each instruction before the
// next one, so that it needs no barriers. Until lanes are vectors, barriers keep passes from moving
// accesses across them.
void createGroupPack(Kernel &kernel, TargetMachine &machine, const VectorOptions &options) {
  const unsigned width = groupPackWidth(kernel, machine, options);
  if (width == 0)
    return;
  Function *pack = createPack(kernel, options, width, /*isGroup=*/true);
  pack->setName("ursa.group." + kernel.info.name);
  simplifyForLanes(*pack, machine, options);
  bool isFine = privateBytes(*pack) * width <= kMaxPackPrivateBytes &&
                LaneForm(*pack, machine, options).vectorize(width).empty();
  if (isFine) {
    foldCopies(*pack, machine);
    isFine = suitsWideVectors(*pack);
  }
  if (!isFine) {
    pack->eraseFromParent();
    return;
  }
  removeIdAttributes(*pack);
  for (Instruction &instruction : make_early_inc_range(instructions(*pack)))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
        call->eraseFromParent();
  markLocalMemory(*pack, kernel);
  kernel.groupPack = pack;
  kernel.groupPackWidth = width;
}

// Returns two registers of 32-bit values for each vector: their operations overlap.
unsigned widthOfRegisters(const Kernel &kernel, TargetMachine &machine) {
  const TargetTransformInfo target = machine.getTargetTransformInfo(*kernel.item);
  const uint64_t bits =
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getKnownMinValue();
  return std::clamp(2 * static_cast<unsigned>(bits / 32), 4U, 32U);
}

// Returns the width for a kernel: the given one, or what suits the processor and the kernel.
unsigned usualWidth(const Kernel &kernel, TargetMachine &machine, const VectorOptions &options) {
  if (options.width != 0)
    return options.width;
  unsigned width = widthOfRegisters(kernel, machine);
  // Work-groups with barriers often have rows of 16, and lanes beyond a row are idle.
  if (const auto &required = kernel.info.requiredGroupSize)
    width = std::min<unsigned>(width, PowerOf2Ceil(std::max(4U, (*required)[0])));
  else if (callsBarrier(*kernel.item))
    width = std::min(width, 16U);
  return std::clamp(width, 4U, 32U);
}

// Returns whether results may differ from one width to another: values of work-items are combined
// pack by pack, or sums of floats may take another order.
bool dependsOnWidth(const Function &item) {
  return callsPackFunction(item) || any_of(instructions(item), [](const Instruction &instruction) {
           return isa<FPMathOperator>(instruction) &&
                  (instruction.hasAllowReassoc() || instruction.hasAllowReciprocal() ||
                   instruction.hasApproxFunc());
         });
}

// Creates the pack of a kernel with operations of sub-groups: a sub-group with all its work-items.
std::string vectorizeSubGroup(Kernel &kernel, TargetMachine &machine,
                              const VectorOptions &options) {
  const uint32_t width = kernel.info.subGroupSize;
  if (options.width == 1 || width < 4)
    return "the vector width is 1";
  if (!options.regions && callsBarrier(*kernel.item))
    return "it has barriers";
  Function *pack = createPack(kernel, options, width);
  const auto setAll = [&](unsigned parameter) {
    Argument *argument = pack->getArg(parameter);
    argument->replaceAllUsesWith(ConstantInt::get(argument->getType(), width));
  };
  setAll(kernel.ownArguments + kSubGroupItems);
  simplifyForLanes(*pack, machine, options);
  std::string problem = privateBytes(*pack) * width > kMaxPackPrivateBytes
                            ? "the private memory of a sub-group has too many bytes"
                            : LaneForm(*pack, machine, options).vectorize(width);
  if (!problem.empty()) {
    pack->eraseFromParent();
    return problem;
  }
  setAll(static_cast<unsigned>(pack->arg_size()) - 1);
  removeIdAttributes(*pack);
  kernel.pack = pack;
  kernel.packWidth = width;
  return "";
}

// The versions of a pack, before they are vectorized.
struct PackVersions {
  Function *pack = nullptr;
  InteriorPack interior;
  InteriorPack rows;

  void erase() {
    std::exchange(pack, nullptr)->eraseFromParent();
    interior.erase();
    rows.erase();
  }
};

// Vectorizes a kernel.
// @param chosen the width that costs least, when that is known; 0: the usual one, unless another
//        one costs less
Vectorized vectorizeAt(Kernel &kernel, TargetMachine &machine, const VectorOptions &options,
                       unsigned chosen) {
  unsigned width = chosen != 0 ? chosen : usualWidth(kernel, machine, options);
  const bool hasBarriers = callsBarrier(*kernel.item);
  PackVersions versions;
  const unsigned createdWidth = width;
  const bool asksForWidth = callsPackFunction(*kernel.item);
  std::vector<unsigned> rivals;
  Function *pack = versions.pack = createPack(kernel, options, width);
  simplifyForLanes(*pack, machine, options);
  if (privateBytes(*pack) * width > kMaxPackPrivateBytes) {
    versions.erase();
    return {.problem = "the private memory of a pack has too many bytes"};
  }
  const bool hasRows = !hasBarriers && options.rows && usesRow(kernel, *pack);
  // Several rows of vectors of vectors would not fit the registers.
  if (hasRows && options.width == 0 && chosen == 0)
    width = std::max(std::min(width, 8U), bit_floor(width / elementsOfMost(*pack)));
  if (!hasBarriers && options.interior) {
    versions.interior = specializeInterior(*pack, width, false, machine, options);
    if (hasRows)
      versions.rows = specializeInterior(*pack, width, true, machine, options);
  }
  std::optional<LaneForm> inside;
  if (versions.interior.pack)
    inside.emplace(*versions.interior.pack, machine, options);
  LaneForm all(*pack, machine, options);
  // A group of one row that walks memory by rows of groups.
  const bool walks = hasBarriers && all.problem().empty() && !usesRow(kernel, *pack) &&
                     all.cost(width).walksByRows();
  if (options.width == 0 && chosen == 0) {
    WidthBounds bounds{.least = hasBarriers ? 4U : 1U, .most = width};
    if (hasBarriers && !kernel.info.requiredGroupSize) {
      if (const unsigned row = localRowLength(kernel, *pack, all.evolution()); row != 0)
        bounds.most = width = std::clamp(row, 4U, width);
      else
        bounds.most = widthOfRegisters(kernel, machine);
      // More lanes read longer pieces, so that more of them are on the way.
      if (walks)
        width = bounds.most = 2 * bounds.most;
    }
    LaneForm &most = inside && inside->problem().empty() ? *inside : all;
    const WidthChoice choice = most.problem().empty() ? chooseWidth(most.cost(width), bounds)
                                                      : WidthChoice{.width = width};
    if (!dependsOnWidth(*kernel.item))
      rivals = choice.rivals;
    if (choice.width != (asksForWidth ? createdWidth : width)) {
      versions.erase();
      Vectorized result;
      if (choice.width > 1)
        result = vectorizeAt(kernel, machine, options, choice.width);
      result.reason = choice.reason;
      result.rivals = std::move(rivals);
      return result;
    }
  }
  if (inside)
    vectorizeInterior(versions.interior, *inside, width);
  if (versions.rows.pack) {
    LaneForm rows(*versions.rows.pack, machine, options);
    vectorizeInterior(versions.rows, rows, width);
  }
  if (hasRows && all.problem().empty())
    kernel.walksColumns = accessesColumns(*pack, all.analyses());
  if (std::string problem = all.vectorize(width); !problem.empty()) {
    versions.erase();
    return {.problem = std::move(problem)};
  }
  removeIdAttributes(*pack);
  kernel.pack = pack;
  kernel.packWidth = width;
  kernel.interiorPack = versions.interior.pack;
  kernel.isInterior = versions.interior.condition;
  if (hasRows)
    createRowsPack(kernel, versions.rows, machine);
  if (hasBarriers && options.prefetch)
    prefetchTiles(*pack, kernel);
  if (walks && options.prefetch)
    prefetchWalks(*pack, kernel, machine);
  if (hasBarriers && options.groups)
    createGroupPack(kernel, machine, options);
  return {.width = width, .rivals = std::move(rivals)};
}

} // namespace

Vectorized vectorizeItem(Kernel &kernel, TargetMachine &machine, const VectorOptions &options) {
  if (kernel.hasSubGroupOperations) {
    std::string problem = vectorizeSubGroup(kernel, machine, options);
    return {.width = kernel.packWidth, .problem = std::move(problem)};
  }
  if (options.width == 1)
    return {.problem = "the vector width is 1"};
  if (options.width == 0 && options.preferred == 1)
    return {};
  if (!options.regions && callsBarrier(*kernel.item))
    return {.problem = "it has barriers"};
  return vectorizeAt(kernel, machine, options, options.width == 0 ? options.preferred : 0);
}

} // namespace ursa::compiler::host

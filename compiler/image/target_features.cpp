// See target_features.h.
#include "compiler/image/target_features.h"

#include "compiler/passes/metadata_reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

constexpr StringLiteral kHalf = "fp16", kDouble = "fp64", kAtomics64 = "atomic64";

/// SYCL's numbers of the aspects that some target does not have.
StringRef aspectName(std::int64_t number) {
  switch (number) {
  case 1:
    return "cpu";
  case 2:
    return "gpu";
  case 3:
    return "accelerator";
  case 5:
    return kHalf;
  case 6:
    return kDouble;
  case 28:
    return kAtomics64;
  default:
    return "";
  }
}

class Requirements {
public:
  Expected<ImageRequirements> of(const Module &module) {
    for (const Function &function : module) {
      if (Error error = readMetadata(function))
        return error;
      if (function.isDeclaration())
        continue;
      for (const Argument &argument : function.args())
        readType(argument.getType());
      for (const Instruction &instruction : instructions(function))
        readInstruction(instruction);
    }
    return std::move(found_);
  }

private:
  Error readMetadata(const Function &function) {
    auto aspects = usedAspects(function);
    if (!aspects)
      return aspects.takeError();
    for (std::int64_t aspect : *aspects)
      if (!aspectName(aspect).empty())
        found_.aspects.insert(aspectName(aspect).str());
    auto size = requiredSubGroupSize(function);
    if (!size)
      return size.takeError();
    if (*size)
      found_.subGroupSizes.insert(**size);
    return Error::success();
  }

  void readInstruction(const Instruction &instruction) {
    readType(instruction.getType());
    for (const Value *operand : instruction.operands())
      readType(operand->getType());
    const Type *atomic = nullptr;
    if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      atomic = update->getValOperand()->getType();
    else if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      atomic = exchange->getNewValOperand()->getType();
    if (atomic && atomic->getPrimitiveSizeInBits() == 64)
      found_.aspects.insert(kAtomics64.str());
  }

  void readType(const Type *type) {
    type = type->getScalarType();
    if (type->isDoubleTy())
      found_.aspects.insert(kDouble.str());
    else if (type->isHalfTy())
      found_.aspects.insert(kHalf.str());
  }

  ImageRequirements found_;
};

/// A target that may lack something.
struct KnownTarget {
  std::set<std::string> missing;
  std::set<std::uint32_t> subGroupSizes; ///< empty: any
};

/// GPUs of Intel whose execution units have no double precision: Xe-LP and Xe-HPG, and the
/// graphics of Ice Lake.
bool isIntelWithoutDouble(StringRef name) {
  static constexpr StringLiteral kNames[] = {"icllp", "tgllp", "rkl",     "adl_s",   "adl_p",
                                             "adl_n", "dg1",   "acm_g10", "acm_g11", "acm_g12"};
  return is_contained(kNames, name);
}

KnownTarget knownTarget(StringRef target) {
  KnownTarget known;
  if (target.consume_front("nvptx64-sm_") || target.consume_front("nvidia_gpu_sm_")) {
    unsigned architecture = 0;
    constexpr unsigned kFirstWithHalf = 53;
    if (!target.consumeInteger(10, architecture) && architecture < kFirstWithHalf)
      known.missing.insert(kHalf.str());
    known.missing.insert({"cpu", "accelerator"});
    known.subGroupSizes = {32};
  } else if (target.consume_front("intel_gpu_")) {
    if (isIntelWithoutDouble(target))
      known.missing.insert(kDouble.str());
    known.missing.insert({"cpu", "accelerator"});
    const bool isWide = target == "pvc" || target == "pvc_vg" || target.starts_with("bmg") ||
                        target.starts_with("lnl");
    known.subGroupSizes =
        isWide ? std::set<std::uint32_t>{16, 32} : std::set<std::uint32_t>{8, 16, 32};
  } else if (target.starts_with("host-") || target == "x86_64") {
    known.missing.insert({"gpu", "accelerator"});
  }
  return known;
}

} // namespace

Expected<ImageRequirements> requirementsOf(const Module &module) {
  return Requirements().of(module);
}

bool isForTarget(const ImageRequirements &requirements, StringRef target) {
  const KnownTarget known = knownTarget(target);
  const auto isMissing = [&known](const std::string &aspect) {
    return known.missing.count(aspect);
  };
  const auto isPossible = [&known](std::uint32_t size) {
    return known.subGroupSizes.empty() || known.subGroupSizes.count(size);
  };
  return none_of(requirements.aspects, isMissing) && all_of(requirements.subGroupSizes, isPossible);
}

} // namespace ursa

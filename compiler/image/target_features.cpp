// See target_features.h.
#include "compiler/image/target_features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

constexpr StringLiteral kHalf = "fp16", kDouble = "fp64", kAtomics64 = "atomic64";

/// SYCL's numbers of the aspects that some target does not have.
StringRef aspectName(std::uint64_t number) {
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
  ImageRequirements of(const Module &module) {
    for (const Function &function : module) {
      readMetadata(function);
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
  void readMetadata(const Function &function) {
    if (const MDNode *used = function.getMetadata("sycl_used_aspects"))
      for (const MDOperand &operand : used->operands())
        readAspect(operand);
    if (const MDNode *size = function.getMetadata("intel_reqd_sub_group_size");
        size && size->getNumOperands() == 1)
      if (auto *number = mdconst::dyn_extract_or_null<ConstantInt>(size->getOperand(0)))
        found_.subGroupSizes.insert(
            static_cast<std::uint32_t>(number->getLimitedValue(UINT32_MAX)));
  }

  /// A number, or a pair of name and number.
  void readAspect(const Metadata *aspect) {
    if (auto *pair = dyn_cast_or_null<MDNode>(aspect); pair && pair->getNumOperands() == 2)
      aspect = pair->getOperand(1);
    const auto *constant = dyn_cast_or_null<ConstantAsMetadata>(aspect);
    const auto *number = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;
    if (number && !aspectName(number->getLimitedValue()).empty())
      found_.aspects.insert(aspectName(number->getLimitedValue()).str());
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

ImageRequirements requirementsOf(const Module &module) { return Requirements().of(module); }

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

// See target_features.h.
#include "compiler/image/target_features.h"

#include "compiler/passes/metadata_reader.h"
#include "format/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::image {
namespace {

constexpr std::int64_t kAspectCpu = 1, kAspectGpu = 2, kAspectAccelerator = 3;

/// Returns SYCL's name of an aspect that some target lacks.
std::string aspectName(std::int64_t aspect) {
  switch (aspect) {
  case kAspectCpu:
    return "cpu";
  case kAspectGpu:
    return "gpu";
  case kAspectAccelerator:
    return "accelerator";
  case passes::kAspectHalf:
    return "fp16";
  case passes::kAspectDouble:
    return "fp64";
  case passes::kAspectImage:
    return "images";
  case passes::kAspectAtomic64:
    return "atomic64";
  default:
    return "aspect " + std::to_string(aspect);
  }
}

/// The known limits of a target.
struct TargetLimits {
  passes::AspectSet missing;
  std::set<std::uint32_t> subGroupSizes; ///< empty: any
};

/// Returns whether @p name is an Intel GPU without double precision: Xe-LP and Xe-HPG, and the
/// graphics of Ice Lake.
bool isIntelWithoutDouble(StringRef name) {
  static constexpr StringLiteral kNames[] = {"icllp", "tgllp", "rkl",     "adl_s",   "adl_p",
                                             "adl_n", "dg1",   "acm_g10", "acm_g11", "acm_g12"};
  return is_contained(kNames, name);
}

TargetLimits targetLimits(StringRef target) {
  TargetLimits limits;
  if (target == llvm::StringRef(format::target::kNvptx) || target.consume_front("nvptx64-sm_") ||
      target.consume_front("nvidia_gpu_sm_")) {
    unsigned architecture = 0;
    constexpr unsigned kFirstWithHalf = 53;
    if (!target.consumeInteger(10, architecture) && architecture < kFirstWithHalf)
      limits.missing.insert(passes::kAspectHalf);
    limits.missing.insert({kAspectCpu, kAspectAccelerator});
    limits.subGroupSizes = {32};
  } else if (target.consume_front("intel_gpu_")) {
    if (isIntelWithoutDouble(target))
      limits.missing.insert(passes::kAspectDouble);
    limits.missing.insert({kAspectCpu, kAspectAccelerator});
    const bool isWide = target == "pvc" || target == "pvc_vg" || target.starts_with("bmg") ||
                        target.starts_with("lnl");
    limits.subGroupSizes =
        isWide ? std::set<std::uint32_t>{16, 32} : std::set<std::uint32_t>{8, 16, 32};
  } else if (target.starts_with(format::target::kHost) || target == "x86_64") {
    limits.missing.insert({kAspectGpu, kAspectAccelerator});
    limits.subGroupSizes = {1, 2, 4, 8, 16, 32, 64};
  } else if (target.starts_with("vulkan")) {
    limits.missing.insert({passes::kAspectImage, kAspectAccelerator});
  }
  return limits;
}

} // namespace

Expected<ImageRequirements> requirementsOf(const Module &module) {
  ImageRequirements requirements;
  for (const Function &function : module) {
    auto aspects = passes::aspectsOf(function);
    if (!aspects)
      return aspects.takeError();
    requirements.aspects.merge(std::move(*aspects));
    auto size = passes::requiredSubGroupSize(function);
    if (!size)
      return size.takeError();
    if (*size)
      requirements.subGroupSizes.insert(**size);
  }
  return requirements;
}

std::string missingFeatures(StringRef target, const ImageRequirements &requirements) {
  const TargetLimits limits = targetLimits(target);
  std::string text;
  const auto add = [&text](StringRef verb, const std::string &what) {
    text += (text.empty() ? verb.str() : " and") + " " + what;
  };
  for (std::int64_t aspect : requirements.aspects)
    if (limits.missing.count(aspect))
      add("uses", aspectName(aspect));
  for (std::uint32_t size : requirements.subGroupSizes)
    if (!limits.subGroupSizes.empty() && !limits.subGroupSizes.count(size))
      add("needs", "sub-groups of " + std::to_string(size));
  return text;
}

passes::AspectSet missingAspects(StringRef target) { return targetLimits(target).missing; }

} // namespace ursa::compiler::image

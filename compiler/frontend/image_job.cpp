// See image_job.h.
#include "compiler/frontend/image_job.h"

#include "compiler/frontend/rejection_text.h"
#include "compiler/frontend/worker_processes.h"
#include "compiler/image/lowered_image.h"
#include "compiler/image/output_files.h"
#include "compiler/passes/split_module.h"
#include "format/container_writer.h"
#include "format/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <optional>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// The result of compiling for one mode.
struct ModeResult {
  enum Kind : char {
    Image = 'i',              ///< bytes hold a container with one image
    ImageWithConstants = 'c', ///< the same, with constants
    Rejected = 'r',           ///< bytes hold why the target rejects it
    InvalidIr = 'b',          ///< bytes hold the error in the device IR
  };
  Kind kind;
  std::string bytes;

  std::string toBytes() const { return std::string(1, kind) + bytes; }
  static ModeResult fromBytes(StringRef bytes) {
    return {static_cast<Kind>(bytes.front()), bytes.drop_front().str()};
  }
};

/// Drops what LLVM says of loops that a source wants unrolled or vectorized and that are not: code
/// of devices has no places, and templates have hundreds of such loops.
struct MissedTransformations final : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    return info.getKind() == DK_OptimizationFailure;
  }
};

std::vector<std::string> kernelNames(const Module &module) {
  std::vector<std::string> names;
  for (const Function &function : module)
    if (passes::isKernel(function) && !function.isDeclaration())
      names.push_back(function.getName().str());
  return names;
}

/// Returns bitcode of @p module with only the kernels that @p names lists.
std::string extractKernels(const Module &module, const std::vector<std::string> &names) {
  const std::unique_ptr<Module> part = CloneModule(module);
  for (Function &function : make_early_inc_range(*part)) {
    if (!passes::isKernel(function) || is_contained(names, function.getName()))
      continue;
    function.replaceAllUsesWith(PoisonValue::get(function.getType()));
    function.eraseFromParent();
  }
  eraseUnreachedFunctions(*part);
  SmallString<0> bitcode;
  image::writeImageBitcode(*part, bitcode);
  return bitcode.str().str();
}

class ImageJob {
public:
  ImageJob(const SplitIr &split, const targets::Target &target, const std::string &tempPrefix,
           const std::vector<std::string> &inputs, RejectedKernels rejected)
      : split_(split), target_(target), tempPrefix_(tempPrefix), inputs_(inputs),
        rejected_(rejected) {}

  Expected<JobImages> run() const {
    auto all = compileModes(split_.bitcode, tempPrefix_);
    if (!all)
      return all.takeError();
    if (all->rejection.empty())
      return JobImages{std::move(all->container), {}};
    if (rejected_ == RejectedKernels::Fail)
      return createStringError(all->rejection);
    return compileAcceptedKernels(all->rejection);
  }

private:
  struct Images {
    std::string container;
    std::string rejection; ///< why the target rejects the image; empty: it accepts it
  };

  /// Finds the kernels that the target rejects, and compiles the others.
  Expected<JobImages> compileAcceptedKernels(const std::string &rejection) const {
    LLVMContext context;
    auto device = parseBitcodeFile(MemoryBufferRef(split_.bitcode, split_.name), context);
    if (!device)
      return device.takeError();
    const std::vector<std::string> kernels = kernelNames(**device);
    if (kernels.size() <= 1)
      return JobImages{"", {{kernels.empty() ? split_.name : kernels.front(), rejection}}};
    JobImages result;
    std::vector<std::string> accepted;
    for (const std::string &kernel : kernels) {
      auto alone = compileModes(extractKernels(**device, {kernel}), "");
      if (!alone)
        return alone.takeError();
      if (alone->rejection.empty())
        accepted.push_back(kernel);
      else
        result.rejected.push_back({kernel, std::move(alone->rejection)});
    }
    if (accepted.empty())
      return result;
    auto rest = compileModes(extractKernels(**device, accepted), tempPrefix_);
    if (!rest)
      return rest.takeError();
    if (rest->rejection.empty())
      result.container = std::move(rest->container);
    else // each kernel is accepted alone, but not all together
      for (const std::string &kernel : accepted)
        result.rejected.push_back({kernel, rest->rejection});
    return result;
  }

  /// Compiles the device IR @p bitcode: one image, and another one for emulated constants.
  Expected<Images> compileModes(const std::string &bitcode, const std::string &tempPrefix) const {
    Images images;
    for (format::ConstantMode mode : target_.modes()) {
      auto outcome = compileMode(bitcode, tempPrefix, mode);
      if (!outcome)
        return outcome.takeError();
      switch (outcome->kind) {
      case ModeResult::InvalidIr:
        return createStringError(outcome->bytes);
      case ModeResult::Rejected:
        return Images{"", std::move(outcome->bytes)};
      case ModeResult::Image:
        images.container += outcome->bytes;
        return images;
      case ModeResult::ImageWithConstants:
        images.container += outcome->bytes;
        break;
      }
    }
    return images;
  }

  /// Uses a separate process if the target needs one, or if a kernel crashed its compiler.
  Expected<ModeResult> compileMode(const std::string &bitcode, const std::string &tempPrefix,
                                   format::ConstantMode mode) const {
    if (!target_.needsOwnProcess() && rejected_ != RejectedKernels::LeaveOutIsolated)
      return compileModeInProcess(bitcode, tempPrefix, mode);
    std::optional<ModeResult> outcome;
    const auto run = [&](std::size_t) -> Expected<std::string> {
      return compileModeInProcess(bitcode, tempPrefix, mode).toBytes();
    };
    const auto done = [&](std::size_t, const std::string &bytes) {
      outcome = ModeResult::fromBytes(bytes);
    };
    const auto describe = [&](std::size_t) {
      return "compiling '" + split_.name + "' for " + target_.name();
    };
    if (Error error = runInWorkers({1, run, done, describe}, 1)) {
      if (rejected_ == RejectedKernels::Fail)
        return error;
      return ModeResult{ModeResult::Rejected, toString(std::move(error))};
    }
    return std::move(*outcome);
  }

  ModeResult compileModeInProcess(const std::string &bitcode, const std::string &tempPrefix,
                                  format::ConstantMode mode) const {
    LLVMContext context;
    context.setDiagnosticHandler(std::make_unique<MissedTransformations>());
    auto device = parseBitcodeFile(MemoryBufferRef(bitcode, split_.name), context);
    if (!device)
      return invalidIr(device.takeError());
    Module &module = **device;
    auto lowered = image::lowerImage(module, mode);
    if (!lowered)
      return invalidIr(lowered.takeError());
    // Numeric ids only apply to native images; the layout of the buffer is recorded in the
    // properties.
    if (mode == format::ConstantMode::Emulated)
      if (NamedMDNode *constants = module.getNamedMetadata("sycl.specialization-constants"))
        constants->eraseFromParent();
    const SourcePlaces places(module);
    stripImageIr(module, split_.keepDebug);
    format::ContainerImage image;
    image.kind = target_.kind();
    image.triple = target_.triple();
    image.target = target_.name();
    if (mode == format::ConstantMode::Emulated && lowered->hasConstants)
      image.target += format::kEmulatedSuffix;
    if (!tempPrefix.empty()) {
      SmallString<0> text;
      image::writeImageBitcode(module, text);
      if (Error error =
              image::writeOutput(tempPrefix + image.target + ".lowered.bc", text, inputs_))
        return invalidIr(std::move(error));
    }
    auto code = target_.generateCode(module, mode);
    if (!code)
      return {ModeResult::Rejected, places.explain(toString(code.takeError()))};
    lowered->properties.insert(lowered->properties.end(), code->properties.begin(),
                               code->properties.end());
    auto properties = image::propertyText(lowered->properties);
    if (!properties)
      return invalidIr(properties.takeError());
    image.code = std::move(code->code);
    image.properties = std::move(*properties);
    image.symbols = std::move(lowered->symbols);
    if (!tempPrefix.empty())
      if (Error error = image::writeOutput(tempPrefix + image.target + target_.extension(),
                                           image.code, inputs_))
        return invalidIr(std::move(error));
    return {lowered->hasConstants ? ModeResult::ImageWithConstants : ModeResult::Image,
            format::writeContainer({&image, 1})};
  }

  static ModeResult invalidIr(Error error) {
    return {ModeResult::InvalidIr, toString(std::move(error))};
  }

  const SplitIr &split_;
  const targets::Target &target_;
  const std::string &tempPrefix_;
  const std::vector<std::string> &inputs_;
  const RejectedKernels rejected_;
};

} // namespace

Expected<JobImages> compileImage(const SplitIr &split, const targets::Target &target,
                                 const std::string &tempPrefix,
                                 const std::vector<std::string> &inputs, RejectedKernels rejected) {
  return ImageJob(split, target, tempPrefix, inputs, rejected).run();
}

} // namespace ursa::compiler::frontend

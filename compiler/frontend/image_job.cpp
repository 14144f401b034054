// See image_job.h.
#include "compiler/frontend/image_job.h"

#include "compiler/frontend/worker_processes.h"
#include "compiler/image/container_writer.h"
#include "compiler/image/lowered_image.h"
#include "compiler/image/output_files.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <optional>

using namespace llvm;

namespace ursa {
namespace {

/// What became of the code for one mode.
struct Outcome {
  enum Kind : char {
    Image = 'i',              ///< bytes are a container with one image
    ImageWithConstants = 'c', ///< the same; its kernels read constants
    Refused = 'r',            ///< bytes say why the target makes no code of it
    Broken = 'b',             ///< bytes say what is wrong with the device IR
  };
  Kind kind;
  std::string bytes;

  std::string toBytes() const { return std::string(1, kind) + bytes; }
  static Outcome fromBytes(StringRef bytes) {
    return {static_cast<Kind>(bytes.front()), bytes.drop_front().str()};
  }
};

std::vector<std::string> kernelsOf(const Module &module) {
  std::vector<std::string> names;
  for (const Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      names.push_back(function.getName().str());
  return names;
}

/// Bitcode of @p module with those of its kernels that @p names lists.
std::string keepKernels(const Module &module, const std::vector<std::string> &names) {
  const std::unique_ptr<Module> part = CloneModule(module);
  for (Function &function : make_early_inc_range(*part)) {
    if (!isKernel(function) || is_contained(names, function.getName()))
      continue;
    function.replaceAllUsesWith(PoisonValue::get(function.getType()));
    function.eraseFromParent();
  }
  eraseUnreachedFunctions(*part);
  SmallString<0> bitcode;
  writeImageBitcode(*part, bitcode);
  return bitcode.str().str();
}

class ImageJob {
public:
  ImageJob(const SplitIr &split, const Target &target, const std::string &temps,
           RefusedKernels refused)
      : split_(split), target_(target), temps_(temps), refused_(refused) {}

  Expected<JobImages> run() const {
    auto all = make(split_.bitcode, temps_);
    if (!all)
      return all.takeError();
    if (all->refusal.empty())
      return JobImages{std::move(all->container), {}};
    if (refused_ == RefusedKernels::Fail)
      return createStringError(all->refusal);
    return runWithoutRefused(all->refusal);
  }

private:
  struct Images {
    std::string container;
    std::string refusal; ///< why the target makes no code; empty: it does
  };

  /// Finds out over which kernels the target refuses the image, and compiles the others.
  Expected<JobImages> runWithoutRefused(const std::string &refusal) const {
    LLVMContext context;
    auto device = parseBitcodeFile(MemoryBufferRef(split_.bitcode, split_.name), context);
    if (!device)
      return device.takeError();
    const std::vector<std::string> kernels = kernelsOf(**device);
    if (kernels.size() <= 1)
      return JobImages{"", {{kernels.empty() ? split_.name : kernels.front(), refusal}}};
    JobImages result;
    std::vector<std::string> accepted;
    for (const std::string &kernel : kernels) {
      auto alone = make(keepKernels(**device, {kernel}), "");
      if (!alone)
        return alone.takeError();
      if (alone->refusal.empty())
        accepted.push_back(kernel);
      else
        result.refused.push_back({kernel, std::move(alone->refusal)});
    }
    if (accepted.empty())
      return result;
    auto rest = make(keepKernels(**device, accepted), temps_);
    if (!rest)
      return rest.takeError();
    if (rest->refusal.empty())
      result.container = std::move(rest->container);
    else // over what they are together
      for (const std::string &kernel : accepted)
        result.refused.push_back({kernel, rest->refusal});
    return result;
  }

  /// The images of the device IR @p bitcode: one, and another one for emulated constants.
  Expected<Images> make(const std::string &bitcode, const std::string &temps) const {
    Images images;
    for (SpecConstantMode mode : target_.modes()) {
      auto outcome = makeIsolated(bitcode, temps, mode);
      if (!outcome)
        return outcome.takeError();
      switch (outcome->kind) {
      case Outcome::Broken:
        return createStringError(outcome->bytes);
      case Outcome::Refused:
        return Images{"", std::move(outcome->bytes)};
      case Outcome::Image:
        images.container += outcome->bytes;
        return images;
      case Outcome::ImageWithConstants:
        images.container += outcome->bytes;
        break;
      }
    }
    return images;
  }

  /// In a process of its own where the target wants it so, or a kernel over which its compiler ends
  /// the process can be left out.
  Expected<Outcome> makeIsolated(const std::string &bitcode, const std::string &temps,
                                 SpecConstantMode mode) const {
    const bool isIsolated = refused_ == RefusedKernels::LeaveOutIsolated;
    if (!target_.needsOwnProcess() && !isIsolated)
      return makeOne(bitcode, temps, mode);
    std::optional<Outcome> outcome;
    const auto run = [&](std::size_t) -> Expected<std::string> {
      return makeOne(bitcode, temps, mode).toBytes();
    };
    const auto done = [&](std::size_t, const std::string &bytes) {
      outcome = Outcome::fromBytes(bytes);
    };
    const auto describe = [&](std::size_t) {
      return "compiling '" + split_.name + "' for " + target_.name();
    };
    if (Error error = runInWorkers({1, run, done, describe}, 1)) {
      if (refused_ == RefusedKernels::Fail)
        return error;
      return Outcome{Outcome::Refused, toString(std::move(error))};
    }
    return std::move(*outcome);
  }

  Outcome makeOne(const std::string &bitcode, const std::string &temps,
                  SpecConstantMode mode) const {
    LLVMContext context;
    auto device = parseBitcodeFile(MemoryBufferRef(bitcode, split_.name), context);
    if (!device)
      return broken(device.takeError());
    Module &module = **device;
    auto lowered = lowerImage(module, mode);
    if (!lowered)
      return broken(lowered.takeError());
    // Who sets constants by number sets them in a native image; the buffer has its layout
    // elsewhere.
    if (mode == SpecConstantMode::Emulation)
      if (NamedMDNode *constants = module.getNamedMetadata("sycl.specialization-constants"))
        constants->eraseFromParent();
    finishImageIr(module, split_.keepDebug);
    ContainerImage image;
    image.kind = target_.kind();
    image.triple = target_.triple();
    image.target = target_.name();
    if (mode == SpecConstantMode::Emulation && lowered->hasConstants)
      image.target += "+emulated";
    if (!temps.empty()) {
      SmallString<0> text;
      writeImageBitcode(module, text);
      if (Error error = writeOutput(temps + image.target + ".lowered.bc", text))
        return broken(std::move(error));
    }
    auto code = target_.makeCode(module, mode);
    if (!code)
      return {Outcome::Refused, toString(code.takeError())};
    lowered->properties.insert(lowered->properties.end(), code->properties.begin(),
                               code->properties.end());
    auto properties = propertyText(lowered->properties);
    if (!properties)
      return broken(properties.takeError());
    image.code = std::move(code->code);
    image.properties = std::move(*properties);
    image.symbols = std::move(lowered->symbols);
    if (!temps.empty())
      if (Error error = writeOutput(temps + image.target + target_.extension(), image.code))
        return broken(std::move(error));
    return {lowered->hasConstants ? Outcome::ImageWithConstants : Outcome::Image,
            writeContainer({std::move(image)})};
  }

  static Outcome broken(Error error) { return {Outcome::Broken, toString(std::move(error))}; }

  const SplitIr &split_;
  const Target &target_;
  const std::string &temps_;
  const RefusedKernels refused_;
};

} // namespace

Expected<JobImages> compileImage(const SplitIr &split, const Target &target,
                                 const std::string &temps, RefusedKernels refused) {
  return ImageJob(split, target, temps, refused).run();
}

} // namespace ursa

// See image_builder.h.
#include "compiler/frontend/image_builder.h"

#include "compiler/frontend/image_cache.h"
#include "compiler/frontend/image_ir.h"
#include "compiler/frontend/worker_processes.h"
#include "compiler/image/container_writer.h"
#include "compiler/image/lowered_image.h"
#include "compiler/image/output_files.h"
#include "compiler/targets/common/builtin_library.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace ursa {
namespace {

using Targets = std::vector<std::unique_ptr<Target>>;

Expected<Targets> makeTargets(const ImageBuilderOptions &options) {
  Targets targets;
  for (const TargetRequest &request : options.targets) {
    auto target =
        makeTarget(request.name, {builtinLibraryPath(), options.optimize}, request.arguments);
    if (!target)
      return target.takeError();
    targets.push_back(std::move(*target));
  }
  return targets;
}

/// A part of a file's name that tells @p name, which may be any text.
std::string fileNamePart(StringRef name) {
  constexpr std::size_t kMaxLength = 100;
  std::string part;
  for (char c : name.take_front(kMaxLength))
    part += isAlnum(c) || c == '_' || c == '-' ? c : '_';
  return part;
}

/// Compiles one split for one target.
class ImageJob {
public:
  ImageJob(const SplitIr &split, const Target &target, std::string temps)
      : split_(split), target_(target), temps_(std::move(temps)) {}

  /// A container with the image, and the one with emulated constants.
  Expected<std::string> run() const {
    std::string images;
    for (SpecConstantMode mode : target_.modes()) {
      bool hasConstants = false;
      if (Error error = append(mode, images, hasConstants))
        return error;
      if (!hasConstants)
        break;
    }
    return images;
  }

private:
  /// Appends an image, which is made in a process of its own where the target wants it so.
  Error append(SpecConstantMode mode, std::string &images, bool &hasConstants) const {
    const auto run = [&](std::size_t) -> Expected<std::string> {
      bool has = false;
      auto image = build(mode, has);
      if (!image)
        return image.takeError();
      return (has ? "c" : "-") + writeContainer({std::move(*image)});
    };
    const auto done = [&](std::size_t, const std::string &bytes) {
      hasConstants = bytes.front() == 'c';
      images += StringRef(bytes).drop_front();
    };
    const auto describe = [&](std::size_t) {
      return "compiling '" + split_.name + "' for " + target_.name();
    };
    if (target_.needsOwnProcess())
      return runInWorkers({1, run, done, describe}, 1);
    auto bytes = run(0);
    if (!bytes)
      return bytes.takeError();
    done(0, *bytes);
    return Error::success();
  }

  Expected<ContainerImage> build(SpecConstantMode mode, bool &hasConstants) const {
    LLVMContext context;
    auto device = parseBitcodeFile(MemoryBufferRef(split_.bitcode, split_.name), context);
    if (!device)
      return device.takeError();
    Module &module = **device;
    auto lowered = lowerImage(module, mode);
    if (!lowered)
      return lowered.takeError();
    hasConstants = lowered->hasConstants;
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
    if (mode == SpecConstantMode::Emulation && hasConstants)
      image.target += "+emulated";
    if (!temps_.empty()) {
      SmallString<0> bitcode;
      writeImageBitcode(module, bitcode);
      if (Error error = writeOutput(temps_ + image.target + ".lowered.bc", bitcode))
        return error;
    }
    auto code = target_.makeCode(module, mode);
    if (!code)
      return code.takeError();
    lowered->properties.insert(lowered->properties.end(), code->properties.begin(),
                               code->properties.end());
    auto properties = propertyText(lowered->properties);
    if (!properties)
      return properties.takeError();
    image.code = std::move(code->code);
    image.properties = std::move(*properties);
    image.symbols = std::move(lowered->symbols);
    if (!temps_.empty())
      if (Error error = writeOutput(temps_ + image.target + target_.extension(), image.code))
        return error;
    return image;
  }

  const SplitIr &split_;
  const Target &target_;
  const std::string temps_;
};

/// What a worker makes of a split for a target.
struct JobResult {
  bool isCompiled; ///< and did not come from the cache
  std::string name;
  std::string images; ///< a container

  std::string toBytes() const {
    return (isCompiled ? "c" : "h") + name + std::string(1, '\0') + images;
  }
  static JobResult fromBytes(StringRef bytes) {
    const auto [name, images] = bytes.drop_front().split('\0');
    return {bytes.front() == 'c', name.str(), images.str()};
  }
};

class ImageBuilder {
public:
  ImageBuilder(Module &linked, const ImageBuilderOptions &options)
      : linked_(linked), options_(options), splitter_(linked, {options.split}),
        splits_(std::max<std::size_t>(splitter_.size(), 1)), keepDebug_(wantsDebugInfo(linked)) {}

  Expected<BuiltImages> run() {
    auto targets = makeTargets(options_);
    if (!targets)
      return targets.takeError();
    targets_ = std::move(*targets);
    if (Error error = openCache())
      return error;
    if (splits_ == 1) {
      eraseUnreachedFunctions(linked_);
      current_ = makeSplitIr(linked_, options_.name, keepDebug_, cache_.has_value());
    }
    std::vector<std::string> chunks(splits_ * targets_.size());
    BuiltImages images;
    images.total = chunks.size();
    if (Error error = runJobs(chunks, images.compiled))
      return error;
    if (cache_)
      if (Error error = cache_->prune(options_.cachePolicy))
        return error;
    for (std::string &chunk : chunks) {
      images.container += chunk;
      std::string().swap(chunk);
    }
    return images;
  }

private:
  Error openCache() {
    // What is kept of an image that comes from the cache is the image alone.
    if (options_.cacheFolder.empty() || !options_.temps.empty())
      return Error::success();
    auto cache = ImageCache::open(options_.cacheFolder);
    if (!cache)
      return cache.takeError();
    cache_ = std::move(*cache);
    fingerprint_ = compilerFingerprint(builtinLibraryPath());
    return Error::success();
  }

  /// Jobs are numbered by split, then by target; images stand by target, then by split.
  Error runJobs(std::vector<std::string> &chunks, std::size_t &compiled) {
    Progress progress(options_.progress, chunks.size());
    const auto run = [this](std::size_t job) { return runJob(job); };
    const auto done = [&](std::size_t job, const std::string &bytes) {
      JobResult result = JobResult::fromBytes(bytes);
      const std::size_t target = job % targets_.size();
      chunks[target * splits_ + job / targets_.size()] = std::move(result.images);
      compiled += result.isCompiled;
      progress.advance(result.name, options_.targets[target].name);
    };
    const auto describe = [this](std::size_t job) {
      return "compiling '" + splitOf(job / targets_.size()).name + "' for " +
             options_.targets[job % targets_.size()].name;
    };
    return runInWorkers({chunks.size(), run, done, describe}, options_.jobs);
  }

  /// The IR of a split; that of the last one asked for is kept.
  const SplitIr &splitOf(std::size_t index) {
    if (splits_ > 1 && currentIndex_ != index) {
      current_ =
          makeSplitIr(*splitter_.extract(index), options_.name, keepDebug_, cache_.has_value());
      currentIndex_ = index;
    }
    return current_;
  }

  /// In a worker.
  Expected<std::string> runJob(std::size_t job) {
    const std::size_t index = job / targets_.size();
    const std::size_t target = job % targets_.size();
    const SplitIr &split = splitOf(index);
    JobResult result{false, split.name, ""};
    std::string key;
    if (cache_) {
      const TargetRequest &request = options_.targets[target];
      // NUL parts the words, which cannot hold it.
      std::string arguments = options_.optimize ? "O" : "";
      for (const std::string &argument : request.arguments)
        arguments += '\0' + argument;
      key = ImageCache::key(
          {fingerprint_, request.name, targets_[target]->fingerprint(), arguments, split.hash});
      if (auto images = cache_->load(key)) {
        result.images = std::move(*images);
        return result.toBytes();
      }
    }
    auto images = ImageJob(split, *targets_[target], temps(split, index)).run();
    if (!images)
      return images.takeError();
    if (cache_)
      cache_->store(key, *images);
    result.isCompiled = true;
    result.images = std::move(*images);
    return result.toBytes();
  }

  /// What the names of an image's intermediate files begin with.
  std::string temps(const SplitIr &split, std::size_t index) const {
    if (options_.temps.empty())
      return "";
    if (splits_ == 1)
      return options_.temps + ".";
    return options_.temps + "." + std::to_string(index) + "-" + fileNamePart(split.name) + ".";
  }

  Module &linked_;
  const ImageBuilderOptions &options_;
  const ModuleSplitter splitter_;
  const std::size_t splits_;
  const bool keepDebug_;
  Targets targets_;
  std::optional<ImageCache> cache_;
  std::string fingerprint_;
  SplitIr current_;
  std::optional<std::size_t> currentIndex_; ///< of current_ when there are several splits
};

} // namespace

Error checkTargets(const ImageBuilderOptions &options) { return makeTargets(options).takeError(); }

Expected<BuiltImages> buildImages(Module &linked, const ImageBuilderOptions &options) {
  return ImageBuilder(linked, options).run();
}

} // namespace ursa

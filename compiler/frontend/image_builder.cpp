// See image_builder.h.
#include "compiler/frontend/image_builder.h"

#include "compiler/frontend/image_cache.h"
#include "compiler/frontend/image_ir.h"
#include "compiler/frontend/image_job.h"
#include "compiler/frontend/worker_processes.h"
#include "compiler/image/target_features.h"
#include "compiler/passes/source_location.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/fatal_errors.h"
#include "format/left_out_kernels.h"
#include "support/readable_names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

using Targets = std::vector<std::unique_ptr<targets::Target>>;

Expected<Targets> createTargets(const ImageBuilderOptions &options) {
  Targets targets;
  for (const TargetRequest &request : options.targets) {
    auto target = targets::createTarget(
        request.name, {builtinLibraryPath(), options.optimize, options.toggles}, request.arguments);
    if (!target)
      return target.takeError();
    targets.push_back(std::move(*target));
  }
  return targets;
}

/// Converts @p name, which may be any text, to a part of a file name.
std::string toFileName(StringRef name) {
  constexpr std::size_t kMaxLength = 100;
  std::string part;
  for (char c : name.take_front(kMaxLength))
    part += isAlnum(c) || c == '_' || c == '-' ? c : '_';
  return part;
}

/// The result of a worker for one split and target.
struct JobResult {
  bool isCompiled; ///< false if it came from the cache
  std::string name;
  JobImages images;

  /// Encodes strings with their lengths as prefix.
  std::string toBytes() const {
    std::string bytes = isCompiled ? "c" : "h";
    const auto add = [&bytes](StringRef text) {
      bytes += std::to_string(text.size()) + ":" + text.str();
    };
    add(name);
    add(images.container);
    for (const RejectedKernel &rejected : images.rejected) {
      add(rejected.kernel);
      add(rejected.reason);
    }
    return bytes;
  }

  static JobResult fromBytes(StringRef bytes) {
    JobResult result{bytes.front() == 'c', "", {}};
    bytes = bytes.drop_front();
    const auto readText = [&bytes] {
      std::size_t size = 0;
      bytes.consumeInteger(10, size);
      std::string text = bytes.substr(1, size).str();
      bytes = bytes.drop_front(1 + size);
      return text;
    };
    result.name = readText();
    result.images.container = readText();
    while (!bytes.empty()) {
      std::string kernel = readText();
      result.images.rejected.push_back({std::move(kernel), readText()});
    }
    return result;
  }
};

/// In mode Auto, the kernels of a source share an image, unless a target that was asked for lacks a
/// feature that some of them use: it gets an image of the other kernels. Other kernels that a
/// target rejects are left out when its images are made (image_job.h).
passes::SplitOptions splitOptions(const ImageBuilderOptions &options) {
  passes::SplitOptions split{options.split};
  if (options.split != passes::SplitMode::Auto)
    return split;
  split.onlyAspects.emplace();
  for (const TargetRequest &target : options.targets)
    if (!target.isDefault)
      split.onlyAspects->merge(image::missingAspects(target.name));
  return split;
}

class ImageBuilder {
public:
  ImageBuilder(Module &linked, const ImageBuilderOptions &options)
      : linked_(linked), options_(options), splitter_(linked, splitOptions(options)),
        splitCount_(std::max<std::size_t>(splitter_.size(), 1)),
        keepDebug_(hasRequestedDebugInfo(linked)) {}

  Expected<BuiltImages> run() {
    auto targets = createTargets(options_);
    if (!targets)
      return targets.takeError();
    targets_ = std::move(*targets);
    if (Error error = splitter_.checkVariables())
      return error;
    if (Error error = openCache())
      return error;
    if (splitCount_ == 1) {
      eraseUnreachedFunctions(linked_);
      currentIr_ = createSplitIr(linked_, options_.name, keepDebug_, cache_.has_value());
    }
    std::vector<std::string> imageBytes(splitCount_ * targets_.size());
    BuiltImages images;
    images.total = imageBytes.size();
    if (!cacheNote_.empty())
      images.notes.push_back(cacheNote_);
    if (Error error = runJobs(imageBytes, images.compiled))
      return error;
    if (cache_)
      if (Error error = cache_->prune(options_.cachePolicy))
        return error;
    for (const auto &target : targets_)
      if (std::string note = target->note(); !note.empty())
        images.notes.push_back(std::move(note));
    if (Error error = reportRejected(images))
      return error;
    for (std::size_t i = 0; i < imageBytes.size(); ++i) {
      if (auto leftOut = leftOut_.find(i % splitCount_); leftOut != leftOut_.end())
        if (const std::string problem = format::addLeftOutKernels(imageBytes[i], leftOut->second);
            !problem.empty())
          return createStringError(problem);
      images.container += imageBytes[i];
      std::string().swap(imageBytes[i]);
    }
    return images;
  }

private:
  Error openCache() {
    // Not used with intermediate files, because the cache only holds images.
    if (options_.cacheFolder.empty() || !options_.tempPrefix.empty())
      return Error::success();
    auto cache = ImageCache::open(options_.cacheFolder);
    if (!cache)
      return cache.takeError();
    if (!cache->refusal().empty()) {
      cacheNote_ = cache->refusal();
      return Error::success();
    }
    cache_ = std::move(*cache);
    fingerprint_ = compilerFingerprint(builtinLibraryPath());
    return Error::success();
  }

  /// Jobs are numbered by split, then by target; images are ordered by target, then by split.
  Error runJobs(std::vector<std::string> &imageBytes, std::size_t &compiled) {
    Progress progress(options_.progress, imageBytes.size());
    std::vector<std::size_t> exited;
    bool isIsolated = false;
    const auto jobNumber = [&](std::size_t i) { return isIsolated ? exited[i] : i; };
    const auto run = [&](std::size_t i) { return runJob(jobNumber(i), isIsolated); };
    const auto done = [&](std::size_t i, const std::string &bytes) {
      JobResult result = JobResult::fromBytes(bytes);
      const std::size_t split = jobNumber(i) / targets_.size();
      const std::size_t target = jobNumber(i) % targets_.size();
      imageBytes[target * splitCount_ + split] = std::move(result.images.container);
      for (RejectedKernel &rejected : result.images.rejected)
        rejected_[split][target].push_back(std::move(rejected));
      compiled += result.isCompiled;
      progress.advance(result.name, options_.targets[target].name);
    };
    const auto describe = [&](std::size_t i) {
      return "compiling '" + splitIr(jobNumber(i) / targets_.size()).name + "' for " +
             options_.targets[jobNumber(i) % targets_.size()].name;
    };
    // A target that crashes on one kernel may support other kernels of the split.
    const auto toleratesExit = [&](std::size_t i) {
      if (!mayLeaveOut(i % targets_.size()))
        return false;
      exited.push_back(i);
      return true;
    };
    if (Error error =
            runInWorkers({imageBytes.size(), run, done, describe, toleratesExit}, options_.jobs))
      return error;
    llvm::sort(exited);
    isIsolated = true;
    return runInWorkers({exited.size(), run, done, describe}, options_.jobs);
  }

  /// Whether images of the target may lack kernels: not if no other target has them.
  bool mayLeaveOut(std::size_t target) const {
    return targets_.size() > 1 &&
           (options_.targets[target].isDefault || !options_.warningsAreErrors);
  }

  /// Reports kernels that are left out, in the order of splits, then of targets. If all targets
  /// reject a kernel, returns the error of the first.
  Error reportRejected(BuiltImages &images) {
    constexpr std::size_t kMostNotes = 3;       // a target; libraries of templates have hundreds
    std::map<std::size_t, std::size_t> omitted; // by default target
    for (const auto &[split, byTarget] : rejected_) {
      StringMap<SmallVector<const RejectedKernel *, 4>> byKernel;
      for (const auto &[target, kernels] : byTarget)
        for (const RejectedKernel &rejected : kernels) {
          auto &rejections = byKernel[rejected.kernel];
          rejections.push_back(&rejected);
          if (rejections.size() == targets_.size())
            return createStringError(rejections.front()->reason);
          const TargetRequest &request = options_.targets[target];
          const std::string reason = withReadableNames(targets::oneLine(rejected.reason));
          leftOut_[split].push_back({rejected.kernel, request.name, reason});
          if (request.isDefault && ++omitted[target] > kMostNotes)
            continue;
          (request.isDefault ? images.notes : images.warnings)
              .push_back("Kernel '" + passes::readableFunctionName(rejected.kernel) +
                         "' is left out for " + request.name + ": " + reason);
        }
    }
    for (const auto &[target, count] : omitted)
      if (count > kMostNotes)
        images.notes.push_back(std::to_string(count - kMostNotes) +
                               " more kernels are left out for " + options_.targets[target].name +
                               "; a launch there says why.");
    return Error::success();
  }

  /// Returns the IR of a split. Keeps the IR of the last requested one.
  const SplitIr &splitIr(std::size_t index) {
    if (splitCount_ > 1 && currentIndex_ != index) {
      currentIr_ =
          createSplitIr(*splitter_.extract(index), options_.name, keepDebug_, cache_.has_value());
      currentIndex_ = index;
    }
    return currentIr_;
  }

  /// Runs in a worker.
  Expected<std::string> runJob(std::size_t job, bool isIsolated) {
    const std::size_t index = job / targets_.size();
    const std::size_t target = job % targets_.size();
    const SplitIr &split = splitIr(index);
    JobResult result{false, split.name, {}};
    std::string key;
    if (cache_) {
      const TargetRequest &request = options_.targets[target];
      // NUL separates the arguments, which cannot contain it.
      std::string arguments = options_.optimize ? "O" : "";
      for (const std::string &argument : request.arguments)
        arguments += '\0' + argument;
      const format::ToggleOverrides &toggles = options_.toggles;
      arguments += '\0' + toggles.on.text() + '\0' + toggles.off.text();
      key = ImageCache::key(
          {fingerprint_, request.name, targets_[target]->fingerprint(), arguments, split.hash});
      if (auto images = cache_->load(key)) {
        result.images.container = std::move(*images);
        return result.toBytes();
      }
    }
    auto images = compileImage(split, *targets_[target], tempPrefix(split, index), options_.inputs,
                               !mayLeaveOut(target) ? RejectedKernels::Fail
                               : isIsolated         ? RejectedKernels::LeaveOutIsolated
                                                    : RejectedKernels::LeaveOut);
    if (!images)
      return images.takeError();
    // Not cached if kernels are omitted, because each build must report them.
    if (cache_ && images->rejected.empty())
      cache_->store(key, images->container);
    result.isCompiled = true;
    result.images = std::move(*images);
    return result.toBytes();
  }

  /// Returns the path prefix of an image's intermediate files.
  std::string tempPrefix(const SplitIr &split, std::size_t index) const {
    if (options_.tempPrefix.empty())
      return "";
    if (splitCount_ == 1)
      return options_.tempPrefix + ".";
    return options_.tempPrefix + "." + std::to_string(index) + "-" + toFileName(split.name) + ".";
  }

  Module &linked_;
  const ImageBuilderOptions &options_;
  const passes::ModuleSplitter splitter_;
  const std::size_t splitCount_;
  const bool keepDebug_;
  Targets targets_;
  std::optional<ImageCache> cache_;
  std::string fingerprint_;
  std::string cacheNote_; ///< why there is no cache
  std::map<std::size_t, std::map<std::size_t, std::vector<RejectedKernel>>>
      rejected_;                                                      ///< by split, target
  std::map<std::size_t, std::vector<format::LeftOutKernel>> leftOut_; ///< by split
  SplitIr currentIr_;
  std::optional<std::size_t> currentIndex_; ///< index of current_ if there are several splits
};

} // namespace

Error checkTargets(const ImageBuilderOptions &options) {
  return createTargets(options).takeError();
}

Expected<BuiltImages> buildImages(Module &linked, const ImageBuilderOptions &options) {
  return ImageBuilder(linked, options).run();
}

} // namespace ursa::compiler::frontend

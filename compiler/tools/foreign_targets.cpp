// See foreign_targets.h.
#include "compiler/tools/foreign_targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace ursa::compiler::tools {
namespace {

constexpr StringLiteral kHost = "host-x86_64";
/// The processor of NVIDIA's devices if none is named: the oldest of the default targets.
constexpr StringLiteral kDefaultProcessor = "sm_70";

enum class Kind { Default, Host, Nvidia, NotBuilt, Own };

Kind kindOf(StringRef name) {
  if (name.starts_with("nvidia_gpu_sm_"))
    return Kind::Nvidia;
  for (StringRef vendor : {"amdgcn", "amd_gpu_", "intel_gpu_", "spir64_gen", "spir64_fpga"})
    if (name.starts_with(vendor))
      return Kind::NotBuilt;
  return StringSwitch<Kind>(name)
      .Cases({"default", "spir64", "spir64-unknown-unknown", "spirv64", "spirv64-unknown-unknown"},
             Kind::Default)
      .Cases({"spir64_x86_64", "spir64_x86_64-unknown-unknown", "native_cpu", "x86_64",
              "x86_64-unknown-unknown", "x86_64-unknown-linux-gnu"},
             Kind::Host)
      .Case("nvptx64-nvidia-cuda", Kind::Nvidia)
      .Cases({"spir", "spir-unknown-unknown", "spirv32", "spirv32-unknown-unknown"}, Kind::NotBuilt)
      .Default(Kind::Own);
}

void addOnce(std::vector<std::string> &list, StringRef text) {
  if (!is_contained(list, text))
    list.push_back(text.str());
}

std::string quotedList(ArrayRef<std::string> words) { return "'" + join(words, "', '") + "'"; }

} // namespace

void TargetChoice::reset() {
  own_.reset();
  hasDefault_ = hasNvidia_ = false;
  names_.clear();
  notes_.clear();
  unknown_.clear();
  listed_.clear();
}

void TargetChoice::setTargets(StringRef list) {
  reset();
  own_ = list.str();
}

void TargetChoice::setForeignTargets(StringRef list) {
  reset();
  SmallVector<StringRef, 4> names;
  list.split(names, ',');
  if (is_contained(names, "")) { // ursac tells what is wrong
    own_ = list.str();
    return;
  }
  for (StringRef name : names)
    add(name);
}

void TargetChoice::add(StringRef foreignName) {
  StringRef name = foreignName;
  name.consume_back("-sycldevice"); // of older compilers
  switch (kindOf(name)) {
  case Kind::Default:
    hasDefault_ = true;
    break;
  case Kind::Host:
    addOnce(names_, kHost);
    break;
  case Kind::Nvidia:
    hasNvidia_ = true;
    if (name.consume_front("nvidia_gpu_"))
      addOnce(listed_, name);
    break;
  case Kind::NotBuilt:
    addNotBuilt(foreignName);
    break;
  case Kind::Own:
    addOnce(names_, name);
    break;
  }
}

void TargetChoice::addNotBuilt(StringRef name) {
  hasDefault_ = true;
  addOnce(notes_, ("The target '" + name + "' is not built; the default targets serve.").str());
}

void TargetChoice::setFlows(StringRef flows) {
  reset();
  SmallVector<StringRef, 4> parts;
  flows.trim("\"'").split(parts, ';', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    const auto [flow, targets] = part.trim().split(':');
    SmallVector<StringRef, 4> processors;
    targets.split(processors, ',', -1, /*KeepEmpty=*/false);
    const StringRef kind = flow.split('.').first;
    if (kind == "generic") {
      hasDefault_ = true;
    } else if (kind == "omp") {
      addOnce(names_, kHost);
    } else if (kind == "cuda" || kind == "cuda-nvcxx") {
      hasNvidia_ = true;
      for (StringRef processor : processors)
        addOnce(listed_, processor.consume_front("cc") ? "sm_" + processor.str() : processor.str());
    } else if (kind.starts_with("sm_")) { // acpp's own examples separate processors by ';'
      hasNvidia_ = true;
      addOnce(listed_, kind);
    } else if (kind == "hip" || kind.starts_with("gfx")) {
      addNotBuilt(part.trim());
    } else {
      hasDefault_ = true;
      unknown_.push_back(("The unknown flow '" + flow +
                          "' of the option --acpp-targets= is ignored; the default targets serve.")
                             .str());
    }
  }
}

void TargetChoice::setPlatform(StringRef platform) {
  reset();
  if (platform == "cuda")
    hasNvidia_ = true;
  else if (platform == "cpu")
    addOnce(names_, kHost);
  else
    addNotBuilt(platform);
}

void TargetChoice::addProcessors(StringRef list) {
  SmallVector<StringRef, 4> names;
  list.split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names)
    addOnce(name.starts_with("sm_") ? added_ : otherProcessors_, name);
}

void TargetChoice::addBackendOptions(std::optional<StringRef> target, StringRef options) {
  if (target && kindOf(*target) == Kind::Own) {
    targetWords_.push_back(("-Xursa-target=" + *target).str());
    targetWords_.push_back(options.str());
    return;
  }
  if (target && kindOf(*target) == Kind::NotBuilt)
    return; // which a note tells already
  BumpPtrAllocator memory;
  StringSaver saver(memory);
  SmallVector<const char *, 8> words;
  cl::TokenizeGNUCommandLine(options, saver, words);
  bool namesProcessor = false;
  for (StringRef word : words)
    if (word.consume_front("--cuda-gpu-arch=") || word.consume_front("--offload-arch=")) {
      namesProcessor = true;
      if (word.starts_with("sm_"))
        addOnce(refined_, word);
    } else if (target) {
      unusedOptions_.push_back(word.str());
    }
  if (!target && !namesProcessor)
    backendOptions_.push_back(options.str());
}

/// Returns the only target if it has a name of Ursa; otherwise an empty string.
std::string TargetChoice::onlyOwnName() const {
  if (own_)
    return StringRef(*own_).contains(',') ? "" : *own_;
  return !hasDefault_ && !hasNvidia_ && names_.size() == 1 ? names_.front() : "";
}

void TargetChoice::finish(TranslatedOptions &result) {
  for (const std::string &processor : otherProcessors_)
    addNotBuilt(processor);
  if (!added_.empty())
    hasNvidia_ = true;
  for (const std::string &options : backendOptions_) {
    if (onlyOwnName().empty()) {
      unusedOptions_.push_back(options);
      continue;
    }
    targetWords_.emplace_back("-Xursa-target");
    targetWords_.push_back(options);
  }
  if (hasNvidia_) {
    std::vector<std::string> processors = listed_;
    for (const auto *more : {&added_, &refined_})
      for (const std::string &processor : *more)
        addOnce(processors, processor);
    if (processors.empty())
      processors.emplace_back(kDefaultProcessor);
    for (const std::string &processor : processors)
      addOnce(names_, "nvptx64-" + processor);
    addOnce(names_, "nvptx64");
  }
  std::vector<std::string> all;
  if (own_)
    all.push_back(*own_);
  if (hasDefault_ && !names_.empty())
    all.emplace_back("default");
  append_range(all, names_);
  if (own_ || !all.empty())
    result.words.push_back("--targets=" + join(all, ","));
  append_range(result.words, targetWords_);
  append_range(result.notes, notes_);
  append_range(result.warnings, unknown_);
  if (!unusedOptions_.empty())
    result.notes.push_back("The options " + quotedList(unusedOptions_) +
                           " of -Xsycl-target-backend are ignored: they are for the tools of "
                           "another compiler.");
}

} // namespace ursa::compiler::tools

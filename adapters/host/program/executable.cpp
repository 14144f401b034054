#include "adapters/host/program/executable.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/program/compiled_programs.h"
#include "format/host/machine_image.h"
#include "support/background_worker.h"

#include <algorithm>
#include <sstream>

namespace ursa::host {
namespace {

using adapter::ConstantArgument;
using format::host::KernelInfo;

std::string hexOf(const std::vector<std::byte> &bytes) {
  std::string digits;
  for (const std::byte byte : bytes)
    digits += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return digits;
}

// Returns the options of the program's build, for one kernel with constant arguments.
std::string optionsFor(const BuildSource &source, const std::string &kernel,
                       const std::vector<ConstantArgument> &values) {
  std::string options;
  std::istringstream words(source.options);
  for (std::string word; words >> word;)
    if (!word.starts_with(jit::kKernelsOption))
      options += word + ' ';
  options += fmt::format("{}{} {}", jit::kKernelsOption, kernel, jit::kArgumentsOption);
  for (const ConstantArgument &value : values)
    options +=
        fmt::format("{}{}:{}", &value == values.data() ? "" : ",", value.index, hexOf(value.value));
  return options;
}

// Whether a name can be a word among build options.
bool isWord(const std::string &name) {
  return name.find_first_of(" \t\n\v\f\r,") == std::string::npos;
}

class KernelWatch final : public adapter::ArgumentWatch,
                          public std::enable_shared_from_this<KernelWatch> {
public:
  KernelWatch(std::shared_ptr<const BuildSource> source, KernelInfo kernel,
              const adapter::WatchSettings &settings)
      : ArgumentWatch(argumentsOf(kernel), settings), source_(std::move(source)),
        kernel_(std::move(kernel)) {}

private:
  class Task;

  static std::vector<adapter::WatchedArgument> argumentsOf(const KernelInfo &kernel) {
    std::vector<adapter::WatchedArgument> watched;
    for (const auto &[index, isLength] : kernel.shapingArguments)
      watched.push_back(
          {index, kernel.arguments[index].offset, kernel.arguments[index].size, isLength});
    return watched;
  }

  void requestBuild(std::vector<ConstantArgument> values) override;
  Result<std::unique_ptr<SpecializedKernel>> build(const std::vector<ConstantArgument> &values);
  void buildNow(const std::vector<ConstantArgument> &values);

  const std::shared_ptr<const BuildSource> source_;
  const KernelInfo kernel_; ///< of the generic code
};

/// Keeps nothing alive but the watch: a program that ends meanwhile needs no code any more.
class KernelWatch::Task final : public BackgroundTask {
public:
  Task(const std::shared_ptr<KernelWatch> &watch, std::vector<ConstantArgument> values)
      : watch_(watch), values_(std::move(values)) {}
  ~Task() override {
    if (const auto watch = hasRun_ ? nullptr : watch_.lock()) // the worker has dropped it
      watch->finish(nullptr);
  }
  void run() override {
    hasRun_ = true;
    if (const auto watch = watch_.lock())
      watch->buildNow(values_);
  }

private:
  const std::weak_ptr<KernelWatch> watch_;
  const std::vector<ConstantArgument> values_;
  bool hasRun_ = false;
};

void KernelWatch::requestBuild(std::vector<ConstantArgument> values) {
  endBackgroundWorkerBefore(adapterHandle());
  backgroundWorker().post(std::make_unique<Task>(shared_from_this(), std::move(values)));
}

void KernelWatch::buildNow(const std::vector<ConstantArgument> &values) {
  std::string constants;
  for (const ConstantArgument &value : values)
    constants += fmt::format("{}argument {} = {}", constants.empty() ? "" : ", ", value.index,
                             hexOf(value.value));
  auto built = build(values);
  if (built)
    log().write(UR_LOGGER_LEVEL_INFO, "Kernel '{}' has code for {}.", kernel_.name, constants);
  else
    log().write(UR_LOGGER_LEVEL_INFO, "Kernel '{}' has no code for {}: {}", kernel_.name, constants,
                built.error().message);
  finish(built ? *std::move(built) : nullptr);
}

Result<std::unique_ptr<SpecializedKernel>>
KernelWatch::build(const std::vector<ConstantArgument> &values) {
  std::string buildLog;
  URSA_TRY(auto program, buildImage(*source_->image, source_->constants,
                                    optionsFor(*source_, kernel_.name, values), buildLog));
  const KernelInfo *const info = program->kernel(kernel_.name);
  if (!info || info->argumentBytes != kernel_.argumentBytes ||
      info->staticLocalBytes > kernel_.staticLocalBytes)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "The code of kernel '{}' does not take the same arguments.", kernel_.name);
  return std::make_unique<SpecializedKernel>(std::move(program), *info);
}

} // namespace

Executable::Executable(std::unique_ptr<jit::Program> code, BuildSource source)
    : code_(std::move(code)) {
  if (format::host::isMachineCode(*source.image))
    return; // it cannot be compiled again
  std::string problem;
  const auto settings = adapter::watchSettings(problem);
  if (!problem.empty())
    log().write(UR_LOGGER_LEVEL_WARN, "{}", problem);
  if (!settings)
    return;
  const auto shared = std::make_shared<const BuildSource>(std::move(source));
  for (const KernelInfo &kernel : kernels())
    if (!kernel.shapingArguments.empty() && isWord(kernel.name))
      watches_.emplace(&kernel, std::make_shared<KernelWatch>(shared, kernel, *settings));
}

adapter::ArgumentWatch *Executable::watchOf(const KernelInfo &kernel) const {
  const auto found = watches_.find(&kernel);
  return found == watches_.end() ? nullptr : found->second.get();
}

} // namespace ursa::host

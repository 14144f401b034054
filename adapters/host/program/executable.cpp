#include "adapters/host/program/executable.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/program/compiled_programs.h"
#include "format/host/machine_image.h"

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

// Returns the build option for constant arguments.
std::string optionFor(const std::vector<ConstantArgument> &values) {
  std::string option(jit::kArgumentsOption);
  for (const ConstantArgument &value : values)
    option +=
        fmt::format("{}{}:{}", &value == values.data() ? "" : ",", value.index, hexOf(value.value));
  return option;
}

// Reads a setting from the environment.
// @param read returns it, and writes a sentence about an invalid value to its parameter
template <class Read> auto settingOf(Read &&read) {
  std::string problem;
  auto settings = read(problem);
  if (!problem.empty())
    log().write(UR_LOGGER_LEVEL_WARN, "{}", problem);
  return settings;
}

class KernelWatch final : public adapter::ArgumentWatch,
                          public std::enable_shared_from_this<KernelWatch> {
public:
  KernelWatch(std::shared_ptr<const BuildSource> source, KernelInfo kernel,
              const adapter::WatchSettings &settings, std::optional<TrialSettings> trials)
      : ArgumentWatch(argumentsOf(kernel), settings), source_(std::move(source)),
        kernel_(std::move(kernel)), trials_(trials) {}

private:
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
  const std::optional<TrialSettings> trials_;
};

void KernelWatch::requestBuild(std::vector<ConstantArgument> values) {
  runInBackground(
      shared_from_this(),
      [values = std::move(values)](KernelWatch &watch) { watch.buildNow(values); },
      [](KernelWatch &watch) { watch.finish(nullptr); });
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
  const auto variant =
      std::make_shared<const BuildSource>(variantOf(*source_, kernel_, optionFor(values)));
  URSA_TRY(KernelCode code, buildVariant(*variant, kernel_));
  auto specialized = std::make_unique<SpecializedKernel>(std::move(code));
  if (const KernelInfo &info = *specialized->code.info; trials_ && !info.rivalWidths.empty())
    specialized->widths = KernelWidths::of(
        variant, info, measuredWidths(*variant->image, variant->constants, variant->options),
        *trials_);
  return specialized;
}

} // namespace

Executable::Executable(std::unique_ptr<jit::Program> code, BuildSource source)
    : code_(std::move(code)) {
  if (format::host::isMachineCode(*source.image))
    return; // it cannot be compiled again
  const auto watches = settingOf(adapter::watchSettings);
  const auto trials = settingOf(trialSettings);
  const auto shared = std::make_shared<const BuildSource>(std::move(source));
  std::optional<MeasuredWidths> measured; // read from disk if a kernel needs it
  for (const KernelInfo &kernel : kernels()) {
    if (!canHaveVariants(kernel))
      continue;
    if (watches && !kernel.shapingArguments.empty())
      watches_.emplace(&kernel, std::make_shared<KernelWatch>(shared, kernel, *watches, trials));
    if (!trials || kernel.rivalWidths.empty())
      continue;
    if (!measured)
      measured = measuredWidths(*shared->image, shared->constants, shared->options);
    TrialSettings settings = *trials;
    if (watches_.contains(&kernel) && settings.work.count() != 0)
      settings.launches *= 4; // code with constants may come before
    widths_.emplace(&kernel, KernelWidths::of(shared, kernel, *measured, settings));
  }
}

adapter::ArgumentWatch *Executable::watchOf(const KernelInfo &kernel) const {
  const auto found = watches_.find(&kernel);
  return found == watches_.end() ? nullptr : found->second.get();
}

KernelWidths *Executable::widthsOf(const KernelInfo &kernel) const {
  const auto found = widths_.find(&kernel);
  return found == widths_.end() ? nullptr : found->second.get();
}

} // namespace ursa::host

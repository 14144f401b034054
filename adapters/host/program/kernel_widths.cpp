#include "adapters/host/program/kernel_widths.h"

#include "adapters/host/driver/adapter.h"

#include <algorithm>

namespace ursa::host {

using format::host::describeWidth;
using format::host::KernelInfo;

namespace {

std::string optionOf(uint32_t width) { return fmt::format("{}{}", jit::kWidthOption, width); }

// Returns what an earlier process found, as far as this code knows of it, else what the compiler
// says.
KnownWidths knownOf(const KernelInfo &kernel, const MeasuredWidths &measured) {
  const auto isRival = [&](uint32_t width) {
    return std::ranges::find(kernel.rivalWidths, width) != kernel.rivalWidths.end();
  };
  const auto found = measured.find(kernel.name);
  if (found == measured.end() ||
      (found->second.width != kernel.width && !isRival(found->second.width)) ||
      !std::ranges::all_of(found->second.untimed, isRival))
    return {kernel.width, kernel.rivalWidths};
  return found->second;
}

} // namespace

std::shared_ptr<KernelWidths> KernelWidths::of(std::shared_ptr<const BuildSource> source,
                                               const KernelInfo &kernel,
                                               const MeasuredWidths &measured,
                                               const TrialSettings &settings) {
  if (kernel.rivalWidths.empty() || !canHaveVariants(kernel))
    return nullptr;
  KnownWidths known = knownOf(kernel, measured);
  const bool isMeasured = known != KnownWidths{kernel.width, kernel.rivalWidths};
  if (isMeasured)
    log().write(UR_LOGGER_LEVEL_INFO, "Kernel '{}' runs {}, as an earlier process has measured.",
                kernel.name, describeWidth(known.width));
  KernelCode code;
  if (known.width != kernel.width)
    if (auto stored = storedVariant(variantOf(*source, kernel, optionOf(known.width)), kernel))
      code = *std::move(stored);
  return std::shared_ptr<KernelWidths>(new KernelWidths(std::move(source), kernel, std::move(code),
                                                        std::move(known), isMeasured, settings));
}

KernelWidths::KernelWidths(std::shared_ptr<const BuildSource> source, const KernelInfo &kernel,
                           KernelCode code, KnownWidths known, bool isMeasured,
                           const TrialSettings &settings)
    : WidthTrial(code.info ? *code.info : kernel, std::move(known), settings),
      source_(std::move(source)), kernel_(kernel), isMeasured_(isMeasured) {
  if (code.info)
    codes_.push_back(std::move(code));
}

BuildSource KernelWidths::variant(uint32_t width) const {
  return variantOf(*source_, kernel_, optionOf(width));
}

void KernelWidths::requestBuild(uint32_t width) {
  runInBackground(
      shared_from_this(), [width](KernelWidths &widths) { widths.build(width); },
      [](KernelWidths &widths) { widths.add(nullptr); });
}

void KernelWidths::build(uint32_t width) {
  auto built = buildVariant(variant(width), kernel_);
  if (!built) {
    log().write(UR_LOGGER_LEVEL_INFO, "Kernel '{}' has no code for {}: {}", kernel_.name,
                describeWidth(width), built.error().message);
    return add(nullptr);
  }
  codes_.push_back(*std::move(built));
  add(codes_.back().info);
}

void KernelWidths::decided(const Outcome &outcome) {
  const bool isFaster = outcome.known.width != outcome.code->width;
  log().write(UR_LOGGER_LEVEL_INFO, "Kernel '{}' {} {}: {} took {:.2f} times as long as {}.",
              kernel_.name, isFaster ? "now runs" : "still runs",
              describeWidth(outcome.known.width), describeWidth(outcome.rival->width),
              outcome.ratio, describeWidth(outcome.code->width));
  ++pendingWrites_;
  runInBackground(
      shared_from_this(),
      [known = outcome.known](KernelWidths &widths) {
        const BuildSource &source = *widths.source_;
        storeWidths(*source.image, source.constants, source.options, widths.kernel_.name, known);
        --widths.pendingWrites_;
      },
      [](KernelWidths &widths) { --widths.pendingWrites_; });
}

ursa_width_report_t KernelWidths::report() const {
  const Counts counts = this->counts();
  ursa_width_report_t report{};
  report.width = counts.width;
  report.estimatedWidth = kernel_.width;
  report.untimedWidths = counts.untimed;
  report.isMeasured = isMeasured_;
  report.pendingTasks = (counts.isBuilding ? 1 : 0) + pendingWrites_;
  report.buildsStarted = counts.buildsStarted;
  report.buildsFailed = counts.buildsFailed;
  report.timedLaunches = counts.timedLaunches;
  report.changes = counts.changes;
  return report;
}

} // namespace ursa::host

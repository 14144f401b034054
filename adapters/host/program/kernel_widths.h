// The code of a kernel at several widths of packs: which one launches run is decided by their times
// (width_trial.h), and kept on disk with the code, so that the next process starts with it.
#pragma once

#include "adapters/host/program/compiled_programs.h"
#include "adapters/host/program/kernel_variant.h"
#include "adapters/host/program/width_trial.h"

#include "ursa.h"

#include <atomic>
#include <memory>
#include <vector>

namespace ursa::host {

/// Builds in the background share ownership. Thread safe.
class KernelWidths final : public WidthTrial, public std::enable_shared_from_this<KernelWidths> {
public:
  /// Returns the widths of a kernel; null if launches run its own code for certain.
  /// @param source what the code was built from; it is not compiled here
  /// @param kernel must outlive all launches
  /// @param known what earlier processes measured for kernels of this source
  static std::shared_ptr<KernelWidths> of(std::shared_ptr<const BuildSource> source,
                                          const format::host::KernelInfo &kernel,
                                          const MeasuredWidths &known,
                                          const TrialSettings &settings);

  ursa_width_report_t report() const;

private:
  KernelWidths(std::shared_ptr<const BuildSource> source, const format::host::KernelInfo &kernel,
               KernelCode code, KnownWidths known, bool isMeasured, const TrialSettings &settings);

  BuildSource variant(uint32_t width) const;
  void requestBuild(uint32_t width) override;
  void decided(const Outcome &outcome) override;
  void build(uint32_t width);

  const std::shared_ptr<const BuildSource> source_;
  const format::host::KernelInfo kernel_; ///< of the first code; a build may outlive that
  /// Code of other widths. Builds follow each other, so that no two threads add to it.
  std::vector<KernelCode> codes_;
  const bool isMeasured_; ///< by an earlier process
  std::atomic<uint32_t> pendingWrites_{0};
};

} // namespace ursa::host

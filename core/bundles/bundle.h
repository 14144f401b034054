// A bundle: images, a context, devices and the values of their specialization constants by symbolic
// id. ursa.h documents its behaviour.
#pragma once

#include "core/intercepts/state.h"
#include "core/programs/program_builder.h"
#include "core/selection/image_binding.h"
#include "core/selection/image_choice.h"
#include "core/specialization/values.h"
#include "core/tiers/program_tier.h"
#include "support/result.h"

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ursa::core::bundles {

/// Thread safe: calls are serialized.
class Bundle {
public:
  static Result<std::unique_ptr<Bundle>>
  create(ur_context_handle_t context, std::span<const ur_device_handle_t> devices,
         const std::vector<std::shared_ptr<const format::ImageSet>> &images,
         ursa_specialization_mode_t mode);
  ~Bundle();
  Bundle(const Bundle &) = delete;
  Bundle &operator=(const Bundle &) = delete;

  Result<ursa_specialization_mode_t> mode(ur_device_handle_t device) const;
  Result<void> set(const std::string &id, std::span<const std::byte> value);
  Result<std::vector<std::byte>> get(const std::string &id) const;
  Result<void> build(const std::string &options);
  /// Returns a kernel, of which the caller owns a reference. A null @p device means the first
  /// device.
  Result<ur_kernel_handle_t> kernel(ur_device_handle_t device, const std::string &name);
  /// Returns the arguments of a kernel without the emulation buffer.
  Result<std::vector<ursa_kernel_arg_info_t>> kernelArgs(ur_device_handle_t device,
                                                         const std::string &name) const;
  /// Returns the value of what a kernel requires; nothing if it does not require it.
  Result<std::vector<std::byte>> kernelRequirement(ur_device_handle_t device,
                                                   const std::string &name,
                                                   ursa_kernel_requirement_t requirement) const;
  /// Describes an image of a device. The text lives as long as the bundle.
  Result<ursa_bundle_image_info_t> imageInfo(ur_device_handle_t device, uint32_t index) const;
  Result<ursa_tier_report_t> tierReport(ur_device_handle_t device) const;
  /// Blocks until no build waits or runs in the background.
  void finishBuilds() const;

private:
  /// A kernel of a build, kept so that it need not be created again. The bundle owns one reference
  /// of the handle and one of its state.
  class KeptKernel {
  public:
    KeptKernel(programs::SharedKernel kernel, std::shared_ptr<intercepts::KernelState> state);
    ~KeptKernel();
    KeptKernel(KeptKernel &&) = default;
    KeptKernel &operator=(KeptKernel &&other) noexcept {
      std::swap(kernel_, other.kernel_);
      std::swap(state_, other.state_);
      return *this;
    }

    /// Returns whether the kernel is as new and nobody else owns a reference.
    bool isUnused() const;
    const std::string &name() const { return state_->name; }
    /// Returns the kernel with one more reference, which the caller owns.
    Result<ur_kernel_handle_t> share() const;

  private:
    programs::SharedKernel kernel_; ///< null after a move
    std::shared_ptr<intercepts::KernelState> state_;
  };
  /// A build of an image for some values. Immutable but for its kernels; threads may share the
  /// program with other bundles, so that a build is referred to rather than copied.
  struct Build {
    specialization::SharedValues values;
    cache::SharedProgram program;
    bool isNative = false; ///< tiered mode: the program is of the native image
    mutable std::vector<KeptKernel> kernels = {}; ///< guarded by the bundle's mutex
  };
  using SharedBuild = std::shared_ptr<const Build>;
  /// The result of a successful build.
  struct Built {
    SharedBuild build = {};                        ///< null before the first one
    std::string options = {};                      ///< of the build
    std::shared_ptr<tiers::ProgramTier> tier = {}; ///< tiered mode: of these options; else null
  };
  /// An image on a device and its last build.
  struct Program {
    std::shared_ptr<const selection::ImageBinding> binding;
    std::shared_ptr<tiers::TierCounters> counters = {}; ///< tiered mode; else null
    std::string constants = {};                         ///< symbolic ids, one a line
    Built last = {};
    /// @{ What builds left to be found again, also builds that failed for another image.
    specialization::RecentValues recentValues = {};
    std::vector<SharedBuild> recent = {}; ///< newest first
    std::string recentOptions = {};       ///< of these builds
    /// @}
  };

  Bundle() = default;
  specialization::ValueBlob blobFor(const specialization::SpecLayout &layout) const;
  Result<Built> buildOne(Program &program, std::string options) const;
  Result<Build> buildTiered(tiers::ProgramTier &tier, const selection::ImageBinding &binding,
                            specialization::SharedValues values) const;
  Result<const Program *> programOf(ur_device_handle_t device, const std::string &name) const;
  Result<void> checkDevice(ur_device_handle_t device) const;

  ur_context_handle_t context_ = nullptr;
  std::vector<ur_device_handle_t> devices_;
  std::shared_ptr<cache::ProgramCache> cache_;
  std::map<ur_device_handle_t, selection::RefusedKernels> refused_;
  std::map<std::string, std::vector<std::byte>> defaults_; ///< of every constant of every image

  mutable std::mutex mutex_; ///< guards the members below
  std::vector<Program> programs_;
  std::map<std::string, std::vector<std::byte>> set_; ///< values that the caller set
};

} // namespace ursa::core::bundles

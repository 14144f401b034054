// The native tier of a program in mode TIERED: builds the native form of values in the background,
// while launches run the emulated form, and puts native kernels in place.
//
//   launch, emulated ──▶ request(values, kernel) ──▶ wanted ──▶ background worker: build
//   launch, native   ◀── TieredKernel::createNative ◀───────────┘
//
// At most one build of a program is in flight. Of several requests the newest is built first, and a
// request that no kernel uses any more when its turn comes is dropped. A build whose values have
// changed before it was complete was wasted: after each one, a kernel must be launched twice as
// often with the same values before it requests a build, so that a program whose values change
// faster than they can be built stays emulated and costs no builds.
#pragma once

#include "core/programs/program_builder.h"
#include "core/selection/image_binding.h"
#include "core/specialization/values.h"
#include "core/tiers/launch_shape.h"
#include "support/result.h"

#include "ursa.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ursa::core::tiers {

/// A kernel whose launches swap from the emulated to the native tier.
class TieredKernel {
public:
  TieredKernel() = default;
  TieredKernel(const TieredKernel &) = delete;
  TieredKernel &operator=(const TieredKernel &) = delete;
  virtual ~TieredKernel() = default;

  /// Creates the native kernel of a built program for later launches with @p values.
  virtual Result<void> createNative(const cache::SharedProgram &program,
                                    const specialization::SharedValues &values) = 0;
  /// Returns the id of the values that a launch uses now. Takes no lock.
  virtual uint64_t currentValues() const = 0;

private:
  friend class ProgramTier;
  /// @{ Launches read and write them without a lock: one that is lost only delays a build.
  std::atomic<uint64_t> counted_{0};   ///< id of the values that emulated_ counts launches of
  std::atomic<uint32_t> emulated_{0};  ///< emulated launches with these values
  std::atomic<uint64_t> requested_{0}; ///< id of the values that were requested last
  std::atomic<ursa_tier_t> last_{URSA_TIER_NONE};
  /// @}
};

/// Statistics of the tiers of one or more programs. Thread safe.
struct TierCounters {
  std::atomic<ursa_tier_t> lastLaunch{URSA_TIER_NONE};
  std::atomic<uint64_t> buildsStarted{0};
  std::atomic<uint64_t> buildsDropped{0};
  std::atomic<uint64_t> buildsFailed{0};
  std::atomic<uint64_t> swaps{0};
  std::atomic<uint32_t> pendingBuilds{0};

  /// Adds the counts to a report, and sets its last tier if there was a launch.
  void addTo(ursa_tier_report_t &report) const;
};

/// Thread safe. Retains the context and the device.
class ProgramTier : public std::enable_shared_from_this<ProgramTier> {
public:
  /// @param binding in mode TIERED
  /// @param options of each build
  static std::shared_ptr<ProgramTier> create(std::shared_ptr<const selection::ImageBinding> binding,
                                             std::shared_ptr<cache::ProgramCache> cache,
                                             std::string options,
                                             std::shared_ptr<TierCounters> counters);
  ~ProgramTier();
  ProgramTier(const ProgramTier &) = delete;
  ProgramTier &operator=(const ProgramTier &) = delete;

  const std::string &options() const { return options_; }
  const TierCounters &counters() const { return *counters_; }
  /// Whether native kernels should be compiled for the shape of their launches.
  bool needsShapes() const { return needsShapes_; }

  /// Returns the program of the emulated image; builds it in this thread if it was not built yet.
  Result<cache::SharedProgram> emulatedProgram();
  /// Builds the program of the emulated image in the background, for the first change of values.
  void prepareEmulated();

  /// Builds the native program for values now, in this thread. Returns null, and logs the first
  /// failure, if it cannot be built.
  cache::SharedProgram buildNow(const specialization::SharedValues &values);

  /// Returns the native program for values if it was built; null otherwise.
  cache::SharedProgram builtFor(const specialization::Values &values) const;

  /// Requests a build of the program's newest values, before a kernel is launched with them. It
  /// replaces the last such request.
  void requestBuild(const specialization::SharedValues &values);
  /// Takes the request of requestBuild back, because the values have changed.
  void withdrawBuild();

  /// @{ Notes a launch of a kernel. Takes no lock.
  /// Returns whether the kernel should now request a native build of the values.
  [[nodiscard]] bool noteEmulatedLaunch(TieredKernel &kernel,
                                        const specialization::Values &values) {
    noteTier(kernel, URSA_TIER_EMULATED);
    if (kernel.requested_.load(std::memory_order_relaxed) == values.id) [[likely]]
      return false;
    return countEmulatedLaunch(kernel, values.id);
  }
  void noteNativeLaunch(TieredKernel &kernel) {
    if (noteTier(kernel, URSA_TIER_NATIVE) == URSA_TIER_EMULATED) [[unlikely]]
      noteSwap();
  }
  /// @}
  static ursa_tier_t lastTierOf(const TieredKernel &kernel) {
    return kernel.last_.load(std::memory_order_relaxed);
  }

  /// Requests a native build of values for later launches of a kernel. Does not block.
  void request(const std::shared_ptr<TieredKernel> &kernel,
               const specialization::SharedValues &values);

  /// Blocks until no build waits or runs, and no other thread holds the tier for one.
  void finish();

private:
  class Task;
  /// Tasks of the tier that exist. They may outlive it.
  struct Tasks {
    std::mutex mutex;
    std::condition_variable ended;
    size_t count = 0;
  };
  struct Request {
    specialization::SharedValues values;
    std::vector<std::weak_ptr<TieredKernel>> kernels;
    bool forBuild = false; ///< of requestBuild
  };

  ProgramTier(std::shared_ptr<const selection::ImageBinding> binding,
              std::shared_ptr<cache::ProgramCache> cache, std::string options,
              std::shared_ptr<TierCounters> counters);

  ursa_tier_t noteTier(TieredKernel &kernel, ursa_tier_t tier) {
    if (counters_->lastLaunch.load(std::memory_order_relaxed) != tier)
      counters_->lastLaunch.store(tier, std::memory_order_relaxed);
    if (kernel.last_.load(std::memory_order_relaxed) == tier) [[likely]]
      return tier;
    return kernel.last_.exchange(tier, std::memory_order_relaxed);
  }
  bool countEmulatedLaunch(TieredKernel &kernel, uint64_t id);
  void noteSwap();

  void add(const specialization::SharedValues &values, const std::shared_ptr<TieredKernel> &kernel);
  void dropUnwanted(std::vector<std::shared_ptr<TieredKernel>> &alive);
  void drop(const Request &request, std::vector<std::shared_ptr<TieredKernel>> &alive);
  void runNewest();
  void post();
  void dropAll();
  void buildRequest(const Request &request);
  Result<cache::SharedProgram> build(const specialization::SharedValues &values);
  bool hasFailed(uint64_t id) const;
  void noteFailure(uint64_t id, const Error &error);
  void noteWasted();
  std::string target() const { return binding_->native->image->target; }

  // Retained, so that a build may outlive the objects of the program. The first members, because
  // programs are released before their context.
  std::shared_ptr<ur_context_handle_t_> context_;
  std::shared_ptr<ur_device_handle_t_> device_;
  const std::shared_ptr<const selection::ImageBinding> binding_;
  const std::shared_ptr<cache::ProgramCache> cache_;
  const std::string options_;
  const std::shared_ptr<TierCounters> counters_;
  const bool needsShapes_;
  const std::shared_ptr<Tasks> tasks_ = std::make_shared<Tasks>();
  std::atomic<uint32_t> patience_{1}; ///< emulated launches before a kernel requests a build

  mutable std::mutex mutex_; ///< guards the members below; no adapter is called under it
  std::condition_variable idle_;
  std::vector<Request> wanted_; ///< oldest first
  bool wantsEmulated_ = false;
  cache::SharedProgram emulated_; ///< null before it was built
  bool isPosted_ = false;         ///< a task of this tier waits or runs
  uint64_t newestBuild_ = 0; ///< id of the values of the last requestBuild; 0 after withdrawBuild
  bool wasFailureReported_ = false;
  std::vector<std::pair<uint64_t, cache::SharedProgram>> built_; ///< by id of values, newest first
  std::vector<uint64_t> failed_; ///< ids of values that failed to build
};

} // namespace ursa::core::tiers

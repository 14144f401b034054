// Decides by the times of real launches which width of packs a kernel runs, where the estimate of
// the kernel compiler is unsure (compiler/targets/host/vectorize/width_cost.h).
//
//   launch ──▶ choose(sizes) ──▶ the code that it runs, and for some launches a ticket
//              finish(ticket, time) ◀── the end of a launch with a ticket
//                 │ the launches so far took long enough
//                 ▼
//              requestBuild(width) ──▶ background: add(code)
//                 │ rounds of four launches: current code, rival, rival, current code
//                 ▼
//              decided(outcome)
//
// There is no clock in here: times are given.
#pragma once

#include "format/host/kernel_info.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::host {

/// When widths are timed.
struct TrialSettings {
  uint32_t launches = 8; ///< before the time of a kernel's launches is looked at; at least 1
  /// The time of all threads that all launches took, at least, so that a build pays.
  std::chrono::nanoseconds work = std::chrono::milliseconds(200);
};

/// Reads URSA_HOST_WIDTH_TRIALS: "0" or "off" (none: the estimate decides), or the launches before
/// a build, for which nothing but their number counts then.
/// @param problem receives a sentence about an invalid value, which has no effect
std::optional<TrialSettings> trialSettings(std::string &problem);

/// What is known of the widths of a kernel.
struct KnownWidths {
  uint32_t width = 0;            ///< the one that was faster so far
  std::vector<uint32_t> untimed; ///< those to compare it with, the most promising first

  bool operator==(const KnownWidths &) const = default;
};

/// Chooses between the widths of one kernel. Thread safe.
class WidthTrial {
public:
  using Duration = std::chrono::nanoseconds;
  using Code = format::host::KernelInfo;

  /// A launch that is timed; none by default.
  struct Ticket {
    uint32_t series = 0;
    uint32_t place = 0;
    explicit operator bool() const { return series != 0; }
  };
  struct Choice {
    const Code *code = nullptr;
    Ticket ticket = {}; ///< if there is one, finish() must be called
  };
  struct Counts {
    uint32_t width = 0;   ///< that launches have now
    uint32_t untimed = 0; ///< widths that may still be tried
    bool isBuilding = false;
    uint64_t buildsStarted = 0;
    uint64_t buildsFailed = 0;
    uint64_t timedLaunches = 0;
    uint64_t changes = 0; ///< how often another width was faster
  };

  /// @param code runs first; must outlive all launches and calls of counts()
  /// @param known if its width is not that of the code, launches change to it without being timed,
  ///              once it is built
  WidthTrial(const Code &code, KnownWidths known, const TrialSettings &settings);
  WidthTrial(const WidthTrial &) = delete;
  WidthTrial &operator=(const WidthTrial &) = delete;
  virtual ~WidthTrial();

  /// Returns the code that a launch runs. May call requestBuild.
  Choice choose(const format::host::LaunchSizes &sizes) {
    const uint32_t left = pause_.load(std::memory_order_relaxed);
    if (left == 0) [[unlikely]]
      return look(sizes);
    if (left != kForever)
      pause_.store(left - 1, std::memory_order_relaxed);
    return {current_.load(std::memory_order_acquire)};
  }

  /// Returns the code for a launch that cannot be timed, as a recorded one.
  const Code *code() const { return current_.load(std::memory_order_acquire); }

  /// Ends a launch that has a ticket. May call requestBuild and decided.
  /// @param time of threads that it took, together; none if it did not run
  void finish(Ticket ticket, std::optional<Duration> time);

  Counts counts() const;

protected:
  /// The end of a comparison.
  struct Outcome {
    const Code *code = nullptr; ///< that ran before
    const Code *rival = nullptr;
    double ratio = 1;  ///< of the rival's time and that of the code
    KnownWidths known; ///< from now on
  };

  /// Begins to build code of that width, and returns; add() ends the build, in any thread. Called
  /// under no lock, and not again before add().
  virtual void requestBuild(uint32_t width) = 0;
  /// Called under no lock.
  virtual void decided(const Outcome &outcome) = 0;
  /// Ends a build.
  /// @param code must live as long as this object; null if it could not be built
  void add(const Code *code);

private:
  static constexpr uint32_t kForever = UINT32_MAX;
  static constexpr uint32_t kPlaces = 64; ///< tickets of a series, as bits

  enum class State : uint8_t {
    Waiting,  ///< two launches are timed, to know what all of them took
    Changing, ///< the next launch requests the width that is known to be faster
    Building,
    Timing,
    Settled
  };

  Choice look(const format::host::LaunchSizes &sizes);
  Choice ticketOf(const Code *code, uint32_t place);
  bool hasShape(const format::host::LaunchSizes &sizes);
  void newSeries();
  void next();
  uint32_t beginBuild();
  bool isAhead() const;
  bool endWait();
  std::optional<Outcome> compare();

  std::atomic<const Code *> current_;
  /// Launches before the next one that is looked at. One that is lost only delays that.
  std::atomic<uint32_t> pause_;

  mutable std::mutex mutex_; ///< guards the members below
  State state_ = State::Waiting;
  std::vector<uint32_t> untimed_;
  uint32_t known_ = 0; ///< the width to change to; 0: none
  const Code *rival_ = nullptr;
  Duration work_;         ///< of all launches before the next build
  uint64_t launches_ = 0; ///< so far, about
  uint32_t series_ = 1;   ///< of tickets; reports of an earlier one do not count
  uint64_t issued_ = 0;   ///< tickets, by their places
  uint64_t reported_ = 0; ///< likewise
  std::array<Duration, kPlaces> times_{};
  std::optional<format::host::LaunchSizes> shape_; ///< of the launches that are timed
  uint32_t misfits_ = 0;                           ///< launches of other shapes in a row
  uint32_t shapes_ = 0;                            ///< that were given up
  Counts counts_;
};

} // namespace ursa::host

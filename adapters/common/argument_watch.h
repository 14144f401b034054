// Decides when scalar arguments of a kernel that kept their values over many launches become
// constants of code that is built in the background, and which code a launch runs.
//
//   launch ──▶ choose(arguments) ──▶ code whose constants are these values, or null: generic code
//                  │ after a window of launches without changes
//                  ▼
//              requestBuild(values) ──▶ background: finish(code)
//
// Code that was built stays until the watch is destroyed, so that launches need no reference to it.
#pragma once

#include "ursa.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ursa::adapter {

/// When arguments become constants.
struct WatchSettings {
  uint32_t launches = 16;             ///< of a window; at least 1
  uint64_t items = uint64_t{1} << 20; ///< work-items that all launches have, at least
  std::chrono::steady_clock::duration time = std::chrono::milliseconds(50); ///< since the first one
};

/// Reads URSA_CONSTANT_ARGUMENTS: "0" or "off" (none: nothing is watched), or the launches of a
/// window, for which nothing but their number counts then.
/// @param problem receives a sentence about an invalid value, which has no effect
std::optional<WatchSettings> watchSettings(std::string &problem);

/// A scalar argument in the copy of the arguments that a launch has.
struct WatchedArgument {
  uint32_t index = 0;    ///< among the kernel's arguments
  uint32_t offset = 0;   ///< bytes, a multiple of 8
  uint32_t size = 0;     ///< bytes
  bool isLength = false; ///< an integer that pays only if it is small, because loops are as long
};

/// The value that an argument has in some code.
struct ConstantArgument {
  uint32_t index = 0;
  std::vector<std::byte> value;
};

/// Code of a kernel in which some arguments are constants. Adapters derive from it.
class SpecializedCode {
public:
  SpecializedCode() = default;
  SpecializedCode(const SpecializedCode &) = delete;
  SpecializedCode &operator=(const SpecializedCode &) = delete;
  virtual ~SpecializedCode() = default;
};

/// Watches the launches of one kernel. Thread safe.
class ArgumentWatch {
public:
  /// Builds of a kernel, at most.
  static constexpr size_t kMostBuilds = 8;
  /// Watched arguments have at most so many words of 8 bytes.
  static constexpr size_t kMostWords = 8;

  /// @param arguments those that do not fit in kMostWords are left out, the last ones first
  ArgumentWatch(const std::vector<WatchedArgument> &arguments, const WatchSettings &settings);
  ArgumentWatch(const ArgumentWatch &) = delete;
  ArgumentWatch &operator=(const ArgumentWatch &) = delete;
  virtual ~ArgumentWatch();

  /// Returns the code that a launch with these arguments runs; null: the generic code. The code
  /// lives as long as the watch. May call requestBuild.
  /// @param arguments a copy of all arguments
  /// @param items work-items of the launch
  const SpecializedCode *choose(const std::byte *arguments, uint64_t items) {
    const Form *form = current_.load(std::memory_order_acquire);
    if (form) {
      if (form->isOfFewInts ? form->fitsFewInts(arguments) : form->fits(arguments)) [[likely]]
        return form->code.get();
    } else if (const uint32_t left = pause_.load(std::memory_order_relaxed)) {
      pause_.store(left - 1, std::memory_order_relaxed);
      return nullptr;
    }
    return watch(form, arguments, items);
  }

  ursa_argument_report_t report() const;

protected:
  /// Begins to build code for these values, and returns; finish() ends the build, in any thread.
  /// Called under no lock, and not again before finish().
  virtual void requestBuild(std::vector<ConstantArgument> values) = 0;

  /// Later launches with the values run the code.
  /// @param code null if it could not be built, so that no other build is requested
  void finish(std::unique_ptr<SpecializedCode> code);

private:
  struct Word {
    uint32_t offset = 0;
    uint16_t argument = 0; ///< its place in arguments_
    uint16_t bytes = 0;    ///< 1 to 8
    /// Loads have the size of the store that has just written the argument: others wait for it.
    uint64_t valueIn(const std::byte *arguments) const;
    template <class Number> Number load(const std::byte *arguments) const {
      Number value;
      std::memcpy(&value, arguments + offset, sizeof(value));
      return value;
    }
  };
  /// Code, and the values that it was built for.
  struct Form {
    struct Guard {
      Word word;
      uint64_t value = 0;
    };
    static constexpr size_t kFew = 4;

    std::array<Guard, kMostWords> guards;
    uint32_t count = 0;
    bool isOfFewInts = false; ///< the first kFew guards are all there are; some may be the same
    std::unique_ptr<SpecializedCode> code;

    bool fits(const std::byte *arguments) const;
    /// The same for the usual case, without a loop: a launch may take a hundred nanoseconds.
    bool fitsFewInts(const std::byte *arguments) const {
      const auto difference = [&](const Guard &guard) {
        return guard.word.load<uint32_t>(arguments) ^ static_cast<uint32_t>(guard.value);
      };
      static_assert(kFew == 4);
      return difference(guards[0]) == 0 &&
             (count == 1 ||
              (difference(guards[1]) | difference(guards[2]) | difference(guards[3])) == 0);
    }
  };
  using Chosen = uint32_t; ///< a set of places in arguments_, as bits
  enum class State : uint8_t { Watching, Building, Closed };

  const SpecializedCode *watch(const Form *current, const std::byte *arguments, uint64_t items);
  void begin();
  void countItems(uint64_t items);
  void count(const std::byte *arguments);
  void endWindow(const std::byte *arguments);
  static bool mayPay(const WatchedArgument &argument, const std::byte *arguments);
  Chosen settledArguments(const std::byte *arguments);
  void pause();
  uint32_t windowsNeeded(size_t argument, const std::byte *arguments) const;
  std::unique_ptr<Form> formOf(Chosen chosen, const std::byte *arguments) const;

  const WatchSettings settings_;
  std::vector<WatchedArgument> arguments_;
  std::vector<Word> words_;

  std::atomic<const Form *> current_{nullptr}; ///< the last that fitted, or was built
  std::array<std::unique_ptr<Form>, kMostBuilds> forms_;
  std::atomic<size_t> built_{0}; ///< the first so many of forms_ are complete and do not change

  /// @{ Launches read and write them without a lock: one that is lost only delays a build.
  std::atomic<State> state_{State::Watching};
  std::atomic<uint64_t> items_{0};
  std::atomic<uint32_t> pause_{0};                          ///< launches before the next window
  std::atomic<bool> hasValues_{false};                      ///< last_ is of this window
  std::atomic<uint32_t> launches_{0};                       ///< in this window
  std::array<std::atomic<uint64_t>, kMostWords> last_{};    ///< values of words_
  std::array<std::atomic<uint32_t>, kMostWords> changes_{}; ///< of arguments_ in this window
  std::atomic<uint64_t> swaps_{0};
  std::atomic<uint64_t> misses_{0};
  /// @}
  std::atomic<uint64_t> buildsStarted_{0};
  std::atomic<uint64_t> buildsFailed_{0};

  std::mutex mutex_;                            ///< guards the members below
  std::chrono::steady_clock::time_point begin_; ///< the first launch; none before it
  std::array<uint32_t, kMostWords> settled_{};  ///< windows in a row in which arguments_ stayed
  uint32_t waits_ = 0;           ///< windows in a row that waited for an argument to settle
  uint32_t pauses_ = 0;          ///< in a row
  std::unique_ptr<Form> wanted_; ///< of the build that waits or runs
};

} // namespace ursa::adapter

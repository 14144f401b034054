#include "adapters/host/program/width_trial.h"

#include "adapters/common/launch_count.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ursa::host {
namespace {

using format::host::LaunchSizes;

constexpr uint32_t kMostPausedLaunches = 1u << 20;
constexpr uint64_t kProbes = 2; ///< launches whose time stands for that of all
constexpr int kLaunchesOfRound = 4;
constexpr double kHopeless = 3.0; ///< after a launch of the rival, if that took long
constexpr WidthTrial::Duration kLong = std::chrono::milliseconds(2);
constexpr size_t kQuickRounds = 2; ///< after which a difference of kLarge decides
constexpr double kLarge = 1.5;
constexpr size_t kClearRounds = 5; ///< the same for kClear
constexpr double kClear = 1.1;
constexpr size_t kMostRounds = 12;
constexpr double kWorthwhile = 0.97; ///< a rival that gains less does not replace the code
constexpr uint32_t kMostMisfits = 64;
constexpr uint32_t kMostShapes = 4;

// Returns the middle one.
double medianOf(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const size_t half = numbers.size() / 2;
  return numbers.size() % 2 != 0 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

} // namespace

std::optional<TrialSettings> trialSettings(std::string &problem) {
  const std::optional<uint32_t> launches =
      adapter::launchCountOf("URSA_HOST_WIDTH_TRIALS", problem);
  if (!launches)
    return TrialSettings{};
  if (*launches == 0)
    return std::nullopt;
  return TrialSettings{.launches = *launches, .work = {}};
}

WidthTrial::WidthTrial(const Code &code, KnownWidths known, const TrialSettings &settings)
    : current_(&code), pause_(settings.launches), untimed_(std::move(known.untimed)),
      work_(settings.work), launches_(settings.launches) {
  if (known.width == code.width) {
    if (untimed_.empty()) {
      state_ = State::Settled;
      pause_ = kForever;
    }
    return;
  }
  known_ = known.width;
  state_ = State::Changing;
  pause_ = 0;
}

WidthTrial::~WidthTrial() = default;

void WidthTrial::newSeries() {
  ++series_;
  issued_ = reported_ = 0;
}

WidthTrial::Choice WidthTrial::ticketOf(const Code *code, uint32_t place) {
  issued_ |= uint64_t{1} << place;
  return {code, {series_, place}};
}

// Goes on with the next width, or ends.
void WidthTrial::next() {
  newSeries();
  shape_.reset();
  rival_ = nullptr;
  if (untimed_.empty()) {
    state_ = State::Settled;
    return pause_.store(kForever, std::memory_order_relaxed);
  }
  state_ = State::Waiting;
  pause_.store(static_cast<uint32_t>(std::min<uint64_t>(launches_, kMostPausedLaunches)),
               std::memory_order_relaxed);
  launches_ *= 2;
}

// Returns the width to request.
uint32_t WidthTrial::beginBuild() {
  state_ = State::Building;
  pause_.store(kForever, std::memory_order_relaxed);
  ++counts_.buildsStarted;
  return known_ != 0 ? known_ : untimed_.front();
}

// Returns whether a launch has the shape of those that are timed.
bool WidthTrial::hasShape(const LaunchSizes &sizes) {
  const auto isSame = [&] {
    return std::ranges::equal(shape_->globalSize, sizes.globalSize) &&
           std::ranges::equal(shape_->localSize, sizes.localSize);
  };
  if (!shape_) {
    shape_ = sizes;
  } else if (!isSame()) {
    if (++misfits_ < kMostMisfits)
      return false;
    misfits_ = 0;
    if (++shapes_ == kMostShapes) { // they do not stay
      untimed_.clear();
      next();
      return false;
    }
    newSeries();
    shape_ = sizes;
  }
  misfits_ = 0;
  return true;
}

WidthTrial::Choice WidthTrial::look(const LaunchSizes &sizes) {
  uint32_t width = 0;
  {
    const std::lock_guard lock(mutex_);
    const Choice untimed{current_.load(std::memory_order_relaxed)};
    switch (state_) {
    case State::Waiting:
      if (const auto place = static_cast<uint32_t>(std::countr_one(issued_)); place < kProbes)
        return ticketOf(untimed.code, place);
      return untimed;
    case State::Timing: {
      const auto place = static_cast<uint32_t>(std::countr_one(issued_));
      if (!hasShape(sizes) || place == kPlaces || isAhead())
        return untimed;
      const bool isRival = (place & 1) != (place >> 1 & 1);
      return ticketOf(isRival ? rival_ : untimed.code, place);
    }
    case State::Building:
    case State::Settled: // a launch that counted at the same time has undone it
      pause_.store(kForever, std::memory_order_relaxed);
      return untimed;
    case State::Changing:
      width = beginBuild();
      break;
    }
  }
  requestBuild(width);
  return {current_.load(std::memory_order_acquire)};
}

// Returns whether launches that are enqueued have to end first: a rival may be slow.
bool WidthTrial::isAhead() const {
  constexpr uint64_t kFirstPair = 0x3;
  const int most = (reported_ & kFirstPair) == kFirstPair ? kLaunchesOfRound : 2;
  return std::popcount(issued_ & ~reported_) >= most;
}

// Ends the look at what launches take. Returns whether a build pays.
bool WidthTrial::endWait() {
  const Duration mean = (times_[0] + times_[1]) / kProbes;
  newSeries();
  const double all = static_cast<double>(mean.count()) * static_cast<double>(launches_);
  if (all < static_cast<double>(work_.count())) {
    next();
    return false;
  }
  work_ *= 2;
  return true;
}

// Returns what the rounds so far tell, if that is enough.
std::optional<WidthTrial::Outcome> WidthTrial::compare() {
  std::vector<double> ratios;
  for (uint32_t i = 0; i < kPlaces; i += kLaunchesOfRound)
    if ((reported_ >> i & 0xF) == 0xF) {
      const auto own = static_cast<double>((times_[i] + times_[i + 3]).count());
      const auto others = static_cast<double>((times_[i + 1] + times_[i + 2]).count());
      ratios.push_back(std::max(others, 1.0) / std::max(own, 1.0));
    }
  const auto differBy = [&](double factor) {
    return std::ranges::all_of(ratios, [&](double ratio) { return ratio > factor; }) ||
           std::ranges::all_of(ratios, [&](double ratio) { return ratio < 1 / factor; });
  };
  if (ratios.empty() && (reported_ & 0x3) == 0x3 && times_[1] - times_[0] > kLong &&
      times_[1] > kHopeless * times_[0])
    ratios.assign(kQuickRounds, std::chrono::duration<double>(times_[1]) / times_[0]);
  const bool isEnough = ratios.size() >= kMostRounds ||
                        (ratios.size() >= kQuickRounds && differBy(kLarge)) ||
                        (ratios.size() >= kClearRounds && differBy(1.0) &&
                         (medianOf(ratios) > kClear || medianOf(ratios) < 1 / kClear));
  if (!isEnough)
    return std::nullopt;
  Outcome outcome{current_.load(std::memory_order_relaxed), rival_, medianOf(ratios), {}};
  if (outcome.ratio < kWorthwhile) {
    current_.store(rival_, std::memory_order_release);
    ++counts_.changes;
  }
  next();
  outcome.known = {current_.load(std::memory_order_relaxed)->width, untimed_};
  return outcome;
}

void WidthTrial::finish(Ticket ticket, std::optional<Duration> time) {
  uint32_t width = 0;
  std::optional<Outcome> outcome;
  {
    const std::lock_guard lock(mutex_);
    if (ticket.series != series_)
      return;
    const uint64_t bit = uint64_t{1} << ticket.place;
    if (!time) { // another launch takes the ticket
      issued_ &= ~bit;
      return;
    }
    ++counts_.timedLaunches;
    times_[ticket.place] = *time;
    reported_ |= bit;
    if (state_ == State::Timing)
      outcome = compare();
    else if (state_ == State::Waiting && reported_ == (uint64_t{1} << kProbes) - 1 && endWait())
      width = beginBuild();
  }
  if (outcome)
    decided(*outcome);
  if (width != 0)
    requestBuild(width);
}

void WidthTrial::add(const Code *code) {
  const std::lock_guard lock(mutex_);
  if (!code)
    ++counts_.buildsFailed;
  if (std::exchange(known_, 0) != 0) {
    if (code)
      current_.store(code, std::memory_order_release);
    return next();
  }
  untimed_.erase(untimed_.begin());
  if (!code)
    return next();
  newSeries();
  rival_ = code;
  state_ = State::Timing;
  pause_.store(0, std::memory_order_relaxed);
}

WidthTrial::Counts WidthTrial::counts() const {
  const std::lock_guard lock(mutex_);
  Counts counts = counts_;
  counts.width = current_.load(std::memory_order_relaxed)->width;
  counts.untimed = static_cast<uint32_t>(untimed_.size());
  counts.isBuilding = state_ == State::Building;
  return counts;
}

} // namespace ursa::host

#include "adapters/common/argument_watch.h"

#include "adapters/common/launch_count.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ursa::adapter {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kWordBytes = sizeof(uint64_t);
constexpr uint32_t kMostWaits = 4;      ///< windows for an argument that seldom changes
constexpr uint32_t kSeldom = 8;         ///< at most each eighth launch
constexpr uint32_t kMostDoublings = 20; ///< of the windows in which an argument must stay
constexpr uint32_t kMostPauses = 6;     ///< doublings of a pause

// A number that only one thread at a time is expected to change; another one's may be lost.
template <class Number> Number add(std::atomic<Number> &number, Number more) {
  const Number sum = number.load(std::memory_order_relaxed) + more;
  number.store(sum, std::memory_order_relaxed);
  return sum;
}

} // namespace

std::optional<WatchSettings> watchSettings(std::string &problem) {
  const std::optional<uint32_t> launches = launchCountOf("URSA_CONSTANT_ARGUMENTS", problem);
  if (!launches)
    return WatchSettings{};
  if (*launches == 0)
    return std::nullopt;
  return WatchSettings{.launches = *launches, .items = 0, .time = {}};
}

ArgumentWatch::ArgumentWatch(const std::vector<WatchedArgument> &arguments,
                             const WatchSettings &settings)
    : settings_(settings) {
  for (const WatchedArgument &argument : arguments) {
    const uint32_t words = (argument.size + kWordBytes - 1) / kWordBytes;
    if (words_.size() + words > kMostWords)
      break;
    const auto place = static_cast<uint16_t>(arguments_.size());
    for (uint32_t i = 0; i < words; ++i)
      words_.push_back(
          {argument.offset + i * kWordBytes, place,
           static_cast<uint16_t>(std::min(argument.size - i * kWordBytes, kWordBytes))});
    arguments_.push_back(argument);
  }
}

ArgumentWatch::~ArgumentWatch() = default;

uint64_t ArgumentWatch::Word::valueIn(const std::byte *arguments) const {
  if (bytes == sizeof(uint32_t))
    return load<uint32_t>(arguments);
  if (bytes == sizeof(uint64_t))
    return load<uint64_t>(arguments);
  uint64_t value = 0;
  std::memcpy(&value, arguments + offset, bytes);
  return value;
}

bool ArgumentWatch::Form::fits(const std::byte *arguments) const {
  uint64_t difference = 0;
  for (uint32_t i = 0; i < count; ++i)
    difference |= guards[i].word.valueIn(arguments) ^ guards[i].value;
  return difference == 0;
}

const SpecializedCode *ArgumentWatch::watch(const Form *current, const std::byte *arguments,
                                            uint64_t items) {
  if (const size_t built = built_.load(std::memory_order_acquire)) {
    for (const std::unique_ptr<Form> &form : std::span(forms_).first(built))
      if (form.get() != current && form->fits(arguments)) {
        current_.store(form.get(), std::memory_order_release);
        add<uint64_t>(swaps_, 1);
        return form->code.get();
      }
    add<uint64_t>(misses_, 1);
  }
  if (const State state = state_.load(std::memory_order_relaxed); state != State::Watching) {
    if (state == State::Closed)
      pause_.store(UINT32_MAX, std::memory_order_relaxed);
    return nullptr;
  }
  if (items_.load(std::memory_order_relaxed) < settings_.items)
    countItems(items);
  else if (const uint32_t left = pause_.load(std::memory_order_relaxed))
    pause_.store(left - 1, std::memory_order_relaxed);
  else
    count(arguments);
  return nullptr;
}

// Looks at one of many small launches, which stands for those that follow.
void ArgumentWatch::countItems(uint64_t items) {
  const uint64_t before = items_.load(std::memory_order_relaxed);
  if (before == 0)
    begin();
  constexpr uint64_t kMostPause = 63;
  const uint64_t missing = settings_.items - std::min(before, settings_.items - 1);
  const uint64_t pause = std::min((missing - 1) / std::max<uint64_t>(items, 1), kMostPause);
  pause_.store(static_cast<uint32_t>(pause), std::memory_order_relaxed);
  add(items_, items * (pause + 1));
}

void ArgumentWatch::begin() {
  const std::lock_guard lock(mutex_);
  if (begin_ == Clock::time_point())
    begin_ = Clock::now();
}

void ArgumentWatch::count(const std::byte *arguments) {
  if (!hasValues_.load(std::memory_order_relaxed)) {
    begin();
    for (size_t i = 0; i < words_.size(); ++i)
      last_[i].store(words_[i].valueIn(arguments), std::memory_order_relaxed);
    hasValues_.store(true, std::memory_order_relaxed);
  }
  constexpr uint32_t kNone = UINT32_MAX;
  uint32_t changed = kNone; // the last argument that was found changed: its words count once
  for (size_t i = 0; i < words_.size(); ++i) {
    const uint64_t value = words_[i].valueIn(arguments);
    if (last_[i].load(std::memory_order_relaxed) == value) [[likely]]
      continue;
    last_[i].store(value, std::memory_order_relaxed);
    if (std::exchange(changed, words_[i].argument) != words_[i].argument)
      add<uint32_t>(changes_[words_[i].argument], 1);
  }
  if (add<uint32_t>(launches_, 1) >= settings_.launches) [[unlikely]]
    endWindow(arguments);
}

void ArgumentWatch::endWindow(const std::byte *arguments) {
  std::vector<ConstantArgument> values;
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || launches_.load(std::memory_order_relaxed) < settings_.launches ||
        state_.load(std::memory_order_relaxed) != State::Watching)
      return; // another thread ends it
    launches_.store(0, std::memory_order_relaxed);
    const Chosen chosen = settledArguments(arguments);
    if (chosen == 0)
      return;
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (chosen >> i & 1) {
        const std::byte *const value = arguments + arguments_[i].offset;
        values.push_back({arguments_[i].index, {value, value + arguments_[i].size}});
      }
    wanted_ = formOf(chosen, arguments);
    state_.store(State::Building, std::memory_order_relaxed);
  }
  buildsStarted_.fetch_add(1, std::memory_order_relaxed);
  requestBuild(std::move(values));
}

// Loops of more rounds are not unrolled.
bool ArgumentWatch::mayPay(const WatchedArgument &argument, const std::byte *arguments) {
  constexpr int64_t kMostLength = 64;
  if (!argument.isLength || argument.size > sizeof(int64_t))
    return true;
  uint64_t bits = 0;
  std::memcpy(&bits, arguments + argument.offset, argument.size);
  const unsigned unused = 64 - 8 * argument.size;
  const int64_t value = static_cast<int64_t>(bits << unused) >> unused;
  return value >= -kMostLength && value <= kMostLength;
}

// Returns the arguments that become constants now; none if it is better to wait.
ArgumentWatch::Chosen ArgumentWatch::settledArguments(const std::byte *arguments) {
  Chosen settled = 0;
  bool mustStay = false;  // one that was a constant before has to stay longer
  bool maySettle = false; // one seldom changes
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const uint32_t changes = changes_[i].exchange(0, std::memory_order_relaxed);
    settled_[i] = changes == 0 ? settled_[i] + 1 : 0;
    if (!mayPay(arguments_[i], arguments))
      continue;
    if (changes != 0)
      maySettle |= changes <= settings_.launches / kSeldom;
    else if (settled_[i] < windowsNeeded(i, arguments))
      mustStay = true;
    else
      settled |= Chosen{1} << i;
  }
  if (mustStay)
    return 0;
  if (maySettle && waits_ < kMostWaits) {
    ++waits_;
    return 0;
  }
  if (settled == 0)
    pause();
  else if (Clock::now() - begin_ < settings_.time)
    return 0;
  waits_ = 0;
  return settled;
}

// Lets twice as many launches pass as the last time, so that a kernel whose arguments always change
// costs next to nothing.
void ArgumentWatch::pause() {
  pause_.store(settings_.launches << std::min(pauses_++, kMostPauses), std::memory_order_relaxed);
  hasValues_.store(false, std::memory_order_relaxed);
}

// Four times as many for each code in which the argument is another constant.
uint32_t ArgumentWatch::windowsNeeded(size_t argument, const std::byte *arguments) const {
  uint32_t doublings = 0;
  for (const std::unique_ptr<Form> &form :
       std::span(forms_).first(built_.load(std::memory_order_relaxed)))
    for (const Form::Guard &guard : std::span(form->guards).first(form->count))
      if (guard.word.argument == argument && guard.word.valueIn(arguments) != guard.value) {
        doublings += 2;
        break;
      }
  return uint32_t{1} << std::min(doublings, kMostDoublings);
}

std::unique_ptr<ArgumentWatch::Form> ArgumentWatch::formOf(Chosen chosen,
                                                           const std::byte *arguments) const {
  auto form = std::make_unique<Form>();
  bool areInts = true;
  for (const Word &word : words_)
    if (chosen >> word.argument & 1) {
      form->guards[form->count++] = {word, word.valueIn(arguments)};
      areInts &= word.bytes == sizeof(uint32_t);
    }
  form->isOfFewInts = areInts && form->count <= Form::kFew;
  for (size_t i = form->count; form->isOfFewInts && i < Form::kFew; ++i)
    form->guards[i] = form->guards[0];
  return form;
}

void ArgumentWatch::finish(std::unique_ptr<SpecializedCode> code) {
  const std::lock_guard lock(mutex_);
  if (!code) {
    wanted_ = nullptr;
    buildsFailed_.fetch_add(1, std::memory_order_relaxed);
    return state_.store(State::Closed, std::memory_order_relaxed);
  }
  const size_t place = built_.load(std::memory_order_relaxed);
  forms_[place] = std::move(wanted_);
  forms_[place]->code = std::move(code);
  built_.store(place + 1, std::memory_order_release);
  current_.store(forms_[place].get(), std::memory_order_release);
  add<uint64_t>(swaps_, 1);
  settled_ = {};
  pauses_ = 0;
  state_.store(place + 1 == kMostBuilds ? State::Closed : State::Watching,
               std::memory_order_relaxed);
}

ursa_argument_report_t ArgumentWatch::report() const {
  ursa_argument_report_t report{};
  report.watchedArguments = static_cast<uint32_t>(arguments_.size());
  report.pendingBuilds = state_.load() == State::Building ? 1 : 0;
  report.buildsStarted = buildsStarted_.load();
  report.buildsFailed = buildsFailed_.load();
  report.swaps = swaps_.load();
  report.misses = misses_.load();
  return report;
}

} // namespace ursa::adapter

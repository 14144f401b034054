#include "core/tiers/program_tier.h"

#include "core/dispatch/adapter_calls.h"
#include "core/layers/tracer.h"
#include "core/selection/device_queries.h"
#include "support/background_worker.h"
#include "support/log.h"

#include <algorithm>
#include <chrono>

namespace ursa::core::tiers {
namespace {

using api::Function;
using cache::SharedProgram;
using specialization::SharedValues;

constexpr size_t kMaximumRequests = 8; ///< the oldest one is dropped for another
constexpr size_t kMaximumBuilt = specialization::RecentValues::kCapacity;
constexpr size_t kMaximumFailed = 64;
constexpr uint32_t kMaximumPatience = 64;

using Clock = std::chrono::steady_clock;

template <Function Retain, Function Release, class Handle>
std::shared_ptr<std::remove_pointer_t<Handle>> retained(Handle handle) {
  if (dispatch::callAdapter<Retain>(handle) != UR_RESULT_SUCCESS)
    return nullptr;
  return dispatch::adopt<Release>(handle);
}

void traceNow(std::string_view what, std::string_view detail) {
  const Clock::time_point now = Clock::now();
  layers::traceWork(what, detail, now, now);
}

} // namespace

void TierCounters::addTo(ursa_tier_report_t &report) const {
  if (const ursa_tier_t tier = lastLaunch.load(); tier != URSA_TIER_NONE)
    report.lastLaunch = tier;
  report.pendingBuilds += pendingBuilds.load();
  report.buildsStarted += buildsStarted.load();
  report.buildsDropped += buildsDropped.load();
  report.buildsFailed += buildsFailed.load();
  report.swaps += swaps.load();
}

/// One turn of a tier in the background worker.
class ProgramTier::Task final : public BackgroundTask {
public:
  explicit Task(std::shared_ptr<ProgramTier> tier) : tasks_(tier->tasks_), tier_(std::move(tier)) {
    const std::lock_guard lock(tasks_->mutex);
    ++tasks_->count;
  }
  ~Task() override {
    if (!hasRun_) // the worker has dropped it
      tier_->dropAll();
    tier_ = nullptr; // possibly the last reference to a program and its context
    const std::lock_guard lock(tasks_->mutex);
    --tasks_->count;
    tasks_->ended.notify_all();
  }
  void run() override {
    hasRun_ = true;
    tier_->runNewest();
  }

private:
  const std::shared_ptr<Tasks> tasks_;
  std::shared_ptr<ProgramTier> tier_;
  bool hasRun_ = false;
};

std::shared_ptr<ProgramTier>
ProgramTier::create(std::shared_ptr<const selection::ImageBinding> binding,
                    std::shared_ptr<cache::ProgramCache> cache, std::string options,
                    std::shared_ptr<TierCounters> counters) {
  return std::shared_ptr<ProgramTier>(new ProgramTier(std::move(binding), std::move(cache),
                                                      std::move(options), std::move(counters)));
}

ProgramTier::ProgramTier(std::shared_ptr<const selection::ImageBinding> binding,
                         std::shared_ptr<cache::ProgramCache> cache, std::string options,
                         std::shared_ptr<TierCounters> counters)
    : context_(retained<Function::urContextRetain, Function::urContextRelease>(binding->context)),
      device_(retained<Function::urDeviceRetain, Function::urDeviceRelease>(binding->device)),
      binding_(std::move(binding)), cache_(std::move(cache)), options_(std::move(options)),
      counters_(std::move(counters)), needsShapes_(compilesAtLaunch(binding_->device)) {}

ProgramTier::~ProgramTier() = default;

bool ProgramTier::countEmulatedLaunch(TieredKernel &kernel, uint64_t id) {
  uint32_t launches = 1;
  if (kernel.counted_.exchange(id, std::memory_order_relaxed) == id)
    launches = kernel.emulated_.fetch_add(1, std::memory_order_relaxed) + 1;
  else
    kernel.emulated_.store(1, std::memory_order_relaxed);
  return launches >= patience_.load(std::memory_order_relaxed);
}

void ProgramTier::noteSwap() {
  counters_->swaps.fetch_add(1);
  traceNow("swap to native", target());
}

// ---- requests

void ProgramTier::request(const std::shared_ptr<TieredKernel> &kernel, const SharedValues &values) {
  add(values, kernel);
}

void ProgramTier::requestBuild(const SharedValues &values) {
  if (patience_.load(std::memory_order_relaxed) == 1)
    add(values, nullptr);
  else
    withdrawBuild(); // the values change too fast: the kernels request builds
}

void ProgramTier::withdrawBuild() {
  std::vector<std::shared_ptr<TieredKernel>> alive;
  const std::lock_guard lock(mutex_);
  newestBuild_ = 0;
  for (Request &request : wanted_)
    request.forBuild = false;
  dropUnwanted(alive);
}

void ProgramTier::add(const SharedValues &values, const std::shared_ptr<TieredKernel> &kernel) {
  std::vector<std::shared_ptr<TieredKernel>> alive; // destroyed after the lock is released
  {
    const std::lock_guard lock(mutex_);
    const uint64_t id = values->id;
    if (kernel)
      kernel->requested_.store(id, std::memory_order_relaxed);
    else
      newestBuild_ = id;
    const bool isKnown = std::any_of(built_.begin(), built_.end(),
                                     [id](const auto &built) { return built.first == id; });
    const bool isBad = std::find(failed_.begin(), failed_.end(), id) != failed_.end();
    for (Request &request : wanted_) // the kernel, or the program, no longer wants these values
      if (request.values->id != id) {
        if (kernel)
          std::erase_if(request.kernels, [&kernel](const std::weak_ptr<TieredKernel> &each) {
            return !each.owner_before(kernel) && !kernel.owner_before(each);
          });
        else
          request.forBuild = false;
      }
    dropUnwanted(alive);
    if (isBad || (isKnown && !kernel))
      return;
    const auto same = std::find_if(wanted_.begin(), wanted_.end(),
                                   [id](const Request &r) { return r.values->id == id; });
    if (same != wanted_.end()) {
      std::rotate(same, same + 1, wanted_.end());
    } else {
      if (wanted_.size() == kMaximumRequests) {
        drop(wanted_.front(), alive);
        wanted_.erase(wanted_.begin());
      }
      wanted_.push_back({values, {}, false});
      counters_->pendingBuilds.fetch_add(1);
    }
    if (kernel)
      wanted_.back().kernels.push_back(kernel);
    else
      wanted_.back().forBuild = true;
    if (std::exchange(isPosted_, true))
      return;
  }
  post();
}

void ProgramTier::post() {
  endBackgroundWorkerBefore(&dispatch::tablesOf(context_.get()));
  backgroundWorker().post(std::make_unique<Task>(shared_from_this()));
}

// Drops the requests that nobody wants any more. Kernels that end meanwhile are left to
// @p alive, which destroys them after the lock is released.
void ProgramTier::dropUnwanted(std::vector<std::shared_ptr<TieredKernel>> &alive) {
  std::erase_if(wanted_, [&](const Request &request) {
    bool isWanted = request.forBuild;
    for (const std::weak_ptr<TieredKernel> &each : request.kernels)
      if (std::shared_ptr<TieredKernel> kernel = each.lock()) {
        isWanted = isWanted || kernel->currentValues() == request.values->id;
        alive.push_back(std::move(kernel));
      }
    if (!isWanted)
      drop(request, alive);
    return !isWanted;
  });
}

void ProgramTier::drop(const Request &request, std::vector<std::shared_ptr<TieredKernel>> &alive) {
  counters_->pendingBuilds.fetch_sub(1);
  counters_->buildsDropped.fetch_add(1);
  for (const std::weak_ptr<TieredKernel> &each : request.kernels)
    if (std::shared_ptr<TieredKernel> kernel = each.lock()) {
      uint64_t id = request.values->id; // it may request them again
      kernel->requested_.compare_exchange_strong(id, 0, std::memory_order_relaxed);
      alive.push_back(std::move(kernel));
    }
  traceNow("native build dropped", target());
}

// The worker runs no task: it stops, or the system starts no threads.
void ProgramTier::dropAll() {
  std::vector<std::shared_ptr<TieredKernel>> alive;
  const std::lock_guard lock(mutex_);
  patience_.store(kMaximumPatience, std::memory_order_relaxed);
  for (const Request &request : wanted_)
    drop(request, alive);
  wanted_.clear();
  wantsEmulated_ = false;
  isPosted_ = false;
  idle_.notify_all();
}

void ProgramTier::finish() {
  {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return !isPosted_; });
  }
  std::unique_lock lock(tasks_->mutex);
  tasks_->ended.wait(lock, [this] { return tasks_->count == 0; });
}

// ---- builds

void ProgramTier::runNewest() {
  std::vector<std::shared_ptr<TieredKernel>> alive;
  Request newest;
  bool isEmulatedWanted = false;
  {
    const std::lock_guard lock(mutex_);
    isEmulatedWanted = std::exchange(wantsEmulated_, false);
  }
  if (isEmulatedWanted)
    (void)emulatedProgram(); // a failure is reported to the build that needs it
  {
    const std::lock_guard lock(mutex_);
    dropUnwanted(alive);
    if (wanted_.empty()) {
      isPosted_ = false;
      idle_.notify_all();
      return;
    }
    newest = std::move(wanted_.back());
    wanted_.pop_back();
  }
  alive.clear();
  try {
    buildRequest(newest);
  } catch (const std::bad_alloc &) {
    counters_->buildsFailed.fetch_add(1);
    noteFailure(newest.values->id, {UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "Out of host memory."});
  }
  counters_->pendingBuilds.fetch_sub(1);
  {
    const std::lock_guard lock(mutex_);
    if (wanted_.empty()) {
      isPosted_ = false;
      idle_.notify_all();
      return;
    }
  }
  post(); // behind the tasks of other programs, which wait as well
}

void ProgramTier::buildRequest(const Request &request) {
  const uint64_t id = request.values->id;
  SharedProgram program = builtFor(*request.values);
  if (!program) {
    if (hasFailed(id)) // since it was requested
      return;
    counters_->buildsStarted.fetch_add(1);
    Result<SharedProgram> built = build(request.values);
    if (!built) {
      counters_->buildsFailed.fetch_add(1);
      return noteFailure(id, built.error());
    }
    program = *std::move(built);
  }
  bool isUsed = false;
  for (const std::weak_ptr<TieredKernel> &each : request.kernels) {
    const std::shared_ptr<TieredKernel> kernel = each.lock();
    if (!kernel)
      continue;
    if (kernel->currentValues() != id) {
      uint64_t requested = id; // when the values return, it requests them again
      kernel->requested_.compare_exchange_strong(requested, 0, std::memory_order_relaxed);
      continue;
    }
    isUsed = true;
    if (const Result<void> created = kernel->createNative(program, request.values); !created) {
      counters_->buildsFailed.fetch_add(1);
      noteFailure(id, created.error());
    }
  }
  if (!isUsed) {
    const std::lock_guard lock(mutex_);
    isUsed = newestBuild_ == id;
  }
  if (isUsed)
    patience_.store(1, std::memory_order_relaxed);
  else
    noteWasted();
}

Result<SharedProgram> ProgramTier::emulatedProgram() {
  {
    const std::lock_guard lock(mutex_);
    if (emulated_)
      return emulated_;
  }
  URSA_TRY(SharedProgram program,
           programs::cachedProgram(*cache_, *binding_, binding_->layout.defaults(), options_));
  const std::lock_guard lock(mutex_);
  emulated_ = program;
  return program;
}

void ProgramTier::prepareEmulated() {
  {
    const std::lock_guard lock(mutex_);
    if (emulated_ || wantsEmulated_)
      return;
    wantsEmulated_ = true;
    if (std::exchange(isPosted_, true))
      return;
  }
  post();
}

SharedProgram ProgramTier::buildNow(const SharedValues &values) {
  Result<SharedProgram> program = build(values);
  if (program)
    return *std::move(program);
  noteFailure(values->id, program.error());
  return nullptr;
}

Result<SharedProgram> ProgramTier::build(const SharedValues &values) {
  if (SharedProgram known = builtFor(*values))
    return known;
  const Clock::time_point begin = Clock::now();
  const selection::ImageBinding &native = *binding_->native;
  Result<SharedProgram> program = programs::cachedProgram(
      *cache_, native, native.layout.convert(binding_->layout, values->blob), options_);
  layers::traceWork(program ? "native build" : "failed native build", target(), begin,
                    Clock::now());
  if (!program)
    return program;
  std::pair<uint64_t, SharedProgram> oldest; // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  built_.insert(built_.begin(), {values->id, *program});
  if (built_.size() > kMaximumBuilt) {
    oldest = std::move(built_.back());
    built_.pop_back();
  }
  return program;
}

SharedProgram ProgramTier::builtFor(const specialization::Values &values) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(built_.begin(), built_.end(), [&values](const auto &built) {
    return built.first == values.id;
  });
  return found == built_.end() ? nullptr : found->second;
}

bool ProgramTier::hasFailed(uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return std::find(failed_.begin(), failed_.end(), id) != failed_.end();
}

void ProgramTier::noteFailure(uint64_t id, const Error &error) {
  noteWasted();
  bool isFirst = false;
  {
    const std::lock_guard lock(mutex_);
    isFirst = !std::exchange(wasFailureReported_, true);
    if (failed_.size() == kMaximumFailed)
      failed_.erase(failed_.begin());
    failed_.push_back(id);
  }
  loaderLog().write(isFirst ? UR_LOGGER_LEVEL_WARN : UR_LOGGER_LEVEL_DEBUG,
                    "The native build of the image for '{}' on device '{}' failed, so its kernels "
                    "stay emulated with these values: {}",
                    target(), selection::deviceName(binding_->device), error.message);
}

void ProgramTier::noteWasted() {
  const uint32_t patience = patience_.load(std::memory_order_relaxed);
  patience_.store(std::min(2 * patience, kMaximumPatience), std::memory_order_relaxed);
}

} // namespace ursa::core::tiers

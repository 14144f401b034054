// Events that are made only when somebody asks for them: when, how many, and between which
// commands. The test is the driver: it defines the functions that make and release an event.
#include "sycl/api/deferred_events.h"
#include "sycl/api/error.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

/// The calls that a queue received, in order.
struct Driver {
  void add(const char *what) {
    const std::lock_guard lock(mutex);
    commands += commands.empty() ? "" : " ";
    commands += what;
  }
  std::mutex mutex;
  std::string commands;
  std::atomic<uintptr_t> made{0};
  std::atomic<int> alive{0};
  std::atomic<bool> fails{false};
};
Driver *driver = nullptr;

} // namespace

extern "C" {

UR_APIEXPORT ur_result_t UR_APICALL urEnqueueEventsWait(ur_queue_handle_t, uint32_t,
                                                        const ur_event_handle_t *,
                                                        ur_event_handle_t *event) {
  if (driver->fails)
    return UR_RESULT_ERROR_OUT_OF_RESOURCES;
  driver->add("event");
  ++driver->alive;
  *event = reinterpret_cast<ur_event_handle_t>(++driver->made);
  return UR_RESULT_SUCCESS;
}

UR_APIEXPORT ur_result_t UR_APICALL urEventRelease(ur_event_handle_t) {
  --driver->alive;
  return UR_RESULT_SUCCESS;
}

} // extern "C"

inline namespace ursa_sycl {
namespace sycl::detail {

exception makeException(ur_result_t, std::string_view what, errc otherwise) {
  return exception(make_error_code(otherwise), std::string(what));
}

namespace {

struct Drop {
  void operator()(DeferredEvent *event) const { DeferredEvent::drop(event); }
};
using Event = std::unique_ptr<DeferredEvent, Drop>;

class DeferredEventsTest : public testing::Test {
protected:
  DeferredEventsTest() {
    driver = &driver_;
    events_->allow(reinterpret_cast<ur_queue_handle_t>(1));
  }
  ~DeferredEventsTest() override {
    events_.reset();
    EXPECT_EQ(driver_.alive, 0);
  }

  /// Returns null if the launch made its event.
  Event launch(bool mayDefer = true) {
    DeferredEvents::Launch launch(*events_, mayDefer);
    Event event(launch.deferred());
    driver_.add(event ? "launch" : "LAUNCH");
    if (event)
      launch.commit();
    return event;
  }

  Driver driver_;
  std::unique_ptr<DeferredEvents> events_ = std::make_unique<DeferredEvents>();
};

TEST_F(DeferredEventsTest, AreNotMadeIfTheProgramDropsThem) {
  for (int i = 0; i < 1000; ++i)
    launch();
  EXPECT_EQ(driver_.made, 0u);
  EXPECT_EQ(driver_.commands.find("LAUNCH"), std::string::npos);
}

TEST_F(DeferredEventsTest, AreMadeBeforeTheNextLaunchIfTheProgramKeepsThem) {
  const Event kept = launch();
  const Event next = launch();
  EXPECT_FALSE(next);
  EXPECT_EQ(driver_.commands, "launch event LAUNCH");
  EXPECT_EQ(events_->make(*kept), reinterpret_cast<ur_event_handle_t>(1));
  EXPECT_EQ(driver_.made, 1u);
}

TEST_F(DeferredEventsTest, AreMadeOnceWhenTheProgramAsks) {
  const Event kept = launch();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(events_->make(*kept), reinterpret_cast<ur_event_handle_t>(1));
  launch();
  EXPECT_EQ(driver_.commands, "launch event LAUNCH");
}

TEST_F(DeferredEventsTest, AreMadeBeforeOtherCommandsWhichLaunchesDoNotPass) {
  const Event kept = launch();
  {
    const DeferredEvents::Command command(*events_);
    driver_.add("command");
    EXPECT_FALSE(launch()); // of another thread, or of a function that the command runs
  }
  EXPECT_EQ(driver_.commands, "launch event command LAUNCH");
  events_->make(*kept);
  EXPECT_EQ(driver_.made, 1u);
}

TEST_F(DeferredEventsTest, AreNotMadeBeforeOtherCommandsIfTheProgramDroppedThem) {
  launch();
  const DeferredEvents::Command command(*events_);
  EXPECT_EQ(driver_.made, 0u);
}

TEST_F(DeferredEventsTest, AreMadeBeforeTheQueueIsWaitedForIfTheProgramKeepsThem) {
  launch();
  events_->makeKept();
  EXPECT_EQ(driver_.commands, "launch");
  const Event kept = launch();
  events_->makeKept();
  events_->makeKept();
  EXPECT_EQ(driver_.commands, "launch launch event");
}

TEST_F(DeferredEventsTest, OfProgramsThatKeepThemAreThoseOfTheLaunches) {
  constexpr size_t kKept = 2000;
  std::vector<Event> kept;
  kept.reserve(kKept);
  while (kept.size() < kKept)
    kept.push_back(launch());
  EXPECT_LE(driver_.made, 20u);
  for (int i = 0; i < 300; ++i)
    launch();
  driver_.commands.clear();
  launch();
  EXPECT_EQ(driver_.commands, "launch"); // programs may change their minds
}

TEST_F(DeferredEventsTest, AreNotDeferredIfAnybodyElseNeedsThemOrEnqueuesCommands) {
  EXPECT_FALSE(launch(/*mayDefer=*/false));
  const Event kept = launch();
  events_->forbid();
  EXPECT_EQ(driver_.commands, "LAUNCH launch event");
  EXPECT_FALSE(launch());
  EXPECT_TRUE(events_->make(*kept));
}

TEST_F(DeferredEventsTest, OfALaunchThatFailsLeaveNothing) {
  {
    DeferredEvents::Launch failed(*events_, true);
    const Event event(failed.deferred());
    EXPECT_TRUE(event);
  }
  EXPECT_TRUE(launch());
  EXPECT_EQ(driver_.commands, "launch");
}

TEST_F(DeferredEventsTest, ThatCannotBeMadeThrowWhenTheProgramAsks) {
  const Event kept = launch();
  driver_.fails = true;
  launch();
  driver_.fails = false;
  EXPECT_THROW(events_->make(*kept), exception);
  EXPECT_EQ(driver_.commands, "launch LAUNCH");
}

TEST_F(DeferredEventsTest, OutliveOtherLaunchesOfManyThreads) {
  constexpr int kThreads = 4, kLaunches = 5000;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  std::mutex mutex;
  std::vector<Event> shared; // dropped by another thread than the one that launched
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      std::mt19937 random(static_cast<unsigned>(i));
      for (int n = 0; n < kLaunches; ++n) {
        Event event = launch();
        switch (random() % 8) {
        case 0:
          if (event)
            EXPECT_TRUE(events_->make(*event));
          break;
        case 1: {
          const std::lock_guard lock(mutex);
          shared.push_back(std::move(event));
          break;
        }
        case 2: {
          std::vector<Event> dropped;
          const std::lock_guard lock(mutex);
          dropped.swap(shared);
          break;
        }
        case 3: {
          const DeferredEvents::Command command(*events_);
          break;
        }
        default:
          break;
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  shared.clear();
}

} // namespace
} // namespace sycl::detail
} // namespace ursa_sycl

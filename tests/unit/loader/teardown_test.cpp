// The orders in which a program may release the adapter, the config and the loader: each before or
// after the others, after main, and while another thread continues to call.

#include "ur_api.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include <unistd.h>

namespace {

constexpr const char *kAdapter = URSA_FIXTURE_DIR "/second/libur_adapter_host.so.0";

/// The objects of a program, and functions to release them.
struct Program {
  enum Step { Adapter, Config, Loader, SecondLoader };
  using Order = std::array<Step, 4>;

  void begin() {
    setenv("UR_ADAPTERS_FORCE_LOAD", kAdapter, 1);
    fine = urLoaderConfigCreate(&config) == UR_RESULT_SUCCESS &&
           urLoaderInit(0, config) == UR_RESULT_SUCCESS &&
           urLoaderInit(0, nullptr) == UR_RESULT_SUCCESS &&
           urAdapterGet(1, &adapter, nullptr) == UR_RESULT_SUCCESS;
  }

  void step(Step which) {
    switch (which) {
    case Adapter:
      fine = urAdapterRelease(adapter) == UR_RESULT_SUCCESS && fine;
      break;
    case Config:
      fine = urLoaderConfigRelease(config) == UR_RESULT_SUCCESS && fine;
      break;
    case Loader:
    case SecondLoader:
      fine = urLoaderTearDown() == UR_RESULT_SUCCESS && fine;
      break;
    }
  }

  void end(const Order &order) {
    for (const Step each : order)
      step(each);
    fine = urLoaderTearDown() == UR_RESULT_ERROR_UNINITIALIZED && fine;
  }

  ur_loader_config_handle_t config = nullptr;
  ur_adapter_handle_t adapter = nullptr;
  bool fine = false;
};

using P = Program;
constexpr Program::Order kOrders[] = {{P::Adapter, P::Config, P::Loader, P::SecondLoader},
                                      {P::Config, P::Adapter, P::Loader, P::SecondLoader},
                                      {P::Adapter, P::Loader, P::Config, P::SecondLoader},
                                      {P::Config, P::Loader, P::Adapter, P::SecondLoader},
                                      {P::Loader, P::Adapter, P::SecondLoader, P::Config},
                                      {P::Loader, P::Config, P::SecondLoader, P::Adapter},
                                      {P::Loader, P::SecondLoader, P::Adapter, P::Config},
                                      {P::Loader, P::SecondLoader, P::Config, P::Adapter}};

TEST(TearDown, WorksInEightOrders) {
  for (const Program::Order &order : kOrders) {
    Program program;
    program.begin();
    program.end(order);
    EXPECT_TRUE(program.fine) << "order " << &order - kOrders;
  }
}

/// Releases after main, in a destructor that runs after those of the objects that the loader uses.
struct Late {
  ~Late() {
    program.end(kOrders[order]);
    if (!program.fine)
      _exit(3);
  }
  size_t order;
  Program program;
};

void endFromAStaticDestructor(size_t order) {
  static Late late{order, {}};
  late.program.begin();
  std::exit(0);
}

TEST(TearDownDeathTest, WorksInEightOrdersFromAStaticDestructor) {
  for (size_t order = 0; order < std::size(kOrders); ++order)
    EXPECT_EXIT(endFromAStaticDestructor(order), testing::ExitedWithCode(0), "") << order;
}

uint32_t references(ur_adapter_handle_t adapter) {
  uint32_t count = 0;
  return urAdapterGetInfo(adapter, UR_ADAPTER_INFO_REFERENCE_COUNT, sizeof(count), &count,
                          nullptr) == UR_RESULT_SUCCESS
             ? count
             : 0;
}

TEST(TearDown, MayRunWhileAnotherThreadCalls) {
  Program program;
  program.begin();
  std::atomic<bool> stop{false};
  std::atomic<size_t> calls{0};
  bool wrong = false;
  std::thread other([&] {
    while (!stop) {
      wrong = references(program.adapter) == 0 || wrong;
      ++calls;
    }
  });
  program.step(Program::Loader);
  program.step(Program::SecondLoader);
  const size_t before = calls;
  while (calls < before + 100) // the thread continues after the tear-down
    std::this_thread::yield();
  stop = true;
  other.join();
  program.step(Program::Adapter);
  program.step(Program::Config);
  EXPECT_TRUE(program.fine);
  EXPECT_FALSE(wrong);
}

/// Ends the process while a thread is still calling.
void exitWithAThreadAlive() {
  static Program program;
  static std::atomic<size_t> calls{0};
  program.begin();
  std::thread([] {
    while (true)
      calls += references(program.adapter);
  }).detach();
  while (calls == 0)
    std::this_thread::yield();
  program.end(kOrders[0]);
  std::exit(program.fine ? 0 : 3);
}

TEST(TearDownDeathTest, LeavesAThreadAlone) {
  EXPECT_EXIT(exitWithAThreadAlive(), testing::ExitedWithCode(0), "");
}

} // namespace

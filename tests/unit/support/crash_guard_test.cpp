// Crashes of guarded calls, and what else may receive their signals: other threads, handlers of the
// application, nested calls.
#include "support/crash_guard.h"

#include <gmock/gmock.h>

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <latch>
#include <memory>
#include <stdexcept>
#include <thread>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ursa {
namespace {

// In assembly, which sanitizers do not check.
void writeTo(uintptr_t address) { asm volatile("movl $1, (%0)" : : "r"(address) : "memory"); }

void writeToNull() { writeTo(0); }

// An address of no canonical form, for which the system names no address.
void writeToStrangeAddress() { writeTo(uintptr_t{1} << 62); }

void writeBehindFile() {
  const int file = memfd_create("empty", MFD_CLOEXEC);
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  writeTo(reinterpret_cast<uintptr_t>(page));
}

void divideByZero() {
  int quotient = 1, rest = 0;
  asm volatile("idivl %2" : "+a"(quotient), "+d"(rest) : "r"(0) : "cc");
}

void runBadInstruction() { asm volatile("ud2"); }

// What lies between functions: code that runs on behind a function's end comes to it.
void runBreakpoint() { asm volatile("int3"); }

[[gnu::noinline]] int recurse(volatile char *outer) {
  volatile char frame[4096];
  frame[0] = outer ? outer[0] : 0;
  asm volatile("" : : "r"(frame) : "memory");
  int (*volatile next)(volatile char *) = recurse;
  const int below = next(frame);
  asm volatile("" : : "r"(frame) : "memory");
  return below + frame[0];
}

struct Crash {
  const char *name;
  void (*run)();
  int signal;
};

const Crash kCrashes[] = {
    {"NullAddress", writeToNull, SIGSEGV},
    {"StrangeAddress", writeToStrangeAddress, SIGSEGV},
    {"BehindFile", writeBehindFile, SIGBUS},
    {"Division", divideByZero, SIGFPE},
    {"BadInstruction", runBadInstruction, SIGILL},
    {"Breakpoint", runBreakpoint, SIGTRAP},
    {"Abort", [] { std::abort(); }, SIGABRT},
    {"StackOverflow", [] { recurse(nullptr); }, SIGSEGV},
};

struct sigaction actionOf(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action;
}

/// Installs an action while it lives.
class InstalledAction {
public:
  InstalledAction(int signal, void (*handler)(int), int flags = 0) : signal_(signal) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(signal, &action, &before_);
  }
  ~InstalledAction() { sigaction(signal_, &before_, nullptr); }
  InstalledAction(const InstalledAction &) = delete;
  InstalledAction &operator=(const InstalledAction &) = delete;

  const struct sigaction &before() const { return before_; }

private:
  const int signal_;
  struct sigaction before_ {};
};

class CrashGuard : public ::testing::TestWithParam<Crash> {};

TEST_P(CrashGuard, ReturnsTheSignal) {
  const struct sigaction before = actionOf(GetParam().signal);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(crashSignalOf(GetParam().run), GetParam().signal);
  EXPECT_EQ(crashSignalOf([] {}), 0);
  EXPECT_EQ(actionOf(GetParam().signal).sa_sigaction, before.sa_sigaction) << "it is put back";
}

TEST_P(CrashGuard, InAThreadThatBlocksAllSignals) {
  std::thread([] {
    sigset_t all, after;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    EXPECT_EQ(crashSignalOf(GetParam().run), GetParam().signal);
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    EXPECT_EQ(sigismember(&after, GetParam().signal), 1) << "it is blocked again";
    stack_t stack{};
    sigaltstack(nullptr, &stack);
    EXPECT_EQ(crashSignalOf([] {}), 0);
  }).join();
}

TEST_P(CrashGuard, InSeveralThreads) {
  constexpr int kThreads = 4, kTimes = 50;
  std::atomic<int> caught{0};
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (int k = 0; k < kTimes; ++k)
        caught += crashSignalOf(GetParam().run) == GetParam().signal;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(caught, kThreads * kTimes);
}

INSTANTIATE_TEST_SUITE_P(, CrashGuard, ::testing::ValuesIn(kCrashes),
                         [](const auto &crash) { return std::string(crash.param.name); });

TEST(CrashGuardCalls, PassExceptionsAndResults) {
  int result = 0;
  EXPECT_EQ(crashSignalOf([&] { result = 7; }), 0);
  EXPECT_EQ(result, 7);
  EXPECT_THROW(crashSignalOf([] { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_EQ(crashSignalOf(writeToNull), SIGSEGV) << "the guard works after an exception";
}

TEST(CrashGuardCalls, MayBeNested) {
  bool goesOn = false;
  EXPECT_EQ(crashSignalOf([&] {
              EXPECT_EQ(crashSignalOf(writeToNull), SIGSEGV);
              EXPECT_EQ(crashSignalOf([] { abandonGuardedCall(-5); }), -5);
              EXPECT_EQ(crashSignalOf([] {}), 0);
              goesOn = true;
              std::abort();
            }),
            SIGABRT);
  EXPECT_TRUE(goesOn);
}

[[gnu::noinline]] void loopForever() {
  for (volatile bool goesOn = true; goesOn;)
    ;
}

// The loop is in the program, which holds no lock of the C library.
TEST(CrashGuardCalls, EndAfterTheirTime) {
  const ComputingLimit limit{std::chrono::milliseconds(20),
                             reinterpret_cast<const void *>(&loopForever)};
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(crashSignalOf(loopForever, limit), SIGXCPU);
  EXPECT_EQ(crashSignalOf(writeToNull, limit), SIGSEGV);
  EXPECT_EQ(crashSignalOf([] {}, limit), 0);
  for (const ComputingLimit &outer : {ComputingLimit{}, limit})
    EXPECT_EQ(crashSignalOf(
                  [&] {
                    EXPECT_EQ(crashSignalOf(loopForever, {2 * limit.time, limit.code}), SIGXCPU);
                    if (outer.time.count() != 0)
                      loopForever();
                  },
                  outer),
              outer.time.count() != 0 ? SIGXCPU : 0);
  std::thread([&] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    EXPECT_EQ(crashSignalOf(loopForever, limit), SIGXCPU);
  }).join();
}

// There is no code of the program's where the call may end: it ends when it returns to it.
TEST(CrashGuardCalls, DoNotEndInOtherLibraries) {
  volatile bool goesOn = true;
  EXPECT_EQ(crashSignalOf(
                [&] {
                  for (int i = 0; i < 20'000'000 && goesOn; ++i)
                    ;
                },
                {std::chrono::milliseconds(1), reinterpret_cast<const void *>(&std::abort)}),
            0);
}

std::atomic<int> received{0};
thread_local sigjmp_buf *back = nullptr;

// What an application does that recovers from its own faults.
void recover(int) {
  ++received;
  siglongjmp(*back, 1);
}

/// Writes to a bad address in a thread that is not guarded, whose handler recovers.
void faultInAnotherThread() {
  std::thread([] {
    sigjmp_buf jump;
    back = &jump;
    if (sigsetjmp(jump, 1) == 0)
      writeToNull();
  }).join();
}

TEST(CrashGuardCalls, FaultsOfOthersGoToTheHandlerOfTheApplication) {
  received = 0;
  const InstalledAction action(SIGSEGV, recover);
  EXPECT_EQ(crashSignalOf([] {
              faultInAnotherThread();
              writeToNull();
            }),
            SIGSEGV);
  EXPECT_EQ(received, 1);
  faultInAnotherThread();
  EXPECT_EQ(received, 2);
}

void (*nextHandler)(int, siginfo_t *, void *) = nullptr;

void passOn(int signal, siginfo_t *info, void *context) {
  ++received;
  nextHandler(signal, info, context);
}

// The application's handler replaces the guard's and calls it; later the guard replaces that one.
TEST(CrashGuardCalls, AHandlerThatCallsTheGuardsMakesNoCircle) {
  received = 0;
  const InstalledAction first(SIGSEGV, recover);
  struct sigaction chained {};
  chained.sa_sigaction = passOn;
  chained.sa_flags = SA_SIGINFO | SA_ONSTACK;
  EXPECT_EQ(crashSignalOf([&] {
              struct sigaction guards {};
              sigaction(SIGSEGV, &chained, &guards);
              nextHandler = guards.sa_sigaction;
              writeToNull();
            }),
            SIGSEGV);
  EXPECT_EQ(received, 1) << "the application's handler called the guard's";
  EXPECT_EQ(actionOf(SIGSEGV).sa_sigaction, passOn) << "it is the application's, and stays";
  for (int i = 0; i < 20; ++i) {
    received = 0;
    EXPECT_EQ(crashSignalOf([] {
                faultInAnotherThread();
                writeToNull();
              }),
              SIGSEGV);
    EXPECT_EQ(received, 2) << "passOn, and then recover";
  }
}

TEST(CrashGuardCalls, IgnoredSignalsOfOthersStayIgnored) {
  const InstalledAction action(SIGFPE, SIG_IGN);
  EXPECT_EQ(crashSignalOf([] {
              kill(getpid(), SIGFPE);
              divideByZero();
            }),
            SIGFPE);
}

using CrashGuardDeathTest = ::testing::Test;

TEST(CrashGuardDeathTest, OtherThreadsEndTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const Crash &crash : kCrashes) {
    if (crash.run == kCrashes[7].run)
      continue; // sanitizers report it in another way
    EXPECT_EXIT(crashSignalOf([&] {
                  for (const Crash &each : kCrashes) // not to the handler of a sanitizer
                    signal(each.signal, SIG_DFL);
                  crashSignalOf([&] { std::thread(crash.run).join(); });
                }),
                ::testing::KilledBySignal(crash.signal), "")
        << crash.name;
  }
  EXPECT_EXIT(crashSignalOf([] {
                kill(getpid(), SIGABRT);
                pause();
              }),
              ::testing::KilledBySignal(SIGABRT), "");
}

} // namespace
} // namespace ursa

#include "support/crash_guard.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include <csetjmp>
#include <csignal>
#include <ctime>
#include <link.h>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

namespace ursa::inline support {
namespace {

using Action = struct sigaction;
using Handler = void (*)(int, siginfo_t *, void *);

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
constexpr size_t kGenerations = 8;

size_t indexOf(int signal) {
  size_t index = 0;
  while (kSignals[index] != signal)
    ++index;
  return index;
}

/// Where the code of a library lies.
struct CodeRange {
  uintptr_t begin = 0;
  uintptr_t end = 0;
};

/// A guarded call of a thread.
struct GuardedCall {
  sigjmp_buf jump;
  GuardedCall *outer = nullptr;
  timer_t timer{};
  bool hasTimer = false;
  CodeRange code; ///< where the timer may end the call
};

/// The guarded calls of one thread. Handlers find it by the thread's number: variables of threads
/// may be allocated at their first use, which a handler must not do.
struct ThreadCalls {
  std::atomic<pid_t> thread = 0;    ///< 0 if no thread has it
  GuardedCall *innermost = nullptr; ///< only of this thread's concern
  ThreadCalls *next = nullptr;
};
std::atomic<ThreadCalls *> allCalls = nullptr; // never freed, because handlers read it

/// Returns the calls of this thread, or null.
ThreadCalls *findCalls() {
  const pid_t self = gettid();
  ThreadCalls *calls = allCalls.load();
  while (calls && calls->thread.load() != self)
    calls = calls->next;
  return calls;
}

ThreadCalls &takeCalls() {
  if (ThreadCalls *own = findCalls())
    return *own;
  for (ThreadCalls *calls = allCalls.load(); calls; calls = calls->next)
    if (pid_t none = 0; calls->thread.compare_exchange_strong(none, gettid()))
      return *calls;
  auto *added = new ThreadCalls;
  added->thread = gettid();
  added->next = allCalls.load();
  while (!allCalls.compare_exchange_weak(added->next, added))
    ;
  return *added;
}

/// The actions that a generation of handlers replaced, for each signal. They are never freed: a
/// handler of the application may call ours at any time.
std::array<std::array<std::atomic<const Action *>, kSignals.size()>, kGenerations> replaced;

bool isOfThisThread(const siginfo_t &info) {
  return info.si_code > 0 || (info.si_code == SI_TKILL && info.si_pid == getpid());
}

// Returns to the fault, which ends the process as if there were no handler. A breakpoint is over.
void endProcess(int signal, const siginfo_t &info) {
  Action byDefault{};
  byDefault.sa_handler = SIG_DFL;
  sigaction(signal, &byDefault, nullptr);
  if (info.si_code <= 0 || signal == SIGTRAP)
    raise(signal);
}

void passOn(const Action &action, int signal, siginfo_t *info, void *context) {
  if (action.sa_flags & SA_SIGINFO)
    return action.sa_sigaction(signal, info, context);
  if (action.sa_handler == SIG_IGN && info->si_code <= 0)
    return;
  if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL)
    return endProcess(signal, *info);
  action.sa_handler(signal);
}

// Timers send SIGSEGV, of which no program makes another use, and need no signal of their own.
itimerspec after(std::chrono::nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  itimerspec once{};
  once.it_value.tv_sec = seconds.count();
  once.it_value.tv_nsec = (time - seconds).count();
  return once;
}

uintptr_t placeOf(const void *context) {
  const auto &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<uintptr_t>(machine.gregs[REG_RIP]);
#else
  return static_cast<uintptr_t>(machine.pc);
#endif
}

void onTimer(const ThreadCalls *calls, const siginfo_t &info, const void *context) {
  const GuardedCall *call = calls ? calls->innermost : nullptr;
  while (call && call != info.si_value.sival_ptr)
    call = call->outer;
  if (!call)
    return; // it has ended
  const uintptr_t place = placeOf(context);
  if (call == calls->innermost && place >= call->code.begin && place < call->code.end)
    abandonGuardedCall(SIGXCPU);
  const itimerspec soon = after(std::chrono::milliseconds(1));
  timer_settime(call->timer, 0, &soon, nullptr);
}

template <size_t Generation> void onSignal(int signal, siginfo_t *info, void *context) {
  const ThreadCalls *calls = findCalls();
  if (info->si_code == SI_TIMER)
    return onTimer(calls, *info, context);
  if (calls && calls->innermost && isOfThisThread(*info))
    abandonGuardedCall(signal);
  passOn(*replaced[Generation][indexOf(signal)].load(), signal, info, context);
}

// A handler of the application that replaced one of ours may call it. Therefore each generation
// passes signals on to the same handler for ever: if the application's calls a generation, another
// one replaces it, and they make no circle.
constexpr auto kHandlers = []<size_t... I>(std::index_sequence<I...>) {
  return std::array<Handler, kGenerations>{onSignal<I>...};
}
(std::make_index_sequence<kGenerations>());

bool isOwn(const Action &action) {
  for (const Handler handler : kHandlers)
    if ((action.sa_flags & SA_SIGINFO) && action.sa_sigaction == handler)
      return true;
  return false;
}

bool isSame(const Action &a, const Action &b) {
  for (int signal = 1; signal < NSIG; ++signal) // what is behind them in a mask is not defined
    if (sigismember(&a.sa_mask, signal) != sigismember(&b.sa_mask, signal))
      return false;
  return a.sa_flags == b.sa_flags && ((a.sa_flags & SA_SIGINFO) ? a.sa_sigaction == b.sa_sigaction
                                                                : a.sa_handler == b.sa_handler);
}

/// Installs the handler of a signal that passes on to the present one. After eight handlers of the
/// application, the signal stays as it is.
void install(size_t signal) {
  Action present{};
  sigaction(kSignals[signal], nullptr, &present);
  if (isOwn(present))
    return;
  for (size_t i = 0; i < kGenerations; ++i) {
    const Action *known = replaced[i][signal].load();
    if (known && !isSame(*known, present))
      continue;
    if (!known)
      replaced[i][signal].store(new Action(present));
    Action own{};
    own.sa_sigaction = kHandlers[i];
    own.sa_mask = present.sa_mask;
    own.sa_flags = SA_SIGINFO | SA_ONSTACK | (present.sa_flags & SA_RESTART);
    sigaction(kSignals[signal], &own, nullptr);
    return;
  }
}

void uninstall(size_t signal) {
  Action present{};
  sigaction(kSignals[signal], nullptr, &present);
  for (size_t i = 0; i < kGenerations; ++i)
    if ((present.sa_flags & SA_SIGINFO) && present.sa_sigaction == kHandlers[i])
      sigaction(kSignals[signal], replaced[i][signal].load(), nullptr);
}

/// The handlers of the process, installed while a guarded call runs.
class Handlers {
public:
  Handlers() {
    static const int registered = // a forked child must find the lock free
        pthread_atfork([] { mutex_.lock(); }, [] { mutex_.unlock(); }, [] { mutex_.unlock(); });
    (void)registered;
    const std::lock_guard lock(mutex_);
    if (calls_++ == 0)
      for (size_t i = 0; i < kSignals.size(); ++i)
        install(i);
  }
  ~Handlers() {
    const std::lock_guard lock(mutex_);
    if (--calls_ == 0)
      for (size_t i = 0; i < kSignals.size(); ++i)
        uninstall(i);
  }
  Handlers(const Handlers &) = delete;
  Handlers &operator=(const Handlers &) = delete;

private:
  static inline std::mutex mutex_; ///< guards calls_ and the actions of the signals
  static inline size_t calls_ = 0;
};

/// A stack for handlers, unless the thread has one: the thread's own may have overflowed.
class HandlerStack {
public:
  HandlerStack() {
    if (sigaltstack(nullptr, &before_) != 0 || !(before_.ss_flags & SS_DISABLE))
      return;
    constexpr size_t kForHandlers = size_t{64} << 10; // of the application
    const size_t size =
        kForHandlers + static_cast<size_t>(std::max<long>(sysconf(_SC_SIGSTKSZ), 0));
    memory_ = std::make_unique_for_overwrite<std::byte[]>(size);
    stack_t own{};
    own.ss_sp = memory_.get();
    own.ss_size = size;
    sigaltstack(&own, nullptr);
  }
  ~HandlerStack() {
    if (memory_)
      sigaltstack(&before_, nullptr);
  }
  HandlerStack(const HandlerStack &) = delete;
  HandlerStack &operator=(const HandlerStack &) = delete;

private:
  stack_t before_{};
  std::unique_ptr<std::byte[]> memory_;
};

/// Unblocks the signals: the fault of a thread that blocks its signal ends the process.
class UnblockedSignals {
public:
  UnblockedSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kSignals)
      sigaddset(&signals, signal);
    pthread_sigmask(SIG_UNBLOCK, &signals, &before_);
  }
  ~UnblockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  UnblockedSignals(const UnblockedSignals &) = delete;
  UnblockedSignals &operator=(const UnblockedSignals &) = delete;

private:
  sigset_t before_{};
};

/// Gives the calls of the thread back after the outermost.
class TakenCalls {
public:
  TakenCalls() : calls(takeCalls()) {}
  ~TakenCalls() {
    if (!calls.innermost)
      calls.thread = 0;
  }
  TakenCalls(const TakenCalls &) = delete;
  TakenCalls &operator=(const TakenCalls &) = delete;

  ThreadCalls &calls;
};

/// Makes a call the innermost until it returns or throws.
class Registration {
public:
  Registration(ThreadCalls &calls, GuardedCall &call) : calls_(calls) {
    call.outer = calls.innermost;
    calls.innermost = &call;
  }
  ~Registration() { calls_.innermost = calls_.innermost->outer; }
  Registration(const Registration &) = delete;
  Registration &operator=(const Registration &) = delete;

private:
  ThreadCalls &calls_;
};

/// Returns where the code of the library lies that contains an address.
CodeRange codeRangeOf(const void *address) {
  struct Search {
    uintptr_t address;
    CodeRange found;
  } search{reinterpret_cast<uintptr_t>(address), {}};
  dl_iterate_phdr(
      [](dl_phdr_info *library, size_t, void *data) {
        auto &wanted = *static_cast<Search *>(data);
        for (const auto &part : std::span(library->dlpi_phdr, library->dlpi_phnum)) {
          const uintptr_t begin = library->dlpi_addr + part.p_vaddr;
          if (part.p_type == PT_LOAD && (part.p_flags & PF_X) && wanted.address >= begin &&
              wanted.address < begin + part.p_memsz)
            wanted.found = {begin, begin + part.p_memsz};
        }
        return wanted.found.end != 0 ? 1 : 0;
      },
      &search);
  return search.found;
}

/// The timer of a call. If there is none, the call has no bound.
class Timer {
public:
  Timer(GuardedCall &call, const ComputingLimit &limit) : call_(call) {
    if (limit.time.count() == 0)
      return;
    call.code = codeRangeOf(limit.code);
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGSEGV;
    event.sigev_value.sival_ptr = &call;
    event._sigev_un._tid = gettid();
    call.hasTimer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &call.timer) == 0;
    const itimerspec once = after(limit.time);
    if (call.hasTimer)
      timer_settime(call.timer, 0, &once, nullptr);
  }
  ~Timer() {
    if (call_.hasTimer)
      timer_delete(call_.timer);
  }
  Timer(const Timer &) = delete;
  Timer &operator=(const Timer &) = delete;

private:
  const GuardedCall &call_;
};

// A function of its own: no variable of the caller changes between sigsetjmp and the jump.
[[gnu::noinline]] void callRegistered(ThreadCalls &calls, GuardedCall &call, void (*work)(void *),
                                      void *data) {
  const Registration registration(calls, call);
  work(data);
}

} // namespace

int detail::runGuarded(void (*work)(void *), void *data, const ComputingLimit &limit) {
  const Handlers handlers;
  const HandlerStack stack;
  const UnblockedSignals unblocked;
  const TakenCalls taken;
  GuardedCall call;
  const Timer timer(call, limit);
  const int signal = sigsetjmp(call.jump, /*savemask=*/1);
  if (signal == 0)
    callRegistered(taken.calls, call, work, data);
  return signal;
}

bool isInGuardedCall() {
  const ThreadCalls *calls = findCalls();
  return calls && calls->innermost;
}

void abandonGuardedCall(int result) {
  ThreadCalls *calls = findCalls();
  GuardedCall *call = std::exchange(calls->innermost, calls->innermost->outer);
  siglongjmp(call->jump, result);
}

} // namespace ursa::inline support

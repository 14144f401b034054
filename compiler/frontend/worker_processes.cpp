// See worker_processes.h.
//
// A worker reads the number of a job from one pipe and writes its result to another: whether it
// failed, the length of what follows, and the result or the sentence. It ends when its parent
// closes the pipe.
#include "compiler/frontend/worker_processes.h"

#include "core/support/signal_cleanup.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;

namespace ursa {
namespace {

/// How a result begins.
struct ResultHeader {
  enum Kind : std::uint64_t { Done, Failed, Ended };
  Kind kind;
  std::uint64_t size;
};

bool writeAll(int descriptor, const void *bytes, std::size_t size) {
  const char *next = static_cast<const char *>(bytes);
  while (size > 0) {
    const ssize_t count = ::write(descriptor, next, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool readAll(int descriptor, void *bytes, std::size_t size) {
  char *next = static_cast<char *>(bytes);
  while (size > 0) {
    const ssize_t count = ::read(descriptor, next, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool writeResult(int descriptor, ResultHeader::Kind kind, StringRef bytes) {
  const ResultHeader header{kind, bytes.size()};
  return writeAll(descriptor, &header, sizeof(header)) &&
         writeAll(descriptor, bytes.data(), bytes.size());
}

/// What a worker has beside its job.
struct WorkerState {
  const WorkerJobs &jobs;
  int results;
  std::size_t job = 0;
};

[[noreturn]] void onFatalError(void *data, const char *reason, bool) {
  const auto &state = *static_cast<const WorkerState *>(data);
  writeResult(state.results, ResultHeader::Ended,
              "LLVM failed " + state.jobs.describe(state.job) + ": " + reason);
  ::_exit(1);
}

[[noreturn]] void work(const WorkerJobs &jobs, int numbers, int results) {
  WorkerState state{jobs, results};
  remove_fatal_error_handler();
  install_fatal_error_handler(onFatalError, &state);
  std::uint64_t number = 0;
  while (readAll(numbers, &number, sizeof(number))) {
    state.job = number;
    auto result = jobs.run(number);
    const bool isWritten =
        result ? writeResult(results, ResultHeader::Done, *result)
               : writeResult(results, ResultHeader::Failed, toString(result.takeError()));
    if (!isWritten)
      break;
  }
  ::_exit(0);
}

struct Worker {
  pid_t process;
  int numbers; ///< written to it
  int results; ///< read from it
  std::optional<std::size_t> job;
};

class Pool {
public:
  Pool(const WorkerJobs &jobs, unsigned workers)
      : jobs_(jobs), limit_(std::min<std::size_t>(std::max(workers, 1U), jobs.count)),
        stop_(jobs.count) {}

  ~Pool() {
    for (Worker &worker : workers_)
      end(worker);
  }

  Error run() {
    while (next_ < stop_ || isRunning()) {
      while (next_ < stop_ && (isIdle() || workers_.size() < limit_))
        if (Error error = start())
          return error;
      awaitSome();
    }
    return error_ ? std::move(*error_) : Error::success();
  }

private:
  /// Whether a job runs whose result is wanted.
  bool isRunning() const {
    return any_of(workers_, [this](const Worker &w) { return w.job && *w.job < stop_; });
  }

  bool isIdle() const {
    return any_of(workers_, [](const Worker &w) { return !w.job; });
  }

  /// Gives the next job to a worker.
  Error start() {
    auto idle =
        std::find_if(workers_.begin(), workers_.end(), [](const Worker &w) { return !w.job; });
    if (idle == workers_.end()) {
      if (Error error = fork())
        return error;
      idle = std::prev(workers_.end());
    }
    idle->job = next_++;
    const std::uint64_t number = *idle->job;
    // A worker that has ended is noticed when its result is read.
    (void)writeAll(idle->numbers, &number, sizeof(number));
    return Error::success();
  }

  Error fork() {
    int numbers[2], results[2];
    if (::pipe2(numbers, O_CLOEXEC) != 0)
      return cannotFork();
    if (::pipe2(results, O_CLOEXEC) != 0) {
      Error error = cannotFork();
      ::close(numbers[0]);
      ::close(numbers[1]);
      return error;
    }
    const pid_t parent = ::getpid();
    std::optional<CleanupTransaction> transaction(std::in_place);
    const pid_t process = ::fork();
    if (process == 0) {
      forgetCleanup();
      // Its result is wanted by nobody else. A handler of SIGTERM removes the files that it writes.
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (::getppid() != parent)
        ::_exit(1);
      // Only the parent may hold the other ends, or a worker would not notice that it has gone.
      for (const Worker &worker : workers_) {
        ::close(worker.numbers);
        ::close(worker.results);
      }
      ::close(numbers[1]);
      ::close(results[0]);
      transaction.reset();
      work(jobs_, numbers[0], results[1]);
    }
    transaction.reset();
    Error error = process < 0 ? cannotFork() : Error::success();
    ::close(numbers[0]);
    ::close(results[1]);
    if (process < 0) {
      ::close(numbers[1]);
      ::close(results[0]);
      return error;
    }
    workers_.push_back({process, numbers[1], results[0], std::nullopt});
    return error;
  }

  static Error cannotFork() {
    return createStringError(Twine("No process can be started: ") + std::strerror(errno) + ".");
  }

  /// Waits for results and takes them.
  void awaitSome() {
    SmallVector<pollfd, 16> ready;
    for (const Worker &worker : workers_)
      ready.push_back({worker.job ? worker.results : -1, POLLIN, 0});
    if (::poll(ready.data(), ready.size(), -1) < 0)
      return; // a signal
    for (std::size_t i = workers_.size(); i-- > 0;)
      if (workers_[i].job && ready[i].revents != 0 && !takeResult(workers_[i]))
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  /// False when the worker has ended.
  bool takeResult(Worker &worker) {
    const std::size_t job = *worker.job;
    ResultHeader header{};
    std::string bytes;
    bool isWhole = readAll(worker.results, &header, sizeof(header));
    if (isWhole) {
      bytes.resize(header.size);
      isWhole = readAll(worker.results, bytes.data(), bytes.size());
    }
    worker.job.reset();
    if (!isWhole) {
      const int status = end(worker);
      failEnded(job, "The process " + jobs_.describe(job) +
                         (WIFSIGNALED(status)
                              ? " was ended by signal " + std::to_string(WTERMSIG(status)) + "."
                              : " ended with status " + std::to_string(WEXITSTATUS(status)) + "."));
      return false;
    }
    switch (header.kind) {
    case ResultHeader::Done:
      jobs_.done(job, std::move(bytes));
      break;
    case ResultHeader::Failed:
      fail(job, bytes);
      break;
    case ResultHeader::Ended:
      end(worker);
      failEnded(job, bytes);
      return false;
    }
    return true;
  }

  /// Ends a worker, if it has not ended, and returns its status.
  static int end(Worker &worker) {
    ::close(worker.numbers);
    ::close(worker.results);
    if (worker.job)
      ::kill(worker.process, SIGTERM);
    int status = 0;
    while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR)
      ;
    return status;
  }

  void failEnded(std::size_t job, const std::string &sentence) {
    if (!jobs_.mayEnd || !jobs_.mayEnd(job))
      fail(job, sentence);
  }

  void fail(std::size_t job, const std::string &sentence) {
    if (job >= stop_)
      return;
    if (error_)
      consumeError(std::move(*error_));
    error_ = createStringError(sentence);
    stop_ = job;
  }

  const WorkerJobs &jobs_;
  const std::size_t limit_;
  std::vector<Worker> workers_;
  std::size_t next_ = 0; ///< the first job that was not started
  std::size_t stop_;     ///< the first job that is not wanted
  std::optional<Error> error_;
};

} // namespace

Error runInWorkers(const WorkerJobs &jobs, unsigned workers) {
  if (jobs.count == 0)
    return Error::success();
  // A worker that has ended must not end this process.
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  Error error = Pool(jobs, workers).run();
  ::sigaction(SIGPIPE, &before, nullptr);
  return error;
}

} // namespace ursa

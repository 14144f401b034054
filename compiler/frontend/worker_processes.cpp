// See worker_processes.h.
//
// A worker reads job numbers from one pipe and writes results to another: a status, the length, and
// the result or the error message. It exits when its parent closes the pipe.
#include "compiler/frontend/worker_processes.h"

#include "support/process.h"
#include "support/signal_cleanup.h"

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
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// The header of a result.
struct ResultHeader {
  enum Kind : std::uint64_t { Done, Failed, Exited };
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

/// The state of a worker.
struct WorkerContext {
  const WorkerJobs &jobs;
  int resultPipe;
  std::size_t job = 0;
};

[[noreturn]] void onFatalError(void *data, const char *reason, bool) {
  const auto &state = *static_cast<const WorkerContext *>(data);
  writeResult(state.resultPipe, ResultHeader::Exited,
              "LLVM failed " + state.jobs.describe(state.job) + ": " + reason);
  ::_exit(1);
}

[[noreturn]] void runWorker(const WorkerJobs &jobs, int jobPipe, int resultPipe) {
  WorkerContext state{jobs, resultPipe};
  remove_fatal_error_handler();
  install_fatal_error_handler(onFatalError, &state);
  std::uint64_t number = 0;
  while (readAll(jobPipe, &number, sizeof(number))) {
    state.job = number;
    auto result = jobs.run(number);
    const bool isWritten =
        result ? writeResult(resultPipe, ResultHeader::Done, *result)
               : writeResult(resultPipe, ResultHeader::Failed, toString(result.takeError()));
    if (!isWritten)
      break;
  }
  ::_exit(0);
}

struct Worker {
  pid_t process;
  int jobPipe;    ///< the parent writes job numbers to it
  int resultPipe; ///< the parent reads results from it
  std::optional<std::size_t> job;
};

class WorkerPool {
public:
  WorkerPool(const WorkerJobs &jobs, unsigned workers)
      : jobs_(jobs), limit_(std::min<std::size_t>(std::max(workers, 1U), jobs.count)),
        jobsEnd_(jobs.count) {}

  ~WorkerPool() {
    for (Worker &worker : workers_)
      terminate(worker);
  }

  Error run() {
    while (nextJob_ < jobsEnd_ || isRunning()) {
      while (nextJob_ < jobsEnd_ && (isIdle() || workers_.size() < limit_))
        if (Error error = startNextJob())
          return error;
      waitForResults();
    }
    return error_ ? std::move(*error_) : Error::success();
  }

private:
  /// Returns whether a job is running whose result is needed.
  bool isRunning() const {
    return any_of(workers_, [this](const Worker &w) { return w.job && *w.job < jobsEnd_; });
  }

  bool isIdle() const {
    return any_of(workers_, [](const Worker &w) { return !w.job; });
  }

  /// Starts the next job on an idle worker, or on a new one.
  Error startNextJob() {
    auto idle =
        std::find_if(workers_.begin(), workers_.end(), [](const Worker &w) { return !w.job; });
    if (idle == workers_.end()) {
      if (Error error = fork())
        return error;
      idle = std::prev(workers_.end());
    }
    idle->job = nextJob_++;
    const std::uint64_t number = *idle->job;
    // If the worker has exited, reading its result detects it.
    (void)writeAll(idle->jobPipe, &number, sizeof(number));
    return Error::success();
  }

  Error fork() {
    int jobPipe[2], resultPipe[2];
    if (::pipe2(jobPipe, O_CLOEXEC) != 0)
      return forkError();
    if (::pipe2(resultPipe, O_CLOEXEC) != 0) {
      Error error = forkError();
      ::close(jobPipe[0]);
      ::close(jobPipe[1]);
      return error;
    }
    const pid_t parent = ::getpid();
    std::optional<CleanupTransaction> transaction(std::in_place);
    const pid_t process = ::fork();
    if (process == 0) {
      forgetCleanup();
      // Without the parent, the result is not needed. The handler of SIGTERM removes the worker's
      // output files.
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (::getppid() != parent)
        ::_exit(1);
      // Closes the parent's ends, or other workers would not see them close when the parent exits.
      for (const Worker &worker : workers_) {
        ::close(worker.jobPipe);
        ::close(worker.resultPipe);
      }
      ::close(jobPipe[1]);
      ::close(resultPipe[0]);
      transaction.reset();
      runWorker(jobs_, jobPipe[0], resultPipe[1]);
    }
    transaction.reset();
    Error error = process < 0 ? forkError() : Error::success();
    ::close(jobPipe[0]);
    ::close(resultPipe[1]);
    if (process < 0) {
      ::close(jobPipe[1]);
      ::close(resultPipe[0]);
      return error;
    }
    workers_.push_back({process, jobPipe[1], resultPipe[0], std::nullopt});
    return error;
  }

  static Error forkError() {
    return createStringError(Twine("No process can be started: ") + std::strerror(errno) + ".");
  }

  /// Waits for results and reads them.
  void waitForResults() {
    SmallVector<pollfd, 16> ready;
    for (const Worker &worker : workers_)
      ready.push_back({worker.job ? worker.resultPipe : -1, POLLIN, 0});
    if (::poll(ready.data(), ready.size(), -1) < 0)
      return; // a signal
    for (std::size_t i = workers_.size(); i-- > 0;)
      if (workers_[i].job && ready[i].revents != 0 && !readResult(workers_[i]))
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  /// Returns false if the worker has exited.
  bool readResult(Worker &worker) {
    const std::size_t job = *worker.job;
    ResultHeader header{};
    std::string bytes;
    bool isWhole = readAll(worker.resultPipe, &header, sizeof(header));
    if (isWhole) {
      bytes.resize(header.size);
      isWhole = readAll(worker.resultPipe, bytes.data(), bytes.size());
    }
    worker.job.reset();
    if (!isWhole) {
      const int status = terminate(worker);
      handleExit(job, "The process " + jobs_.describe(job) + " " + describeEnd(status) + ".");
      return false;
    }
    switch (header.kind) {
    case ResultHeader::Done:
      jobs_.onResult(job, std::move(bytes));
      break;
    case ResultHeader::Failed:
      fail(job, bytes);
      break;
    case ResultHeader::Exited:
      terminate(worker);
      handleExit(job, bytes);
      return false;
    }
    return true;
  }

  /// Terminates a worker, if it has not exited, and returns its status.
  static int terminate(Worker &worker) {
    ::close(worker.jobPipe);
    ::close(worker.resultPipe);
    if (worker.job)
      ::kill(worker.process, SIGTERM);
    return waitForProcess(worker.process);
  }

  void handleExit(std::size_t job, const std::string &message) {
    if (!jobs_.toleratesExit || !jobs_.toleratesExit(job))
      fail(job, message);
  }

  void fail(std::size_t job, const std::string &message) {
    if (job >= jobsEnd_)
      return;
    if (error_)
      consumeError(std::move(*error_));
    error_ = createStringError(message);
    jobsEnd_ = job;
  }

  const WorkerJobs &jobs_;
  const std::size_t limit_;
  std::vector<Worker> workers_;
  std::size_t nextJob_ = 0; ///< the first job that is not started yet
  std::size_t jobsEnd_;     ///< jobs from here on are not needed
  std::optional<Error> error_;
};

} // namespace

Error runInWorkers(const WorkerJobs &jobs, unsigned workers) {
  if (jobs.count == 0)
    return Error::success();
  // Writing to a worker that has exited must not end this process.
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  Error error = WorkerPool(jobs, workers).run();
  ::sigaction(SIGPIPE, &before, nullptr);
  return error;
}

} // namespace ursa::compiler::frontend

// See job_runner.h.
#include "compiler/tools/job_runner.h"

#include "compiler/tools/tool_main.h"
#include "support/process.h"

#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace ursa::compiler::tools {
namespace {

/// A job that is running or has finished.
struct JobState {
  int output = -1; ///< memory file that captures its output
  std::optional<int> status;
};

class Runner {
public:
  Runner(ArrayRef<Job> jobs, unsigned parallel, raw_ostream &out)
      : jobs_(jobs), parallel_(std::max(parallel, 1U)), out_(out) {
    // Orphans of a terminated job become children of this process.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  }

  ~Runner() {
    for (const JobState &state : states_)
      if (state.output >= 0)
        ::close(state.output);
  }

  Error run() {
    while (states_.size() < jobsEnd_ || !running_.empty()) {
      while (states_.size() < jobsEnd_ && running_.size() < parallel_)
        if (Error error = startNextJob())
          return terminateJobs(std::move(error));
      if (Error error = waitForOneJob())
        return terminateJobs(std::move(error));
      writeFinishedOutput();
    }
    if (jobsEnd_ == jobs_.size() && !failed_)
      return Error::success();
    killOrphans();
    return failure(jobsEnd_ - 1);
  }

private:
  Error startNextJob() {
    const std::size_t index = states_.size();
    JobState state;
    state.output = ::memfd_create("job", MFD_CLOEXEC);
    if (state.output < 0)
      return createStringError(Twine("A job's output cannot be kept: ") + std::strerror(errno) +
                               ".");
    states_.push_back(state);
    const std::vector<std::string> &command = jobs_[index].command;
    const int noInput = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    int reason = errno;
    pid_t process = 0;
    if (noInput >= 0) {
      reason = startProcess({.command = command,
                             .searchesPath = true,
                             .input = noInput,
                             .output = state.output,
                             .messages = state.output},
                            process);
      ::close(noInput);
    }
    if (reason != 0)
      return createStringError(Twine("The program '") + command.front() +
                               "' cannot be run: " + std::strerror(reason) + ".");
    running_[process] = index;
    return Error::success();
  }

  Error waitForOneJob() {
    while (true) {
      int status = 0;
      const pid_t process = ::waitpid(-1, &status, 0);
      if (process < 0 && errno == EINTR)
        continue;
      if (process < 0)
        return createStringError(Twine("A job cannot be waited for: ") + std::strerror(errno) +
                                 ".");
      const auto found = running_.find(process);
      if (found == running_.end())
        continue;
      const std::size_t index = found->second;
      running_.erase(found);
      states_[index].status = status;
      if (status != 0 && index < jobsEnd_)
        stopAfter(index);
      return Error::success();
    }
  }

  /// Records that job @p index failed: later jobs are not needed.
  void stopAfter(std::size_t index) {
    failed_ = true;
    jobsEnd_ = index + 1;
    for (const auto &[process, job] : running_)
      if (job > index)
        ::kill(process, SIGTERM);
  }

  /// Writes the output of jobs whose predecessors have all finished.
  void writeFinishedOutput() {
    for (; writtenJobs_ < std::min(states_.size(), jobsEnd_) && states_[writtenJobs_].status;
         ++writtenJobs_) {
      JobState &state = states_[writtenJobs_];
      char buffer[4096];
      ::lseek(state.output, 0, SEEK_SET);
      for (ssize_t count; (count = ::read(state.output, buffer, sizeof(buffer))) > 0;)
        out_.write(buffer, static_cast<std::size_t>(count));
      ::close(state.output);
      state.output = -1;
    }
  }

  Error terminateJobs(Error error) {
    for (const auto &[process, job] : running_)
      ::kill(process, SIGTERM);
    for (const auto &[process, job] : running_)
      waitForProcess(process);
    killOrphans();
    return error;
  }

  /// Kills processes that jobs started and did not wait for, because they might still write
  /// outputs. All jobs have finished.
  static void killOrphans() {
    while (true) {
      std::ifstream children("/proc/thread-self/children");
      for (pid_t process = 0; children >> process;)
        ::kill(process, SIGKILL);
      if (::waitpid(-1, nullptr, 0) < 0 && errno != EINTR)
        return; // there are none
    }
  }

  Error failure(std::size_t index) const {
    const int status = *states_[index].status;
    return make_error<StatusError>("The command '" + join(jobs_[index].command, " ") + "' " +
                                       describeEnd(status) + ".",
                                   exitStatusOf(status));
  }

  ArrayRef<Job> jobs_;
  std::size_t parallel_;
  raw_ostream &out_;
  std::vector<JobState> states_;         ///< states of started jobs, in their order
  std::map<pid_t, std::size_t> running_; ///< maps a process to its job
  bool failed_ = false;
  std::size_t jobsEnd_ = jobs_.size(); ///< jobs from here on are not needed
  std::size_t writtenJobs_ = 0;        ///< number of jobs whose output is written
};

} // namespace

Error runJobs(ArrayRef<Job> jobs, unsigned parallel, raw_ostream &out) {
  return Runner(jobs, parallel, out).run();
}

} // namespace ursa::compiler::tools

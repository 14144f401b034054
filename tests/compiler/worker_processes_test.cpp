// Jobs in processes: results, the first error, and processes that exit.
#include "compiler/frontend/worker_processes.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using llvm::Error;
using llvm::Expected;
using llvm::toString;
using ursa::compiler::frontend::runInWorkers;

namespace {

using Run = llvm::function_ref<Expected<std::string>(std::size_t)>;

std::string describe(std::size_t job) { return "doing " + std::to_string(job); }

struct Outcome {
  std::string problem;
  std::map<std::size_t, std::string> results;
};

Outcome runJobs(std::size_t count, unsigned workers, Run run) {
  Outcome outcome;
  Error error = runInWorkers(
      {count, run,
       [&](std::size_t job, std::string result) { outcome.results[job] = std::move(result); },
       describe},
      workers);
  if (error)
    outcome.problem = toString(std::move(error));
  // No worker is left.
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  return outcome;
}

} // namespace

TEST(WorkerProcesses, ResultsMayHaveAnyBytes) {
  for (unsigned workers : {0U, 1U, 3U, 100U}) {
    const Outcome outcome = runJobs(20, workers, [](std::size_t job) -> Expected<std::string> {
      return std::string(job * 40000, static_cast<char>(job));
    });
    EXPECT_EQ(outcome.problem, "");
    ASSERT_EQ(outcome.results.size(), 20U);
    for (const auto &[job, result] : outcome.results)
      EXPECT_EQ(result, std::string(job * 40000, static_cast<char>(job)));
  }
  EXPECT_EQ(runJobs(0, 2, [](std::size_t) -> Expected<std::string> { return ""; }).problem, "");
}

TEST(WorkerProcesses, ReportsTheLowestNumberedError) {
  for (unsigned workers : {1U, 2U, 8U})
    EXPECT_EQ(runJobs(30, workers,
                      [](std::size_t job) -> Expected<std::string> {
                        if (job >= 5)
                          return llvm::createStringError("Job " + std::to_string(job) + ".");
                        return "";
                      })
                  .problem,
              "Job 5.");
}

TEST(WorkerProcesses, ReportsProcessesThatExit) {
  EXPECT_EQ(runJobs(3, 2,
                    [](std::size_t job) -> Expected<std::string> {
                      if (job == 1)
                        ::raise(SIGKILL);
                      return "";
                    })
                .problem,
            "The process doing 1 was ended by signal 9.");
  EXPECT_EQ(runJobs(1, 1, [](std::size_t) -> Expected<std::string> { ::_exit(3); }).problem,
            "The process doing 0 ended with status 3.");
}

TEST(WorkerProcesses, ReportsFatalErrorsOfLlvm) {
  EXPECT_EQ(runJobs(1, 1,
                    [](std::size_t) -> Expected<std::string> {
                      llvm::report_fatal_error("cannot select");
                    })
                .problem,
            "LLVM failed doing 0: cannot select");
}

TEST(WorkerProcesses, JobsMayStartWorkers) {
  Outcome outcome = runJobs(4, 2, [](std::size_t job) -> Expected<std::string> {
    return runJobs(1, 1, [&](std::size_t) -> Expected<std::string> { return std::to_string(job); })
        .results[0];
  });
  EXPECT_EQ(outcome.problem, "");
  EXPECT_EQ(outcome.results[3], "3");
}

TEST(WorkerProcesses, ToleratesExitIfAllowed) {
  for (unsigned workers : {1U, 3U}) {
    std::set<std::size_t> ended;
    std::map<std::size_t, std::string> results;
    Error error = runInWorkers(
        {10,
         [](std::size_t job) -> Expected<std::string> {
           if (job % 4 == 1)
             llvm::report_fatal_error("no");
           if (job % 4 == 2)
             std::raise(SIGKILL);
           return "done";
         },
         [&](std::size_t job, std::string result) { results[job] = std::move(result); }, describe,
         [&](std::size_t job) {
           ended.insert(job);
           return true;
         }},
        workers);
    EXPECT_FALSE(error) << toString(std::move(error));
    EXPECT_THAT(ended, testing::ElementsAre(1, 2, 5, 6, 9));
    EXPECT_EQ(results.size(), 5U);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  }
}

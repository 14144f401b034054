// Starts programs with fork and exec and collects their output.
#include "integration/program.h"
#include "support/paths.h"

#include <gmock/gmock.h>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace ursa {

namespace fs = std::filesystem;

ProgramTest::ProgramTest() {
  std::string name = (fs::temp_directory_path() / "ursa-test-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw std::runtime_error("Could not create a folder for the test.");
  folder_ = name;
}

ProgramTest::~ProgramTest() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Outcome ProgramTest::run(const std::string &program, const std::vector<std::string> &arguments,
                         const Variables &variables) const {
  const std::string executable = (fs::path(binDir()) / program).string();
  std::vector<char *> words = {const_cast<char *>(executable.c_str())};
  for (const std::string &argument : arguments)
    words.push_back(const_cast<char *>(argument.c_str()));
  words.push_back(nullptr);

  // The output files are beside the folder, so that the folder contains only files of the program.
  const fs::path out = folder_.string() + ".out", err = folder_.string() + ".err";
  const pid_t child = fork();
  if (child == 0) {
    for (const auto &[name, value] : variables)
      setenv(name.c_str(), value.c_str(), 1);
    if (chdir(folder_.c_str()) == 0 && freopen(out.c_str(), "w", stdout) &&
        freopen(err.c_str(), "w", stderr))
      execv(executable.c_str(), words.data());
    _exit(127);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  auto readFile = [](const fs::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    fs::remove(file);
    return text.str();
  };
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), readFile(out),
                  readFile(err)};
  return outcome;
}

std::string ProgramTest::runSuccessfully(const std::string &program,
                                         const std::vector<std::string> &arguments,
                                         const Variables &variables) const {
  const Outcome outcome = run(program, arguments, variables);
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  return outcome.out;
}

std::string ProgramTest::runExpectingError(const std::string &program,
                                           const std::vector<std::string> &arguments,
                                           const Variables &variables) const {
  const std::vector<std::string> before = listFolder();
  const Outcome outcome = run(program, arguments, variables);
  EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
  EXPECT_EQ(listFolder(), before) << "a failed run must not leave files";
  constexpr std::string_view start = "error: ";
  EXPECT_EQ(outcome.err.substr(0, start.size()), start);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  return outcome.err.substr(std::min(start.size(), outcome.err.size()));
}

std::vector<std::string> ProgramTest::listFolder() const {
  std::vector<std::string> names;
  for (const auto &entry : fs::recursive_directory_iterator(folder_))
    names.push_back(entry.path().string());
  std::sort(names.begin(), names.end());
  return names;
}

void ProgramTest::write(std::string_view name, std::string_view bytes) const {
  std::ofstream file(path(name), std::ios::binary);
  file << bytes;
  ASSERT_TRUE(file.flush());
}

std::string ProgramTest::read(std::string_view name) const {
  std::ifstream file(path(name), std::ios::binary);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string ProgramTest::image(std::string_view name) {
  return fmt::format("{}/{}.ursa", URSA_TEST_IMAGES, name);
}

} // namespace ursa

#include "sycl/api/source_compiler.h"

#include "sycl/api/error.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

inline namespace ursa_sycl {
namespace sycl::detail {

namespace files = std::filesystem;

std::string compilerPath(const char *program) {
  Dl_info info{};
  std::error_code ignored;
  if (dladdr(reinterpret_cast<const void *>(&compilerPath), &info) != 0 && info.dli_fname)
    for (files::path folder = files::weakly_canonical(info.dli_fname, ignored).parent_path();
         folder.has_relative_path(); folder = folder.parent_path())
      if (files::exists(folder / "bin" / program, ignored))
        return folder / "bin" / program;
  const char *const all = secure_getenv("PATH");
  std::istringstream folders(all ? all : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const files::path path = files::path(folder) / program;
        path.is_absolute() && ::access(path.c_str(), X_OK) == 0)
      return path;
  return {};
}

SourceFolder::SourceFolder() {
  std::error_code error;
  std::string name = files::temp_directory_path(error) / "ursa-source-XXXXXX";
  if (error || !mkdtemp(name.data()))
    fail(errc::runtime, "A folder for the source of kernels could not be made in '" + name + "'.");
  path_ = name;
}
SourceFolder::~SourceFolder() {
  std::error_code ignored;
  files::remove_all(path_, ignored);
}
void SourceFolder::write(const files::path &name, const std::string &content) const {
  const files::path path = path_ / name;
  std::error_code ignored;
  files::create_directories(path.parent_path(), ignored);
  std::ofstream out(path, std::ios::binary);
  out << content;
  if (!out.flush())
    fail(errc::runtime, "The source of kernels could not be written to '" + path.string() + "'.");
}

namespace {

std::string contentOf(const files::path &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Runs a program, whose output goes to a file. Returns whether it succeeded.
bool run(const std::vector<std::string> &command, const files::path &log) {
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &each : command)
    arguments.push_back(const_cast<char *>(each.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int result =
      posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (result != 0)
    fail(errc::build, "'" + command.front() + "' could not be run.");
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      fail(errc::build, "The end of '" + command.front() + "' could not be seen.");
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

void runCompiler(const std::vector<std::string> &command, const SourceFolder &folder,
                 std::string *log) {
  const files::path messages = folder.path() / "log";
  const bool isRight = run(command, messages);
  const std::string said = contentOf(messages);
  if (log)
    *log = said;
  if (!isRight)
    fail(errc::build, "Compiling the source of kernels failed:\n" + said);
}

} // namespace sycl::detail
} // namespace ursa_sycl

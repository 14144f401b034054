// See clang_driver.h.
#include "compiler/frontend/clang_driver.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace ursa {

Expected<std::string> findClang() {
  if (const char *path = std::getenv("URSA_CLANG")) {
    if (sys::fs::can_execute(path))
      return path;
    return createStringError("URSA_CLANG names '" + Twine(path) + "', which cannot be run.");
  }
  if (sys::fs::can_execute(URSA_CLANG))
    return URSA_CLANG;
  for (const char *name : {"clang-22", "clang"})
    if (auto found = sys::findProgramByName(name))
      return *found;
  return createStringError(
      "clang-22 was not found; install it, or name it in the environment variable URSA_CLANG.");
}

Expected<std::vector<std::string>> clangCommand(const SourceOptions &options,
                                                const std::string &clang,
                                                const std::string &deviceInclude,
                                                const std::string &output) {
  const StringRef extension = sys::path::extension(options.source);
  const bool isCpp = extension == ".cpp" || extension == ".clcpp";
  if (!isCpp && extension != ".cl")
    return createStringError("The kernel source '" + options.source +
                             "' must end in .cl, .clcpp or .cpp.");
  std::string standard = options.standard;
  if (standard.empty())
    standard = isCpp ? "CLC++2021" : "CL3.0";
  std::vector<std::string> command = {
      clang, "-x", isCpp ? "clcpp" : "cl", "-cl-std=" + standard, "-target",
      "spirv64-unknown-unknown", std::string("-O") + options.optimization, "-Xclang",
      // The passes see the IR as it was written; what remains is
      // optimized after them.
      options.optimization == '0' ? "-disable-O0-optnone" : "-disable-llvm-passes",
      "-cl-kernel-arg-info", "-emit-llvm", "-c", "-isystem", deviceInclude};
  for (const std::string &folder : options.includes)
    command.insert(command.end(), {"-I", folder});
  for (const std::string &define : options.defines)
    command.insert(command.end(), {"-D", define});
  command.insert(command.end(), {"-o", output, options.source});
  return command;
}

Error runCommand(const std::vector<std::string> &command) {
  SmallVector<StringRef, 32> arguments(command.begin(), command.end());
  std::string problem;
  const int status =
      sys::ExecuteAndWait(command.front(), arguments, std::nullopt, {}, 0, 0, &problem);
  if (status == 0)
    return Error::success();
  if (status < 0)
    return createStringError("'" + command.front() + "' could not be run: " + problem + ".");
  return createStringError("clang did not compile '" + command.back() + "' (exit status " +
                           Twine(status) + ").");
}

std::string commandText(const std::vector<std::string> &command) {
  std::string text;
  raw_string_ostream out(text);
  for (const std::string &word : command) {
    out << (text.empty() ? "" : " ");
    sys::printArg(out, word, /*Quote=*/false);
  }
  return text;
}

} // namespace ursa

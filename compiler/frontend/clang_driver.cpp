// See clang_driver.h.
#include "compiler/frontend/clang_driver.h"

#include "compiler/frontend/child_process.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

bool isCppSource(StringRef path) {
  const StringRef extension = sys::path::extension(path);
  return extension == ".cpp" || extension == ".clcpp";
}

/// Whether the last line of a file is long and has no line break. For the column of each
/// instruction in such a line clang goes back to its start, in time that grows with the square of
/// its length.
bool endsInLongLine(const std::string &path) {
  constexpr std::size_t kLong = 16384;
  if (!sys::fs::is_regular_file(path))
    return false;
  auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes || (*bytes)->getBufferSize() < kLong)
    return false;
  return !(*bytes)->getBuffer().take_back(kLong).contains('\n');
}

} // namespace

bool isKernelSource(StringRef path) {
  return isCppSource(path) || sys::path::extension(path) == ".cl";
}

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

std::vector<std::string> clangCommand(const std::string &source, const SourceOptions &options,
                                      const std::string &clang, const ClangOutputs &outputs) {
  const bool isCpp = isCppSource(source);
  std::string standard = options.standard;
  if (standard.empty())
    standard = isCpp ? "CLC++2021" : "CL3.0";
  std::vector<std::string> command = {
      clang, "-x", isCpp ? "clcpp" : "cl", "-cl-std=" + standard, "-target",
      "spirv64-unknown-unknown", std::string("-O") + options.optimization, "-Xclang",
      // The passes run on unoptimized IR; the result is optimized afterwards.
      options.optimization == '0' ? "-disable-O0-optnone" : "-disable-llvm-passes",
      "-cl-kernel-arg-info", "-emit-llvm", "-c", "-isystem", options.deviceInclude};
  if (options.debug)
    command.push_back("-g");
  else if (!endsInLongLine(source))
    // Line tables as for optimization remarks, which code generators ignore, without the path of
    // the current directory.
    command.insert(command.end(), {"-Rpass=^$", "-fdebug-compilation-dir=."});
  if (!outputs.dependencies.empty())
    command.insert(command.end(), {outputs.systemHeaders ? "-MD" : "-MMD", "-MF",
                                   outputs.dependencies, "-MT", "device"});
  command.insert(command.end(), options.clangOptions.begin(), options.clangOptions.end());
  command.insert(command.end(), {"-o", outputs.bitcode});
  // Adds "./" to a name that begins with a dash, which is not an option; clang -cc1 does not
  // support `--`.
  command.push_back((StringRef(source).starts_with("-") ? "./" : "") + source);
  return command;
}

Error runClang(const std::vector<std::string> &command, const std::string &outputPath) {
  auto status = runProgram(command, outputPath);
  if (!status)
    return status.takeError();
  if (*status == 0)
    return Error::success();
  return createStringError("clang did not compile '" + command.back() + "' (exit status " +
                           Twine(*status) + ").");
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

} // namespace ursa::compiler::frontend

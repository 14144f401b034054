// See device_header.h.
#include "compiler/frontend/device_header.h"

#include "compiler/frontend/child_process.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/image_cache.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;

namespace ursa {
namespace {

/// A process that makes a header for longer than this has ended.
constexpr std::chrono::minutes kLongest{2};

/// Skips white space and comments.
StringRef skipComments(StringRef text) {
  for (;;) {
    text = text.ltrim(" \t\r\n\v\f");
    if (text.starts_with("//"))
      text = text.drop_until([](char c) { return c == '\n'; });
    else if (text.consume_front("/*"))
      text = text.split("*/").second;
    else
      return text;
  }
}

/// Returns what tells whether a file has changed: its size and time; empty without the file.
std::string stateOf(const std::string &path) {
  sys::fs::file_status status;
  if (sys::fs::status(path, status))
    return "";
  return std::to_string(status.getSize()) + " " +
         std::to_string(status.getLastModificationTime().time_since_epoch().count());
}

/// Returns whether all files that a list names, a line each after their state, are as they were.
bool isUpToDate(const std::string &list) {
  auto file = MemoryBuffer::getFile(list);
  if (!file || (*file)->getBuffer().empty())
    return false;
  SmallVector<StringRef> lines;
  (*file)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  return all_of(lines, [](StringRef line) {
    const auto [state, path] = line.split('\t');
    return state == stateOf(path.str());
  });
}

/// Writes such a list of the files that a dependency file names.
bool writeList(const std::string &list, const std::string &dependencies) {
  auto rule = MemoryBuffer::getFile(dependencies);
  if (!rule)
    return false;
  std::string text;
  for (const std::string &path : readPrerequisites((*rule)->getBuffer()))
    text += stateOf(path) + "\t" + path + "\n";
  return !errorToBool(writeToOutput(list, [&](raw_ostream &out) {
    out << text;
    return Error::success();
  }));
}

/// Makes a file whose name says that this process makes a header. Removes it in the end.
class Lock {
public:
  explicit Lock(std::string path) : path_(std::move(path)) {
    sys::fs::file_status status;
    if (!sys::fs::status(path_, status) &&
        std::chrono::system_clock::now() - status.getLastModificationTime() > kLongest)
      (void)sys::fs::remove(path_);
    int file = -1;
    isHeld_ = !sys::fs::openFileForWrite(path_, file, sys::fs::CD_CreateNew);
    if (isHeld_)
      (void)sys::Process::SafelyCloseFileDescriptor(file);
  }
  ~Lock() {
    if (isHeld_)
      (void)sys::fs::remove(path_);
  }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;
  bool isHeld() const { return isHeld_; }

private:
  const std::string path_;
  bool isHeld_ = false;
};

} // namespace

bool beginsWithSyclHeader(StringRef source) {
  StringRef text = skipComments(source);
  if (!text.consume_front("#"))
    return false;
  text = text.ltrim(" \t");
  return text.consume_front("include") && text.ltrim(" \t").starts_with("<sycl/sycl.hpp>");
}

std::string precompiledHeader(const std::vector<std::string> &compile, const std::string &header,
                              const std::string &folder) {
  if (auto cache = ImageCache::open(folder); !cache) {
    consumeError(cache.takeError()); // ursac tells it
    return "";
  }
  // The prefix is that of entries of the cache, which pruning removes.
  const std::string path =
      folder + "/llvmcache-" +
      ImageCache::key({"device header", join(compile, "\n"), stateOf(compile.front()), header}) +
      ".pch";
  const std::string list = path + ".files";
  if (sys::fs::exists(path) && isUpToDate(list))
    return path;
  const Lock lock(path + ".lock");
  if (!lock.isHeld())
    return "";
  const std::string made = path + ".new";
  const std::string dependencies = path + ".d";
  const scope_exit cleanUp([&] {
    (void)sys::fs::remove(made);
    (void)sys::fs::remove(dependencies);
  });
  std::vector<std::string> command = compile;
  for (const char *option : {"-c", "-emit-llvm", "-x", "c++", "-Xclang", "-emit-pch", "-MD", "-MF"})
    command.emplace_back(option);
  command.insert(command.end(), {dependencies, header, "-o", made});
  Expected<int> status = runProgram(command, "");
  if (!status) {
    consumeError(status.takeError());
    return "";
  }
  if (*status != 0 || !writeList(list, dependencies) || sys::fs::rename(made, path))
    return "";
  return path;
}

} // namespace ursa

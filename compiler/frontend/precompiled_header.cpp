// See precompiled_header.h.
#include "compiler/frontend/precompiled_header.h"

#include "compiler/frontend/child_process.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/image_cache.h"
#include "support/code_identity.h"
#include "support/private_file.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// A process that makes a header for longer than this has ended.
constexpr std::chrono::minutes kLongest{2};

constexpr std::uint64_t kMostListBytes = 1 << 24;

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

/// Returns whether a name is that of a header of the standard library.
bool isStandardHeader(StringRef name) {
  static const StringSet<> kNames = {
      "algorithm",     "array",         "atomic",     "bit",       "bitset",  "cassert",
      "cfloat",        "chrono",        "cinttypes",  "climits",   "cmath",   "complex",
      "cstddef",       "cstdint",       "cstdio",     "cstdlib",   "cstring", "ctime",
      "exception",     "fstream",       "functional", "iomanip",   "ios",     "iostream",
      "istream",       "iterator",      "limits",     "list",      "map",     "memory",
      "mutex",         "new",           "numeric",    "optional",  "ostream", "queue",
      "random",        "set",           "sstream",    "stdexcept", "string",  "string_view",
      "system_error",  "thread",        "tuple",      "typeinfo",  "utility", "type_traits",
      "unordered_map", "unordered_set", "variant",    "vector",    "deque",   "condition_variable"};
  return kNames.contains(name);
}

/// Reads the directives that a source begins with.
class Beginning {
public:
  explicit Beginning(ArrayRef<std::string> options) : options_(options) {}

  bool leadsToSycl(StringRef path, StringRef text, unsigned depth) const {
    StringRef guard;
    for (;;) {
      text = skipComments(text);
      const auto [line, rest] = text.split('\n');
      text = rest;
      StringRef directive = line;
      if (!directive.consume_front("#"))
        return false;
      directive = directive.ltrim(" \t");
      const StringRef name = directive.take_while(isAlpha);
      const StringRef argument = directive.drop_front(name.size()).trim(" \t\r");
      if (name == "include") {
        StringRef header = argument;
        if (header.starts_with("<sycl/sycl.hpp>"))
          return true;
        if (header.consume_front("\""))
          return includesSycl(path, header.split('"').first, depth);
        if (!header.consume_front("<") || !isStandardHeader(header.split('>').first))
          return false;
      } else if (name == "ifndef") {
        guard = argument;
        const bool isGuard = isDefinitionOf(text, guard);
        if (isDefined(guard) || (!isGuard && guard.starts_with("_")))
          return false;
        if (isGuard)
          text = skipComments(text).split('\n').second;
      } else if (name != "pragma" || argument != "once") {
        return false;
      }
    }
  }

private:
  bool includesSycl(StringRef path, StringRef header, unsigned depth) const {
    constexpr unsigned kDeepest = 8;
    if (depth == kDeepest)
      return false;
    SmallString<128> file(sys::path::parent_path(path));
    sys::path::append(file, header);
    auto text = MemoryBuffer::getFile(file);
    return text && leadsToSycl(file, (*text)->getBuffer(), depth + 1);
  }

  /// Whether a text begins with "#define NAME" and no value.
  static bool isDefinitionOf(StringRef text, StringRef name) {
    text = skipComments(text).split('\n').first;
    return text.consume_front("#") && (text = text.ltrim(" \t")).consume_front("define") &&
           text.trim(" \t\r") == name;
  }

  /// Whether an option may define a macro.
  bool isDefined(StringRef macro) const {
    return any_of(options_, [&](StringRef option) {
      (void)option.consume_front("-D");
      return option.consume_front(macro) && (option.empty() || option.front() == '=');
    });
  }

  const ArrayRef<std::string> options_;
};

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
  const auto bytes = PrivateFile(list).read(kMostListBytes);
  if (!bytes || bytes->empty())
    return false;
  const StringRef text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  SmallVector<StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  return all_of(lines, [](StringRef line) {
    const auto [state, path] = line.split('\t');
    return state == stateOf(path.str());
  });
}

/// Takes the right to write to a file from others; the umask may have given it to them.
bool makePrivate(const std::string &path) {
  return !sys::fs::setPermissions(path, sys::fs::owner_read | sys::fs::owner_write);
}

/// Writes such a list of the files that a dependency file names. Fails if one of them has changed
/// since @p start, when they were not read yet.
bool writeList(const std::string &list, const std::string &dependencies, sys::TimePoint<> start) {
  auto rule = MemoryBuffer::getFile(dependencies);
  if (!rule)
    return false;
  std::string text;
  for (const std::string &path : readPrerequisites((*rule)->getBuffer())) {
    sys::fs::file_status status;
    if (sys::fs::status(path, status) || status.getLastModificationTime() >= start)
      return false;
    text += stateOf(path) + "\t" + path + "\n";
  }
  const bool isWritten = !errorToBool(writeToOutput(list, [&](raw_ostream &out) {
    out << text;
    return Error::success();
  }));
  return isWritten && makePrivate(list);
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

bool beginsWithSyclHeader(StringRef path, StringRef text, ArrayRef<std::string> options) {
  return Beginning(options).leadsToSycl(path, text, /*depth=*/0);
}

std::string precompiledHeader(const std::vector<std::string> &compile, const std::string &header,
                              const std::string &folder) {
  auto cache = ImageCache::open(folder); // ursac tells what is wrong with it
  if (!cache) {
    consumeError(cache.takeError());
    return "";
  }
  if (!cache->refusal().empty())
    return "";
  // The prefix is that of entries of the cache, which pruning removes.
  const std::string path = folder + "/llvmcache-" +
                           ImageCache::key({"header of SYCL", join(compile, "\n"),
                                            programIdentity(compile.front(), true), header}) +
                           ".pch";
  const std::string list = path + ".files";
  if (PrivateFile(path) && isUpToDate(list))
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
  for (const char *option : {"-c", "-x", "c++", "-w", "-Xclang", "-emit-pch", "-MD", "-MF"})
    command.emplace_back(option);
  command.insert(command.end(), {dependencies, header, "-o", made});
  const sys::TimePoint<> start = std::chrono::system_clock::now();
  Expected<int> status = runProgram(command, "");
  if (!status) {
    consumeError(status.takeError());
    return "";
  }
  if (*status != 0 || !makePrivate(made) || !writeList(list, dependencies, start) ||
      sys::fs::rename(made, path))
    return "";
  return path;
}

} // namespace ursa::compiler::frontend

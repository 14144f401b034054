// See precompiled_header.h.
#include "compiler/frontend/precompiled_header.h"

#include "compiler/frontend/child_process.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/image_cache.h"
#include "support/code_identity.h"
#include "support/environment.h"
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
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// A process that makes a header for longer than this has ended.
constexpr std::chrono::minutes kLongest{2};

constexpr std::uint64_t kMostListBytes = 1 << 24;

/// Of the user's folder: a pair of headers has 35 MB.
constexpr StringLiteral kPolicyOfUser = "cache_size_bytes=700m:prune_after=720h";

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

/// Headers of the standard library and of POSIX. Missing is <complex.h>, whose macro I has the name
/// of template parameters.
constexpr StringLiteral kStandardHeaders =
    "algorithm any array assert.h atomic barrier bit bitset cassert cctype "
    "cerrno cfloat charconv chrono cinttypes climits clocale cmath complex "
    "concepts condition_variable csignal cstdarg cstddef cstdint cstdio cstdlib "
    "cstring ctime ctype.h deque dirent.h errno.h exception fcntl.h filesystem "
    "float.h forward_list fstream functional future getopt.h initializer_list "
    "inttypes.h iomanip ios iostream istream iterator limits limits.h list "
    "locale map math.h memory mutex new numbers numeric omp.h optional ostream "
    "pthread.h queue random ranges ratio regex set shared_mutex signal.h span "
    "sstream stack stdarg.h stdbool.h stddef.h stdexcept stdint.h stdio.h "
    "stdlib.h string string.h string_view strings.h sys/mman.h sys/resource.h "
    "sys/stat.h sys/time.h sys/types.h system_error thread time.h tuple "
    "type_traits typeindex typeinfo unistd.h unordered_map unordered_set utility "
    "valarray variant vector ";

bool isStandardHeader(StringRef name) {
  static const StringSet<> kNames = [] {
    StringSet<> names;
    SmallVector<StringRef> words;
    StringRef(kStandardHeaders).split(words, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef word : words)
      names.insert(word);
    return names;
  }();
  return kNames.contains(name);
}

/// Returns the name of the header of SYCL that an include names, without its brackets.
StringRef syclHeader(StringRef include) {
  for (const StringRef name : {"sycl/sycl.hpp", "CL/sycl.hpp"})
    if (StringRef rest = include;
        rest.consume_front("<") && rest.consume_front(name) && rest.starts_with(">"))
      return name;
  return "";
}

/// Reads the directives that a source begins with.
class Beginning {
public:
  explicit Beginning(ArrayRef<std::string> options) : options_(options) {}

  /// Returns the header of SYCL; empty if the source does not begin with one.
  StringRef header(StringRef path, StringRef text, unsigned depth) const {
    StringRef guard;
    for (;;) {
      text = skipComments(text);
      const auto [line, rest] = text.split('\n');
      text = rest;
      StringRef directive = line;
      if (!directive.consume_front("#"))
        return "";
      directive = directive.ltrim(" \t");
      const StringRef name = directive.take_while(isAlpha);
      const StringRef argument = directive.drop_front(name.size()).trim(" \t\r");
      if (name == "include") {
        StringRef included = argument;
        if (const StringRef found = syclHeader(included); !found.empty())
          return found;
        if (included.consume_front("\""))
          return headerIn(path, included.split('"').first, depth);
        if (!included.consume_front("<") || !isStandardHeader(included.split('>').first))
          return "";
      } else if (name == "ifndef") {
        guard = argument;
        const bool isGuard = isDefinitionOf(text, guard);
        if (isDefined(guard) || (!isGuard && guard.starts_with("_")))
          return "";
        if (isGuard)
          text = skipComments(text).split('\n').second;
      } else if (name != "pragma" || argument != "once") {
        return "";
      }
    }
  }

private:
  StringRef headerIn(StringRef path, StringRef included, unsigned depth) const {
    constexpr unsigned kDeepest = 8;
    if (depth == kDeepest)
      return "";
    SmallString<128> file(sys::path::parent_path(path));
    sys::path::append(file, included);
    auto text = MemoryBuffer::getFile(file);
    return text ? header(file, (*text)->getBuffer(), depth + 1) : "";
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

/// Returns the size of a file; empty without it.
std::string sizeOf(const std::string &path) {
  std::uint64_t size = 0;
  return sys::fs::file_size(path, size) ? "" : std::to_string(size);
}

/// Returns whether a header is as long as its list says, and all files that the list names, a line
/// each after their state, are as they were.
bool isUpToDate(const std::string &list, const std::string &header) {
  const auto bytes = PrivateFile(list).read(kMostListBytes);
  if (!bytes || bytes->empty())
    return false;
  const StringRef text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  const auto [size, files] = text.split('\n');
  if (size != sizeOf(header))
    return false;
  SmallVector<StringRef> lines;
  files.split(lines, '\n', -1, /*KeepEmpty=*/false);
  return all_of(lines, [](StringRef line) {
    const auto [state, path] = line.split('\t');
    return state == stateOf(path.str());
  });
}

/// Returns what clang reads besides its options: variables, and the current folder if an option may
/// name a path in it.
std::string surroundings(ArrayRef<std::string> compile) {
  std::string text;
  for (const char *name : {"CPATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS"})
    if (const auto value = sys::Process::GetEnv(name))
      text += std::string(name) + "=" + *value + "\n";
  const auto isRelative = [](StringRef option) {
    for (const StringRef prefix : {"-isystem", "-iquote", "-idirafter", "--sysroot=", "-I", "-B"})
      if (option.consume_front(prefix))
        return !option.empty() && !option.starts_with("/");
    return !option.starts_with("-") && !option.starts_with("/");
  };
  SmallString<128> folder;
  if (any_of(compile.drop_front(), isRelative) && !sys::fs::current_path(folder))
    text += folder;
  return text;
}

/// Sets the times of a file to now.
void touch(const std::string &path) { (void)::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

/// Whether a header was not asked for before. Leaves a file that says that it was now.
bool isFirstUse(const std::string &mark) {
  if (PrivateFile(mark))
    return false;
  int file = -1;
  if (!sys::fs::openFileForWrite(mark, file, sys::fs::CD_CreateAlways, sys::fs::OF_None,
                                 sys::fs::owner_read | sys::fs::owner_write))
    (void)sys::Process::SafelyCloseFileDescriptor(file);
  return true;
}

/// Takes the right to write to a file from others; the umask may have given it to them.
bool makePrivate(const std::string &path) {
  return !sys::fs::setPermissions(path, sys::fs::owner_read | sys::fs::owner_write);
}

/// Writes such a list for a header, of the files that a dependency file names. Fails if one of them
/// has changed since @p start, when they were not read yet.
bool writeList(const std::string &list, const std::string &header, const std::string &dependencies,
               sys::TimePoint<> start) {
  auto rule = MemoryBuffer::getFile(dependencies);
  if (!rule)
    return false;
  std::string text = sizeOf(header) + "\n";
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

HeaderCache defaultHeaderCache() {
  if (const char *folder = std::getenv("URSA_IMAGE_CACHE"))
    return {folder};
  const std::filesystem::path caches = userCacheFolder();
  if (caches.empty() || environmentVariable("URSA_CACHE") == "0")
    return {};
  return {caches / "ursa" / "headers", HeaderCache::Kind::OfUser};
}

StringRef firstSyclHeader(StringRef path, StringRef text, ArrayRef<std::string> options) {
  return Beginning(options).header(path, text, /*depth=*/0);
}

std::string precompiledHeader(const std::vector<std::string> &compile, const std::string &header,
                              const HeaderCache &place) {
  const std::string &folder = place.folder;
  auto cache = ImageCache::open(folder); // ursac tells what is wrong with it
  if (!cache) {
    consumeError(cache.takeError());
    return "";
  }
  if (!cache->refusal().empty())
    return "";
  // The prefix is that of entries of the cache, which pruning removes.
  const std::string path =
      folder + "/llvmcache-" +
      ImageCache::key({"header of SYCL", join(compile, "\n"), surroundings(compile),
                       programIdentity(compile.front(), true), header}) +
      ".pch";
  const std::string list = path + ".files";
  const bool isOfUser = place.kind == HeaderCache::Kind::OfUser;
  if (PrivateFile(path) && isUpToDate(list, path)) {
    if (isOfUser) // pruning goes by this time, which the system may not record
      for (const std::string &file : {path, list})
        touch(file);
    return path;
  }
  if (isOfUser && isFirstUse(path + ".used"))
    return "";
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
  Expected<int> status = runProgram(command, "/dev/null"); // the pass reports errors
  if (!status) {
    consumeError(status.takeError());
    return "";
  }
  if (*status != 0 || !makePrivate(made) || !writeList(list, made, dependencies, start) ||
      sys::fs::rename(made, path))
    return "";
  if (isOfUser)
    consumeError(cache->prune(kPolicyOfUser));
  return path;
}

} // namespace ursa::compiler::frontend

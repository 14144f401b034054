// See sycl_driver.h.
#include "compiler/frontend/sycl_driver.h"

#include "compiler/frontend/child_process.h"
#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/inputs.h"
#include "compiler/image/fat_object.h"
#include "compiler/image/output_files.h"
#include "compiler/image/temporary_folder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

using namespace llvm;

namespace ursa {
namespace {

using Command = std::vector<std::string>;

/// How often the driver looks whether the device pass has parsed its source.
constexpr std::chrono::milliseconds kPollInterval{2};

Expected<std::unique_ptr<MemoryBuffer>> readSource(const std::string &path) {
  auto bytes = MemoryBuffer::getFile(path);
  if (!bytes)
    return createStringError("The source '" + path +
                             "' cannot be read: " + bytes.getError().message() + ".");
  return std::move(*bytes);
}

/// The folder of Ursa's libraries: lib, or that of Debian's architecture in it.
std::string libraryFolder(const std::string &prefix) {
  for (const char *folder : {"/lib", "/lib/x86_64-linux-gnu", "/lib64"})
    if (sys::fs::exists(prefix + folder + "/libursa_sycl_plugin.so"))
      return prefix + folder;
  return prefix + "/lib";
}

std::string absolutePath(const std::string &path) {
  SmallString<256> absolute(path);
  (void)sys::fs::make_absolute(absolute);
  sys::path::remove_dots(absolute);
  return std::string(absolute);
}

/// One source on its way to an object.
struct Unit {
  std::string source;
  std::string object;
  std::string stem; ///< path prefix of its intermediate files
  std::string header() const { return stem + ".header.hpp"; }
  std::string footer() const { return stem + ".footer.hpp"; }
  std::string bitcode() const { return stem + ".device.bc"; }
  std::string hostObject() const { return stem + ".host.o"; }
  std::string deviceObject() const { return stem + ".device.o"; }
  std::string overlay() const { return stem + ".overlay.yaml"; }
  std::string withFooter() const { return stem + ".host" + sys::path::extension(source).str(); }
};

class SyclDriver {
public:
  explicit SyclDriver(const SyclOptions &options) : options_(options) {}

  Expected<int> run() {
    auto clang = findClang();
    if (!clang)
      return clang.takeError();
    clang_ = *clang + "++";
    if (!sys::fs::can_execute(clang_))
      clang_ = *clang; // with --driver-mode=g++
    hostCompiler_ = options_.hostCompiler.empty() ? clang_ : options_.hostCompiler;
    if (!options_.hostCompiler.empty()) {
      auto found = sys::findProgramByName(options_.hostCompiler);
      if (!found)
        return createStringError("The host compiler '" + options_.hostCompiler +
                                 "' was not found.");
      hostCompiler_ = *found;
    }
    if (options_.action == SyclOptions::Action::Forward)
      return forward();
    auto folder = TemporaryFolder::create();
    if (!folder)
      return folder.takeError();
    temporaries_.emplace(std::move(*folder));
    return options_.action == SyclOptions::Action::Compile ? compileAll() : link();
  }

private:
  bool isClangHost() const { return options_.hostCompiler.empty(); }

  // ---- commands

  Expected<int> runCommand(const Command &command) {
    if (options_.verbose || options_.dryRun)
      errs() << commandText(command) << "\n";
    if (options_.dryRun)
      return 0;
    return runProgram(command, "");
  }

  Command clang() const {
    return sys::path::filename(clang_).contains("++") ? Command{clang_}
                                                      : Command{clang_, "--driver-mode=g++"};
  }
  Command hostCompiler() const { return isClangHost() ? clang() : Command{hostCompiler_}; }

  static void append(Command &command, const Command &more) {
    command.insert(command.end(), more.begin(), more.end());
  }

  /// Preprocessing and the like: the host compiler alone, with the headers of SYCL.
  Expected<int> forward() {
    Command command = hostCompiler();
    append(command, {"-isystem", syclInclude(options_.prefix)});
    if (isClangHost())
      append(command, {"-fsycl", "-fsycl-host-only"});
    append(command, options_.forwarded);
    return runCommand(command);
  }

  Command devicePass(const Unit &unit, const std::string &id) const {
    const std::string plugin = libraryFolder(options_.prefix) + "/libursa_sycl_plugin.so";
    Command command = clang();
    append(command,
           {"-fsycl", "-fsycl-device-only", "-fplugin=" + plugin, "-fpass-plugin=" + plugin,
            "-fplugin-arg-ursa-unit=" + id, "-fplugin-arg-ursa-header=" + unit.header(),
            "-fplugin-arg-ursa-footer=" + unit.footer(), "-isystem", syclInclude(options_.prefix)});
    append(command, options_.compileOptions);
    // The host pass prints the warnings.
    append(command, {options_.deviceLevel, "-w", "-Wno-error", "-c", "-emit-llvm", "-x", "c++",
                     unit.source, "-o", unit.bitcode()});
    return command;
  }

  Command hostPass(const Unit &unit) const {
    Command command = hostCompiler();
    if (isClangHost())
      append(command, {"-fsycl", "-fsycl-host-only", "-ivfsoverlay", unit.overlay()});
    else // the source is a copy elsewhere
      append(command, {"-iquote", sys::path::parent_path(absolutePath(unit.source)).str()});
    append(command, {"-isystem", syclInclude(options_.prefix), "-include", unit.header()});
    append(command, options_.compileOptions);
    append(command, options_.hostOptions);
    append(command, {"-c", "-x", "c++", isClangHost() ? unit.source : unit.withFooter(), "-o",
                     unit.hostObject()});
    return command;
  }

  // ---- compiling

  Expected<Unit> makeUnit(const std::string &source, std::size_t number) const {
    Unit unit;
    unit.source = source;
    const std::string stem = sys::path::stem(source).str();
    unit.stem = options_.saveTemps ? stem : temporaries_->path() + "/" + std::to_string(number);
    if (options_.action == SyclOptions::Action::Compile)
      unit.object = options_.output.empty() ? stem + ".o" : options_.output;
    else
      unit.object = unit.stem + ".o";
    if (sys::fs::equivalent(unit.object, source))
      return createStringError("The output '" + unit.object + "' is also an input.");
    return unit;
  }

  Expected<int> compileAll() {
    for (std::size_t i = 0; i < options_.sources.size(); ++i) {
      auto unit = makeUnit(options_.sources[i], i);
      if (!unit)
        return unit.takeError();
      auto status = compile(*unit);
      if (!status || *status != 0)
        return status;
    }
    return 0;
  }

  /// The id of a translation unit, which differs between the sources of a program and is the same
  /// in each build.
  std::string unitId(const Unit &unit) const {
    std::string text = unit.source;
    for (const std::string &option : options_.compileOptions)
      text += '\0' + option;
    if (options_.action == SyclOptions::Action::Compile)
      text += '\0' + unit.object;
    return "u" + utohexstr(xxh3_64bits(text), /*LowerCase=*/true);
  }

  Expected<int> compile(const Unit &unit) {
    auto source = readSource(unit.source);
    if (!source)
      return source.takeError();
    const Command device = devicePass(unit, unitId(unit));
    if (options_.verbose || options_.dryRun)
      errs() << commandText(device) << "\n";
    int hostStatus = 0;
    if (options_.dryRun) {
      errs() << commandText(hostPass(unit)) << "\n";
    } else {
      auto statuses = runPasses(unit, device, **source);
      if (!statuses)
        return statuses.takeError();
      if (statuses->first != 0)
        return statuses->first;
      hostStatus = statuses->second;
    }
    if (hostStatus != 0)
      return hostStatus;
    // The section with the device code joins the host's object.
    auto status = runCommand(
        {options_.prefix + "/bin/ursac", "-c", unit.bitcode(), "-o", unit.deviceObject()});
    if (!status || *status != 0)
      return status;
    auto linker = sys::findProgramByName("ld");
    if (!linker)
      return createStringError("The linker 'ld' was not found.");
    return runCommand({*linker, "-r", unit.hostObject(), unit.deviceObject(), "-o", unit.object});
  }

  /// Runs the device pass and, as soon as it has written header and footer, the host pass. Returns
  /// both exit statuses.
  Expected<std::pair<int, int>> runPasses(const Unit &unit, const Command &device,
                                          const MemoryBuffer &source) {
    (void)sys::fs::remove(unit.footer());
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Expected<int>> deviceStatus;
    std::thread thread([&] {
      Expected<int> status = runProgram(device, "");
      const std::lock_guard lock(mutex);
      deviceStatus.emplace(std::move(status));
      changed.notify_all();
    });
    {
      std::unique_lock lock(mutex);
      while (!deviceStatus && !sys::fs::exists(unit.footer()))
        changed.wait_for(lock, kPollInterval);
    }
    Expected<int> hostStatus = 0;
    if (sys::fs::exists(unit.footer()))
      hostStatus = runHostPass(unit, source);
    thread.join();
    if (!*deviceStatus) {
      consumeError(hostStatus.takeError());
      return deviceStatus->takeError();
    }
    if (!hostStatus)
      return hostStatus.takeError();
    return std::pair(**deviceStatus, *hostStatus);
  }

  Expected<int> runHostPass(const Unit &unit, const MemoryBuffer &source) {
    auto footer = readSource(unit.footer());
    if (!footer)
      return footer.takeError();
    std::string text;
    if (!isClangHost())
      text = "# 1 \"" + unit.source + "\"\n";
    text += source.getBuffer().str() + "\n" + (*footer)->getBuffer().str();
    if (Error error = writeOutput(unit.withFooter(), text))
      return error;
    if (isClangHost()) {
      // The compiler reads the text with the footer under the name of the source.
      const json::Object overlay{
          {"version", 0},
          {"use-external-names", false},
          {"roots",
           json::Array{json::Object{{"type", "file"},
                                    {"name", absolutePath(unit.source)},
                                    {"external-contents", absolutePath(unit.withFooter())}}}}};
      std::string yaml;
      raw_string_ostream(yaml) << json::Value(json::Object(overlay));
      if (Error error = writeOutput(unit.overlay(), yaml))
        return error;
    }
    auto status = runCommand(hostPass(unit));
    if (status && *status == 0 && !options_.dependencyFile.empty())
      if (Error error = correctDependencies(unit))
        return error;
    return status;
  }

  /// Writes the rule without intermediate files.
  Error correctDependencies(const Unit &unit) const {
    auto rule = MemoryBuffer::getFile(options_.dependencyFile);
    if (!rule)
      return createStringError("The dependency file '" + options_.dependencyFile +
                               "' cannot be read: " + rule.getError().message() + ".");
    std::string text;
    for (StringRef rest = (*rule)->getBuffer(); !rest.empty();) {
      const StringRef word = rest.take_until(isSpace);
      if (word == unit.withFooter())
        text += unit.source;
      else if (word != unit.header())
        text += word;
      rest = rest.drop_front(word.size());
      const StringRef space = rest.take_while(isSpace);
      text += space;
      rest = rest.drop_front(space.size());
    }
    return writeOutput(options_.dependencyFile, text);
  }

  // ---- linking

  /// Whether a file has device code. Files that cannot be read are left to the linker.
  static bool hasDeviceCode(const std::string &path) {
    auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!bytes)
      return false;
    const MemoryBufferRef file = (*bytes)->getMemBufferRef();
    const file_magic magic = identify_magic(file.getBuffer());
    if (magic == file_magic::elf_relocatable)
      return objectHasDeviceCode(file);
    if (magic != file_magic::archive)
      return false;
    auto archive = object::Archive::create(file);
    if (!archive) {
      consumeError(archive.takeError());
      return false;
    }
    bool hasCode = false;
    Error error = Error::success();
    for (const object::Archive::Child &child : (*archive)->children(error)) {
      auto member = child.getMemoryBufferRef();
      if (!member) {
        consumeError(member.takeError());
        continue;
      }
      const auto copy = MemoryBuffer::getMemBufferCopy(member->getBuffer());
      hasCode = hasCode || objectHasDeviceCode(copy->getMemBufferRef());
    }
    consumeError(std::move(error));
    return hasCode;
  }

  static bool objectHasDeviceCode(MemoryBufferRef file) {
    auto parts = readFatObject(file);
    if (parts)
      return !parts->empty();
    consumeError(parts.takeError());
    return false;
  }

  /// Returns the archive that -lNAME links; empty for a shared library or none.
  std::string archiveOf(const std::string &name) const {
    for (const std::string &folder : options_.libraryFolders) {
      const std::string stem = folder + "/lib" + name;
      if (sys::fs::exists(stem + ".so"))
        return "";
      if (sys::fs::exists(stem + ".a"))
        return stem + ".a";
    }
    return "";
  }

  Expected<int> link() {
    Command device; // what ursac links
    Command host;   // what the linker of the host links
    std::size_t number = 0;
    for (const SyclOptions::LinkItem &item : options_.linkItems) {
      std::string path = item.isInput ? item.text : "";
      if (item.isInput && isSyclSource(item.text)) {
        auto unit = makeUnit(item.text, number++);
        if (!unit)
          return unit.takeError();
        auto status = compile(*unit);
        if (!status || *status != 0)
          return status;
        path = unit->object;
        if (options_.dryRun)
          device.push_back(path);
      } else if (StringRef name = item.text; !item.isInput && name.consume_front("-l")) {
        path = archiveOf(name.str());
        host.push_back(item.text);
        if (!path.empty() && hasDeviceCode(path))
          device.push_back(path);
        continue;
      }
      host.push_back(item.isInput ? path : item.text);
      if (!path.empty() && hasDeviceCode(path))
        device.push_back(path);
    }
    if (!device.empty()) {
      const std::string images = temporaries_->path() + "/images.o";
      Command command = {options_.prefix + "/bin/ursac", "-fsycl-link"};
      append(command, options_.imageOptions);
      append(command, device);
      append(command, {"-o", images});
      auto status = runCommand(command);
      if (!status || *status != 0)
        return status;
      host.push_back(images);
    }
    return runCommand(linkCommand(host));
  }

  Command linkCommand(const Command &items) const {
    Command command = hostCompiler();
    append(command, options_.compileOptions);
    append(command, options_.hostOptions);
    if (isClangHost())
      command.push_back("-Qunused-arguments");
    append(command, items);
    const std::string libraries = libraryFolder(options_.prefix);
    append(command, {"-L" + libraries, "-lursa_sycl", "-lursa_sycl_images", "-lur_loader"});
    if (libraries != "/usr/lib" && libraries != "/usr/local/lib")
      command.push_back("-Wl,-rpath," + libraries);
    append(command, {"-o", options_.output.empty() ? "a.out" : options_.output});
    return command;
  }

  const SyclOptions &options_;
  std::string clang_;
  std::string hostCompiler_;
  std::optional<TemporaryFolder> temporaries_;
};

} // namespace

bool isSyclSource(StringRef path) {
  return StringSwitch<bool>(sys::path::extension(path))
      .Cases({".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP", ".cp"}, true)
      .Default(false);
}

std::string syclInclude(const std::string &prefix) {
  const std::string installed = prefix + "/include/ursa-sycl";
  return sys::fs::exists(installed) ? installed : URSA_SYCL_INCLUDE;
}

Expected<int> runSyclDriver(const SyclOptions &options) { return SyclDriver(options).run(); }

} // namespace ursa

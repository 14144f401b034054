// See sycl_driver.h.
#include "compiler/frontend/sycl_driver.h"

#include "compiler/frontend/child_process.h"
#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/host_objects.h"
#include "compiler/frontend/image_cache.h"
#include "compiler/frontend/inputs.h"
#include "compiler/frontend/sycl_commands.h"
#include "compiler/image/output_files.h"
#include "compiler/image/temporary_folder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

using image::checkOutputs;
using image::writeOutput;

using Command = SyclCommands::Command;

/// How often the driver looks whether the device pass has parsed its source.
constexpr std::chrono::milliseconds kPollInterval{2};

Expected<std::unique_ptr<MemoryBuffer>> readSource(const std::string &path) {
  auto bytes = MemoryBuffer::getFile(path);
  if (!bytes)
    return createStringError("The source '" + path +
                             "' cannot be read: " + bytes.getError().message() + ".");
  return std::move(*bytes);
}

std::string replaceAll(StringRef text, StringRef before, StringRef after) {
  SmallVector<StringRef, 8> parts;
  text.split(parts, before);
  return before.empty() ? text.str() : join(parts, after);
}

/// Returns the files that preprocessed text names, in the order of its lines.
std::vector<StringRef> filesOf(StringRef text) {
  std::vector<StringRef> files;
  StringSet<> seen;
  for (StringRef line : split(text, '\n')) {
    if (!line.consume_front("# "))
      continue;
    const StringRef file = line.split('"').second.split('"').first;
    if (!file.empty() && !file.starts_with("<") && seen.insert(file).second)
      files.push_back(file);
  }
  return files;
}

/// Returns lines that stand for the device pass: a hash of its text, and the files that the host
/// pass does not read.
std::string devicePassLines(StringRef device, StringRef host) {
  std::string lines =
      "# 1 \"<device pass " + utohexstr(xxh3_64bits(device), /*LowerCase=*/true) + ">\"\n";
  StringSet<> ofHost;
  for (StringRef file : filesOf(host))
    ofHost.insert(file);
  for (StringRef file : filesOf(device))
    if (!ofHost.contains(file))
      lines += "# 1 \"" + file.str() + "\"\n";
  return lines;
}

/// Whether device code defines anything. A source without kernels becomes an object without device
/// code.
Expected<bool> hasDefinitions(const std::string &bitcode) {
  LLVMContext context;
  auto units = readUnits(bitcode, InputKind::Ir, context);
  if (!units)
    return units.takeError();
  return any_of(units->front().module->global_values(),
                [](const GlobalValue &value) { return !value.isDeclaration(); });
}

class SyclDriver {
public:
  SyclDriver(const SyclOptions &options, SyclCommands commands)
      : options_(options), commands_(std::move(commands)) {}

  Expected<int> run() {
    using Action = SyclOptions::Action;
    auto folder = image::TemporaryFolder::create();
    if (!folder)
      return folder.takeError();
    temporaries_.emplace(std::move(*folder));
    if (options_.action == Action::Forward)
      return forward();
    const bool isLink = options_.action == Action::Link || options_.action == Action::LinkDevice;
    return isLink ? link() : compileAll();
  }

private:
  Expected<int> runCommand(const Command &command) {
    if (options_.verbose || options_.dryRun)
      errs() << commandText(command) << "\n";
    if (options_.dryRun)
      return 0;
    return runProgram(command, "");
  }

  Expected<int> forward() {
    if (options_.isPreprocessing && !options_.dryRun)
      return preprocess();
    if (!options_.readsStandardInput || options_.dryRun)
      return runCommand(commands_.forward());
    // The compiler has no terminal.
    auto input = MemoryBuffer::getSTDIN();
    if (!input)
      return createStringError("Standard input cannot be read: " + input.getError().message() +
                               ".");
    const std::string copy = temporaries_->path() + "/input";
    if (Error error = writeOutput(copy, (*input)->getBuffer()))
      return error;
    return runProgram(commands_.forward(), "", copy);
  }

  static void append(Command &command, const Command &more) {
    command.insert(command.end(), more.begin(), more.end());
  }

  /// Preprocesses for the host. At the end, lines name the device pass and the files that it alone
  /// reads, because caches of compilers compare the text and look which files have changed.
  Expected<int> preprocess() {
    const bool isFile = !options_.output.empty() && options_.output != "-";
    const std::string path = isFile ? options_.output : temporaries_->path() + "/host.ii";
    Command host = commands_.forward();
    if (!isFile)
      append(host, {"-o", path});
    std::string deviceText;
    std::thread device([&] { deviceText = devicePreprocessed(); });
    auto status = runCommand(host);
    device.join();
    if (!status || *status != 0)
      return status;
    auto text = readSource(path);
    if (!text)
      return text.takeError();
    const std::string lines = devicePassLines(deviceText, (*text)->getBuffer());
    if (!isFile)
      outs() << (*text)->getBuffer() << lines;
    else if (Error error = writeOutput(path, (*text)->getBuffer().str() + lines))
      return error;
    return 0;
  }

  /// Returns what the device pass reads. Its errors are a part of it, which compiling reports.
  std::string devicePreprocessed() const {
    std::string text;
    for (const std::string &source : options_.sources) {
      const std::string path = temporaries_->path() + "/device.ii";
      auto status = runProgram(commands_.devicePreprocessing(source), path);
      if (!status)
        return toString(status.takeError());
      if (auto output = MemoryBuffer::getFile(path))
        text += (*output)->getBuffer();
    }
    return text;
  }

  // ---- compiling

  Expected<SyclUnit> makeUnit(const std::string &source, std::size_t number) const {
    SyclUnit unit;
    unit.source = source;
    const std::string stem = sys::path::stem(source).str();
    unit.stem = options_.saveTemps ? stem : temporaries_->path() + "/" + std::to_string(number);
    if (isCompiling())
      unit.object = options_.output.empty() ? stem + extension() : options_.output;
    else
      unit.object = unit.stem + ".o";
    unit.dependencyTarget = isCompiling() ? unit.object : programPath();
    if (options_.writesDependencies)
      unit.dependencyFile = dependencyFile(unit);
    std::vector<std::string> written;
    if (options_.action != SyclOptions::Action::CheckSyntax)
      written.push_back(unit.object);
    if (!unit.dependencyFile.empty())
      written.push_back(unit.dependencyFile);
    if (options_.saveTemps)
      written.insert(written.end(),
                     {unit.header(), unit.footer(), unit.bitcode(), unit.hostObject(),
                      unit.deviceObject(), unit.deviceRule(), unit.overlay(), unit.withFooter()});
    if (Error error = checkOutputs(written, inputs()))
      return error;
    return unit;
  }

  /// Whether each source has an output of its own.
  bool isCompiling() const {
    return options_.action == SyclOptions::Action::Compile ||
           options_.action == SyclOptions::Action::CheckSyntax;
  }

  const char *extension() const {
    if (!options_.isDeviceOnly)
      return ".o";
    return options_.writesText ? ".ll" : ".bc";
  }

  std::vector<std::string> inputs() const {
    std::vector<std::string> paths;
    for (const SyclOptions::LinkItem &item : options_.linkItems)
      if (item.isInput)
        paths.push_back(item.text);
    return paths;
  }

  /// The name of the dependency file, as g++ chooses it: that of the output, with the name of the
  /// source if there are several.
  std::string dependencyFile(const SyclUnit &unit) const {
    if (!options_.dependencyFile.empty())
      return options_.dependencyFile;
    const bool isCompile = isCompiling();
    SmallString<128> path(isCompile                 ? unit.object
                          : options_.output.empty() ? std::string("a")
                                                    : options_.output);
    if (!isCompile && options_.sources.size() > 1) {
      sys::path::replace_extension(path, "");
      path += "-" + sys::path::stem(unit.source).str();
      path += ".d";
    } else {
      sys::path::replace_extension(path, ".d");
    }
    return std::string(path);
  }

  /// Tells why precompiled headers are not used. When a program is linked, ursac does.
  void reportCache() const {
    if (options_.dryRun || options_.headers.kind != HeaderCache::Kind::Named)
      return;
    const std::string refusal = ImageCache::refusalOf(options_.headers.folder);
    if (!refusal.empty())
      errs() << "note: " << refusal << "\n";
  }

  Expected<int> compileAll() {
    std::vector<SyclUnit> units;
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < options_.sources.size(); ++i) {
      auto unit = makeUnit(options_.sources[i], i);
      if (!unit)
        return unit.takeError();
      objects.push_back(unit->object);
      units.push_back(std::move(*unit));
    }
    if (Error error = checkOutputs(objects, {}))
      return error;
    reportCache();
    for (const SyclUnit &unit : units) {
      auto status = compile(unit);
      if (!status || *status != 0)
        return status;
    }
    return 0;
  }

  /// The id of a translation unit, which differs between the sources of a program and is the same
  /// in each build. -ffile-prefix-map makes it the same in other folders too.
  std::string unitId(const SyclUnit &unit) const {
    std::string text = absolutePath(unit.source);
    for (const std::string &option : options_.compileOptions)
      if (!StringRef(option).starts_with("-ffile-prefix-map="))
        text += '\0' + option;
    if (isCompiling())
      text += '\0' + unit.object;
    for (const std::string &option : options_.compileOptions)
      if (StringRef map = option; map.consume_front("-ffile-prefix-map=")) {
        const auto [before, after] = map.rsplit('=');
        text = replaceAll(text, before, after);
      }
    return "u" + utohexstr(xxh3_64bits(text), /*LowerCase=*/true);
  }

  Expected<int> compile(const SyclUnit &unit) {
    auto source = readSource(unit.source);
    if (!source)
      return source.takeError();
    auto status = runPasses(unit, **source);
    if (!status || *status != 0)
      return status;
    if (!unit.dependencyFile.empty() && !options_.dryRun)
      if (Error error = correctDependencies(unit))
        return error;
    if (options_.isDeviceOnly || options_.action == SyclOptions::Action::CheckSyntax)
      return 0;
    Expected<bool> isDevice = true;
    if (!options_.dryRun)
      isDevice = hasDefinitions(unit.bitcode());
    if (!isDevice)
      return isDevice.takeError();
    if (!*isDevice) {
      if (std::error_code code = sys::fs::copy_file(unit.hostObject(), unit.object))
        return createStringError("The output '" + unit.object +
                                 "' cannot be written: " + code.message() + ".");
      return 0;
    }
    // The section with the device code joins the host's object.
    status = runCommand(
        {options_.prefix + "/bin/ursac", "-c", unit.bitcode(), "-o", unit.deviceObject()});
    if (!status || *status != 0)
      return status;
    auto linker = sys::findProgramByName("ld");
    if (!linker)
      return createStringError("The linker 'ld' was not found.");
    return runCommand({*linker, "-r", unit.hostObject(), unit.deviceObject(), "-o", unit.object});
  }

  /// Runs the passes of a source, and returns the first exit status that is not 0.
  Expected<int> runPasses(const SyclUnit &unit, const MemoryBuffer &source) {
    const Command device = commands_.devicePass(unit, unitId(unit), source.getBuffer());
    if (options_.isDeviceOnly)
      return runCommand(device);
    if (options_.verbose || options_.dryRun)
      errs() << commandText(device) << "\n";
    if (options_.dryRun)
      return runCommand(commands_.hostPass(unit, source.getBuffer()));
    auto statuses = runBothPasses(unit, device, source);
    if (!statuses)
      return statuses.takeError();
    return statuses->first != 0 ? statuses->first : statuses->second;
  }

  /// Runs the device pass and, as soon as it has written header and footer, the host pass. Returns
  /// both exit statuses.
  Expected<std::pair<int, int>> runBothPasses(const SyclUnit &unit, const Command &device,
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

  Expected<int> runHostPass(const SyclUnit &unit, const MemoryBuffer &source) {
    auto footer = readSource(unit.footer());
    if (!footer)
      return footer.takeError();
    std::string text;
    if (!commands_.isClangHost())
      text = "# 1 \"" + unit.source + "\"\n";
    text += source.getBuffer().str() + "\n" + (*footer)->getBuffer().str();
    if (Error error = writeOutput(unit.withFooter(), text))
      return error;
    if (commands_.isClangHost()) {
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
    return runCommand(commands_.hostPass(unit, source.getBuffer()));
  }

  /// Writes the rule without intermediate files, and with what the device pass alone has read.
  Error correctDependencies(const SyclUnit &unit) const {
    auto rule = MemoryBuffer::getFile(unit.dependencyFile);
    if (!rule)
      return createStringError("The dependency file '" + unit.dependencyFile +
                               "' cannot be read: " + rule.getError().message() + ".");
    const StringRef written = (*rule)->getBuffer();
    std::vector<std::string> read = readPrerequisites(written);
    if (auto ofDevice = MemoryBuffer::getFile(unit.deviceRule()))
      append(read, readPrerequisites((*ofDevice)->getBuffer()));
    std::vector<std::string> prerequisites{unit.source};
    for (std::string &path : read)
      if (path != unit.header() && path != unit.withFooter() && path != unit.source &&
          !StringRef(path).ends_with(".pch"))
        prerequisites.push_back(std::move(path));
    DependencyOptions options;
    options.targets = {written.split(": ").first.str()};
    options.phonyTargets = options_.writesPhonyTargets;
    return writeOutput(unit.dependencyFile, dependencyText(options, "", prerequisites, 1));
  }

  // ---- linking

  /// Returns the archive that -lNAME links; empty for a shared library or none.
  std::string archiveOf(StringRef name) const {
    const bool isFile = name.consume_front(":");
    for (const std::string &folder : options_.libraryFolders) {
      const std::string stem = folder + (isFile ? "/" : "/lib") + name.str();
      if (isFile && sys::fs::exists(stem))
        return stem;
      if (!isFile && sys::fs::exists(stem + ".so"))
        return "";
      if (!isFile && sys::fs::exists(stem + ".a"))
        return stem + ".a";
    }
    return "";
  }

  /// Whether build files for other compilers name a library that is not installed: programs without
  /// the host algorithms of oneDPL and calls of OpenCL need neither.
  bool isMissing(StringRef name) const {
    if (name != "tbb" && name != "OpenCL")
      return false;
    std::vector<std::string> folders = options_.libraryFolders;
    SmallVector<StringRef, 4> more;
    const std::optional<std::string> path = sys::Process::GetEnv("LIBRARY_PATH");
    StringRef(path ? *path : "").split(more, sys::EnvPathSeparator, -1, /*KeepEmpty=*/false);
    for (StringRef folder : more)
      folders.push_back(folder.str());
    for (const char *root : {"/usr", "/usr/local", ""})
      for (const char *folder : {"/lib/x86_64-linux-gnu", "/lib64", "/lib"})
        folders.push_back(std::string(root) + folder);
    return none_of(folders, [&](const std::string &folder) {
      const std::string stem = folder + "/lib" + name.str();
      return sys::fs::exists(stem + ".so") || sys::fs::exists(stem + ".a");
    });
  }

  Expected<int> link() {
    Command files;  // objects and archives
    Command device; // what ursac links
    Command host;   // what the linker of the host links
    bool isWhole = false;
    std::size_t number = 0;
    if (Error error = checkOutputs({programPath()}, inputs()))
      return error;
    for (const SyclOptions::LinkItem &item : options_.linkItems) {
      std::string path = item.isInput ? item.text : "";
      StringRef option = item.isInput ? "" : StringRef(item.text);
      if (item.isSource) {
        auto unit = makeUnit(item.text, number++);
        if (!unit)
          return unit.takeError();
        auto status = compile(*unit);
        if (!status || *status != 0)
          return status;
        path = unit->object;
        if (options_.dryRun)
          device.push_back(path);
      } else if (option.consume_front("-l")) {
        if (isMissing(option)) {
          errs() << "note: The library '" << option << "' is not installed, and is left out.\n";
          continue;
        }
        path = archiveOf(option);
        if (Error error = checkOutputs({programPath()}, {path}))
          return error;
      } else if (option.contains("-whole-archive")) {
        isWhole = !option.contains("-no-whole-archive");
        device.push_back(isWhole ? "--whole-archive" : "--no-whole-archive");
      }
      host.push_back(item.isInput ? path : item.text);
      if (path.empty())
        continue;
      if (!isWhole)
        files.push_back(path);
      if (hasDeviceCode(path))
        device.push_back(path);
    }
    const bool isDeviceOnly = options_.action == SyclOptions::Action::LinkDevice;
    if (any_of(device, [](StringRef word) { return !word.starts_with("--"); })) {
      if (Error error = addUsedMembers(files, device))
        return error;
      const std::string images = isDeviceOnly ? programPath() : temporaries_->path() + "/images.o";
      Command command = {options_.prefix + "/bin/ursac", "-fsycl-link"};
      append(command, options_.imageOptions);
      append(command, device);
      append(command, {"-o", images});
      auto status = runCommand(command);
      if (!status || *status != 0 || isDeviceOnly)
        return status;
      host.push_back(images);
    } else if (isDeviceOnly) {
      return createStringError("There is no device code that -fsycl-link can link.");
    }
    return runCommand(commands_.link(host, programPath()));
  }

  /// Adds the members of archives whose kernels the host's code uses. ursac finds other members by
  /// the functions that kernels call.
  Error addUsedMembers(const Command &files, Command &device) const {
    auto members = usedMembers(files);
    if (!members)
      return members.takeError();
    Command paths;
    for (std::size_t i = 0; i < members->size(); ++i) {
      const std::string folder = temporaries_->path() + "/member" + std::to_string(i);
      if (std::error_code code = sys::fs::create_directory(folder))
        return createStringError("The folder '" + folder + "' cannot be made: " + code.message() +
                                 ".");
      paths.push_back(folder + "/" + (*members)[i].name);
      if (Error error = writeOutput(paths.back(), (*members)[i].object->getBuffer()))
        return error;
    }
    device.insert(device.begin(), paths.begin(), paths.end());
    return Error::success();
  }

  std::string programPath() const { return options_.output.empty() ? "a.out" : options_.output; }

  const SyclOptions &options_;
  const SyclCommands commands_;
  std::optional<image::TemporaryFolder> temporaries_;
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

Expected<int> runSyclDriver(const SyclOptions &options) {
  auto commands = SyclCommands::create(options);
  if (!commands)
    return commands.takeError();
  return SyclDriver(options, std::move(*commands)).run();
}

} // namespace ursa::compiler::frontend

// See sycl_driver.h.
#include "compiler/frontend/sycl_driver.h"

#include "compiler/frontend/child_process.h"
#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/host_objects.h"
#include "compiler/frontend/image_cache.h"
#include "compiler/frontend/inputs.h"
#include "compiler/frontend/precompiled_header.h"
#include "compiler/image/output_files.h"
#include "compiler/image/temporary_folder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
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

std::string replaceAll(StringRef text, StringRef before, StringRef after) {
  SmallVector<StringRef, 8> parts;
  text.split(parts, before);
  return before.empty() ? text.str() : join(parts, after);
}

std::string absolutePath(const std::string &path) {
  SmallString<256> absolute(path);
  (void)sys::fs::make_absolute(absolute);
  sys::path::remove_dots(absolute);
  return std::string(absolute);
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

/// One source on its way to an object.
struct Unit {
  std::string source;
  std::string object;
  std::string stem;           ///< path prefix of its intermediate files
  std::string dependencyFile; ///< empty: none
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

  Command devicePass(const Unit &unit, const std::string &id, StringRef source) const {
    const std::string plugin = libraryFolder(options_.prefix) + "/libursa_sycl_plugin.so";
    Command command = deviceCompiler(
        {"-fplugin=" + plugin, "-fpass-plugin=" + plugin, "-fplugin-arg-ursa-unit=" + id,
         "-fplugin-arg-ursa-header=" + unit.header(), "-fplugin-arg-ursa-footer=" + unit.footer()});
    append(command, precompiledFor(unit, source, deviceCompiler({})));
    append(command, {"-c", "-emit-llvm", "-x", "c++", unit.source, "-o", unit.bitcode()});
    return command;
  }

  Command deviceCompiler(const Command &plugin) const {
    Command command = clang();
    append(command, {"-fsycl", "-fsycl-device-only"});
    append(command, plugin);
    append(command, {"-isystem", syclInclude(options_.prefix)});
    append(command, options_.compileOptions);
    // The host pass prints the warnings.
    append(command, {options_.deviceLevel, "-w", "-Wno-error"});
    return command;
  }

  /// Returns the options that use a precompiled header for the begin of a source; none if there is
  /// no such header.
  /// @param pass the command of clang without input and output
  Command precompiledFor(const Unit &unit, StringRef source, const Command &pass) const {
    const bool hasOther = any_of(options_.compileOptions, [](StringRef option) {
      return option.starts_with("-include") || option.starts_with("-imacros") ||
             option.starts_with("--include") || option.starts_with("--imacros");
    });
    if (options_.cacheFolder.empty() || options_.dryRun || hasOther ||
        !beginsWithSyclHeader(unit.source, source, options_.compileOptions))
      return {};
    const std::string header = precompiledHeader(
        pass, syclInclude(options_.prefix) + "/sycl/sycl.hpp", options_.cacheFolder);
    return header.empty() ? Command() : Command{"-include-pch", header};
  }

  /// The options of a host pass by clang.
  /// @param first come before those of the user, whose -include may name kernels
  Command hostClang(const Command &first) const {
    Command command = clang();
    append(command, {"-fsycl", "-fsycl-host-only", "-isystem", syclInclude(options_.prefix)});
    append(command, first);
    // Attributes of kernels are for the device pass, which checks them.
    append(command, {"-Wno-unknown-attributes", "-Wno-c++23-lambda-attributes"});
    append(command, options_.compileOptions);
    for (const std::string &option : options_.hostOptions) {
      command.push_back(option);
      // Clang warns that a sanitizer is not one of the device, which this pass does not compile
      // for.
      if (StringRef(option).starts_with("-fsanitize"))
        command.push_back("-Wno-option-ignored");
    }
    return command;
  }

  /// The same for another compiler, which reads a copy of the source elsewhere.
  Command otherHostCompiler(const Unit &unit) const {
    Command command{hostCompiler_};
    append(command,
           {"-iquote", sys::path::parent_path(absolutePath(unit.source)).str(), "-isystem",
            syclInclude(options_.prefix), "-include", unit.header(), "-Wno-attributes=sycl::"});
    append(command, options_.compileOptions);
    append(command, options_.hostOptions);
    return command;
  }

  Command hostPass(const Unit &unit, StringRef source) const {
    Command command =
        isClangHost() ? hostClang({"-include", unit.header()}) : otherHostCompiler(unit);
    if (isClangHost()) {
      append(command, precompiledFor(unit, source, hostClang({})));
      append(command, {"-ivfsoverlay", unit.overlay()});
    }
    append(command, options_.dependencyOptions);
    if (!unit.dependencyFile.empty())
      append(command, {"-MF", unit.dependencyFile});
    if (!unit.dependencyFile.empty() && !options_.namesDependencyTarget)
      append(command, {"-MQ", dependencyTarget(unit)});
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
    if (options_.writesDependencies)
      unit.dependencyFile = dependencyFile(unit);
    std::vector<std::string> written{unit.object};
    if (!unit.dependencyFile.empty())
      written.push_back(unit.dependencyFile);
    if (options_.saveTemps)
      written.insert(written.end(),
                     {unit.header(), unit.footer(), unit.bitcode(), unit.hostObject(),
                      unit.deviceObject(), unit.overlay(), unit.withFooter()});
    if (Error error = checkOutputs(written, inputs()))
      return error;
    return unit;
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
  std::string dependencyFile(const Unit &unit) const {
    if (!options_.dependencyFile.empty())
      return options_.dependencyFile;
    const bool isCompile = options_.action == SyclOptions::Action::Compile;
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

  /// The target of the rule without -MT and -MQ.
  std::string dependencyTarget(const Unit &unit) const {
    if (options_.action == SyclOptions::Action::Compile)
      return unit.object;
    return programPath();
  }

  /// Tells why precompiled headers are not used. When a program is linked, ursac does.
  void reportCache() const {
    const std::string refusal = ImageCache::refusalOf(options_.cacheFolder);
    if (!refusal.empty() && !options_.dryRun)
      errs() << "note: " << refusal << "\n";
  }

  Expected<int> compileAll() {
    std::vector<Unit> units;
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
    for (const Unit &unit : units) {
      auto status = compile(unit);
      if (!status || *status != 0)
        return status;
    }
    return 0;
  }

  /// The id of a translation unit, which differs between the sources of a program and is the same
  /// in each build. -ffile-prefix-map makes it the same in other folders too.
  std::string unitId(const Unit &unit) const {
    std::string text = absolutePath(unit.source);
    for (const std::string &option : options_.compileOptions)
      if (!StringRef(option).starts_with("-ffile-prefix-map="))
        text += '\0' + option;
    if (options_.action == SyclOptions::Action::Compile)
      text += '\0' + unit.object;
    for (const std::string &option : options_.compileOptions)
      if (StringRef map = option; map.consume_front("-ffile-prefix-map=")) {
        const auto [before, after] = map.rsplit('=');
        text = replaceAll(text, before, after);
      }
    return "u" + utohexstr(xxh3_64bits(text), /*LowerCase=*/true);
  }

  Expected<int> compile(const Unit &unit) {
    auto source = readSource(unit.source);
    if (!source)
      return source.takeError();
    const Command device = devicePass(unit, unitId(unit), (*source)->getBuffer());
    if (options_.verbose || options_.dryRun)
      errs() << commandText(device) << "\n";
    int hostStatus = 0;
    if (options_.dryRun) {
      errs() << commandText(hostPass(unit, (*source)->getBuffer())) << "\n";
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
    auto status = runCommand(hostPass(unit, source.getBuffer()));
    if (status && *status == 0 && !unit.dependencyFile.empty() && !options_.dryRun)
      if (Error error = correctDependencies(unit))
        return error;
    return status;
  }

  /// Writes the rule without intermediate files.
  Error correctDependencies(const Unit &unit) const {
    auto rule = MemoryBuffer::getFile(unit.dependencyFile);
    if (!rule)
      return createStringError("The dependency file '" + unit.dependencyFile +
                               "' cannot be read: " + rule.getError().message() + ".");
    const StringRef written = (*rule)->getBuffer();
    std::vector<std::string> prerequisites{unit.source};
    for (std::string &path : readPrerequisites(written))
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
      } else if (option.consume_front("-l")) {
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
    if (any_of(device, [](StringRef word) { return !word.starts_with("--"); })) {
      if (Error error = addUsedMembers(files, device))
        return error;
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

  Command linkCommand(const Command &items) const {
    Command command = hostCompiler();
    append(command, options_.compileOptions);
    append(command, options_.hostOptions);
    if (isClangHost())
      command.push_back("-Qunused-arguments");
    append(command, items);
    const std::string libraries = libraryFolder(options_.prefix);
    // A program without SYCL needs none of the libraries.
    append(command, {"-L" + libraries, "-Wl,--push-state,--as-needed", "-lursa_sycl",
                     "-lursa_sycl_images", "-lur_loader", "-Wl,--pop-state"});
    if (libraries != "/usr/lib" && libraries != "/usr/local/lib")
      command.push_back("-Wl,-rpath," + libraries);
    append(command, {"-o", programPath()});
    return command;
  }

  std::string programPath() const { return options_.output.empty() ? "a.out" : options_.output; }

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

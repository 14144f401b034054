// See driver.h.
#include "compiler/frontend/driver.h"

#include "compiler/frontend/call_check.h"
#include "compiler/frontend/device_linker.h"
#include "compiler/frontend/image_cache.h"
#include "compiler/frontend/inputs.h"
#include "compiler/frontend/steps.h"
#include "compiler/image/fat_object.h"
#include "compiler/image/lowered_image.h"
#include "compiler/image/offload_wrapper.h"
#include "compiler/image/output_files.h"
#include "compiler/image/temporary_folder.h"
#include "compiler/targets/common/builtin_library.h"
#include "support/readable_names.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// Reads a temporary file that clang wrote.
Expected<std::string> readTemporary(const std::string &path) {
  auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes)
    return createStringError("clang's output cannot be read: " + bytes.getError().message() + ".");
  return (*bytes)->getBuffer().str();
}

/// The compilation of one source.
struct SourceJob {
  std::string source;
  std::string tempPath; ///< path of its device IR if temporaries are kept
  std::string bitcode, dependencies, diagnosticsFile; ///< temporary files; empty: there is none
  std::vector<std::string> command;
  std::optional<Error> error;
};

class Driver {
public:
  explicit Driver(DriverOptions options) : options_(std::move(options)) {}

  Error run() {
    if (Error error = prepare())
      return error;
    if (options_.verbose)
      printVersions();
    if (options_.dryRun) {
      printSteps(/*withClang=*/true);
      return Error::success();
    }
    if (Error error = compileSources())
      return error;
    if (options_.verbose)
      printSteps(/*withClang=*/false);
    if (Error error =
            options_.kind == DriverOutput::FatObjects ? writeFatObjects() : linkAndWrite())
      return error;
    return files_.commit();
  }

private:
  bool isLinking() const { return options_.kind != DriverOutput::FatObjects; }

  Error prepare() {
    if (options_.inputs.empty())
      return createStringError("No input was given. 'ursac --help' lists the options.");
    for (const DriverInput &input : options_.inputs) {
      auto kind = inputKind(input.path);
      if (!kind)
        return kind.takeError();
      if (!isLinking() && (*kind == InputKind::Object || *kind == InputKind::Archive))
        return createStringError("The input '" + input.path + "' is linked, which -c does not do.");
      kinds_.push_back(*kind);
    }
    if (!isLinking() && options_.inputs.size() > 1 && !options_.output.empty())
      return createStringError("With -c, the option -o can be given for one input; there are " +
                               Twine(options_.inputs.size()) + ".");
    if (!isLinking() && options_.inputs.size() > 1 && !options_.dependencies.file.empty())
      return createStringError("With -c, the option -MF can be given for one input; there are " +
                               Twine(options_.inputs.size()) + ".");
    if (isLinking() && options_.output.empty())
      options_.output = defaultOutputPath(
          options_.inputs.front().path, options_.kind == DriverOutput::Container ? ".ursa" : ".o");
    for (const DriverInput &input : options_.inputs) {
      options_.images.inputs.push_back(input.path);
      files_.addInput(input.path);
    }
    for (const DriverInput &input : options_.inputs) {
      const std::string output =
          isLinking() ? options_.output : objectPath(&input - options_.inputs.data());
      const std::string file = options_.dependencies.enabled ? dependencyFilePath(output) : output;
      for (const std::string &written : {output, file})
        if (Error error = image::checkOutputs({written}, options_.images.inputs))
          return error;
    }
    if (Error error = checkTargets(options_.images))
      return error;
    if (Error error = checkBuiltinLibrary())
      return error;
    if (auto policy = parseCachePruningPolicy(options_.images.cachePolicy); !policy)
      return createStringError(
          "The policy of the image cache is not known: " + toString(policy.takeError()) + ".");
    options_.images.name = sys::path::filename(options_.inputs.front().path).str();
    if (options_.saveTemps)
      options_.images.tempPrefix = options_.output;
    return prepareSources();
  }

  /// Checks that the library exists. Without it, a default target would reject kernels that are
  /// valid.
  Error checkBuiltinLibrary() const {
    const std::string path = builtinLibraryPath();
    const bool isNeeded = isLinking() && any_of(options_.images.targets,
                                                [](const TargetRequest &r) { return r.isDefault; });
    if (!isNeeded || sys::fs::access(path, sys::fs::AccessMode::Exist) == std::error_code())
      return Error::success();
    return createStringError("The library of built-in functions '" + path +
                             "' cannot be read: No such file or directory.");
  }

  Error prepareSources() {
    const bool isOnlySource = std::count(kinds_.begin(), kinds_.end(), InputKind::Source) == 1;
    StringMap<unsigned> stems;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      if (kinds_[i] != InputKind::Source)
        continue;
      if (clang_.empty()) {
        auto clang = findClang();
        if (!clang)
          return clang.takeError();
        clang_ = std::move(*clang);
      }
      SourceJob job;
      job.source = options_.inputs[i].path;
      std::string stem = "." + sys::path::stem(job.source).str();
      if (const unsigned count = stems[stem]++; count > 0)
        stem += "-" + std::to_string(count);
      job.tempPath = (isLinking() ? options_.output : objectPath(i)) +
                     (isOnlySource || !isLinking() ? "" : stem) + ".device.bc";
      job.command = clangCommand(job.source, options_.source, clang_, {job.tempPath, "", true});
      sources_.push_back(std::move(job));
    }
    return Error::success();
  }

  static std::string defaultOutputPath(StringRef input, StringRef extension) {
    SmallString<128> path(sys::path::filename(input));
    sys::path::replace_extension(path, extension);
    return std::string(path);
  }

  std::string objectPath(std::size_t input) const {
    return options_.output.empty() ? defaultOutputPath(options_.inputs[input].path, ".o")
                                   : options_.output;
  }

  void printVersions() const {
    errs() << driverVersion() << "\n";
    if (!clang_.empty())
      errs() << "clang: " << clang_ << "\n";
    errs() << "built-in functions: " << builtinLibraryPath() << "\n";
  }

  void printSteps(bool withClang) const {
    std::vector<std::string> units;
    std::size_t source = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const std::string &path = options_.inputs[i].path;
      if (kinds_[i] == InputKind::Object) {
        units.push_back(options_.output + "." + std::to_string(i) + ".device.bc");
        errs() << extractCommand(path, units.back()) << "\n";
      } else if (kinds_[i] != InputKind::Source) {
        units.push_back(path);
      } else {
        if (withClang)
          errs() << commandText(sources_[source].command) << "\n";
        units.push_back(sources_[source++].tempPath);
      }
      if (!isLinking())
        errs() << fatObjectCommand(units.back(), objectPath(i)) << "\n";
    }
    if (isLinking())
      for (const std::string &command : linkCommands(options_, units))
        errs() << command << "\n";
  }

  /// Runs clang for all sources, up to the number of jobs in parallel.
  Error compileSources() {
    const bool isParallel = sources_.size() > 1 && options_.images.jobs > 1;
    if (!sources_.empty()) {
      auto folder = image::TemporaryFolder::create();
      if (!folder)
        return folder.takeError();
      temporaries_.emplace(std::move(*folder));
    }
    for (SourceJob &job : sources_)
      prepareCommand(job, isParallel);
    {
      DefaultThreadPool threads(hardware_concurrency(isParallel ? options_.images.jobs : 1));
      for (SourceJob &job : sources_) {
        if (!isParallel) {
          // Stops at the first error.
          job.error = runClang(job.command, "");
          if (*job.error)
            return std::move(*job.error);
          continue;
        }
        threads.async([&job] { job.error = runClang(job.command, job.diagnosticsFile); });
      }
    }
    Error first = Error::success();
    for (SourceJob &job : sources_) {
      if (!job.diagnosticsFile.empty()) {
        if (auto text = readTemporary(job.diagnosticsFile))
          errs() << *text;
        else
          consumeError(text.takeError());
      }
      if (!*job.error)
        continue;
      if (first)
        consumeError(std::move(*job.error));
      else
        first = std::move(*job.error);
    }
    return first;
  }

  /// Sets the temporary files of a source, and completes its command.
  void prepareCommand(SourceJob &job, bool isParallel) {
    const std::string stem =
        temporaries_->path() + "/" + std::to_string(&job - sources_.data()) + ".";
    job.bitcode = stem + "bc";
    ClangOutputs outputs{job.bitcode, "", options_.dependencies.systemHeaders};
    if (options_.dependencies.enabled)
      job.dependencies = outputs.dependencies = stem + "d";
    job.command = clangCommand(job.source, options_.source, clang_, outputs);
    if (options_.verbose)
      errs() << commandText(job.command) << "\n";
    if (!isParallel)
      return;
    job.diagnosticsFile = stem + "txt";
    if (sys::Process::StandardErrHasColors())
      job.command.insert(job.command.begin() + 1, "-fcolor-diagnostics");
  }

  /// Reads the device IR that clang compiled from a source. Messages use the name of the source as
  /// the user wrote it.
  Expected<DeviceUnit> readCompiledUnit(const SourceJob &job, LLVMContext &context) {
    auto bytes = readTemporary(job.bitcode);
    if (!bytes)
      return bytes.takeError();
    if (options_.saveTemps)
      if (Error error = image::writeOutput(job.tempPath, *bytes, options_.images.inputs))
        return error;
    return readUnit(MemoryBufferRef(*bytes, job.source), job.source, context);
  }

  /// Adds the dependency rule of @p output, for the inputs in [@p begin, @p end).
  Error writeDependencies(const std::string &output, std::size_t begin, std::size_t end) {
    if (!options_.dependencies.enabled)
      return Error::success();
    std::vector<std::string> paths;
    StringSet<> known;
    const auto add = [&](const std::string &path) {
      if (known.insert(path).second)
        paths.push_back(path);
    };
    for (std::size_t i = begin; i < end; ++i)
      add(options_.inputs[i].path);
    const std::size_t inputs = paths.size();
    for (std::size_t i = begin, source = sourceIndex(begin); i < end; ++i) {
      if (kinds_[i] != InputKind::Source)
        continue;
      auto rule = readTemporary(sources_[source++].dependencies);
      if (!rule)
        return rule.takeError();
      for (const std::string &path : readPrerequisites(*rule))
        add(path);
    }
    return files_.add(dependencyFilePath(output),
                      dependencyText(options_.dependencies, output, paths, inputs));
  }

  std::string dependencyFilePath(const std::string &output) const {
    if (!options_.dependencies.file.empty())
      return options_.dependencies.file;
    SmallString<128> path(output);
    sys::path::replace_extension(path, ".d");
    return std::string(path);
  }

  /// Returns the number of sources before an input.
  std::size_t sourceIndex(std::size_t input) const {
    return static_cast<std::size_t>(std::count(
        kinds_.begin(), kinds_.begin() + static_cast<std::ptrdiff_t>(input), InputKind::Source));
  }

  Error writeFatObjects() {
    for (std::size_t i = 0, source = 0; i < kinds_.size(); ++i) {
      LLVMContext context;
      SmallString<0> bitcode;
      std::vector<DeviceUnit> units;
      if (kinds_[i] == InputKind::Source) {
        auto unit = readCompiledUnit(sources_[source++], context);
        if (!unit)
          return unit.takeError();
        units.push_back(std::move(*unit));
      } else {
        auto read = readUnits(options_.inputs[i].path, kinds_[i], context);
        if (!read)
          return read.takeError();
        units = std::move(*read);
      }
      const Module &module = *units.front().module;
      image::writeImageBitcode(module, bitcode);
      auto object =
          image::writeFatObject(bitcode, module.getTargetTriple().str(), sys::getProcessTriple());
      if (!object)
        return object.takeError();
      if (Error error = writeDependencies(objectPath(i), i, i + 1))
        return error;
      if (Error error = files_.add(objectPath(i), *object))
        return error;
    }
    return Error::success();
  }

  Expected<LinkInputs> readInputs(LLVMContext &context) {
    LinkInputs inputs;
    std::size_t source = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const std::string &path = options_.inputs[i].path;
      if (kinds_[i] == InputKind::Source) {
        auto unit = readCompiledUnit(sources_[source++], context);
        if (!unit)
          return unit.takeError();
        inputs.units.push_back(std::move(*unit));
      } else if (kinds_[i] == InputKind::Archive) {
        auto members = readArchive(path, context);
        if (!members)
          return members.takeError();
        for (ArchiveMember &member : *members) {
          if (!options_.inputs[i].wholeArchive) {
            inputs.members.push_back(std::move(member));
            continue;
          }
          auto unit = readUnit(member.bytes->getMemBufferRef(), member.name, context);
          if (!unit)
            return unit.takeError();
          inputs.units.push_back(std::move(*unit));
        }
      } else {
        auto units = readUnits(path, kinds_[i], context);
        if (!units)
          return units.takeError();
        for (DeviceUnit &unit : *units)
          inputs.units.push_back(std::move(unit));
      }
    }
    if (inputs.units.empty())
      return createStringError(
          "All inputs are archives, whose members are only linked if another input uses "
          "them; --whole-archive links all members.");
    return inputs;
  }

  Error linkAndWrite() {
    // Never destroyed: freeing thousands of kernels takes time just before the process exits.
    static LLVMContext &context = *new LLVMContext;
    auto inputs = readInputs(context);
    if (!inputs)
      return inputs.takeError();
    std::vector<std::string> units;
    auto module = linkDevice(std::move(*inputs), context, units);
    if (!module)
      return module.takeError();
    Module &linked = *module->release();
    if (options_.saveTemps && units.size() > 1) {
      SmallString<0> bitcode;
      image::writeImageBitcode(linked, bitcode);
      if (Error error =
              image::writeOutput(options_.output + ".linked.bc", bitcode, options_.images.inputs))
        return error;
    }
    if (Error error = checkCalls(linked))
      return error;
    if (options_.warnings && none_of(linked, [](const Function &f) { return passes::isKernel(f); }))
      errs() << "warning: No input has a kernel; '" << options_.output << "' will have none.\n";
    auto images = buildImages(linked, options_.images);
    if (!images)
      return images.takeError();
    for (const std::string &note : images->notes)
      errs() << "note: " << withReadableNames(note) << "\n";
    if (options_.warnings)
      for (const std::string &warning : images->warnings)
        errs() << "warning: " << warning << "\n";
    if (options_.verbose)
      errs() << images->compiled << " of " << images->total << " images compiled, "
             << images->total - images->compiled << " from the cache\n";
    if (options_.kind == DriverOutput::LinkObject) {
      if (options_.saveTemps)
        if (Error error = image::writeOutput(options_.output + ".ursa", images->container,
                                             options_.images.inputs))
          return error;
      LLVMContext host;
      image::WrapperOptions wrapper;
      wrapper.triple = sys::getProcessTriple();
      auto wrapped = image::wrapContainer(images->container, wrapper, host);
      if (!wrapped)
        return wrapped.takeError();
      auto object = image::emitObject(**wrapped);
      if (!object)
        return object.takeError();
      images->container = std::move(*object);
    }
    if (Error error = writeDependencies(options_.output, 0, kinds_.size()))
      return error;
    return files_.add(options_.output, images->container);
  }

  DriverOptions options_;
  std::vector<InputKind> kinds_; ///< of each input
  std::string clang_;            ///< empty when there is no source
  std::vector<SourceJob> sources_;
  std::optional<image::TemporaryFolder> temporaries_; ///< holds clang's outputs
  image::OutputFiles files_;
};

} // namespace

std::string driverVersion() { return "ursac of Ursa " URSA_VERSION ", LLVM " LLVM_VERSION_STRING; }

Error runDriver(DriverOptions options) { return Driver(std::move(options)).run(); }

} // namespace ursa::compiler::frontend

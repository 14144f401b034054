// See ursacxx_options.h.
#include "compiler/tools/ursacxx_options.h"

#include "compiler/image/output_files.h"
#include "compiler/tools/foreign_options.h"

#include "clang/Options/Options.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <filesystem>

using namespace llvm;
using namespace llvm::opt;
namespace clang_options = clang::options;

namespace ursa::compiler::tools {
namespace {

using frontend::SyclOptions;

/// The folder with bin, lib and include, from the place of this program.
std::string ownPrefix() {
  std::error_code code;
  return std::filesystem::read_symlink("/proc/self/exe", code).parent_path().parent_path().string();
}

Error missingValue(StringRef option) {
  return createStringError("The option '" + option + "' needs a value.");
}

constexpr StringLiteral kOwnOptions[] = {"--targets",
                                         "-fsycl-targets",
                                         "-fsycl-device-code-split",
                                         "--image-cache",
                                         "--list-targets",
                                         "-Xursa-target",
                                         "--host-compiler",
                                         "--save-temps",
                                         "-fsycl-link",
                                         "--list-foreign-options",
                                         "--toggle",
                                         "--no-toggle"};

/// Takes the options that are not clang's; the others remain in order.
class OwnOptions {
public:
  OwnOptions(SyclCommand &command, ArrayRef<const char *> arguments)
      : command_(command), options_(command.options), arguments_(arguments) {}

  Error read(SmallVectorImpl<const char *> &others) {
    for (; next_ < arguments_.size(); ++next_) {
      const StringRef word = arguments_[next_];
      if (word == "--") { // inputs follow
        others.append(arguments_.begin() + next_, arguments_.end());
        return Error::success();
      }
      auto isTaken = take(word);
      if (!isTaken)
        return isTaken.takeError();
      if (!*isTaken)
        others.push_back(arguments_[next_]);
    }
    return Error::success();
  }

private:
  Expected<bool> take(StringRef word) {
    StringRef name = word;
    name.consume_front("-");
    if (word == "--help" || word == "-help" || word == "-h")
      return set(SyclCommand::Kind::PrintHelp);
    if (word == "--version")
      return set(SyclCommand::Kind::PrintVersion);
    if (word == "--list-targets")
      return set(SyclCommand::Kind::PrintTargets);
    if (word == "--list-foreign-options")
      return set(SyclCommand::Kind::PrintForeignOptions);
    if (word == "-w")
      command_.isQuiet = true;
    if (word == "-Werror" || word == "-Wno-error" || word == "-w")
      options_.imageOptions.push_back(word.str()); // for clang, too
    if (word == "-fsycl")                          // sources are SYCL
      return true;
    if (word == "-fsycl-link") {
      options_.action = SyclOptions::Action::LinkDevice;
      return true;
    }
    if (StringRef jobs = word; jobs.consume_front("-fsycl-max-parallel-link-jobs=")) {
      options_.imageOptions.push_back("-j" + jobs.str());
      return true;
    }
    if (word == "--save-temps" || word == "-save-temps" || word == "-save-temps=cwd") {
      options_.saveTemps = true;
      return true;
    }
    if (name.consume_front("-host-compiler=") || name.consume_front("host-compiler=")) {
      if (name.empty())
        return missingValue("--host-compiler=");
      options_.hostCompiler = name.str();
      return true;
    }
    for (StringRef prefix : {"--targets=", "-fsycl-device-code-split", "--toggle=", "--no-toggle=",
                             "--image-cache=", "--image-cache-policy="})
      if (word.starts_with(prefix)) {
        options_.imageOptions.push_back(word.str());
        if (StringRef folder = word; folder.consume_front("--image-cache="))
          options_.headers = {folder.str()};
        return true;
      }
    if (word.starts_with("-Xursa-target")) {
      if (next_ + 1 == arguments_.size())
        return missingValue(word);
      options_.imageOptions.push_back(word.str());
      options_.imageOptions.push_back(arguments_[++next_]);
      return true;
    }
    return false;
  }

  bool set(SyclCommand::Kind kind) {
    if (command_.kind == SyclCommand::Kind::Run)
      command_.kind = kind;
    return true;
  }

  SyclCommand &command_;
  SyclOptions &options_;
  ArrayRef<const char *> arguments_;
  std::size_t next_ = 0;
};

/// Options of clang that make files beside the object.
bool isOfDependencies(const Arg &argument) {
  const Option &option = argument.getOption();
  switch (option.getID()) {
  case clang_options::OPT_MF:
  case clang_options::OPT_MT:
  case clang_options::OPT_MQ:
  case clang_options::OPT_MJ:
    return true;
  default:
    return option.matches(clang_options::OPT_M_Group);
  }
}

/// Options of clang that concern the host's machine or the host's object only.
bool isHostOnly(const Arg &argument) {
  const Option &option = argument.getOption();
  if (option.matches(clang_options::OPT_m_Group))
    return true;
  switch (option.getID()) {
  case clang_options::OPT_pg:
  case clang_options::OPT_coverage:
  case clang_options::OPT_fPIC:
  case clang_options::OPT_fpic:
  case clang_options::OPT_fPIE:
  case clang_options::OPT_fpie:
    return true;
  default:
    break;
  }
  const StringRef name = option.getName();
  return name.starts_with("fsanitize") || name.starts_with("fno-sanitize") ||
         name.starts_with("fprofile") || name.starts_with("flto") || name.starts_with("fopenmp") ||
         name.starts_with("fstack-protector") || name.starts_with("fcf-protection") ||
         name.starts_with("fsplit-stack") || name.starts_with("fxray");
}

/// Options that make other outputs than objects and programs.
bool isForwarding(const Arg &argument) {
  switch (argument.getOption().getID()) {
  case clang_options::OPT_E:
  case clang_options::OPT_S:
  case clang_options::OPT_M:
  case clang_options::OPT_MM:
  case clang_options::OPT_dumpmachine:
  case clang_options::OPT_dumpversion:
    return true;
  default:
    return argument.getOption().getName().starts_with("print-");
  }
}

class CommandLine {
public:
  CommandLine(SyclOptions &options, const InputArgList &arguments)
      : options_(options), arguments_(arguments) {}

  Error read() {
    for (const Arg *argument : arguments_)
      if (Error error = readArgument(*argument))
        return error;
    return check();
  }

private:
  Error readArgument(const Arg &argument) {
    const Option &option = argument.getOption();
    switch (option.getID()) {
    case clang_options::OPT_INPUT:
      return addInput(argument.getValue());
    case clang_options::OPT_c:
      isCompiling_ = true;
      return Error::success();
    case clang_options::OPT_o:
      options_.output = argument.getValue();
      if (options_.output.empty())
        return createStringError("The option -o names no file.");
      return Error::success();
    case clang_options::OPT__HASH_HASH_HASH:
      options_.dryRun = true;
      return Error::success();
    case clang_options::OPT_v:
      options_.verbose = true;
      return Error::success();
    case clang_options::OPT_fsyntax_only:
      isSyntaxOnly_ = true;
      return Error::success();
    case clang_options::OPT_offload_device_only: // and its alias, -fsycl-device-only
      options_.isDeviceOnly = true;
      return Error::success();
    case clang_options::OPT_Xarch_host:
      options_.hostOptions.emplace_back(argument.getValue());
      return Error::success();
    case clang_options::OPT_Xarch_device:
      options_.deviceOptions.emplace_back(argument.getValue());
      return Error::success();
    case clang_options::OPT_x:
      isSourceLanguage_ = StringRef(argument.getValue()) == "c++";
      if (isSourceLanguage_ || StringRef(argument.getValue()) == "none")
        return Error::success();
      return createStringError("The language '" + StringRef(argument.getValue()) +
                               "' of -x is not known; sources are C++ (c++).");
    case clang_options::OPT_flto:
    case clang_options::OPT_flto_EQ:
      return createStringError("The option '" + argument.getAsString(arguments_) +
                               "' is not supported: objects with device code hold machine code.");
    case clang_options::OPT__DASH_DASH:
      for (const char *path : argument.getValues())
        if (Error error = addInput(path))
          return error;
      return Error::success();
    case clang_options::OPT_UNKNOWN:
      return unknown(argument);
    default:
      break;
    }
    if (option.getID() == clang_options::OPT_S)
      options_.writesText = true; // if the device pass is the last
    if (isForwarding(argument))
      isForwarding_ = true;
    if (option.getID() != clang_options::OPT_S)
      addOption(argument);
    return Error::success();
  }

  void addOption(const Arg &argument) {
    const Option &option = argument.getOption();
    const unsigned id = option.getID();
    ArgStringList words;
    argument.render(arguments_, words);
    std::vector<std::string> text(words.begin(), words.end());
    if (id == clang_options::OPT_L)
      options_.libraryFolders.emplace_back(argument.getValue());
    if (id == clang_options::OPT_shared)
      options_.isShared = true;
    const bool isLink = option.hasFlag(clang_options::LinkerInput) ||
                        option.matches(clang_options::OPT_Link_Group) ||
                        id == clang_options::OPT_shared || id == clang_options::OPT_static ||
                        id == clang_options::OPT_rdynamic || id == clang_options::OPT_pie ||
                        id == clang_options::OPT_no_pie || id == clang_options::OPT_nostdlib ||
                        id == clang_options::OPT_static_libstdcxx ||
                        id == clang_options::OPT_static_libgcc;
    if (isLink) {
      if (id == clang_options::OPT_l) // DPC++'s library is ours, too
        text = {StringRef(argument.getValue()) == "sycl" ? std::string("-lursa_sycl")
                                                         : std::string("-l") + argument.getValue()};
      for (std::string &word : text)
        options_.linkItems.push_back({std::move(word), false});
      return;
    }
    if (option.matches(clang_options::OPT_O_Group)) {
      // Without optimization, device code is not optimized only if that is asked for.
      const StringRef level = words.front();
      options_.deviceLevel = StringSwitch<std::string>(level)
                                 .Cases({"-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"}, level.str())
                                 .Cases({"-O", "-Og"}, "-O1")
                                 .Default("-O3");
      options_.hostOptions.push_back(words.front());
      return;
    }
    std::vector<std::string> &target = isOfDependencies(argument) ? options_.dependencyOptions
                                       : isHostOnly(argument)     ? options_.hostOptions
                                                                  : options_.compileOptions;
    target.insert(target.end(), text.begin(), text.end());
  }

  Error addInput(StringRef path) {
    if (path == "-") {
      options_.readsStandardInput = true;
      return Error::success();
    }
    if (!sys::fs::exists(path))
      return createStringError("The input '" + path + "' does not exist.");
    if (sys::fs::is_directory(path))
      return createStringError("The input '" + path + "' is a folder.");
    const bool isSource = isSourceLanguage_ || frontend::isSyclSource(path);
    if (isSource)
      options_.sources.push_back(path.str());
    options_.linkItems.push_back({path.str(), /*isInput=*/true, isSource});
    return Error::success();
  }

  Error unknown(const Arg &argument) const {
    const std::string spelling = argument.getAsString(arguments_);
    std::string nearest;
    unsigned distance = clang::getDriverOptTable().findNearest(
        spelling, nearest, Visibility(clang_options::ClangOption));
    const auto [name, value] = StringRef(spelling).split('=');
    for (StringRef own : kOwnOptions)
      if (const unsigned ownDistance = name.edit_distance(own); ownDistance < distance) {
        distance = ownDistance;
        nearest = (own + StringRef(spelling).drop_front(name.size())).str();
      }
    const bool isNear = distance <= name.size() / 4;
    return createStringError("The option '" + spelling + "' is not known" +
                             (isNear ? "; did you mean '" + nearest + "'?" : ".") +
                             " 'ursac++ --help' lists the options.");
  }

  Error check() {
    if (isForwarding_ && options_.isDeviceOnly && options_.writesText)
      isForwarding_ =
          arguments_.hasArg(clang_options::OPT_E); // the text is that of the device pass
    if (none_of(options_.linkItems, [](const auto &item) { return item.isInput; })) {
      options_.isQuestion = !options_.readsStandardInput;
      if (isForwarding_ || (options_.readsStandardInput && isSyntaxOnly_) || asksCompiler())
        return setForwarded();
      if (!options_.readsStandardInput)
        return createStringError("No input was given. 'ursac++ --help' lists the options.");
    }
    if (Error error = checkOutput())
      return error;
    if (isForwarding_)
      return setForwarded();
    if (options_.readsStandardInput)
      return createStringError("The input '-' cannot be read: sources are read twice, and must be "
                               "files.");
    if (isSyntaxOnly_) {
      options_.action = SyclOptions::Action::CheckSyntax;
    } else if (isCompiling_ || options_.isDeviceOnly) {
      if (options_.action == SyclOptions::Action::LinkDevice)
        return createStringError("The options -c and -fsycl-link exclude each other.");
      options_.action = SyclOptions::Action::Compile;
      if (Error error = checkCompiled())
        return error;
    }
    return checkDependencies();
  }

  /// Whether a command line without inputs is a question to the compiler or its linker.
  bool asksCompiler() const {
    return !options_.readsStandardInput &&
           (options_.verbose || any_of(options_.linkItems, [](const auto &item) {
              return StringRef(item.text).starts_with("-Wl,");
            }));
  }

  Error checkCompiled() const {
    for (const SyclOptions::LinkItem &item : options_.linkItems)
      if (item.isInput && !item.isSource)
        return createStringError("The input '" + item.text +
                                 "' is not a C++ source (.cpp, .cc, .cxx, .C), which -c compiles.");
    if (options_.sources.size() > 1 && !options_.output.empty())
      return createStringError("With -c, the option -o can be given for one input; there are " +
                               Twine(options_.sources.size()) + ".");
    return Error::success();
  }

  Error checkOutput() const {
    std::vector<std::string> inputs;
    for (const SyclOptions::LinkItem &item : options_.linkItems)
      if (item.isInput)
        inputs.push_back(item.text);
    return options_.output.empty() ? Error::success()
                                   : image::checkOutputs({options_.output}, inputs);
  }

  Error checkDependencies() {
    options_.writesDependencies = arguments_.hasArg(clang_options::OPT_MD, clang_options::OPT_MMD);
    options_.namesDependencyTarget =
        arguments_.hasArg(clang_options::OPT_MT, clang_options::OPT_MQ);
    options_.writesPhonyTargets = arguments_.hasArg(clang_options::OPT_MP);
    if (const Arg *file = arguments_.getLastArg(clang_options::OPT_MF))
      options_.dependencyFile = file->getValue();
    if (options_.writesDependencies && !options_.dependencyFile.empty() &&
        options_.sources.size() > 1)
      return createStringError("With -MF, one source can be given; there are " +
                               Twine(options_.sources.size()) + ".");
    if (!options_.writesDependencies || options_.dependencyFile.empty())
      return Error::success();
    return image::checkOutputs({options_.dependencyFile}, options_.sources);
  }

  Error setForwarded() {
    options_.action = SyclOptions::Action::Forward;
    const bool namesRule = arguments_.hasArg(clang_options::OPT_MF, clang_options::OPT_o) ||
                           !arguments_.hasArg(clang_options::OPT_MD, clang_options::OPT_MMD);
    options_.isPreprocessing =
        !options_.isDeviceOnly && namesRule && !options_.sources.empty() &&
        arguments_.hasArg(clang_options::OPT_E) &&
        !arguments_.hasArg(clang_options::OPT_P, clang_options::OPT_M, clang_options::OPT_MM,
                           clang_options::OPT_d_Group);
    for (const Arg *argument : arguments_) {
      ArgStringList words;
      const unsigned id = argument->getOption().getID();
      if (id == clang_options::OPT_offload_device_only)
        continue;
      if (id == clang_options::OPT_Xarch_host || id == clang_options::OPT_Xarch_device) {
        if (options_.isDeviceOnly == (id == clang_options::OPT_Xarch_device))
          options_.forwarded.emplace_back(argument->getValue());
        continue;
      }
      argument->render(arguments_, words);
      options_.forwarded.insert(options_.forwarded.end(), words.begin(), words.end());
    }
    return Error::success();
  }

  SyclOptions &options_;
  const InputArgList &arguments_;
  bool isCompiling_ = false;
  bool isForwarding_ = false;
  bool isSyntaxOnly_ = false;
  bool isSourceLanguage_ = false; ///< after -x c++
};

} // namespace

Expected<SyclCommand> parseSyclCommand(int argc, char **argv) {
  SyclCommand command;
  command.options.prefix = ownPrefix();
  command.options.headers = frontend::defaultHeaderCache();
  BumpPtrAllocator memory;
  StringSaver saver(memory);
  SmallVector<const char *, 64> words(argv + 1, argv + argc);
  cl::ExpansionContext expansion(memory, cl::TokenizeGNUCommandLine);
  if (Error error = expansion.expandResponseFiles(words))
    return createStringError("A response file cannot be read: " + toString(std::move(error)));
  auto translated = translateForeignOptions(words);
  if (!translated)
    return translated.takeError();
  command.notes = std::move(translated->notes);
  command.warnings = std::move(translated->warnings);
  words.clear();
  for (const std::string &word : translated->words)
    words.push_back(saver.save(word).data());
  SmallVector<const char *, 64> others;
  if (Error error = OwnOptions(command, words).read(others))
    return error;
  if (command.kind != SyclCommand::Kind::Run)
    return command;
  unsigned missingIndex = 0, missingCount = 0;
  const InputArgList arguments = clang::getDriverOptTable().ParseArgs(
      others, missingIndex, missingCount, Visibility(clang_options::ClangOption));
  if (missingCount > 0)
    return missingValue(others[missingIndex]);
  if (Error error = CommandLine(command.options, arguments).read())
    return error;
  return command;
}

void printSyclHelp(raw_ostream &out) {
  out << R"(Compiles SYCL sources for all devices and the host, and links programs.

Usage: ursac++ [options] FILES...

Files are C++ sources (.cpp, .cc, .cxx, .C), objects, archives and shared libraries. Options are those of clang++,
as -c, -o, -O2, -g, -I, -D, -std=c++20, -MD, -shared, -fPIC, -L and -l, and @FILE for options in a file, and:

Targets and images
  --targets=TARGET,...         targets of device code; default (which may be in the list, too):
                               host-x86_64,spirv64,nvcl64-sm_70,nvptx64,nvptx64-sm_70,vulkan1.2
  -fsycl-targets=TARGET,...    the same by the names of other compilers, as spir64 and nvidia_gpu_sm_90
  --list-targets               print the targets and their options
  -Xursa-target=TARGET OPTIONS
                               options for the compiler of a target
  --toggle=NAME, --no-toggle=NAME
                               turn a workaround for drivers on or off (docs/TOGGLES.md)
  -fsycl-device-code-split=MODE
                               one image for each kernel (per_kernel), for each source (per_source), one (off), or
                               per source where that is possible (auto, the default)
  -fsycl-device-only           compile for devices only, to LLVM bitcode
  -fsycl-link                  link device code only, to an object that registers the images
  --image-cache=FOLDER         keep images and precompiled headers in a folder for the next run; without it, only
                               headers are kept, in ursa/headers of $XDG_CACHE_HOME or ~/.cache

Host
  --host-compiler=PROGRAM      compile the host's code with it, as g++; kernels need names then

Other compilers
  --list-foreign-options       print the options of DPC++, icpx and acpp that are known, and what is done with them

Information
  --save-temps                 keep header, footer and device code of each source
  -###                         print the commands and run none
  -v                           print the commands
  --help, --version            print this text, or the versions of Ursa and LLVM
)";
}

} // namespace ursa::compiler::tools

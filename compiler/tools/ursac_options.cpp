// See ursac_options.h.
#include "compiler/tools/ursac_options.h"

#include "compiler/frontend/inputs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace llvm;
using namespace llvm::opt;

namespace ursa::compiler::tools {
namespace {

using frontend::TargetRequest;
using passes::SplitMode;

enum Id {
  OPT_INVALID = 0, // ids in the table begin with 1
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "ursac.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "ursac.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "ursac.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info kOptions[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "ursac.inc"
#undef OPTION
};

struct UrsacOptionTable : GenericOptTable {
  UrsacOptionTable() : GenericOptTable(OptionStrTable, OptionPrefixesTable, kOptions) {
    setDashDashParsing(true);
  }
};

constexpr StringLiteral kDefaultTargets[] = {"host-x86_64", "spirv64",       "nvcl64-sm_70",
                                             "nvptx64",     "nvptx64-sm_70", "vulkan1.2"};

/// Returns the directory of device headers, beside that of this program.
std::string deviceInclude() {
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  return (self.parent_path().parent_path() / "include" / "ursa-device").string();
}

class CommandLine {
public:
  CommandLine(const OptTable &table, const InputArgList &arguments)
      : table_(table), arguments_(arguments) {}

  /// Checks that all options are known.
  Error check() const {
    for (const Arg *unknown : arguments_.filtered(OPT_UNKNOWN)) {
      const std::string spelling = unknown->getAsString(arguments_);
      // A larger edit distance is not a typo.
      const std::size_t maxDistance = StringRef(spelling).split('=').first.size() / 4;
      std::string nearest;
      const bool isNear = table_.findNearest(spelling, nearest) <= maxDistance;
      return createStringError("The option '" + spelling + "' is not known" +
                               (isNear ? "; did you mean '" + nearest + "'?" : ".") +
                               " 'ursac --help' lists the options.");
    }
    return Error::success();
  }

  Expected<frontend::DriverOptions> driverOptions() const {
    frontend::DriverOptions options;
    if (has(OPT_c) && has(OPT_fsycl_link))
      return createStringError("The options -c and -fsycl-link exclude each other.");
    options.kind = has(OPT_c)            ? frontend::DriverOutput::FatObjects
                   : has(OPT_fsycl_link) ? frontend::DriverOutput::LinkObject
                                         : frontend::DriverOutput::Container;
    if (const Arg *output = arguments_.getLastArg(OPT_o)) {
      options.output = output->getValue();
      if (options.output.empty())
        return createStringError("The option -o names no file.");
    }
    options.saveTemps = has(OPT_save_temps);
    options.verbose = has(OPT_v);
    options.dryRun = has(OPT_HASH_HASH_HASH);
    options.warnings = !has(OPT_w);
    readDependencies(options.dependencies);
    if (Error error = readInputs(options.inputs))
      return error;
    if (Error error = readSource(options.source))
      return error;
    if (Error error = readImages(options.images))
      return error;
    options.images.optimize = options.source.optimization != '0';
    return options;
  }

private:
  bool has(Id option) const { return arguments_.hasArg(option); }

  /// Reads inputs and libraries in command line order; an archive after --whole-archive is linked
  /// completely.
  Error readInputs(std::vector<frontend::DriverInput> &inputs) const {
    bool wholeArchive = false;
    for (const Arg *argument : arguments_) {
      std::string path = argument->getNumValues() > 0 ? argument->getValue() : "";
      switch (argument->getOption().getID()) {
      case OPT_whole_archive:
        wholeArchive = true;
        continue;
      case OPT_no_whole_archive:
        wholeArchive = false;
        continue;
      case OPT_l: {
        auto library = frontend::findLibrary(path, arguments_.getAllArgValues(OPT_L));
        if (!library)
          return library.takeError();
        path = std::move(*library);
        break;
      }
      case OPT_INPUT:
        break;
      default:
        continue;
      }
      inputs.push_back({path, wholeArchive});
    }
    return Error::success();
  }

  Error readSource(frontend::SourceOptions &options) const {
    for (const Arg *argument :
         arguments_.filtered(OPT_I, OPT_isystem, OPT_iquote, OPT_include_, OPT_D, OPT_U))
      options.clangOptions.insert(
          options.clangOptions.end(),
          {argument->getOption().getPrefixedName().str(), argument->getValue()});
    for (const Arg *argument : arguments_.filtered(OPT_W_Joined, OPT_cl_, OPT_ferror_limit_EQ))
      options.clangOptions.push_back(argument->getOption().getPrefixedName().str() +
                                     argument->getValue());
    for (const Arg *argument :
         arguments_.filtered(OPT_w, OPT_pedantic, OPT_pedantic_errors, OPT_fcolor_diagnostics,
                             OPT_fno_color_diagnostics))
      options.clangOptions.push_back(argument->getOption().getPrefixedName().str());
    for (const std::string &argument : arguments_.getAllArgValues(OPT_Xclang))
      options.clangOptions.insert(options.clangOptions.end(), {"-Xclang", argument});
    if (const Arg *argument = arguments_.getLastArg(OPT_O)) {
      // As in clang, -O is -O1. No target has a level for size.
      const StringRef level = argument->getValue();
      if (level.empty())
        options.optimization = '1';
      else if (level == "s" || level == "z")
        options.optimization = '2';
      else if (level.size() == 1 && level[0] >= '0' && level[0] <= '3')
        options.optimization = level[0];
      else
        return createStringError("The optimization level is '" + level +
                                 "'; 0, 1, 2, 3, s and z are known.");
    }
    options.standard = arguments_.getLastArgValue(OPT_cl_std_EQ).str();
    options.debug = has(OPT_g);
    options.deviceInclude = deviceInclude();
    return Error::success();
  }

  Error readImages(frontend::ImageBuilderOptions &options) const {
    for (const Arg *argument : arguments_.filtered(OPT_W_Joined))
      if (const StringRef name = argument->getValue(); name == "error" || name == "no-error")
        options.warningsAreErrors = name == "error";
    if (Error error = readSplitMode(options.split))
      return error;
    if (Error error = readTargets(options.targets))
      return error;
    if (Error error = readTargetArguments(options.targets))
      return error;
    if (Error error = readToggles(options.toggles))
      return error;
    options.jobs = std::max(1U, std::thread::hardware_concurrency());
    if (const Arg *argument = arguments_.getLastArg(OPT_j)) {
      unsigned jobs = 0;
      if (StringRef(argument->getValue()).getAsInteger(10, jobs))
        return createStringError(Twine("The value '") + argument->getValue() +
                                 "' of -j is not a number of jobs.");
      if (jobs > 0)
        options.jobs = jobs;
    }
    if (const char *folder = std::getenv("URSA_IMAGE_CACHE"))
      options.cacheFolder = folder;
    if (const Arg *argument = arguments_.getLastArg(OPT_image_cache_EQ))
      options.cacheFolder = argument->getValue();
    options.cachePolicy =
        arguments_.getLastArgValue(OPT_image_cache_policy_EQ, "cache_size_bytes=1g").str();
    if (const Arg *argument = arguments_.getLastArg(OPT_progress, OPT_no_progress))
      options.progress = argument->getOption().matches(OPT_progress) ? frontend::ProgressMode::On
                                                                     : frontend::ProgressMode::Off;
    return Error::success();
  }

  Error readSplitMode(SplitMode &result) const {
    const StringRef mode = arguments_.getLastArgValue(OPT_split_EQ, "auto");
    if (mode == "auto")
      result = SplitMode::Auto;
    else if (mode == "per_kernel")
      result = SplitMode::PerKernel;
    else if (mode == "per_source")
      result = SplitMode::PerSource;
    else if (mode == "off" || mode == "none")
      result = SplitMode::None;
    else
      return createStringError("The value '" + mode +
                               "' of -fsycl-device-code-split is not known; auto, per_kernel, "
                               "per_source, and off are.");
    return Error::success();
  }

  /// Reads the targets of the last --targets, or the default ones, which "default" stands for.
  Error readTargets(std::vector<TargetRequest> &requests) const {
    const auto isRequested = [&requests](StringRef name) {
      return any_of(requests, [name](const TargetRequest &r) { return r.name == name; });
    };
    const Arg *argument = arguments_.getLastArg(OPT_targets_EQ);
    SmallVector<StringRef, 4> names;
    StringRef(argument ? argument->getValue() : "default").split(names, ',');
    for (StringRef name : names) {
      if (name.empty())
        return createStringError("The option '" + argument->getAsString(arguments_) +
                                 "' has an empty name; 'ursac --list-targets' lists the targets.");
      if (name == "default")
        continue;
      if (isRequested(name))
        return createStringError("The target '" + name + "' is listed twice.");
      requests.push_back({name.str(), {}, /*isDefault=*/false});
    }
    if (is_contained(names, "default"))
      for (StringRef name : kDefaultTargets)
        if (!isRequested(name))
          requests.push_back({name.str(), {}, /*isDefault=*/true});
    return Error::success();
  }

  /// Reads the target arguments of -Xursa-target; without a name they apply to the only target.
  Error readTargetArguments(std::vector<TargetRequest> &requests) const {
    BumpPtrAllocator allocator;
    StringSaver saver(allocator);
    for (const Arg *argument : arguments_.filtered(OPT_Xursa_target_EQ, OPT_Xursa_target)) {
      const bool isNamed = argument->getOption().matches(OPT_Xursa_target_EQ);
      const StringRef name = isNamed ? argument->getValue(0) : "";
      if (name.empty() && requests.size() > 1)
        return createStringError("The option -Xursa-target names no target, and there are " +
                                 Twine(requests.size()) + ".");
      const auto request =
          name.empty()
              ? requests.begin()
              : find_if(requests, [name](const TargetRequest &r) { return r.name == name; });
      if (request == requests.end())
        return createStringError("The option -Xursa-target is for '" + name +
                                 "', which is not among the targets.");
      SmallVector<const char *, 8> words;
      cl::TokenizeGNUCommandLine(argument->getValue(isNamed ? 1 : 0), saver, words);
      request->arguments.insert(request->arguments.end(), words.begin(), words.end());
    }
    return Error::success();
  }

  Error readToggles(format::ToggleOverrides &overrides) const {
    for (const Arg *argument : arguments_.filtered(OPT_toggle_EQ, OPT_no_toggle_EQ)) {
      const bool isOn = argument->getOption().matches(OPT_toggle_EQ);
      const std::string problem =
          format::overrideToggle(overrides, argument->getValue(), isOn, format::kTargets);
      if (!problem.empty())
        return createStringError(problem);
    }
    return Error::success();
  }

  void readDependencies(frontend::DependencyOptions &options) const {
    options.enabled = has(OPT_MD) || has(OPT_MMD);
    options.systemHeaders = !has(OPT_MMD);
    options.file = arguments_.getLastArgValue(OPT_MF).str();
    options.phonyTargets = has(OPT_MP);
    for (const Arg *argument : arguments_.filtered(OPT_MT, OPT_MQ))
      options.targets.push_back(argument->getOption().matches(OPT_MT)
                                    ? argument->getValue()
                                    : frontend::quoteForMake(argument->getValue()));
  }

  const OptTable &table_;
  const InputArgList &arguments_;
};

} // namespace

Expected<UrsacCommand> parseUrsacCommand(int argc, char **argv) {
  BumpPtrAllocator allocator;
  SmallVector<const char *, 32> words(argv + 1, argv + argc);
  cl::ExpansionContext responseFiles(allocator, cl::TokenizeGNUCommandLine);
  if (Error error = responseFiles.expandResponseFiles(words))
    return createStringError("A response file cannot be read: " + toString(std::move(error)) + ".");
  const UrsacOptionTable table;
  unsigned missingIndex = 0, missingCount = 0;
  const InputArgList arguments = table.ParseArgs(words, missingIndex, missingCount);
  UrsacCommand command;
  if (arguments.hasArg(OPT_help))
    command.action = UrsacCommand::Action::PrintHelp;
  else if (arguments.hasArg(OPT_version))
    command.action = UrsacCommand::Action::PrintVersion;
  else if (arguments.hasArg(OPT_list_targets))
    command.action = UrsacCommand::Action::PrintTargets;
  if (missingCount > 0)
    return createStringError(Twine("The option '") + arguments.getArgString(missingIndex) +
                             "' lacks a value. 'ursac --help' lists the options.");
  const CommandLine line(table, arguments);
  if (Error error = line.check())
    return error;
  if (command.action != UrsacCommand::Action::Compile)
    return command;
  if (const auto internal = arguments.getAllArgValues(OPT_mllvm); !internal.empty()) {
    std::vector<const char *> llvmWords = {"ursac -mllvm"};
    for (const std::string &word : internal)
      llvmWords.push_back(word.c_str());
    std::string problem;
    raw_string_ostream problems(problem);
    if (!cl::ParseCommandLineOptions(static_cast<int>(llvmWords.size()), llvmWords.data(), "",
                                     &problems))
      return createStringError("LLVM does not take an option of -mllvm: " + problem);
  }
  auto options = line.driverOptions();
  if (!options)
    return options.takeError();
  command.options = std::move(*options);
  return command;
}

void printUrsacTargets(raw_ostream &out) {
  out << targets::targetHelp() << "\nWithout --targets=, images are made for "
      << join(ArrayRef(kDefaultTargets), ", ") << ".\n";
}

void printUrsacHelp(raw_ostream &out) {
  out << "Usage: ursac [options] <file>... [-o <file>]\n\n"
         "Compiles kernels, links them, and writes device images for all targets to one file.\n"
         "A <file> is a kernel source (.cl, .clcpp, .cpp), device IR (.bc, .ll), a fat object of\n"
         "'ursac -c', or an archive of them. @<file> stands for the arguments in a file.\n";
  const UrsacOptionTable table;
  const unsigned columns = sys::Process::StandardOutColumns();
  const std::size_t width = columns < 60 ? 80 : std::min(columns, 110U);
  constexpr std::size_t kTextColumn = 32;
  for (const Id group : {OPT_grp_output, OPT_grp_targets, OPT_grp_compile, OPT_grp_link,
                         OPT_grp_build, OPT_grp_information}) {
    out << "\n" << table.getOptionHelpText(group) << ":\n";
    for (unsigned id = OPT_INVALID + 1; id <= table.getNumOptions(); ++id) {
      const char *text = table.getOptionHelpText(id);
      if (!text || table.getOptionGroupID(id) != group)
        continue;
      std::string line = "  " + table.getOptionPrefixedName(id).str();
      if (const char *value = table.getOptionMetaVar(id)) {
        const unsigned kind = table.getOptionKind(id);
        line += kind == Option::SeparateClass || kind == Option::JoinedOrSeparateClass ? " " : "";
        line += value;
      }
      SmallVector<StringRef, 32> words;
      StringRef(text).split(words, ' ');
      bool isFirst = true;
      if (line.size() + 1 > kTextColumn) {
        out << line << "\n";
        line.clear();
      }
      line.resize(std::max(line.size(), kTextColumn), ' ');
      for (StringRef word : words) {
        if (!isFirst && line.size() + 1 + word.size() > width) {
          out << line << "\n";
          line.assign(kTextColumn, ' ');
          isFirst = true;
        }
        line += (isFirst ? "" : " ") + word.str();
        isFirst = false;
      }
      out << line << "\n";
    }
  }
  out << "\nExamples:\n"
         "  ursac blur.cl -o blur.ursa                         one file for every kind of device\n"
         "  ursac blur.cl --targets=spirv64 -o blur.ursa       for OpenCL devices only\n"
         "  ursac -c a.cl b.cl && ursac a.o b.o -o both.ursa   each source for itself, then "
         "linked\n\n"
         "The environment variables URSA_CLANG, URSA_IMAGE_CACHE and URSA_LIBCLC name clang, the\n"
         "folder of --image-cache and the library of built-in functions. See also: man ursac\n";
}

} // namespace ursa::compiler::tools

// ursac FILES... -o OUT.ursa: compiles kernels, links them with fat objects and archives, and
// writes device images for all targets to one file; with -c, compiles each kernel source to a fat
// object.
#include "compiler/frontend/driver.h"
#include "compiler/frontend/inputs.h"
#include "compiler/tools/tool_main.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

using namespace llvm;

namespace {

using Words = std::vector<std::string>;

cl::OptionCategory category("ursac options");
cl::list<std::string> inputs(cl::Positional, cl::desc("<files>"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("File to write"), cl::value_desc("file"),
                            cl::cat(category));
cl::opt<bool> compileOnly("c", cl::desc("Compile each source to a fat object"), cl::cat(category));
cl::opt<bool> linkObject("fsycl-link",
                         cl::desc("Write an object that registers the images with its program"),
                         cl::cat(category));
cl::alias wrap("wrap", cl::desc("The same as -fsycl-link"), cl::aliasopt(linkObject),
               cl::cat(category));

cl::list<std::string> includes("I", cl::Prefix, cl::desc("Folder to look for headers in"),
                               cl::value_desc("folder"), cl::cat(category));
cl::list<std::string> systemIncludes("isystem", cl::desc("The same, for headers without warnings"),
                                     cl::value_desc("folder"), cl::cat(category));
cl::list<std::string> prelude("include", cl::desc("Header to read before each source"),
                              cl::value_desc("file"), cl::cat(category));
cl::list<std::string> defines("D", cl::Prefix, cl::desc("Macro to define"),
                              cl::value_desc("name[=value]"), cl::cat(category));
cl::list<std::string> undefines("U", cl::Prefix, cl::desc("Macro not to define"),
                                cl::value_desc("name"), cl::cat(category));
cl::list<std::string> warnings("warning", cl::desc("Warning option of clang (also -W<warning>)"),
                               cl::value_desc("warning"), cl::cat(category));
cl::opt<std::string> standard("cl-std", cl::desc("Language version, as CL1.2 or CLC++2021"),
                              cl::value_desc("version"), cl::cat(category));
cl::list<std::string> languageOptions("cl-", cl::Prefix,
                                      cl::desc("Option of OpenCL C, as -cl-fast-relaxed-math"),
                                      cl::value_desc("option"), cl::cat(category));
cl::opt<std::string> level("O", cl::Prefix, cl::desc("Optimization level, 0 to 3"),
                           cl::value_desc("level"), cl::init("2"), cl::cat(category));
cl::opt<bool> debug("g", cl::desc("Write debug information into images"), cl::cat(category));

cl::list<std::string> libraries("l", cl::Prefix, cl::desc("Link libNAME.a"), cl::value_desc("name"),
                                cl::cat(category));
cl::list<std::string> libraryFolders("L", cl::Prefix, cl::desc("Folder to look for libraries in"),
                                     cl::value_desc("folder"), cl::cat(category));
cl::list<bool> wholeArchive("whole-archive", cl::desc("Link all of the archives that follow"),
                            cl::cat(category));
cl::list<bool> noWholeArchive("no-whole-archive",
                              cl::desc("Link what is used of the archives that follow"),
                              cl::cat(category));

cl::list<std::string> targets("fsycl-targets", cl::CommaSeparated,
                              cl::desc("Targets to make images for, as host-x86_64,spirv64"),
                              cl::value_desc("target,..."), cl::cat(category));
cl::alias targetsAlias("targets", cl::desc("The same as -fsycl-targets"), cl::CommaSeparated,
                       cl::aliasopt(targets), cl::cat(category));
cl::list<std::string> targetArguments("Xursa-target", cl::multi_val(2),
                                      cl::desc("Options for the compiler of a target"),
                                      cl::value_desc("target> \"<options>\""), cl::cat(category));
cl::opt<std::string>
    split("fsycl-device-code-split", cl::ValueOptional,
          cl::desc("Images: one for each kernel (per_kernel), for each source (per_source), one "
                   "(off, none), or per source where that is possible (auto)"),
          cl::value_desc("mode"), cl::init("auto"), cl::cat(category));

cl::opt<bool> dependencies("MD", cl::desc("Write a dependency file"), cl::cat(category));
cl::opt<bool> userDependencies("MMD", cl::desc("The same, without system headers"),
                               cl::cat(category));
cl::opt<std::string> dependencyFile("MF", cl::desc("Name of the dependency file"),
                                    cl::value_desc("file"), cl::cat(category));
cl::list<std::string> dependencyTargets("MT", cl::desc("Target of its rule"),
                                        cl::value_desc("target"), cl::cat(category));
cl::list<std::string> quotedTargets("MQ", cl::desc("The same, quoted for make"),
                                    cl::value_desc("target"), cl::cat(category));
cl::opt<bool> phonyTargets("MP", cl::desc("Write a rule for each header too"), cl::cat(category));

cl::opt<unsigned> jobs("j", cl::Prefix, cl::desc("Images to compile at once; the processors'"),
                       cl::value_desc("number"), cl::cat(category));
cl::opt<std::string> imageCache("image-cache",
                                cl::desc("Folder that keeps images for the next run"),
                                cl::value_desc("folder"), cl::cat(category));
cl::opt<std::string>
    imageCachePolicy("image-cache-policy",
                     cl::desc("What it may hold, in the spelling of LLVM's caches"),
                     cl::value_desc("policy"), cl::init("cache_size_bytes=1g"), cl::cat(category));
cl::opt<bool> progress("progress", cl::desc("Show how many images are compiled"),
                       cl::cat(category));
cl::opt<bool> noProgress("no-progress", cl::desc("Do not"), cl::cat(category));
cl::opt<bool> saveTemps("save-temps", cl::desc("Keep intermediate files beside the output"),
                        cl::cat(category));
cl::opt<bool> verbose("v", cl::desc("Print versions and every step"), cl::cat(category));
cl::opt<bool> dryRun("###", cl::desc("Print every step and do none"), cl::cat(category));
cl::alias dryRunAlias("dry-run", cl::desc("The same as -###"), cl::aliasopt(dryRun),
                      cl::cat(category));

/// Device headers lie beside the folder of this program.
std::string deviceInclude() {
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  return (self.parent_path().parent_path() / "include" / "ursa-device").string();
}

/// Inputs and libraries as they stand on the command line; an archive is linked as a whole behind
/// --whole-archive.
Expected<std::vector<ursa::DriverInput>> inputsInOrder() {
  std::map<unsigned, ursa::DriverInput> files;
  for (unsigned i = 0; i < inputs.size(); ++i)
    files[inputs.getPosition(i)].path = inputs[i];
  for (unsigned i = 0; i < libraries.size(); ++i) {
    auto path =
        ursa::findLibrary(libraries[i], Words(libraryFolders.begin(), libraryFolders.end()));
    if (!path)
      return path.takeError();
    files[libraries.getPosition(i)].path = std::move(*path);
  }
  std::map<unsigned, bool> switches;
  for (unsigned i = 0; i < wholeArchive.size(); ++i)
    switches[wholeArchive.getPosition(i)] = true;
  for (unsigned i = 0; i < noWholeArchive.size(); ++i)
    switches[noWholeArchive.getPosition(i)] = false;
  std::vector<ursa::DriverInput> result;
  for (auto &[position, input] : files) {
    const auto behind = switches.upper_bound(position);
    input.wholeArchive = behind != switches.begin() && std::prev(behind)->second;
    result.push_back(std::move(input));
  }
  return result;
}

Expected<ursa::SourceOptions> sourceOptions() {
  ursa::SourceOptions options;
  const auto add = [&options](const char *name, const cl::list<std::string> &values, bool joined) {
    for (const std::string &value : values) {
      if (joined) {
        options.clangOptions.push_back(name + value);
      } else {
        options.clangOptions.insert(options.clangOptions.end(), {name, value});
      }
    }
  };
  add("-I", includes, false);
  add("-isystem", systemIncludes, false);
  add("-D", defines, false);
  add("-U", undefines, false);
  add("-include", prelude, false);
  add("-W", warnings, true);
  add("-cl-", languageOptions, true);
  if (level.size() != 1 || level[0] < '0' || level[0] > '3')
    return createStringError("The optimization level is '" + level + "'; 0, 1, 2 and 3 are known.");
  options.optimization = level[0];
  options.standard = standard;
  options.debug = debug;
  options.deviceInclude = deviceInclude();
  return options;
}

Expected<ursa::SplitMode> splitMode() {
  const StringRef mode = split.empty() ? "auto" : StringRef(split);
  if (mode == "auto")
    return ursa::SplitMode::Auto;
  if (mode == "per_kernel")
    return ursa::SplitMode::PerKernel;
  if (mode == "per_source")
    return ursa::SplitMode::PerSource;
  if (mode == "off" || mode == "none")
    return ursa::SplitMode::None;
  return createStringError("The value '" + mode +
                           "' of -fsycl-device-code-split is not known; auto, per_kernel, "
                           "per_source, and off are.");
}

/// The targets with the words that -Xursa-target gives them; without a name they are for the only
/// target.
Expected<std::vector<ursa::TargetRequest>> targetRequests() {
  std::vector<ursa::TargetRequest> requests;
  for (const std::string &name : targets) {
    if (any_of(requests, [&name](const ursa::TargetRequest &r) { return r.name == name; }))
      return createStringError("The target '" + name + "' is asked for twice.");
    requests.push_back({name, {}});
  }
  if (requests.empty())
    requests.push_back({"host-x86_64", {}});
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  for (std::size_t i = 0; i + 1 < targetArguments.size(); i += 2) {
    const std::string &name = targetArguments[i];
    if (name.empty() && requests.size() > 1)
      return createStringError("The option -Xursa-target names no target, and there are " +
                               Twine(requests.size()) + ".");
    const auto request =
        name.empty()
            ? requests.begin()
            : find_if(requests, [&name](const ursa::TargetRequest &r) { return r.name == name; });
    if (request == requests.end())
      return createStringError("The option -Xursa-target is for '" + name +
                               "', which is not among the targets.");
    SmallVector<const char *, 8> words;
    cl::TokenizeGNUCommandLine(targetArguments[i + 1], saver, words);
    request->arguments.insert(request->arguments.end(), words.begin(), words.end());
  }
  return requests;
}

ursa::DependencyOptions dependencyOptions() {
  ursa::DependencyOptions options;
  options.wanted = dependencies || userDependencies;
  options.systemHeaders = !userDependencies;
  options.file = dependencyFile;
  options.phonyTargets = phonyTargets;
  std::map<unsigned, std::string> rules;
  for (unsigned i = 0; i < dependencyTargets.size(); ++i)
    rules[dependencyTargets.getPosition(i)] = dependencyTargets[i];
  for (unsigned i = 0; i < quotedTargets.size(); ++i)
    rules[quotedTargets.getPosition(i)] = ursa::makeQuoted(quotedTargets[i]);
  for (auto &[position, target] : rules)
    options.targets.push_back(std::move(target));
  return options;
}

Error run() {
  if (compileOnly && linkObject)
    return createStringError("The options -c and -fsycl-link exclude each other.");
  ursa::DriverOptions options;
  auto files = inputsInOrder();
  if (!files)
    return files.takeError();
  options.inputs = std::move(*files);
  auto source = sourceOptions();
  if (!source)
    return source.takeError();
  options.source = std::move(*source);
  auto mode = splitMode();
  if (!mode)
    return mode.takeError();
  options.images.split = *mode;
  auto requests = targetRequests();
  if (!requests)
    return requests.takeError();
  options.images.targets = std::move(*requests);
  options.kind = compileOnly  ? ursa::DriverOutput::FatObjects
                 : linkObject ? ursa::DriverOutput::LinkObject
                              : ursa::DriverOutput::Container;
  options.output = output;
  options.dependencies = dependencyOptions();
  options.images.optimize = options.source.optimization != '0';
  options.images.jobs = jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  if (const char *folder = std::getenv("URSA_IMAGE_CACHE"))
    options.images.cacheFolder = folder;
  if (imageCache.getNumOccurrences())
    options.images.cacheFolder = imageCache;
  options.images.cachePolicy = imageCachePolicy;
  options.images.progress = noProgress ? ursa::ProgressMode::Off
                            : progress ? ursa::ProgressMode::On
                                       : ursa::ProgressMode::Auto;
  options.saveTemps = saveTemps;
  options.verbose = verbose;
  options.dryRun = dryRun;
  return ursa::runDriver(std::move(options));
}

/// Spells words as the option parser can know them: the target of -Xursa-target is a word of its
/// own, and -W is an option of LLVM's libraries, which the parser has as well.
std::vector<std::string> spelledForParser(int argc, char **argv) {
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) {
    StringRef word = argv[i];
    if (word.size() > 2 && word.starts_with("-W")) {
      words.push_back("--warning=" + word.drop_front(2).str());
      continue;
    }
    if (!word.consume_front("-Xsycl-target-backend") && !word.consume_front("-Xursa-target")) {
      words.push_back(argv[i]);
    } else if (word.empty() || word.consume_front("=")) {
      words.push_back("-Xursa-target");
      words.push_back(word.str());
    } else {
      words.push_back(argv[i]);
    }
  }
  return words;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words = spelledForParser(argc, argv);
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  cl::SetVersionPrinter([](raw_ostream &out) { out << ursa::driverVersion() << "\n"; });
  return ursa::toolMain(static_cast<int>(pointers.size()), pointers.data(), category,
                        "Compiles and links kernels to device images.\n", run);
}

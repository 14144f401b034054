// See sycl_commands.h.
#include "compiler/frontend/sycl_commands.h"

#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/precompiled_header.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// What sources may ask for before they include a header of SYCL. Clang itself defines
/// SYCL_LANGUAGE_VERSION; other compilers read the header that does, and that knows them by this.
constexpr StringLiteral kImplementation = "-DSYCL_IMPLEMENTATION_URSA=1";
constexpr StringLiteral kReduced = "-DSYCL_FEATURE_SET_REDUCED=1";

/// Device code is SPIR-V's, for which DPC++'s triple has this macro; clang's triple has another.
constexpr StringLiteral kSpir = "-D__SPIR__=1";

/// The folder of Ursa's libraries: lib, or that of Debian's architecture in it.
std::string libraryFolder(const std::string &prefix) {
  for (const char *folder : {"/lib", "/lib/x86_64-linux-gnu", "/lib64"})
    if (sys::fs::exists(prefix + folder + "/libursa_sycl_plugin.so"))
      return prefix + folder;
  return prefix + "/lib";
}

void append(SyclCommands::Command &command, const SyclCommands::Command &more) {
  command.insert(command.end(), more.begin(), more.end());
}

} // namespace

std::string absolutePath(const std::string &path) {
  SmallString<256> absolute(path);
  (void)sys::fs::make_absolute(absolute);
  sys::path::remove_dots(absolute);
  return std::string(absolute);
}

std::string SyclUnit::withFooter() const {
  return stem + ".host" + sys::path::extension(source).str();
}

Expected<SyclCommands> SyclCommands::create(const SyclOptions &options) {
  SyclCommands commands(options);
  auto clang = findClang();
  if (!clang)
    return clang.takeError();
  commands.clang_ = *clang + "++";
  if (!sys::fs::can_execute(commands.clang_))
    commands.clang_ = *clang; // with --driver-mode=g++
  if (options.hostCompiler.empty())
    return commands;
  auto found = sys::findProgramByName(options.hostCompiler);
  if (!found)
    return createStringError("The host compiler '" + options.hostCompiler + "' was not found.");
  commands.hostCompiler_ = *found;
  return commands;
}

SyclCommands::Command SyclCommands::clang() const {
  return sys::path::filename(clang_).contains("++") ? Command{clang_}
                                                    : Command{clang_, "--driver-mode=g++"};
}

std::string SyclCommands::macroHeader() const {
  return syclInclude(options_->prefix) + "/sycl/detail/defines.hpp";
}

/// The macros of the implementation, the same in both passes. Other host compilers than clang need
/// names of kernels, as SYCL's reduced feature set does.
SyclCommands::Command SyclCommands::macros() const {
  Command command{kImplementation.str()};
  if (!isClangHost())
    command.push_back(kReduced.str());
  return command;
}

SyclCommands::Command SyclCommands::forward() const {
  Command command = options_->isDeviceOnly ? clang() : hostCompiler();
  if (options_->isQuestion) {
    append(command, options_->forwarded);
    return command;
  }
  append(command, {"-isystem", syclInclude(options_->prefix)});
  append(command, macros());
  if (options_->isDeviceOnly)
    append(command, {"-fsycl", "-fsycl-device-only", kSpir.str()});
  else if (isClangHost())
    append(command, {"-fsycl", "-fsycl-host-only"});
  else
    append(command, {"-include", macroHeader()});
  append(command, options_->forwarded);
  return command;
}

SyclCommands::Command SyclCommands::devicePreprocessing(const std::string &source) const {
  Command command = deviceCompiler({});
  append(command, {"-x", "c++", source});
  return command;
}

SyclCommands::Command SyclCommands::deviceOutput(const SyclUnit &unit) const {
  if (options_->action == SyclOptions::Action::CheckSyntax)
    return {"-fsyntax-only", "-x", "c++", unit.source};
  const bool isLast = options_->isDeviceOnly;
  return {
      isLast && options_->writesText ? "-S" : "-c", "-emit-llvm", "-x", "c++", unit.source, "-o",
      isLast ? unit.object : unit.bitcode()};
}

/// Returns the options for the rule of a source.
SyclCommands::Command SyclCommands::dependencies(const SyclUnit &unit) const {
  Command command = options_->dependencyOptions;
  if (!unit.dependencyFile.empty())
    append(command, {"-MF", unit.dependencyFile});
  if (!unit.dependencyFile.empty() && !options_->namesDependencyTarget)
    append(command, {"-MQ", unit.dependencyTarget});
  return command;
}

SyclCommands::Command SyclCommands::devicePass(const SyclUnit &unit, const std::string &id,
                                               StringRef text) const {
  const std::string plugin = libraryFolder(options_->prefix) + "/libursa_sycl_plugin.so";
  Command command = deviceCompiler(
      {"-fplugin=" + plugin, "-fpass-plugin=" + plugin, "-fplugin-arg-ursa-unit=" + id,
       "-fplugin-arg-ursa-header=" + unit.header(), "-fplugin-arg-ursa-footer=" + unit.footer()});
  append(command, precompiledFor(unit, text, deviceCompiler({})));
  if (options_->isDeviceOnly)
    append(command, dependencies(unit));
  else if (!unit.dependencyFile.empty())
    append(command, {is_contained(options_->dependencyOptions, "-MMD") ? "-MMD" : "-MD", "-MF",
                     unit.deviceRule()});
  append(command, deviceOutput(unit));
  return command;
}

SyclCommands::Command SyclCommands::deviceCompiler(const Command &plugin) const {
  Command command = clang();
  append(command, {"-fsycl", "-fsycl-device-only"});
  append(command, plugin);
  append(command, {"-isystem", syclInclude(options_->prefix)});
  append(command, macros());
  append(command, {kSpir.str()});
  // The sum of a loop's counter would become a formula with integers of 65 bits, which SPIR-V
  // lacks.
  append(command, {"-mllvm", "-replexitval=never"});
  if (options_->deviceLevel != "-O0" && options_->deviceLevel != "-O1")
    append(command, {"-ffp-contract=fast"}); // options of the user come later
  append(command, options_->compileOptions);
  // The host pass prints the warnings.
  append(command, {options_->deviceLevel, "-w", "-Wno-error"});
  append(command, options_->deviceOptions);
  return command;
}

/// Returns the options that use a precompiled header for the begin of a source; none if there is no
/// such header.
/// @param pass the command of clang without input and output
SyclCommands::Command SyclCommands::precompiledFor(const SyclUnit &unit, StringRef text,
                                                   const Command &pass) const {
  const bool hasOther = any_of(options_->compileOptions, [](StringRef option) {
    return option.starts_with("-include") || option.starts_with("-imacros") ||
           option.starts_with("--include") || option.starts_with("--imacros");
  });
  if (options_->headers.folder.empty() || options_->dryRun || hasOther)
    return {};
  const StringRef name = firstSyclHeader(unit.source, text, options_->compileOptions);
  if (name.empty())
    return {};
  const std::string header =
      precompiledHeader(pass, syclInclude(options_->prefix) + "/" + name.str(), options_->headers);
  return header.empty() ? Command() : Command{"-include-pch", header};
}

/// The options of a host pass by clang.
/// @param first come before those of the user, whose -include may name kernels
SyclCommands::Command SyclCommands::hostClang(const Command &first) const {
  Command command = clang();
  append(command, {"-fsycl", "-fsycl-host-only", "-isystem", syclInclude(options_->prefix)});
  append(command, macros());
  append(command, first);
  // Attributes of kernels are for the device pass, which checks them.
  append(command, {"-Wno-unknown-attributes", "-Wno-c++23-lambda-attributes"});
  append(command, options_->compileOptions);
  for (const std::string &option : options_->hostOptions) {
    command.push_back(option);
    // Clang warns that a sanitizer is not one of the device, which this pass does not compile for.
    if (StringRef(option).starts_with("-fsanitize"))
      command.push_back("-Wno-option-ignored");
  }
  return command;
}

/// The same for another compiler, which reads a copy of the source elsewhere.
SyclCommands::Command SyclCommands::otherHostCompiler(const SyclUnit &unit) const {
  Command command{hostCompiler_};
  append(command, {"-iquote", sys::path::parent_path(absolutePath(unit.source)).str(), "-isystem",
                   syclInclude(options_->prefix)});
  append(command, macros());
  append(command, {"-include", macroHeader(), "-include", unit.header(),
                   "-Wno-attributes=sycl::", "-Wno-attributes=intel::", "-Wno-attributes=cl::"});
  append(command, options_->compileOptions);
  append(command, options_->hostOptions);
  return command;
}

SyclCommands::Command SyclCommands::hostPass(const SyclUnit &unit, StringRef text) const {
  Command command =
      isClangHost() ? hostClang({"-include", unit.header()}) : otherHostCompiler(unit);
  if (isClangHost()) {
    append(command, precompiledFor(unit, text, hostClang({})));
    append(command, {"-ivfsoverlay", unit.overlay()});
  }
  append(command, dependencies(unit));
  if (options_->verbose)
    command.push_back("-v"); // build systems read folders and libraries from it
  const std::string input = isClangHost() ? unit.source : unit.withFooter();
  if (options_->action == SyclOptions::Action::CheckSyntax)
    append(command, {"-fsyntax-only", "-x", "c++", input});
  else
    append(command, {"-c", "-x", "c++", input, "-o", unit.hostObject()});
  return command;
}

SyclCommands::Command SyclCommands::link(const Command &items, const std::string &program) const {
  Command command = hostCompiler();
  append(command, options_->compileOptions);
  append(command, options_->hostOptions);
  if (isClangHost())
    command.push_back("-Qunused-arguments");
  append(command, items);
  const std::string libraries = libraryFolder(options_->prefix);
  // A program without SYCL needs none of the libraries.
  append(command, {"-L" + libraries, "-Wl,--push-state,--as-needed", "-lursa_sycl",
                   "-lursa_sycl_images", "-lur_loader", "-Wl,--pop-state"});
  if (libraries != "/usr/lib" && libraries != "/usr/local/lib")
    command.push_back("-Wl,-rpath," + libraries);
  if (options_->verbose)
    command.push_back("-v");
  append(command, {"-o", program});
  return command;
}

} // namespace ursa::compiler::frontend

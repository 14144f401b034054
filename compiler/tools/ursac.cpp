// ursac KERNEL.cl|KERNEL.cpp -o OUT.ursa: compiles kernels to a container of device images, for
// each target one with native specialization constants and one that reads them from a buffer.
#include "compiler/frontend/compile.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

constexpr std::string_view kTargetOption = "-Xursa-target=";

/// CLI11 knows no long options with one dash, which is how clang spells these; and the word behind
/// -Xursa-target=TARGET may look like an option.
std::vector<std::string> withTwoDashes(int argc, char **argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) { // CLI11 takes them in reverse order
    std::string argument = argv[i];
    if (i > 1 && std::string_view(argv[i - 1]).substr(0, kTargetOption.size()) == kTargetOption) {
      arguments.push_back("-" + std::string(argv[--i]) + "=" + argument);
      continue;
    }
    if (argument == "-###")
      argument = "--dry-run";
    else if (argument.rfind("-fsycl-targets=", 0) == 0)
      argument.replace(0, std::string("-fsycl-").size(), "--");
    else if (argument.rfind("-cl-std", 0) == 0 || argument.rfind("-save-temps", 0) == 0)
      argument.insert(0, 1, '-');
    arguments.push_back(argument);
  }
  return arguments;
}

/// Device headers lie beside the folder of this program.
std::string deviceInclude() {
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  return (self.parent_path().parent_path() / "include" / "ursa-device").string();
}

int compile(int argc, char **argv) {
  ursa::CompileOptions options;
  std::string level = "2";
  CLI::App app("Compiles OpenCL C and C++ for OpenCL kernels to a container of device images.",
               "ursac");
  app.add_option("KERNEL", options.source.source, "Source: .cl, or .clcpp and .cpp for C++")
      ->required();
  app.add_option("-o", options.output, "Container to write")->type_name("OUT.ursa");
  app.add_option("-I", options.source.includes, "Folder to look for headers in")
      ->allow_extra_args(false)
      ->type_name("DIR");
  app.add_option("-D", options.source.defines, "Macro to define")
      ->allow_extra_args(false)
      ->type_name("NAME[=VALUE]");
  app.add_option("-O", level, "Optimization level")->check(CLI::IsMember({"0", "1", "2", "3"}));
  app.add_option("--cl-std", options.source.standard, "Language version, as CL1.2 or CLC++2021");
  app.add_option(
         "--targets", options.targets,
         "Targets to make images for: host-x86_64, spirv64, vulkan1.2, nvptx64-sm_80 and the like "
         "(also -fsycl-targets=)")
      ->delimiter(',')
      ->type_name("TARGET,...");
  std::vector<std::string> targetWords;
  app.add_option("--Xursa-target", targetWords,
                 "Option of a target: -Xursa-target=vulkan1.2 --fma=double")
      ->allow_extra_args(false)
      ->type_name("TARGET OPTION");
  app.add_flag("--save-temps", options.saveTemps, "Keep device IR and images beside the output");
  app.add_flag("-v", options.verbose, "Print the clang command");
  app.add_flag("--dry-run", options.dryRun, "Print the clang command and stop (also -###)");
  try {
    app.parse(withTwoDashes(argc, argv));
  } catch (const CLI::CallForHelp &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
  for (const std::string &word : targetWords) { // "TARGET=OPTION"
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      std::fprintf(stderr, "error: -Xursa-target=%s needs an option behind it.\n", word.c_str());
      return 1;
    }
    options.targetOptions[word.substr(0, equals)].push_back(word.substr(equals + 1));
  }
  options.source.optimization = level[0];
  options.deviceInclude = deviceInclude();
  if (options.output.empty())
    options.output =
        std::filesystem::path(options.source.source).filename().replace_extension(".ursa").string();
  if (std::string problem = ursa::compileToContainer(options); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    return 1;
  }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return compile(argc, argv);
  } catch (const std::exception &exception) {
    std::fprintf(stderr, "error: %s\n", exception.what());
    return 1;
  }
}

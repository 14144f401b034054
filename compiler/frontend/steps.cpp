// See steps.h.
#include "compiler/frontend/steps.h"

#include "compiler/targets/common/builtin_library.h"
#include "format/names.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

using passes::SplitMode;

const char *splitName(SplitMode mode) {
  switch (mode) {
  case SplitMode::None:
    return "none";
  case SplitMode::PerSource:
    return "source";
  case SplitMode::PerKernel:
    return "kernel";
  case SplitMode::Auto:
    return "auto";
  }
  return "";
}

} // namespace

std::string fatObjectCommand(const std::string &bitcode, const std::string &object) {
  return commandText({"llvm-offload-binary", "-o", object,
                      "--image=file=" + bitcode + ",triple=spirv64-unknown-unknown,kind=sycl"});
}

std::string extractCommand(const std::string &object, const std::string &bitcode) {
  return commandText({"llvm-offload-binary", object,
                      "--image=file=" + bitcode + ",triple=spirv64-unknown-unknown,kind=sycl"});
}

std::vector<std::string> linkCommands(const DriverOptions &options,
                                      const std::vector<std::string> &units) {
  std::vector<std::string> commands;
  std::string linked = units.front();
  if (units.size() > 1) {
    linked = options.output + ".linked.bc";
    std::vector<std::string> link = {"llvm-link"};
    link.insert(link.end(), units.begin(), units.end());
    link.insert(link.end(), {"-o", linked});
    commands.push_back(commandText(link));
  }
  const std::string container =
      options.kind == DriverOutput::LinkObject ? options.output + ".ursa" : options.output;
  std::vector<std::string> pack = {"llvm-offload-binary", "-o", container};
  for (const TargetRequest &request : options.images.targets) {
    auto target = targets::createTarget(
        request.name, {builtinLibraryPath(), options.images.optimize, options.images.toggles},
        request.arguments);
    if (!target) {
      consumeError(target.takeError()); // the caller has checked them
      continue;
    }
    for (format::ConstantMode mode : (*target)->modes()) {
      const bool isNative = mode == format::ConstantMode::Native;
      const std::string stem = options.output + "." + request.name +
                               std::string(isNative ? "" : format::kEmulatedSuffix);
      commands.push_back(
          commandText({"ursa-post-link", std::string("-split=") + splitName(options.images.split),
                       std::string("-spec-const=") + (isNative ? "native" : "emulation"),
                       "-symbols", linked, "-o", stem + ".table"}));
      std::vector<std::string> compile = {"ursa-foreach",
                                          "-in-file-list=" + stem + ".table",
                                          "-column=Code",
                                          "-in-replace={}",
                                          "-out-replace=out",
                                          "-out-ext=" + std::string((*target)->extension() + 1),
                                          "-out-file-list=" + stem + ".list",
                                          "-j",
                                          std::to_string(options.images.jobs),
                                          "--",
                                          "ursa-codegen",
                                          "{}",
                                          "--target=" + request.name};
      for (const std::string &argument : request.arguments)
        compile.insert(compile.end(), {"-Xursa-target", argument});
      for (const std::string_view name : options.images.toggles.on.names())
        compile.push_back("--toggle=" + std::string(name));
      for (const std::string_view name : options.images.toggles.off.names())
        compile.push_back("--no-toggle=" + std::string(name));
      if (!options.images.optimize)
        compile.push_back("-O0");
      compile.insert(compile.end(), {"-o", "out"});
      commands.push_back(commandText(compile));
      pack.push_back("--image=file=" + stem + (*target)->extension() +
                     ",triple=" + (*target)->triple() + ",kind=sycl");
    }
  }
  commands.push_back(commandText(pack));
  if (options.kind == DriverOutput::LinkObject)
    commands.push_back(
        commandText({"ursa-offload-wrapper", "-kind=ursa", container, "-o", options.output}));
  return commands;
}

} // namespace ursa::compiler::frontend

// ursa-codegen: generates code for a target from device IR whose constants ursa-post-link has
// lowered.
//
//   ursa-codegen --target=spirv64 a_0.bc -o a_0.spv
//   ursa-codegen --target=nvptx64-sm_70 a_0.bc -o a_0.ptx
#include "compiler/image/output_files.h"
#include "compiler/passes/device_requirements.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/fatal_errors.h"
#include "compiler/targets/common/untrusted_ir.h"
#include "compiler/targets/guarded_codegen.h"
#include "compiler/tools/tool_main.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace {

cl::OptionCategory category("ursa-codegen options");
cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("<device IR>"),
                           cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Code to write"), cl::value_desc("file"), cl::init("-"),
                            cl::cat(category));
cl::opt<std::string> target("target", cl::desc("Target of the code, as spirv64"),
                            cl::value_desc("target"), cl::init("spirv64"), cl::cat(category));
cl::opt<std::string> version("spirv-version",
                             cl::desc("The same as -Xursa-target --spirv-version="),
                             cl::value_desc("version"), cl::cat(category));
cl::list<std::string> targetArguments("Xursa-target", cl::desc("Option of the target"),
                                      cl::value_desc("option"), cl::cat(category));
cl::list<std::string> toggles("toggle", cl::desc("Workaround for drivers to turn on"),
                              cl::value_desc("name"), cl::cat(category));
cl::list<std::string> noToggles("no-toggle", cl::desc("Workaround for drivers to turn off"),
                                cl::value_desc("name"), cl::cat(category));
cl::opt<bool> plain("O0", cl::desc("Do not optimize"), cl::cat(category));

Expected<std::unique_ptr<Module>> readModule(LLVMContext &context) {
  const ursa::compiler::targets::FileInWork file(input);
  auto read = ursa::compiler::targets::parseUntrustedIrFile(input, context);
  if (!read)
    return createStringError("The file '" + input +
                             "' is not LLVM IR: " + toString(read.takeError()) + ".");
  std::unique_ptr<Module> module = std::move(*read);
  if (const std::string problem = ursa::compiler::targets::reasonOfInvalidity(*module);
      !problem.empty())
    return createStringError("The file '" + input + "' is not valid LLVM IR: " + problem);
  if (Error error = ursa::compiler::passes::lowerSizeAttributes(*module))
    return error;
  if (Error error = ursa::compiler::passes::checkMetadata(*module))
    return createStringError("The file '" + input +
                             "' is not valid device IR: " + toString(std::move(error)));
  if (!StringRef(module->getTargetTriple().str()).starts_with("spir"))
    return createStringError("The target triple of '" + input + "' is '" +
                             module->getTargetTriple().str() +
                             "'; device IR has spirv64-unknown-unknown.");
  return module;
}

Error run() {
  std::vector<std::string> arguments(targetArguments.begin(), targetArguments.end());
  if (version.getNumOccurrences())
    arguments.push_back("--spirv-version=" + version);
  ursa::format::ToggleOverrides overrides;
  for (const auto &[names, isOn] : {std::pair(&toggles, true), std::pair(&noToggles, false)})
    for (const std::string &name : *names)
      if (std::string problem =
              ursa::format::overrideToggle(overrides, name, isOn, ursa::format::kTargets);
          !problem.empty())
        return createStringError(problem);
  auto maker = ursa::compiler::targets::createTarget(
      target, {ursa::builtinLibraryPath(), !plain, overrides}, arguments);
  if (!maker)
    return maker.takeError();
  if (Error error = ursa::compiler::image::checkOutputs({output}, {input}))
    return error;
  auto context = std::make_unique<LLVMContext>();
  auto module = readModule(*context);
  if (!module)
    return module.takeError();
  auto code = ursa::compiler::targets::guardedCodegen(
      **maker, {std::move(context), std::move(*module)}, (*maker)->modes().front());
  return code ? ursa::compiler::image::writeOutput(output, code->code) : code.takeError();
}

} // namespace

int main(int argc, char **argv) {
  const std::string help = "\n" + ursa::compiler::targets::targetHelp();
  cl::extrahelp targets(help);
  return ursa::compiler::tools::toolMain(argc, argv, category,
                                         "Makes the code of a target of device IR.\n", run);
}

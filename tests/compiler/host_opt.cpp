// host-opt: runs stages of the host's kernel compiler on a host image in LLVM IR, and prints the
// module, for IR tests.
//
//   host-opt IMAGE.ll --width=8 [--stage=cost|arguments|width|rivals|pack|entry|optimized] [--without=strides,unroll,...]
//   [--set=2=7,3=1024]
#include "compiler/targets/host/codegen/cpu_target.h"
#include "compiler/targets/host/codegen/item_cost.h"
#include "compiler/targets/host/codegen/optimize.h"
#include "compiler/targets/host/codegen/shaping_arguments.h"
#include "compiler/targets/host/passes/image_functions.h"
#include "compiler/targets/host/passes/inline_calls.h"
#include "compiler/targets/host/passes/local_atomics.h"
#include "compiler/targets/host/passes/printf_calls.h"
#include "compiler/targets/host/passes/work_group.h"
#include "compiler/targets/host/vectorize/vectorize.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace {

cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("<host image in LLVM IR>"));
cl::opt<unsigned> width("width", cl::desc("Work-items of a pack; 0: what costs least"),
                        cl::init(8));
cl::opt<unsigned> preferred("preferred",
                            cl::desc("Work-items of a pack instead of what costs least"));
cl::opt<std::string> cpu("cpu", cl::desc("Processor"), cl::init("skylake-avx512"));
cl::opt<std::string>
    stage("stage",
          cl::desc("cost: prints the instructions of work-items only; arguments: prints those that "
                   "would pay as constants only; width: prints the widths of packs only; rivals: "
                   "prints those that may be faster, too; pack: after vectorization; "
                   "entry: with work-group functions; optimized"),
          cl::init("pack"));
cl::list<std::string> without("without", cl::CommaSeparated,
                              cl::desc("Transformations to leave out"));

cl::list<std::string> arguments("set", cl::CommaSeparated,
                                cl::desc("Arguments of 4 bytes to make constants, as 2=7"));

int fail(const std::string &problem) {
  errs() << "error: " << problem << '\n';
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  ursa::compiler::host::VectorOptions options;
  options.width = width;
  options.preferred = preferred;
  for (const std::string &name : without)
    if (!ursa::compiler::host::switchOff(options, name))
      return fail("There is no transformation '" + name + "'.");
  LLVMContext context;
  SMDiagnostic diagnostic;
  auto module = parseIRFile(input, diagnostic, context);
  if (!module)
    return fail(diagnostic.getMessage().str());
  auto chosen = ursa::compiler::host::chooseCpu(cpu);
  if (!chosen)
    return fail(chosen.error().message);
  auto machine = ursa::compiler::host::makeTargetMachine(*chosen, 3);
  if (!machine)
    return fail(machine.error().message);
  module->setTargetTriple((*machine)->getTargetTriple());
  module->setDataLayout((*machine)->createDataLayout());
  ursa::compiler::host::defineImageFunctions(*module);
  ursa::compiler::host::lowerPrintf(*module);
  ursa::compiler::host::retargetFunctions(*module, **machine, chosen->tuneFor);
  ursa::compiler::host::ArgumentValues values;
  for (const std::string &text : arguments) {
    const auto [index, value] = StringRef(text).split('=');
    uint32_t number = 0, bits = 0;
    if (index.getAsInteger(10, number) || value.getAsInteger(10, bits))
      return fail("'" + text + "' is no argument and its value.");
    const auto *bytes = reinterpret_cast<const std::byte *>(&bits);
    values[number].assign(bytes, bytes + sizeof(bits));
  }
  if (auto set = ursa::compiler::host::setArguments(*module, **machine, values); !set)
    return fail(set.error().message);
  if (auto inlined = ursa::compiler::host::inlineIntoKernels(*module); !inlined)
    return fail(inlined.error().message);
  std::vector<ursa::compiler::host::Kernel> kernels;
  for (Function *function : ursa::compiler::host::kernelsOf(*module)) {
    auto kernel = ursa::compiler::host::outlineWorkItem(
        *function, ursa::compiler::host::defaultSubGroupSize(**machine));
    if (!kernel)
      return fail(kernel.error().message);
    kernels.push_back(std::move(*kernel));
  }
  ursa::compiler::host::simplifyItems(*module, **machine);
  if (stage == "cost") {
    for (const ursa::compiler::host::Kernel &kernel : kernels)
      outs() << kernel.info.name << ": " << ursa::compiler::host::itemInstructions(*kernel.item)
             << '\n';
    return 0;
  }
  if (stage == "arguments") {
    for (const ursa::compiler::host::Kernel &kernel : kernels) {
      outs() << kernel.info.name << ':';
      for (const auto &[index, isLength] :
           ursa::compiler::host::shapingArguments(*kernel.item, kernel.ownArguments))
        outs() << ' ' << index << (isLength ? " (length)" : "");
      outs() << '\n';
    }
    return 0;
  }
  for (ursa::compiler::host::Kernel &kernel : kernels) {
    ursa::compiler::host::markLocalAtomics(kernel);
    const auto [chosenWidth, problem, reason, rivals] =
        ursa::compiler::host::vectorizeItem(kernel, **machine, options);
    const bool printsWidth = stage == "width" || stage == "rivals";
    if (printsWidth)
      outs() << kernel.info.name << ": " << chosenWidth;
    if (stage == "rivals")
      for (const unsigned rival : rivals)
        outs() << " or " << rival;
    if (printsWidth)
      outs() << '\n';
    if (chosenWidth == 1 || printsWidth)
      errs() << "kernel '" << kernel.info.name << "' "
             << (chosenWidth == 1 ? "stays scalar" : "has packs of " + std::to_string(chosenWidth))
             << (problem.empty() && reason.empty() ? "" : ": ") << problem << reason << '\n';
  }
  if (stage == "width" || stage == "rivals")
    return 0;
  if (stage != "pack") {
    bool barriers = false;
    for (ursa::compiler::host::Kernel &kernel : kernels) {
      kernel.info.hasBarriers =
          kernel.hasSubGroupOperations || ursa::compiler::host::callsBarrier(*kernel.item);
      barriers |= kernel.info.hasBarriers;
      if (kernel.info.hasBarriers)
        ursa::compiler::host::makeCoroutine(kernel);
      else if (auto lowered = ursa::compiler::host::lowerToLoops(kernel); !lowered)
        return fail(lowered.error().message);
    }
    if (barriers)
      ursa::compiler::host::splitCoroutines(*module, **machine);
    for (ursa::compiler::host::Kernel &kernel : kernels)
      if (kernel.info.hasBarriers)
        if (auto lowered = ursa::compiler::host::lowerBarriers(kernel); !lowered)
          return fail(lowered.error().message);
    ursa::compiler::host::unlockLocalAtomics(*module);
    if (stage == "optimized")
      ursa::compiler::host::optimizeModule(*module, **machine, 2, /*vectorizes=*/false);
  }
  module->print(outs(), nullptr);
  return verifyModule(*module, &errs()) ? fail("The module is not valid.") : 0;
}

// Creates host images. See host_image.h.
#include "compiler/targets/host/host_image.h"

#include "compiler/builtins/atomics.h"
#include "compiler/builtins/builtin.h"
#include "compiler/builtins/definitions.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/narrow_indexes.h"
#include "compiler/passes/source_location.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/half_functions.h"
#include "compiler/targets/common/opencl_images.h"
#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/pointer_queries.h"
#include "compiler/targets/common/retarget.h"
#include "compiler/targets/common/vector_memory.h"
#include "compiler/targets/host/fast_math.h"
#include "compiler/targets/host/sub_group_library.h"
#include "format/host/sub_groups.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr unsigned kGlobalAddressSpace = 1;
constexpr unsigned kLocalAddressSpace = 3;

/// Inlines and simplifies; no loop pass, because the JIT knows the constants and the processor.
constexpr const char *kPipeline =
    "always-inline,globaldce,"
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg),"
    "cgscc(inline),"
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg),"
    "globaldce,strip-dead-prototypes";

constexpr const char *kCleanup = "globaldce,strip-dead-prototypes";

Error markKernels(const Module &device, Module &host, bool isObject) {
  for (const Function &kernel : device) {
    Function *hostKernel = host.getFunction(kernel.getName());
    if (kernel.isDeclaration())
      continue;
    if (kernel.getCallingConv() != CallingConv::SPIR_KERNEL) {
      if (!isObject)
        hostKernel->setLinkage(GlobalValue::InternalLinkage);
      continue;
    }
    hostKernel->setLinkage(GlobalValue::ExternalLinkage);
    hostKernel->addFnAttr(kHostKernelAttribute);
    for (const Argument &argument : kernel.args())
      if (auto *pointer = dyn_cast<PointerType>(argument.getType());
          pointer && pointer->getAddressSpace() == kLocalAddressSpace)
        hostKernel->addParamAttr(argument.getArgNo(),
                                 Attribute::get(host.getContext(), kHostLocalAttribute));
    if (Error error = targets::markImageParameters(kernel, *hostKernel, "the host"))
      return error;
  }
  return Error::success();
}

/// Sets linkage and section of variables. A local variable gets external linkage, so that
/// optimizations do not treat it as a variable of a single thread. A program variable in global
/// memory keeps its name for the host; all other variables become internal.
void markVariables(const Module &device, Module &host, bool isObject) {
  for (const GlobalVariable &variable : device.globals()) {
    GlobalVariable *hostVariable =
        host.getGlobalVariable(variable.getName(), /*AllowInternal=*/true);
    if (!hostVariable || hostVariable->isDeclaration())
      continue;
    if (variable.getAddressSpace() == kLocalAddressSpace) {
      hostVariable->setLinkage(GlobalValue::ExternalLinkage);
      hostVariable->setSection(kHostLocalSection);
    } else if (variable.getAddressSpace() == kGlobalAddressSpace && !variable.isConstant() &&
               hostVariable->hasExternalLinkage()) {
      hostVariable->addAttribute(kHostGlobalAttribute);
    } else if (!hostVariable->hasLocalLinkage() && !isObject) {
      hostVariable->setLinkage(GlobalValue::InternalLinkage);
    }
  }
}

/// Prevents passes from treating printf as C's, for example from replacing it by puts: the JIT
/// implements it.
void keepPrintf(Module &host) {
  for (Function &function : host)
    if (builtins::baseName(function.getName()) == "printf")
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user))
          call->addFnAttr(Attribute::NoBuiltin);
}

void eraseUnusedVariables(Module &host) {
  for (GlobalVariable &variable : make_early_inc_range(host.globals()))
    if (variable.getSection() == kHostLocalSection && variable.use_empty())
      variable.eraseFromParent();
}

/// Returns whether work-items of sub-groups wait for each other, or exchange values.
bool usesSubGroups(Module &module) {
  return any_of(builtins::usedDeclarations(module), [](const Function *function) {
    const builtins::Builtin builtin = builtins::describe(function->getName());
    const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
    const auto *group = std::get_if<builtins::GroupFunction>(&builtin);
    return (barrier && barrier->scope == builtins::Scope::SubGroup) ||
           (group && group->scope == builtins::Scope::SubGroup);
  });
}

/// Refuses kernels with sub-groups that the host's compiler does not make.
Error checkSubGroups(const Module &device, Module &lowered) {
  if (!usesSubGroups(lowered))
    return Error::success();
  for (const Function &kernel : device) {
    auto size = passes::requiredSubGroupSize(kernel);
    if (!size)
      return size.takeError();
    if (*size && (**size > format::host::kMaxSubGroupSize || !isPowerOf2_32(**size)))
      return createStringError(passes::sourceLocation(kernel) + "Kernel '" +
                               passes::sourceName(kernel) + "' requires sub-groups of " +
                               Twine(**size) +
                               " work-items; those of the host have a power of two, at most " +
                               Twine(format::host::kMaxSubGroupSize) + ".");
  }
  return Error::success();
}

Error reportUndefined(const Module &host) {
  std::string names;
  unsigned count = 0;
  auto add = [&](StringRef name) {
    names +=
        (count++ == 0 ? "'" : ", '") + demangle(std::string_view(name.data(), name.size())) + "'";
  };
  for (const Function &function : host)
    if (function.isDeclaration() && !function.use_empty() &&
        (!function.isIntrinsic() || function.getName().starts_with("llvm.spv.")) &&
        !isProvidedByHost(function.getName()))
      add(function.getName());
  for (const GlobalVariable &variable : host.globals())
    if (variable.isDeclaration() && !variable.use_empty())
      add(variable.getName());
  if (count == 0)
    return Error::success();
  return createStringError((count == 1 ? "A kernel uses " : "Kernels use ") + names +
                           (count == 1 ? ", which is not defined." : ", which are not defined."));
}

} // namespace

bool isProvidedByHost(StringRef function) {
  const builtins::Builtin builtin = builtins::describe(function);
  const auto *group = std::get_if<builtins::GroupFunction>(&builtin);
  return std::holds_alternative<builtins::Barrier>(builtin) ||
         (group && group->scope == builtins::Scope::SubGroup) ||
         function.starts_with("__ursa_pack_") || // see pack_functions.h
         std::holds_alternative<builtins::WorkItemQuery>(builtin) ||
         std::holds_alternative<builtins::Fence>(builtin) ||
         std::holds_alternative<builtins::ImageFunction>(builtin) ||
         std::holds_alternative<builtins::Printf>(builtin) ||
         std::holds_alternative<builtins::SpecConstant>(builtin);
}

Expected<std::unique_ptr<Module>> makeHostImage(const Module &given,
                                                const HostImageOptions &options) {
  const std::unique_ptr<Module> answered =
      targets::cloneWithPointerQueriesResolved(given, options.isObject);
  const Module &device = answered ? *answered : given;
  targets::RetargetOptions target;
  target.triple = Triple(kHostTriple);
  target.addressSpace = [](unsigned) { return 0U; };
  target.opaqueType = targets::pointerTypeOfImage;
  auto host = targets::retarget(device, target);
  if (!host)
    return host;
  if (Error error = markKernels(device, **host, options.isObject))
    return error;
  markVariables(device, **host, options.isObject);
  keepPrintf(**host);
  targets::answerWarpSize(**host, 0);
  // Removes dead code first, so that only functions that kernels use must be defined.
  targets::PassManagers().run(**host, kCleanup);
  defineSubGroupLibrary(**host);
  if (Error error = checkSubGroups(device, **host))
    return error;
  builtins::lowerAtomics(**host, builtins::MemoryModel::SequentiallyConsistent);
  targets::defineDirectedHalfStores(**host);
  targets::defineHalfVectorAccess(**host);
  targets::defineHalfFunctions(**host, /*hasHalfArithmetic=*/true);
  relaxMath(**host);
  if (Error error = targets::linkBuiltins(**host, options.builtinLibrary, target, isProvidedByHost,
                                          fastMathLibrary()))
    return error;
  {
    const passes::NarrowIndexes narrow(**host);
    targets::PassManagers().run(**host, options.optimize ? kPipeline : kCleanup);
  }
  eraseUnusedVariables(**host);
  if (!options.isObject)
    if (Error error = reportUndefined(**host))
      return error;
  std::string problem;
  raw_string_ostream out(problem);
  if (verifyModule(**host, &out))
    return createStringError("The host image is not valid LLVM IR: " + problem);
  return host;
}

} // namespace ursa::compiler::host

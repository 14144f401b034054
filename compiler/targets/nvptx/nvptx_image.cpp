// See nvptx_image.h.
#include "compiler/targets/nvptx/nvptx_image.h"

#include "compiler/builtins/atomics.h"
#include "compiler/builtins/builtin.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/source_location.h"
#include "compiler/targets/common/atomic_updates.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/half_functions.h"
#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/common/pointer_queries.h"
#include "compiler/targets/common/retarget.h"
#include "compiler/targets/common/vector_memory.h"
#include "compiler/targets/nvptx/global_offset.h"
#include "compiler/targets/nvptx/images.h"
#include "compiler/targets/nvptx/library_names.h"
#include "compiler/targets/nvptx/local_memory.h"
#include "compiler/targets/nvptx/native_math.h"
#include "compiler/targets/nvptx/opencl_launch.h"
#include "compiler/targets/nvptx/printf.h"
#include "compiler/targets/nvptx/ptx_codegen.h"
#include "compiler/targets/nvptx/sub_groups.h"
#include "compiler/targets/nvptx/work_items.h"
#include "format/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

/// Maps constant to global memory, which the host writes; generic and private to generic.
unsigned addressSpace(unsigned device) {
  switch (device) {
  case 1:
  case 2:
    return 1;
  case 3:
    return 3;
  default:
    return 0;
  }
}

bool isConstantRead(const Function &function) {
  return function.isDeclaration() &&
         builtins::describeAs<builtins::SpecConstant>(function.getName());
}

// Work-items of a work-group in one dimension, more than any device has. ptxas (CUDA 13.0) divides
// by zero where the size does not fit in 32 bits when it is rounded up to warps.
constexpr std::uint32_t kMostItems = 1 << 20;

Error checkConstants(const Module &device) {
  for (const Function &function : device)
    if (isConstantRead(function) && !function.use_empty())
      return createStringError("The specialization constants of '" + device.getModuleIdentifier() +
                               "' are native; a target without them needs emulated ones.");
  return Error::success();
}

/// Keeps the names of kernels and of variables in global memory, which the host looks up.
Error setLinkages(const Module &device, Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const bool isKernel = function.getCallingConv() == CallingConv::PTX_Kernel;
    function.setLinkage(isKernel ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    const Function *original = device.getFunction(function.getName());
    if (!isKernel || !original)
      continue;
    auto size = passes::requiredWorkGroupSize(*original);
    if (!size)
      return size.takeError();
    if (*size)
      function.addFnAttr(
          "nvvm.reqntid",
          join(map_range((*size)->sizes,
                         [](std::uint32_t n) { return std::to_string(std::min(n, kMostItems)); }),
               ","));
  }
  for (GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration())
      continue;
    variable.setComdat(nullptr);
    if (!variable.hasExternalLinkage())
      variable.setLinkage(GlobalValue::InternalLinkage);
    if (variable.getAddressSpace() == 3) // shared memory has no initial value
      variable.setInitializer(UndefValue::get(variable.getValueType()));
  }
  return Error::success();
}

/// Returns whether the device's linker or a later step defines a function. Where constants are
/// not allowed, checkConstants has refused them.
bool isDefinedLater(const Function &function) {
  return function.isIntrinsic() || function.getName() == kImplicitOffsetFunction ||
         function.getName() == kPrintFunction || function.getName() == kAssertFunction ||
         isConstantRead(function);
}

/// Reports undefined functions: the location of the first call, and the names and callers.
Error reportUndefined(const Module &module) {
  std::string place;
  std::string names;
  for (const Function &function : module) {
    if (!function.isDeclaration() || function.use_empty() || isDefinedLater(function))
      continue;
    std::string caller;
    for (const User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user)) {
        if (names.empty())
          place = passes::sourceLocation(*call);
        caller = " (in '" + passes::sourceName(*call->getFunction()) + "')";
        break;
      }
    names += (names.empty() ? "'" : ", '") + demangle(function.getName()) + "'" + caller;
  }
  if (names.empty())
    return Error::success();
  return createStringError(place +
                           "Kernels use functions that are not defined for NVPTX: " + names + ".");
}

/// NVIDIA's OpenCL passes images and samplers in another way than CUDA.
Error checkParameters(const Module &device, NvptxDriver driver) {
  for (const Function &function : device)
    for (const Argument &argument : function.args())
      if (auto *type = dyn_cast<TargetExtType>(argument.getType());
          type && !function.isDeclaration() && type->getName() != "spirv.Event" &&
          (driver == NvptxDriver::OpenCl || !nvptxTypeOfImage(type)))
        return createStringError(passes::sourceLocation(function) + "Argument " +
                                 Twine(argument.getArgNo()) + " of function '" +
                                 passes::sourceName(function) +
                                 "' is an image, a sampler or the like, which this target does not "
                                 "have.");
  return Error::success();
}

/// Checks the sub-groups that kernels require: those of NVIDIA's devices have one size.
Error checkSubGroupSizes(const Module &device) {
  for (const Function &kernel : device) {
    if (kernel.getCallingConv() != CallingConv::SPIR_KERNEL)
      continue;
    auto size = passes::requiredSubGroupSize(kernel);
    if (!size)
      return size.takeError();
    if (*size && **size != kNvptxSubGroupSize)
      return createStringError(passes::sourceLocation(kernel) + "Kernel '" +
                               passes::sourceName(kernel) + "' requires sub-groups of " +
                               Twine(**size) + " work-items; those of NVPTX images have " +
                               Twine(kNvptxSubGroupSize) + ".");
  }
  return Error::success();
}

/// Maps images, samplers, and events of asynchronous copies, which are pointers in the library.
Type *mapOpaqueType(Type *type) {
  auto *opaque = dyn_cast<TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Event" ? PointerType::get(type->getContext(), 0)
                                                      : nvptxTypeOfImage(type);
}

/// Gives the scopes of atomics and fences NVPTX's names; those of sub-groups are widened.
void renameScopes(Module &module) {
  LLVMContext &context = module.getContext();
  const SyncScope::ID block = context.getOrInsertSyncScopeID("block");
  const SyncScope::ID group = context.getOrInsertSyncScopeID("workgroup");
  const SyncScope::ID subGroup = context.getOrInsertSyncScopeID("subgroup");
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (const auto scope = getAtomicSyncScopeID(&instruction);
          scope && (*scope == group || *scope == subGroup))
        setAtomicSyncScopeID(&instruction, block);
}

/// Minima and maxima of floats have no instruction, and LLVM would always exchange.
void expandFloatLimits(Module &module) {
  SmallVector<AtomicRMWInst *, 4> updates;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
          update && targets::isFloatLimit(*update))
        updates.push_back(update);
  for (AtomicRMWInst *update : updates)
    targets::expandToExchangeLoop(*update);
}

} // namespace

std::optional<NvptxOptions> parseNvptxTargetName(StringRef name) {
  NvptxOptions options;
  if (name == StringRef(format::target::kNvptx)) {
    options.processor.clear();
    return options;
  }
  const auto [target, processor] = name.split('-');
  if (target == StringRef(format::target::kNvcl))
    options.driver = NvptxDriver::OpenCl;
  else if (target != StringRef(format::target::kNvptx))
    return std::nullopt;
  if (processor.empty())
    return std::nullopt;
  options.processor = processor.str();
  return options;
}

const char *nvptxTriple(NvptxDriver driver) {
  return driver == NvptxDriver::OpenCl ? "nvptx64-nvidia-nvcl" : "nvptx64-nvidia-cuda";
}

Expected<std::unique_ptr<Module>> lowerToNvptx(const Module &device, const NvptxOptions &options) {
  if (Error error = checkParameters(device, options.driver))
    return error;
  if (Error error = checkSubGroupSizes(device))
    return error;
  targets::RetargetOptions target;
  const bool isOpencl = options.driver == NvptxDriver::OpenCl;
  target.triple = Triple(nvptxTriple(options.driver));
  target.addressSpace = addressSpace;
  target.kernelConvention = CallingConv::PTX_Kernel;
  target.opaqueType = mapOpaqueType;
  const std::unique_ptr<Module> answered =
      targets::cloneWithPointerQueriesResolved(device, /*isObject=*/false);
  auto module = targets::retarget(answered ? *answered : device, target);
  if (!module)
    return module.takeError();
  targets::removePackFunctions(**module);
  targets::answerWarpSize(**module, kNvptxSubGroupSize);
  if (Error error = setLinkages(answered ? *answered : device, **module))
    return error;
  if (Error error = markImageArguments(answered ? *answered : device, **module))
    return error;
  renameScopes(**module);
  const ArrayRef<std::uint32_t> formats = defineImageFunctions(**module);
  builtins::lowerAtomics(**module, builtins::MemoryModel::SequentiallyConsistent);
  expandFloatLimits(**module);
  targets::defineDirectedHalfStores(**module);
  targets::defineHalfVectorAccess(**module);
  targets::defineHalfFunctions(**module, /*hasHalfArithmetic=*/true);
  if (Error error = definePrintf(**module, !isOpencl))
    return error;
  renameForLibrary(**module);
  // The library already has this target's address spaces.
  target.addressSpace = [](unsigned space) { return space; };
  const auto isDefinedHere = [&](StringRef name) {
    return isOpencl && isOpenclLaunchFunction(name);
  };
  if (Error error = targets::linkBuiltins(**module, options.builtinLibrary, target, isDefinedHere,
                                          {formats, mathFunctions()}))
    return error;
  if (isOpencl)
    defineOpenclLaunchFunctions(**module);
  defineSubGroupFunctions(**module);
  defineWorkItemFunctions(**module);
  expandNativeMath(**module);
  if (Error error = reportUndefined(**module))
    return error;
  if (isOpencl) {
    alignLocalArguments(**module);
  } else {
    if (Error error = addGlobalOffset(**module))
      return error;
    ModuleAnalysisManager none;
    NvptxLocalMemoryPass().run(**module, none);
  }
  std::string problem;
  raw_string_ostream problems(problem);
  if (verifyModule(**module, &problems))
    return createStringError("The NVPTX module is not valid LLVM IR: " + problem);
  return module;
}

Expected<std::string> compileNvptxImage(const Module &device, const NvptxOptions &options) {
  const bool hasDebugInfo = !device.debug_compile_units().empty();
  const auto debugInfo =
      hasDebugInfo && !options.optimize ? NvptxDebugInfo::Full : NvptxDebugInfo::Lines;
  auto machine = createNvptxMachine(nvptxTriple(options.driver), options.processor, debugInfo);
  if (!machine)
    return machine.takeError();
  if (Error error = checkConstants(device))
    return error;
  auto module = lowerToNvptx(device, options);
  if (!module)
    return module.takeError();
  if (debugInfo == NvptxDebugInfo::Lines)
    keepOnlyLines(**module);
  optimizeNvptx(**module, **machine, options.optimize);
  return emitPtx(**module, **machine);
}

Expected<std::string> makeNvptxBitcode(const Module &device, const NvptxOptions &options) {
  auto module = lowerToNvptx(device, options);
  if (!module)
    return module.takeError();
  simplifyNvptx(**module, options.optimize);
  std::string code;
  raw_string_ostream out(code);
  WriteBitcodeToFile(**module, out);
  return code;
}

} // namespace ursa::compiler::nvptx

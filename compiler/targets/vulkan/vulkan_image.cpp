// See vulkan_image.h.
#include "compiler/targets/vulkan/vulkan_image.h"

#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/pointer_queries.h"
#include "compiler/targets/common/retarget.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/reflection.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <spirv/unified1/GLSL.std.450.h>

using namespace llvm;

namespace ursa {
namespace {

using namespace vulkan;

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

/// Drops what only other targets, linkers and debuggers read, and metadata of the names that the
/// passes use.
void prepare(Module &device) {
  for (NamedMDNode &named : make_early_inc_range(device.named_metadata()))
    if (named.getName().starts_with(kVulkanMetadata))
      named.eraseFromParent();
  StripDebugInfo(device);
  for (const char *name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = device.getGlobalVariable(name))
      list->eraseFromParent();
  for (Function &function : device) {
    if (function.isDeclaration())
      continue;
    function.setComdat(nullptr);
    if (!isKernel(function))
      function.setLinkage(GlobalValue::InternalLinkage);
  }
  // Local memory is one object for a work-group, which an optimization could take for a variable
  // that one thread uses.
  for (GlobalVariable &variable : device.globals()) {
    variable.setComdat(nullptr);
    if (variable.getAddressSpace() == 3 && variable.hasInitializer()) {
      variable.setLinkage(GlobalValue::ExternalLinkage);
      variable.setInitializer(nullptr);
    } else if (variable.getAddressSpace() != 1 && variable.hasInitializer()) {
      variable.setLinkage(GlobalValue::InternalLinkage);
    }
  }
}

/// A sum of a product of floats, by element.
Value *fusedSum(IRBuilder<> &builder, IntrinsicInst &call) {
  auto *vector = dyn_cast<FixedVectorType>(call.getType());
  if (!vector)
    return callGlsl(builder, GLSLstd450Fma, call.getType(), SmallVector<Value *, 3>(call.args()));
  Value *result = PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    SmallVector<Value *, 3> elements;
    for (Value *argument : call.args())
      elements.push_back(builder.CreateExtractElement(argument, i));
    Value *sum = callGlsl(builder, GLSLstd450Fma, vector->getElementType(), elements);
    result = builder.CreateInsertElement(result, sum, i);
  }
  return result;
}

/// The library computes what sums have lost: a driver that may contract a product and a sum takes
/// a * b - (a * b + c) for -c, as NVIDIA's does. One instruction is not taken apart.
void keepSums(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != Intrinsic::fmuladd ||
        call->getType()->getScalarType()->isHalfTy())
      continue;
    IRBuilder<> builder(call);
    call->replaceAllUsesWith(fusedSum(builder, *call));
    call->eraseFromParent();
  }
}

Error linkLibrary(Module &module, const VulkanOptions &options) {
  StringSet<> own;
  for (const Function &function : module)
    if (!function.isDeclaration())
      own.insert(function.getName());
  RetargetOptions target;
  target.triple = Triple("spirv64-unknown-unknown");
  // The library's constants are in space 4, its private memory in 0 or 5.
  target.addressSpace = [](unsigned space) { return space == 4 ? 2U : space == 5 ? 0U : space; };
  if (Error error = linkBuiltins(module, options.builtinLibrary, target,
                                 [](StringRef name) { return name.starts_with(kPrefix); }))
    return error;
  for (Function &function : module)
    if (!own.contains(function.getName()))
      keepSums(function);
  return Error::success();
}

Error reportUndefined(const Module &module) {
  std::string names;
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() &&
        (!function.isIntrinsic() || function.getName().starts_with("llvm.nvvm.")) &&
        !function.getName().starts_with(kPrefix))
      names += (names.empty() ? "'" : ", '") + demangle(function.getName()) + "'";
  if (names.empty())
    return Error::success();
  return createStringError("Kernels use what is not defined for Vulkan: " + names + ".");
}

/// A call whose convention is not the function's is undefined behaviour; the library's is another
/// than the device's.
void unifyFunctions(Module &module) {
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    const bool kernel = isKernel(function);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function) {
        call->setCallingConv(CallingConv::C);
        call->removeFnAttr(Attribute::NoInline);
      }
    if (!kernel)
      function.setCallingConv(CallingConv::C);
    for (Attribute::AttrKind attribute : {Attribute::OptimizeNone, Attribute::NoInline})
      function.removeFnAttr(attribute);
    for (const char *attribute : {"target-cpu", "target-features", "frame-pointer"})
      function.removeFnAttr(attribute);
    for (unsigned i = 0; !kernel && i < function.arg_size(); ++i)
      function.removeParamAttr(i, Attribute::ByVal);
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::AlwaysInline);
  }
}

Error reportRecursion(Module &module) {
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (const CallGraphNode *node : *component)
        if (const Function *function = node->getFunction())
          return createStringError("Function '" + demangle(function->getName()) +
                                   "' calls itself, which Vulkan does not allow.");
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && !call->getCalledFunction())
        return createStringError("Function '" + demangle(function.getName()) +
                                 "' calls through a pointer, which Vulkan does not allow.");
  return Error::success();
}

} // namespace

Expected<TargetCode> makeVulkanImage(Module &device, SpecConstantMode mode,
                                     const VulkanOptions &options) {
  prepare(device);
  if (NamedMDNode *constants = device.getNamedMetadata(kSpecConstantsMetadata);
      constants && mode != SpecConstantMode::Native) // in the buffer
    constants->eraseFromParent();
  resolvePointerQueries(device);
  if (Error error = runBuiltinPasses(device, options.pipeline))
    return error;
  if (Error error = linkLibrary(device, options))
    return error;
  // The library's functions use ours.
  if (Error error = runBuiltinPasses(device, options.pipeline))
    return error;
  unifyFunctions(device);
  if (Error error = reportRecursion(device))
    return error;
  if (Error error = runLoweringPasses(device, options.pipeline))
    return error;
  if (Error error = reportUndefined(device))
    return error;
  std::vector<NamedKernel> kernels;
  for (const Function *kernel : kernelsOf(device)) {
    auto module = writeKernel(*kernel, options.writer);
    if (!module)
      return module.takeError();
    kernels.push_back({kernel, std::move(*module)});
  }
  TargetCode code;
  auto bytes = imageBytes(device, kernels);
  if (!bytes)
    return bytes.takeError();
  code.code = std::move(*bytes);
  PropertySet required{"Ursa/required capabilities", {}};
  if (std::string names = allCapabilities(kernels); !names.empty())
    required.properties.push_back({"all", std::move(names)});
  code.properties.push_back(std::move(required));
  PropertySet ofKernels{"Ursa/kernel requirements", {}};
  for (const NamedKernel &kernel : kernels)
    if (std::string lines = requirementsOf(kernel.module); !lines.empty())
      ofKernels.properties.push_back({kernel.kernel->getName().str(), std::move(lines)});
  if (!ofKernels.properties.empty())
    code.properties.push_back(std::move(ofKernels));
  return code;
}

} // namespace ursa

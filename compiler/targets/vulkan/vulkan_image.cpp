// See vulkan_image.h.
#include "compiler/targets/vulkan/vulkan_image.h"

#include "compiler/passes/number_copies.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/common/pointer_queries.h"
#include "compiler/targets/common/retarget.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/reflection.h"
#include "format/names.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <map>
#include <set>
#include <spirv/unified1/GLSL.std.450.h>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

/// Removes what only other targets, linkers and debuggers need, and metadata with names that the
/// passes use.
void prepareModule(Module &device) {
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
  // Variables in local memory are shared by a work-group. Without an initializer, no optimization
  // takes them for variables of one thread.
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

/// Creates GLSL.std.450's Fma for llvm.fmuladd, for each element.
Value *createFma(IRBuilder<> &builder, IntrinsicInst &call) {
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

/// Replaces llvm.fmuladd in library functions by Fma. The library computes rounding errors of sums,
/// and drivers that may contract a product and a sum, such as NVIDIA's, simplify a * b - (a * b +
/// c) to -c; drivers do not split Fma.
void fuseMultiplyAdds(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != Intrinsic::fmuladd ||
        call->getType()->getScalarType()->isHalfTy())
      continue;
    IRBuilder<> builder(call);
    call->replaceAllUsesWith(createFma(builder, *call));
    call->eraseFromParent();
  }
}

Error linkLibrary(Module &module, const VulkanOptions &options) {
  StringSet<> definedByProgram;
  for (const Function &function : module)
    if (!function.isDeclaration())
      definedByProgram.insert(function.getName());
  targets::RetargetOptions target;
  target.triple = Triple("spirv64-unknown-unknown");
  // In libclc for nvptx64, constants are in address space 4, private memory in 0 or 5.
  target.addressSpace = [](unsigned space) { return space == 4 ? 2U : space == 5 ? 0U : space; };
  if (Error error = targets::linkBuiltins(module, options.builtinLibrary, target,
                                          [](StringRef name) { return name.starts_with(kPrefix); }))
    return error;
  for (Function &function : module)
    if (!definedByProgram.contains(function.getName()))
      fuseMultiplyAdds(function);
  return Error::success();
}

bool isUndefined(const Function &function) {
  return function.isDeclaration() &&
         (!function.isIntrinsic() || function.getName().starts_with("llvm.nvvm.")) &&
         !function.getName().starts_with(kPrefix);
}

/// Fails if the kernels, into which all functions are inlined, use functions without a definition.
Error reportUndefined(const Module &module) {
  std::map<std::string, std::set<std::string>> namesByUser;
  for (const Function &function : module)
    if (isUndefined(function))
      for (const User *user : function.users()) {
        auto *instruction = dyn_cast<Instruction>(user);
        namesByUser[instruction ? "kernel '" + instruction->getFunction()->getName().str() + "'"
                                : "a variable"]
            .insert("'" + demangle(function.getName()) + "'");
      }
  if (namesByUser.empty())
    return Error::success();
  std::string text;
  for (const auto &[user, names] : namesByUser)
    text += (text.empty() ? "" : "; ") + user + " uses " + join(names, ", ");
  text[0] = toUpper(text[0]);
  return createStringError(text +
                           ": the target 'vulkan1.2' does not provide these functions; define "
                           "them in a source, or compile the kernel for another target.");
}

/// Gives all functions and calls one calling convention, because those of libclc and of device IR
/// differ, and removes attributes that prevent inlining.
void normalizeFunctions(Module &module) {
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
                                   "' is recursive, which Vulkan does not support.");
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && !call->getCalledFunction())
        return createStringError("Function '" + demangle(function.getName()) +
                                 "' calls a function through a pointer, which Vulkan does not "
                                 "support.");
  return Error::success();
}

} // namespace

Expected<targets::TargetCode> compileVulkanImage(Module &device, format::ConstantMode mode,
                                                 const VulkanOptions &options) {
  prepareModule(device);
  targets::removePackFunctions(device);
  targets::answerWarpSize(device, 0);
  passes::makeCopiesIntegers(device);
  if (NamedMDNode *constants = device.getNamedMetadata(kSpecConstantsMetadata);
      constants && mode != format::ConstantMode::Native) // kernels read the emulation buffer
    constants->eraseFromParent();
  targets::resolvePointerQueries(device);
  if (Error error = runBuiltinPasses(device, options.pipeline))
    return error;
  if (Error error = linkLibrary(device, options))
    return error;
  // The library's functions call built-in functions that the passes define.
  if (Error error = runBuiltinPasses(device, options.pipeline))
    return error;
  normalizeFunctions(device);
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
  targets::TargetCode code;
  auto bytes = serializeImage(device, kernels);
  if (!bytes)
    return bytes.takeError();
  code.code = std::move(*bytes);
  format::PropertySet required(format::kRequiredCapabilities);
  if (std::string names = allCapabilities(kernels); !names.empty())
    required.properties.push_back({std::string(format::kRequiredCapabilitiesList), names});
  code.properties.push_back(std::move(required));
  format::PropertySet requirements(format::kKernelRequirements);
  for (const NamedKernel &kernel : kernels)
    if (std::string lines = requirementsOf(kernel.module); !lines.empty())
      requirements.properties.push_back({kernel.kernel->getName().str(), lines});
  if (!requirements.properties.empty())
    code.properties.push_back(std::move(requirements));
  return code;
}

} // namespace ursa::compiler::vulkan

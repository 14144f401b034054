// See device_image.h.
#include "compiler/image/device_image.h"

#include "compiler/passes/dead_arguments.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/device_requirements.h"
#include "compiler/passes/scratch_memory.h"
#include "compiler/passes/specialization_buffer.h"
#include "compiler/passes/split_module.h"
#include "format/names.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::image {
namespace {

/// Returns the architecture in the triple by name: LLVM does not know all triples of device IR,
/// such as spir64_gen.
StringRef architectureOf(const Module &module) {
  return StringRef(module.getTargetTriple().str()).split('-').first;
}

Error unsupportedTripleError(const Module &module) {
  return createStringError("The target triple of '" + module.getModuleIdentifier() + "' is '" +
                           module.getTargetTriple().str() +
                           "'; device IR has spirv64-unknown-unknown.");
}

} // namespace

Error checkDeviceTriple(const Module &module) {
  const StringRef architecture = architectureOf(module);
  if (!architecture.starts_with("spirv64") && !architecture.starts_with("spir64"))
    return unsupportedTripleError(module);
  for (const Function &function : module)
    if (passes::isKernel(function) && function.getCallingConv() != CallingConv::SPIR_KERNEL)
      return createStringError("Kernel '" + function.getName() + "' of '" +
                               module.getModuleIdentifier() +
                               "' has the calling convention of another target; kernels of device "
                               "IR are spir_kernel.");
  return Error::success();
}

Expected<PostLinkResult> postLink(Module &module, std::optional<format::ConstantMode> mode) {
  const StringRef architecture = architectureOf(module);
  const bool isKnown = architecture.empty() || architecture == "unknown" ||
                       architecture.starts_with("spir") || architecture == "nvptx64" ||
                       architecture == "amdgcn";
  if (!isKnown)
    return unsupportedTripleError(module);
  if (Error error = passes::lowerSizeAttributes(module))
    return error;
  if (Error error = passes::removeDeadArguments(module))
    return error;
  auto withoutScratch = passes::lowerScratchMemory(module);
  if (!withoutScratch)
    return withoutScratch.takeError();
  auto withoutGlobals = passes::lowerDeviceGlobals(module); // their arguments are the last ones
  if (!withoutGlobals)
    return withoutGlobals.takeError();
  PostLinkResult result;
  result.notExported = std::move(*withoutScratch);
  result.notExported.insert(result.notExported.end(), withoutGlobals->begin(),
                            withoutGlobals->end());
  if (mode) {
    auto constants = passes::lowerSpecConstants(module, *mode);
    if (!constants)
      return constants.takeError();
    result.constants = std::move(*constants);
    auto notExported = passes::addSpecializationBuffer(module);
    if (!notExported)
      return notExported.takeError();
    result.notExported.insert(result.notExported.end(), notExported->begin(), notExported->end());
    std::string problem;
    raw_string_ostream out(problem);
    if (verifyModule(module, &out))
      return createStringError("The module is not valid LLVM IR after post-link: " + problem);
  }
  auto kernels = describeKernels(module, result.constants);
  if (!kernels)
    return kernels.takeError();
  result.kernels = std::move(*kernels);
  for (const Function &function : module)
    if (passes::isExported(function))
      result.exported.push_back(function.getName().str());
  return result;
}

std::vector<format::PropertySet> propertySets(const PostLinkResult &result) {
  format::PropertySet constants(format::kSpecConstants), defaults(format::kSpecDefaults),
      misc(format::kMiscProperties), types(format::kSpecTypes), buffers(format::kSpecBuffer),
      kernels(format::kKernels);
  std::string blob;
  for (const passes::SpecConstant &constant : result.constants.constants) {
    constants.properties.push_back(format::describeConstant(constant.id, constant.descriptors));
    types.properties.push_back({constant.id, constant.type});
    blob.append(constant.defaultValue.begin(), constant.defaultValue.end());
  }
  if (!constants.properties.empty())
    defaults.properties.push_back({std::string(format::kSpecDefaultsBlob), blob});
  if (result.constants.defaultsFolded)
    misc.properties.push_back({std::string(format::kDefaultsFolded), 1U});
  for (const KernelInfo &kernel : result.kernels) {
    if (kernel.bufferIndex)
      buffers.properties.push_back({kernel.name, *kernel.bufferIndex});
    kernels.properties.push_back({kernel.name, kernel.json});
  }
  return {constants, defaults, misc, types, buffers, kernels};
}

std::string symbolText(const PostLinkResult &result) {
  std::string text;
  for (const KernelInfo &kernel : result.kernels)
    text += kernel.name + "\n";
  for (const std::string &function : result.exported)
    text += function + "\n";
  return text;
}

} // namespace ursa::compiler::image

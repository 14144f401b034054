// See kernel_info.h.
#include "compiler/image/kernel_info.h"

#include "compiler/passes/aspect_uses.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/device_requirements.h"
#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/reference_graph.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/specialization_buffer.h"
#include "compiler/passes/split_module.h"
#include "format/kernel_description.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::image {
namespace {

/// Returns whether the module has the address spaces of NVIDIA's and AMD's GPUs: 0 is generic, 4
/// constant and 5 private memory.
bool hasGpuSpaces(const Module &module) {
  const StringRef triple = module.getTargetTriple().str();
  return triple.starts_with("nvptx64") || triple.starts_with("amdgcn");
}

StringRef spaceName(unsigned addressSpace, const Module &module) {
  constexpr unsigned kGpuConstant = 4;
  if (hasGpuSpaces(module)) {
    if (addressSpace == kGpuConstant)
      return "constant";
    return addressSpace == 3 ? "local" : "global";
  }
  switch (addressSpace) {
  case 1:
    return "global";
  case 2:
    return "constant";
  case 3:
    return "local";
  default:
    return "private";
  }
}

/// Name and type of a kernel argument.
struct ArgumentNames {
  std::string name;
  std::string type; ///< as in the source, else as in the IR
};

/// Returns the type of the argument's value; a struct passed by value is a pointer to a copy.
Type *valueType(const Argument &argument) {
  return argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
}

bool isOpaqueType(const Type *type, StringRef name) {
  auto *extension = dyn_cast<TargetExtType>(type);
  return extension && extension->getName() == name;
}
bool isImage(const Type *type) { return isOpaqueType(type, "spirv.Image"); }
bool isSampler(const Type *type) { return isOpaqueType(type, "spirv.Sampler"); }

Error checkArgument(const Argument &argument, StringRef name) {
  const Type *type = argument.getType();
  const bool isGpu = hasGpuSpaces(*argument.getParent()->getParent());
  const bool isGeneric = type->isPointerTy() && type->getPointerAddressSpace() > (isGpu ? 4 : 3);
  const bool isPrivate = type->isPointerTy() && type->getPointerAddressSpace() == 0 && !isGpu &&
                         !argument.hasByValAttr();
  const bool isOpaque = type->isTargetExtTy() && !isImage(type) && !isSampler(type);
  if (type->isSized() && !isOpaque && !isGeneric && !isPrivate)
    return Error::success();
  std::string text;
  raw_string_ostream(text) << passes::sourceLocation(*argument.getParent()) << "Argument '" << name
                           << "' of kernel '" << argument.getParent()->getName() << "' has type "
                           << *type << ", which cannot be passed to a kernel.";
  return createStringError(text);
}

Expected<ArgumentNames> argumentNames(const Argument &argument) {
  const Function &kernel = *argument.getParent();
  auto name = passes::argumentText(kernel, "kernel_arg_name", argument.getArgNo());
  if (!name)
    return name.takeError();
  auto type = passes::argumentText(kernel, "kernel_arg_type", argument.getArgNo());
  if (!type)
    return type.takeError();
  ArgumentNames names{name->str(), type->str()};
  if (names.name.empty())
    names.name =
        argument.hasName() ? argument.getName().str() : "arg" + std::to_string(argument.getArgNo());
  if (names.type.empty())
    raw_string_ostream(names.type) << *valueType(argument);
  return names;
}

/// @param part what the argument of a flattened kernel holds; null for others
void writeArgument(json::OStream &json, const Argument &argument, const ArgumentNames &names,
                   const passes::ParameterPart *part) {
  const DataLayout &dataLayout = argument.getParent()->getDataLayout();
  Type *type = valueType(argument);
  StringRef kind = format::kernel_description::kValue;
  StringRef space = "private";
  if (type->isPointerTy()) {
    space = spaceName(type->getPointerAddressSpace(), *argument.getParent()->getParent());
    kind = space == "local" ? format::kernel_description::kLocal
                            : format::kernel_description::kPointer;
  } else if (isImage(type)) {
    kind = format::kernel_description::kImage;
  } else if (isSampler(type)) {
    kind = format::kernel_description::kSampler;
  }
  const Align align = argument.hasByValAttr()
                          ? argument.getParamAlign().value_or(dataLayout.getABITypeAlign(type))
                          : dataLayout.getABITypeAlign(type);
  json.object([&] {
    json.attribute(format::kernel_description::kName, names.name);
    json.attribute(format::kernel_description::kKind, kind);
    json.attribute(format::kernel_description::kSpace, space);
    json.attribute(format::kernel_description::kType, names.type);
    json.attribute(format::kernel_description::kSize,
                   static_cast<std::int64_t>(dataLayout.getTypeAllocSize(type).getFixedValue()));
    json.attribute(format::kernel_description::kAlign, static_cast<std::int64_t>(align.value()));
    if (part) {
      json.attribute(format::kernel_description::kParameter,
                     static_cast<std::int64_t>(part->parameter));
      json.attribute(format::kernel_description::kOffset, static_cast<std::int64_t>(part->offset));
    }
    const Attribute global = argument.getParent()->getAttributes().getParamAttr(
        argument.getArgNo(), passes::kDeviceGlobalAttribute);
    if (global.isValid())
      json.attribute(format::kernel_description::kDeviceGlobal, global.getValueAsString());
  });
}

Expected<KernelInfo> describeKernel(const Function &kernel,
                                    const passes::SpecConstantTable &constants,
                                    const passes::AspectSet &aspects,
                                    const passes::ReferenceGraph &references) {
  KernelInfo info;
  info.name = kernel.getName().str();
  if (unsigned index = 0;
      !kernel.getFnAttribute(passes::kBufferAttribute).getValueAsString().getAsInteger(10, index))
    info.bufferIndex = index;
  std::vector<ArgumentNames> names;
  for (const Argument &argument : kernel.args()) {
    auto found = argumentNames(argument);
    if (!found)
      return found.takeError();
    names.push_back(std::move(*found));
    if (Error error = checkArgument(argument, names.back().name))
      return error;
  }
  auto groupSize = passes::requiredWorkGroupSize(kernel);
  if (!groupSize)
    return groupSize.takeError();
  auto hierarchicalSize = passes::hierarchicalWorkGroupSize(kernel);
  if (!hierarchicalSize)
    return hierarchicalSize.takeError();
  auto subGroupSize = passes::requiredSubGroupSize(kernel);
  if (!subGroupSize)
    return subGroupSize.takeError();
  auto parts = passes::parameterParts(kernel);
  if (!parts)
    return parts.takeError();
  raw_string_ostream out(info.json);
  json::OStream json(out);
  json.object([&] {
    json.attributeArray(format::kernel_description::kArguments, [&] {
      for (const Argument &argument : kernel.args())
        if (argument.getArgNo() != info.bufferIndex)
          writeArgument(json, argument, names[argument.getArgNo()],
                        argument.getArgNo() < parts->size() ? &(*parts)[argument.getArgNo()]
                                                            : nullptr);
    });
    json.attributeArray(format::kernel_description::kReads, [&] {
      if (auto found = constants.reads.find(info.name); found != constants.reads.end())
        for (const std::string &id : found->second)
          json.value(id);
    });
    for (const auto &[name, size] :
         {std::pair(format::kernel_description::kWorkGroupSize, *groupSize),
          std::pair(format::kernel_description::kHierarchicalWorkGroupSize, *hierarchicalSize)})
      if (size)
        json.attributeArray(name, [&, &sizes = size->sizes] {
          for (std::uint32_t length : sizes)
            json.value(static_cast<std::int64_t>(length));
        });
    if (*subGroupSize)
      json.attribute(format::kernel_description::kSubGroupSize,
                     static_cast<std::int64_t>(**subGroupSize));
    // Negative numbers are private to compilers.
    if (!aspects.empty() && *aspects.rbegin() >= 0) {
      json.attributeArray(format::kernel_description::kAspects, [&] {
        for (auto it = aspects.lower_bound(0); it != aspects.end(); ++it)
          json.value(*it);
      });
      json.attributeArray(format::kernel_description::kAspectUses, [&] {
        for (auto it = aspects.lower_bound(0); it != aspects.end(); ++it)
          json.value(passes::aspectUse(kernel, *it, references));
      });
    }
  });
  return info;
}

} // namespace

Expected<std::vector<KernelInfo>> describeKernels(const Module &module,
                                                  const passes::SpecConstantTable &constants) {
  std::vector<KernelInfo> kernels;
  const passes::ReferenceGraph references(module);
  const passes::AspectUsage aspects(module, references);
  for (const Function &function : module) {
    if (!passes::isKernel(function))
      continue;
    auto info = describeKernel(function, constants, aspects.reachableAspects(function), references);
    if (!info)
      return info.takeError();
    kernels.push_back(std::move(*info));
  }
  return kernels;
}

} // namespace ursa::compiler::image

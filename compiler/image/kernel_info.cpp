// See kernel_info.h.
#include "compiler/image/kernel_info.h"

#include "compiler/passes/specialization_buffer.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa {
namespace {

/// String @p index of a kernel argument metadata node; empty when the module has none.
StringRef argumentText(const Function &kernel, StringRef kind, unsigned index) {
  const MDNode *node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands())
    return "";
  auto *text = dyn_cast<MDString>(node->getOperand(index));
  return text ? text->getString() : "";
}

StringRef spaceName(unsigned addressSpace) {
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

/// The type of the argument's value; a struct passed by value arrives as a pointer to a copy.
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
  const bool isGeneric = type->isPointerTy() && type->getPointerAddressSpace() > 3;
  const bool isPrivate =
      type->isPointerTy() && type->getPointerAddressSpace() == 0 && !argument.hasByValAttr();
  const bool isOpaque = type->isTargetExtTy() && !isImage(type) && !isSampler(type);
  if (type->isSized() && !isOpaque && !isGeneric && !isPrivate)
    return Error::success();
  std::string text;
  raw_string_ostream(text) << "Argument '" << name << "' of kernel '"
                           << argument.getParent()->getName() << "' has type " << *type
                           << ", which cannot be passed to a kernel.";
  return createStringError(text);
}

void writeArgument(json::OStream &json, const Argument &argument, StringRef name) {
  const Function &kernel = *argument.getParent();
  const DataLayout &dataLayout = kernel.getDataLayout();
  Type *type = valueType(argument);
  std::string spelling = argumentText(kernel, "kernel_arg_type", argument.getArgNo()).str();
  if (spelling.empty())
    raw_string_ostream(spelling) << *type;
  StringRef kind = "value";
  StringRef space = "private";
  if (type->isPointerTy()) {
    space = spaceName(type->getPointerAddressSpace());
    kind = space == "local" ? "local" : "pointer";
  } else if (isImage(type)) {
    kind = "image";
  } else if (isSampler(type)) {
    kind = "sampler";
  }
  const Align align = argument.hasByValAttr()
                          ? argument.getParamAlign().value_or(dataLayout.getABITypeAlign(type))
                          : dataLayout.getABITypeAlign(type);
  json.object([&] {
    json.attribute("name", name);
    json.attribute("kind", kind);
    json.attribute("space", space);
    json.attribute("type", spelling);
    json.attribute("size",
                   static_cast<std::int64_t>(dataLayout.getTypeAllocSize(type).getFixedValue()));
    json.attribute("align", static_cast<std::int64_t>(align.value()));
  });
}

Expected<KernelInfo> describe(const Function &kernel, const SpecConstantTable &constants) {
  KernelInfo info;
  info.name = kernel.getName().str();
  if (unsigned index = 0;
      !kernel.getFnAttribute(kBufferAttribute).getValueAsString().getAsInteger(10, index))
    info.bufferIndex = index;
  auto nameOf = [&](const Argument &argument) {
    StringRef name = argumentText(kernel, "kernel_arg_name", argument.getArgNo());
    if (name.empty())
      name = argument.getName();
    return name.empty() ? "arg" + std::to_string(argument.getArgNo()) : name.str();
  };
  for (const Argument &argument : kernel.args())
    if (Error error = checkArgument(argument, nameOf(argument)))
      return error;
  raw_string_ostream out(info.json);
  json::OStream json(out);
  json.object([&] {
    json.attributeArray("args", [&] {
      for (const Argument &argument : kernel.args())
        if (argument.getArgNo() != info.bufferIndex)
          writeArgument(json, argument, nameOf(argument));
    });
    json.attributeArray("reads", [&] {
      if (auto found = constants.reads.find(info.name); found != constants.reads.end())
        for (const std::string &id : found->second)
          json.value(id);
    });
    if (const MDNode *size = kernel.getMetadata("reqd_work_group_size"))
      json.attributeArray("reqd_work_group_size", [&] {
        for (const MDOperand &operand : size->operands())
          json.value(mdconst::extract<ConstantInt>(operand)->getSExtValue());
      });
  });
  return info;
}

} // namespace

Expected<std::vector<KernelInfo>> describeKernels(const Module &module,
                                                  const SpecConstantTable &constants) {
  std::vector<KernelInfo> kernels;
  for (const Function &function : module) {
    if (function.isDeclaration() || function.getCallingConv() != CallingConv::SPIR_KERNEL)
      continue;
    auto info = describe(function, constants);
    if (!info)
      return info.takeError();
    kernels.push_back(std::move(*info));
  }
  return kernels;
}

} // namespace ursa

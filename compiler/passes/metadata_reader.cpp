// See metadata_reader.h.
#include "compiler/passes/metadata_reader.h"

#include "compiler/passes/specialization_buffer.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr std::uint64_t kMaxSubGroupSize = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMaxWord = std::numeric_limits<std::uint32_t>::max();

constexpr StringLiteral kSizeExpected = "a work-group size is 1 to 3 numbers from 1 to 4294967295 "
                                        "whose product is not larger";
constexpr StringLiteral kSubGroupExpected = "a sub-group size is one number from 1 to 2147483647";
constexpr StringLiteral kOmittedExpected =
    "it must have an i1 for each argument in the source, false for those that are left";
constexpr StringLiteral kConstantExpected =
    "a specialization constant is a name and three 32-bit numbers for each scalar";
constexpr StringLiteral kNumberExpected =
    "its elements are numbers, or pairs of a name and a number";
constexpr StringLiteral kTextExpected = "it must have one string";
constexpr StringLiteral kModuleIdExpected = "a module id is one string";
constexpr StringLiteral kDecorationExpected =
    "a decoration is a number with its operands behind it, in a node of its own";

/// Prints an operand for an error message. Does not descend into nodes, which may be cyclic.
void printOperand(raw_ostream &out, const Metadata *operand) {
  constexpr std::size_t kMaxText = 60;
  std::string text;
  raw_string_ostream stream(text);
  if (!operand)
    stream << "null";
  else if (auto *string = dyn_cast<MDString>(operand))
    stream << '"' << string->getString().take_front(kMaxText) << '"';
  else if (auto *value = dyn_cast<ConstantAsMetadata>(operand))
    value->getValue()->printAsOperand(stream, /*PrintType=*/true);
  else
    stream << (isa<MDNode>(operand) ? "!{...}" : "a value");
  out << (text.size() > 2 * kMaxText ? StringRef(text).take_front(kMaxText).str() + "..." : text);
}

std::string nodeText(const MDNode &node) {
  constexpr unsigned kMaxOperands = 8;
  std::string text;
  raw_string_ostream out(text);
  out << "!{";
  for (unsigned i = 0; i < std::min(node.getNumOperands(), kMaxOperands); ++i) {
    out << (i == 0 ? "" : ", ");
    printOperand(out, node.getOperand(i));
  }
  out << (node.getNumOperands() > kMaxOperands ? ", ...}" : "}");
  return text;
}

std::string ownerText(const Value *owner) {
  if (!owner)
    return "The module";
  if (auto *instruction = dyn_cast<Instruction>(owner))
    return "An instruction of function '" + instruction->getFunction()->getName().str() + "'";
  auto *function = dyn_cast<Function>(owner);
  const char *what = !function ? "Variable '" : isKernel(*function) ? "Kernel '" : "Function '";
  return what + owner->getName().str() + "'";
}

/// Returns the metadata @p kind of @p function.
std::optional<MetadataNode> attachedNode(const Function &function, StringRef kind) {
  const MDNode *node = function.getMetadata(kind);
  return node ? std::optional(MetadataNode(&function, kind, *node)) : std::nullopt;
}

Expected<WorkGroupSize> readWorkGroupSize(const MetadataNode &node) {
  WorkGroupSize size;
  size.dimensions = node.size();
  if (size.dimensions == 0 || size.dimensions > size.sizes.size())
    return node.fail(kSizeExpected);
  std::uint64_t product = 1;
  for (unsigned i = 0; i < size.dimensions; ++i) {
    auto number = node.number(i, 1, kMaxWord, kSizeExpected);
    if (!number)
      return number.takeError();
    size.sizes[i] = static_cast<std::uint32_t>(*number);
    product *= *number;
    if (product > kMaxWord)
      return node.fail(kSizeExpected);
  }
  return size;
}

Expected<std::uint32_t> readSubGroupSize(const MetadataNode &node) {
  if (node.size() != 1)
    return node.fail(kSubGroupExpected);
  auto number = node.number(0, 1, kMaxSubGroupSize, kSubGroupExpected);
  if (!number)
    return number.takeError();
  return static_cast<std::uint32_t>(*number);
}

Expected<std::vector<bool>> readOmittedArguments(const MetadataNode &node, const Function &kernel) {
  std::vector<bool> omitted;
  for (unsigned i = 0; i < node.size(); ++i) {
    auto number = node.number(i, 0, 1, kOmittedExpected);
    if (!number)
      return number.takeError();
    omitted.push_back(*number == 1);
  }
  const auto left = static_cast<std::size_t>(std::count(omitted.begin(), omitted.end(), false));
  const bool hasBuffer = kernel.hasFnAttribute(kBufferAttribute) && !kernel.arg_empty();
  const std::size_t given = kernel.arg_size() - (hasBuffer ? 1 : 0);
  if (left != given)
    return node.fail(kOmittedExpected + "; the kernel has " + Twine(given));
  return omitted;
}

/// Checks that the node has an entry for each argument of its function.
Error checkArgumentCount(const MetadataNode &node, const Function &function) {
  if (node.size() == function.arg_size())
    return Error::success();
  return node.fail("it must have an entry for each argument, of which there are " +
                   Twine(function.arg_size()));
}

Expected<StringRef> readArgumentText(const MetadataNode &node, unsigned index) {
  return node.text(index, "its entries must be strings");
}

Expected<std::int64_t> readNumber(const MetadataNode &node, unsigned index) {
  const Metadata *element = node.operand(index);
  if (auto *pair = dyn_cast_or_null<MDNode>(element); pair && pair->getNumOperands() == 2)
    element =
        isa_and_nonnull<MDString>(pair->getOperand(0).get()) ? pair->getOperand(1).get() : nullptr;
  const auto *constant = dyn_cast_or_null<ConstantAsMetadata>(element);
  const auto *number = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;
  if (!number || number->getBitWidth() > 64)
    return node.fail(kNumberExpected);
  return number->getSExtValue();
}

Expected<StringRef> readText(const MetadataNode &node) {
  if (node.size() != 1)
    return node.fail(kTextExpected);
  return node.text(0, kTextExpected);
}

Expected<StringRef> readModuleId(const MetadataNode &node) {
  if (node.size() != 1)
    return node.fail(kModuleIdExpected);
  return node.text(0, kModuleIdExpected);
}

Expected<DeclaredConstant> readDeclaredConstant(const MetadataNode &node) {
  DeclaredConstant constant;
  auto name = node.text(0, kConstantExpected);
  if (!name)
    return name.takeError();
  constant.name = *name;
  if (node.size() % 3 != 1)
    return node.fail(kConstantExpected);
  for (unsigned i = 1; i < node.size(); i += 3) {
    std::array<std::uint32_t, 3> words{};
    for (unsigned j = 0; j < words.size(); ++j) {
      auto number = node.number(i + j, 0, kMaxWord, kConstantExpected);
      if (!number)
        return number.takeError();
      words[j] = static_cast<std::uint32_t>(*number);
    }
    constant.leaves.push_back({words[0], words[1], words[2]});
  }
  return constant;
}

template <class T> Error takeErrorOf(Expected<T> result) {
  return result ? Error::success() : result.takeError();
}

// Checks of metadata that only LLVM's code generators read, by kind.

Error checkNumbers(const MetadataNode &node, const Twine &expected) {
  for (unsigned i = 0; i < node.size(); ++i)
    if (auto number = node.number(i, 0, kMaxWord, expected); !number)
      return number.takeError();
  return Error::success();
}

Error checkStrings(const MetadataNode &node) {
  for (unsigned i = 0; i < node.size(); ++i)
    if (auto text = node.text(i, "its operands must be strings"); !text)
      return text.takeError();
  return Error::success();
}

Error checkVersion(const MetadataNode &node) {
  constexpr StringLiteral kExpected = "a version is two or three numbers";
  return node.size() < 2 ? node.fail(kExpected) : checkNumbers(node, kExpected);
}

/// Checks for two numbers. LLVM ignores further operands.
Error checkPair(const MetadataNode &node) {
  for (unsigned i = 0; i < 2; ++i)
    if (auto number = node.number(i, 0, kMaxWord, "it must begin with two numbers"); !number)
      return number.takeError();
  return Error::success();
}

Error checkVectorTypeHint(const MetadataNode &node, const Function &) {
  const auto *value = dyn_cast_or_null<ValueAsMetadata>(node.operand(0));
  const Type *type = value ? value->getType() : nullptr;
  if (auto *vector = dyn_cast_or_null<FixedVectorType>(type))
    type = vector->getElementType();
  const bool isNumber = type && (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() ||
                                 type->isIntegerTy(8) || type->isIntegerTy(16) ||
                                 type->isIntegerTy(32) || type->isIntegerTy(64));
  return isNumber ? Error::success()
                  : node.fail("it must begin with a value of the type, a number or a vector");
}

/// Checks a list with a node for each decoration. Its operands are numbers, or strings as in
/// UserSemantic.
Error checkDecorations(const MetadataNode &list) {
  for (unsigned i = 0; i < list.size(); ++i) {
    auto decoration = list.node(i, kDecorationExpected);
    if (!decoration)
      return decoration.takeError();
    if (auto number = decoration->number(0, 0, kMaxWord, kDecorationExpected); !number)
      return number.takeError();
    for (unsigned j = 1; j < decoration->size(); ++j)
      if (!isa_and_nonnull<MDString>(decoration->operand(j)))
        if (auto number = decoration->number(j, 0, kMaxWord, kDecorationExpected); !number)
          return number.takeError();
  }
  return Error::success();
}

Error checkParameterDecorations(const MetadataNode &node, const Function &) {
  for (unsigned i = 0; i < node.size(); ++i) {
    auto list = node.node(i, "it must have a node of decorations for each parameter");
    if (!list)
      return list.takeError();
    if (Error error = checkDecorations(*list))
      return error;
  }
  return Error::success();
}

/// Checks a function, an execution mode and its operands. The function is null if it was removed.
Error checkExecutionMode(const MetadataNode &node) {
  constexpr StringLiteral kExpected = "an execution mode is a function and numbers";
  const Metadata *entry = node.operand(0);
  auto *function = dyn_cast_or_null<ConstantAsMetadata>(entry);
  if (node.size() < 2 || (entry && !(function && isa<Function>(function->getValue()))))
    return node.fail(kExpected);
  for (unsigned i = 1; i < node.size(); ++i)
    if (auto number = node.number(i, 0, kMaxWord, kExpected); !number)
      return number.takeError();
  return Error::success();
}

Error checkWorkGroupSize(const MetadataNode &node, const Function &) {
  return takeErrorOf(readWorkGroupSize(node));
}

Error checkSubGroupSize(const MetadataNode &node, const Function &) {
  return takeErrorOf(readSubGroupSize(node));
}

Error checkArgumentTexts(const MetadataNode &node, const Function &function) {
  if (Error error = checkArgumentCount(node, function))
    return error;
  for (unsigned i = 0; i < node.size(); ++i)
    if (auto text = readArgumentText(node, i); !text)
      return text.takeError();
  return Error::success();
}

Error checkArgumentNumbers(const MetadataNode &node, const Function &function) {
  if (Error error = checkArgumentCount(node, function))
    return error;
  return checkNumbers(node, "its entries must be numbers");
}

Error checkOmittedArguments(const MetadataNode &node, const Function &function) {
  return takeErrorOf(readOmittedArguments(node, function));
}

Error checkNumbers(const MetadataNode &node, const Function &) {
  for (unsigned i = 0; i < node.size(); ++i)
    if (auto aspect = readNumber(node, i); !aspect)
      return aspect.takeError();
  return Error::success();
}

Error checkText(const MetadataNode &node, const Function &) { return takeErrorOf(readText(node)); }

Error checkModuleId(const MetadataNode &node, const Function &) {
  return takeErrorOf(readModuleId(node));
}

/// A check of metadata attached to functions. Parameters of kernels keep their metadata when passes
/// add one; those of other functions do not, and no code reads it there.
struct FunctionCheck {
  StringLiteral kind;
  bool onlyKernels;
  Error (*check)(const MetadataNode &, const Function &);
};

constexpr FunctionCheck kFunctionChecks[] = {
    {"reqd_work_group_size", false, checkWorkGroupSize},
    {"work_group_size_hint", false, checkWorkGroupSize},
    {"sycl_hierarchical_work_group_size", false, checkWorkGroupSize},
    {"max_work_group_size", false, checkWorkGroupSize},
    {"intel_reqd_sub_group_size", false, checkSubGroupSize},
    {"reqd_sub_group_size", false, checkSubGroupSize},
    {"vec_type_hint", false, checkVectorTypeHint},
    {"kernel_arg_addr_space", true, checkArgumentNumbers},
    {"kernel_arg_access_qual", true, checkArgumentTexts},
    {"kernel_arg_type", true, checkArgumentTexts},
    {"kernel_arg_base_type", true, checkArgumentTexts},
    {"kernel_arg_type_qual", true, checkArgumentTexts},
    {"kernel_arg_name", true, checkArgumentTexts},
    {"sycl_kernel_omit_args", true, checkOmittedArguments},
    {"sycl_used_aspects", false, checkNumbers},
    {"sycl_declared_aspects", false, checkNumbers},
    {"sycl_fixed_targets", false, checkNumbers},
    {"work_group_num_dim", false, checkNumbers},
    {"sycl_joint_matrix", false, checkText},
    {"sycl_joint_matrix_mad", false, checkText},
    {kModuleIdAttribute, false, checkModuleId},
    {"spirv.ParameterDecorations", false, checkParameterDecorations},
};

/// A check of named metadata of the module.
struct ModuleCheck {
  StringLiteral name;
  bool needsNode; ///< LLVM reads the first node without checking that there is one
  Error (*check)(const MetadataNode &);
};

Error checkDeclaredConstant(const MetadataNode &node) {
  return takeErrorOf(readDeclaredConstant(node));
}

constexpr ModuleCheck kModuleChecks[] = {
    {"opencl.ocl.version", true, checkVersion},
    {"opencl.spir.version", true, checkVersion},
    {"spirv.MemoryModel", true, checkPair},
    {"spirv.Source", true, checkPair},
    {"spirv.ExecutionMode", false, checkExecutionMode},
    {"opencl.used.extensions", false, checkStrings},
    {"opencl.used.optional.core.features", false, checkStrings},
    {"sycl.specialization-constants", false, checkDeclaredConstant},
};

/// Checks the metadata of one module.
class MetadataCheck {
public:
  explicit MetadataCheck(const Module &module) : module_(module) {
    module.getContext().getMDKindNames(kinds_);
    for (StringRef kind : kinds_)
      checks_.push_back(
          find_if(kFunctionChecks, [&](const FunctionCheck &check) { return check.kind == kind; }));
  }

  Error run() {
    for (const ModuleCheck &check : kModuleChecks)
      if (Error error = checkNamed(check))
        return error;
    for (const GlobalVariable &variable : module_.globals())
      if (Error error = checkObject(variable))
        return error;
    for (const Function &function : module_) {
      if (Error error = checkFunction(function))
        return error;
      for (const Instruction &instruction : instructions(function))
        if (instruction.hasMetadataOtherThanDebugLoc())
          if (Error error = checkObject(instruction))
            return error;
    }
    return Error::success();
  }

private:
  Error checkNamed(const ModuleCheck &check) const {
    const NamedMDNode *named = module_.getNamedMetadata(check.name);
    if (named && check.needsNode && named->getNumOperands() == 0)
      return createStringError("The module has the metadata '" + check.name +
                               "' without a node; it must have one.");
    for (const MetadataNode &node : namedMetadata(module_, check.name))
      if (Error error = check.check(node))
        return error;
    return Error::success();
  }

  Error checkFunction(const Function &function) {
    nodes_.clear();
    function.getAllMetadata(nodes_);
    for (const auto &[kind, node] : nodes_)
      if (checks_[kind] != std::end(kFunctionChecks) &&
          (isKernel(function) || !checks_[kind]->onlyKernels))
        if (Error error = checks_[kind]->check({&function, kinds_[kind], *node}, function))
          return error;
    return Error::success();
  }

  /// A variable or an instruction.
  template <class Object> Error checkObject(const Object &object) {
    nodes_.clear();
    object.getAllMetadata(nodes_);
    for (const auto &[kind, node] : nodes_)
      if (kinds_[kind] == "spirv.Decorations")
        if (Error error = checkDecorations({&object, kinds_[kind], *node}))
          return error;
    return Error::success();
  }

  const Module &module_;
  SmallVector<StringRef, 64> kinds_;          ///< names of the kinds by their numbers
  std::vector<const FunctionCheck *> checks_; ///< by kind; the end of the table if there is none
  SmallVector<std::pair<unsigned, MDNode *>, 8> nodes_;
};

} // namespace

const Metadata *MetadataNode::operand(unsigned index) const {
  return index < size() ? node_.getOperand(index).get() : nullptr;
}

Error MetadataNode::fail(const Twine &expected) const {
  return createStringError(ownerText(owner_) + " has the metadata '" + kind_ + "' " +
                           nodeText(node_) + "; " + expected + ".");
}

Expected<std::uint64_t> MetadataNode::number(unsigned index, std::uint64_t first,
                                             std::uint64_t last, const Twine &expected) const {
  const auto *constant = dyn_cast_or_null<ConstantAsMetadata>(operand(index));
  const auto *number = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;
  if (!number || number->getBitWidth() > 64 || number->getZExtValue() < first ||
      number->getZExtValue() > last)
    return fail(expected);
  return number->getZExtValue();
}

Expected<StringRef> MetadataNode::text(unsigned index, const Twine &expected) const {
  const auto *string = dyn_cast_or_null<MDString>(operand(index));
  if (!string)
    return fail(expected);
  return string->getString();
}

Expected<MetadataNode> MetadataNode::node(unsigned index, const Twine &expected) const {
  const auto *node = dyn_cast_or_null<MDNode>(operand(index));
  if (!node)
    return fail(expected);
  return MetadataNode(owner_, kind_, *node);
}

static Expected<std::optional<WorkGroupSize>> workGroupSizeIn(const Function &kernel,
                                                              StringRef kind) {
  const auto node = attachedNode(kernel, kind);
  if (!node)
    return std::nullopt;
  auto size = readWorkGroupSize(*node);
  if (!size)
    return size.takeError();
  return *size;
}

Expected<std::optional<WorkGroupSize>> requiredWorkGroupSize(const Function &kernel) {
  return workGroupSizeIn(kernel, "reqd_work_group_size");
}

Expected<std::optional<WorkGroupSize>> hierarchicalWorkGroupSize(const Function &kernel) {
  return workGroupSizeIn(kernel, "sycl_hierarchical_work_group_size");
}

Expected<std::optional<std::uint32_t>> requiredSubGroupSize(const Function &kernel) {
  const auto node = attachedNode(kernel, "intel_reqd_sub_group_size");
  if (!node)
    return std::nullopt;
  auto size = readSubGroupSize(*node);
  if (!size)
    return size.takeError();
  return *size;
}

Expected<std::vector<bool>> omittedArguments(const Function &kernel) {
  const auto node = attachedNode(kernel, "sycl_kernel_omit_args");
  if (!node)
    return std::vector<bool>();
  return readOmittedArguments(*node, kernel);
}

Expected<StringRef> argumentText(const Function &kernel, StringRef kind, unsigned index) {
  const auto node = attachedNode(kernel, kind);
  if (!node)
    return "";
  if (Error error = checkArgumentCount(*node, kernel))
    return error;
  return readArgumentText(*node, index);
}

Expected<std::vector<std::int64_t>> metadataNumbers(const Function &function, StringRef kind) {
  std::vector<std::int64_t> numbers;
  const auto node = attachedNode(function, kind);
  for (unsigned i = 0; node && i < node->size(); ++i) {
    auto number = readNumber(*node, i);
    if (!number)
      return number.takeError();
    numbers.push_back(*number);
  }
  return numbers;
}

Expected<StringRef> metadataText(const Function &function, StringRef kind) {
  const auto node = attachedNode(function, kind);
  if (!node)
    return "";
  return readText(*node);
}

Expected<StringRef> moduleIdMetadata(const Function &function) {
  const auto node = attachedNode(function, kModuleIdAttribute);
  if (!node)
    return "";
  return readModuleId(*node);
}

Expected<std::vector<DeclaredConstant>> declaredSpecConstants(const Module &module) {
  std::vector<DeclaredConstant> constants;
  for (const MetadataNode &node : namedMetadata(module, "sycl.specialization-constants")) {
    auto constant = readDeclaredConstant(node);
    if (!constant)
      return constant.takeError();
    constants.push_back(std::move(*constant));
  }
  return constants;
}

std::vector<MetadataNode> namedMetadata(const Module &module, StringRef name) {
  std::vector<MetadataNode> nodes;
  if (const NamedMDNode *named = module.getNamedMetadata(name))
    for (const MDNode *node : named->operands())
      nodes.emplace_back(nullptr, name, *node);
  return nodes;
}

Error checkMetadata(const Module &module) { return MetadataCheck(module).run(); }

} // namespace ursa::compiler::passes

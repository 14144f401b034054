// See device_linker.h.
#include "compiler/frontend/device_linker.h"

#include "compiler/frontend/device_library.h"
#include "compiler/passes/constant_layout.h"
#include "compiler/passes/markup.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

bool isVisible(const GlobalValue &global) {
  return global.hasName() && !global.hasLocalLinkage() && !global.getName().starts_with("llvm.");
}

bool isDefinition(const GlobalValue &global) {
  return isVisible(global) && !global.isDeclaration() && !global.hasAvailableExternallyLinkage();
}

/// Returns where @p global is defined: " (a.cl:3)"; empty without debug info.
std::string definitionText(const GlobalValue &global) {
  std::string text;
  if (auto *function = dyn_cast<Function>(&global)) {
    text = passes::sourceLocation(*function);
  } else if (auto *variable = dyn_cast<GlobalVariable>(&global)) {
    SmallVector<DIGlobalVariableExpression *, 1> infos;
    variable->getDebugInfo(infos);
    if (!infos.empty())
      text = (infos[0]->getVariable()->getFilename() + ":" +
              Twine(infos[0]->getVariable()->getLine()) + ": ")
                 .str();
  }
  return text.empty() ? "" : " (" + StringRef(text).drop_back(2).str() + ")";
}

/// Returns a function's type for messages: "float (i32, ptr)".
std::string signature(const Function &function) {
  const FunctionType &type = *function.getFunctionType();
  std::string text = passes::typeSpelling(type.getReturnType()) + " (";
  for (Type *parameter : type.params())
    text += (text.back() == '(' ? "" : ", ") + passes::typeSpelling(parameter);
  if (type.isVarArg())
    text += type.getNumParams() ? ", ..." : "...";
  return text + ")";
}

/// Definitions of all units by name.
class Definitions {
public:
  Error add(const DeviceUnit &unit) {
    for (const GlobalValue &global : unit.module->global_values()) {
      if (!isDefinition(global))
        continue;
      const auto [found, isNew] = byName_.try_emplace(global.getName(), &unit, &global);
      if (isNew)
        continue;
      const auto &[other, before] = found->second;
      if (global.isWeakForLinker())
        continue;
      if (before->isWeakForLinker()) {
        found->second = {&unit, &global};
        continue;
      }
      return createStringError("'" + passes::readableFunctionName(global.getName()) +
                               "' is defined in '" + other->name + "'" + definitionText(*before) +
                               " and in '" + unit.name + "'" + definitionText(global) + ".");
    }
    return Error::success();
  }

  /// Checks the declarations of @p unit against the definitions.
  Error check(const DeviceUnit &unit) const {
    for (const Function &function : *unit.module) {
      if (!function.isDeclaration() || !isVisible(function))
        continue;
      const auto found = byName_.find(function.getName());
      if (found == byName_.end())
        continue;
      const auto &[other, definition] = found->second;
      auto *defined = dyn_cast<Function>(definition);
      const std::string what = defined ? signature(*defined) : "a variable";
      if (what != signature(function))
        return createStringError("'" + passes::readableFunctionName(function.getName()) +
                                 "' is declared in '" + unit.name + "' as " + signature(function) +
                                 " and defined in '" + other->name + "'" +
                                 definitionText(*definition) + " as " + what + ".");
    }
    return Error::success();
  }

  bool has(StringRef name) const { return byName_.contains(name); }

private:
  StringMap<std::pair<const DeviceUnit *, const GlobalValue *>> byName_;
};

/// Specialization constants of all units by symbolic id.
class SpecConstants {
public:
  Error add(const DeviceUnit &unit) {
    auto calls = passes::findMarkupCalls(*unit.module);
    if (!calls) {
      consumeError(calls.takeError()); // post-link reports it
      return Error::success();
    }
    for (const passes::MarkupCall &call : *calls)
      if (Error error = add(unit, call))
        return error;
    return Error::success();
  }

private:
  struct KnownConstant {
    const DeviceUnit *unit;
    std::string location;
    std::string type;
    passes::ConstantBytes bytes;
  };

  Error add(const DeviceUnit &unit, const passes::MarkupCall &call) {
    const DataLayout &dataLayout = unit.module->getDataLayout();
    auto layout = passes::layoutOf(call.type, dataLayout);
    if (!layout) {
      consumeError(layout.takeError());
      return Error::success();
    }
    auto bytes = passes::bytesOf(call.defaultValue, call.defaultOffset, layout->size, dataLayout);
    if (!bytes) {
      consumeError(bytes.takeError());
      return Error::success();
    }
    std::string location = passes::sourceLocation(*call.call);
    KnownConstant known{
        &unit, location.empty() ? "" : " (" + location.substr(0, location.size() - 2) + ")",
        passes::typeSpelling(call.type), std::move(*bytes)};
    const auto [found, isNew] = byId_.try_emplace(call.id, known);
    const KnownConstant &before = found->second;
    if (isNew || before.unit == known.unit)
      return Error::success();
    const std::string begin = "Specialization constant '" + call.id + "' has ";
    const std::string first = "'" + before.unit->name + "'" + before.location;
    const std::string second = "'" + unit.name + "'" + known.location;
    if (before.type != known.type)
      return createStringError(begin + "type " + before.type + " in " + first + " and type " +
                               known.type + " in " + second + ".");
    if (before.bytes.value != known.bytes.value || before.bytes.known != known.bytes.known)
      return createStringError(begin + "another default in " + first + " than in " + second + ".");
    return Error::success();
  }

  StringMap<KnownConstant> byId_;
};

/// Selects the members of archives that are linked.
class MemberSelection {
public:
  explicit MemberSelection(std::vector<ArchiveMember> members) : members_(std::move(members)) {
    for (std::size_t i = 0; i < members_.size(); ++i)
      for (const GlobalValue &global : members_[i].symbols->global_values())
        if (isDefinition(global))
          definingMembers_.try_emplace(global.getName(), i);
  }

  /// Appends the members that define names which @p units and the appended members leave undefined.
  Error addNeededMembers(std::vector<DeviceUnit> &units, LLVMContext &context) {
    StringSet<> defined;
    for (std::size_t i = 0; i < units.size(); ++i)
      for (const GlobalValue &global : units[i].module->global_values())
        if (isDefinition(global))
          defined.insert(global.getName());
    for (std::size_t i = 0; i < units.size(); ++i) {
      SmallVector<StringRef, 16> undefinedNames;
      for (const GlobalValue &global : units[i].module->global_values())
        if (isVisible(global) && global.isDeclaration() && !global.use_empty() &&
            !defined.contains(global.getName()))
          undefinedNames.push_back(global.getName());
      for (StringRef name : undefinedNames) {
        const auto found = definingMembers_.find(name);
        if (found == definingMembers_.end() || defined.contains(name))
          continue;
        ArchiveMember &member = members_[found->second];
        auto unit = readUnit(member.bytes->getMemBufferRef(), member.name, context);
        if (!unit)
          return unit.takeError();
        for (const GlobalValue &global : unit->module->global_values())
          if (isDefinition(global))
            defined.insert(global.getName());
        units.push_back(std::move(*unit));
      }
    }
    return Error::success();
  }

private:
  std::vector<ArchiveMember> members_;
  StringMap<std::size_t> definingMembers_; ///< maps a name to the member that defines it
};

/// Captures the linker's errors, which LLVM would print.
class LinkDiagnostics {
public:
  explicit LinkDiagnostics(LLVMContext &context)
      : context_(context), before_(context.getDiagnosticHandler()) {
    context.setDiagnosticHandler(std::make_unique<Handler>(text_));
  }
  ~LinkDiagnostics() { context_.setDiagnosticHandler(std::move(before_)); }

  const std::string &text() const { return text_; }

private:
  struct Handler final : DiagnosticHandler {
    explicit Handler(std::string &errors) : text(errors) {}
    bool handleDiagnostics(const DiagnosticInfo &info) override {
      if (info.getSeverity() == DS_Error) {
        raw_string_ostream out(text);
        DiagnosticPrinterRawOStream printer(out);
        info.print(printer);
      }
      return true;
    }
    std::string &text;
  };

  LLVMContext &context_;
  std::unique_ptr<DiagnosticHandler> before_;
  std::string text_;
};

Error checkTriples(const std::vector<DeviceUnit> &units) {
  const Module &first = *units.front().module;
  for (const DeviceUnit &unit : units) {
    if (unit.module->getTargetTriple().str() != first.getTargetTriple().str())
      return createStringError("The target triple of '" + units.front().name + "' is '" +
                               first.getTargetTriple().str() + "' and that of '" + unit.name +
                               "' '" + unit.module->getTargetTriple().str() +
                               "'; they cannot be linked.");
    if (unit.module->getDataLayout() != first.getDataLayout())
      return createStringError("'" + units.front().name + "' and '" + unit.name +
                               "' have different data layouts; they cannot be linked.");
  }
  return Error::success();
}

/// Sets the module ids by which images are split per source.
void addModuleIds(const DeviceUnit &unit) {
  for (Function &function : *unit.module)
    if (passes::isKernel(function) && passes::moduleIdOf(function).empty())
      function.addFnAttr(passes::kModuleIdAttribute, unit.name);
}

/// Removes duplicates: linking repeats the metadata of every unit, such as the language version.
void removeDuplicateMetadata(Module &module) {
  for (NamedMDNode &named : module.named_metadata()) {
    if (named.getName().starts_with("llvm.dbg") || named.getName() == "llvm.module.flags")
      continue;
    const SetVector<MDNode *> nodes(named.op_begin(), named.op_end());
    named.clearOperands();
    for (MDNode *node : nodes)
      named.addOperand(node);
  }
}

} // namespace

Expected<std::unique_ptr<Module>> linkDevice(LinkInputs inputs, LLVMContext &context,
                                             std::vector<std::string> &linkedUnits) {
  std::vector<DeviceUnit> &units = inputs.units;
  if (Error error = MemberSelection(std::move(inputs.members)).addNeededMembers(units, context))
    return error;
  auto library = deviceLibraryFor(units, context);
  if (!library)
    return library.takeError();
  if (Error error = MemberSelection(std::move(*library)).addNeededMembers(units, context))
    return error;
  if (Error error = checkTriples(units))
    return error;
  Definitions definitions;
  SpecConstants specConstants;
  for (const DeviceUnit &unit : units) {
    addModuleIds(unit);
    if (Error error = definitions.add(unit))
      return error;
    if (Error error = specConstants.add(unit))
      return error;
  }
  for (const DeviceUnit &unit : units)
    if (Error error = definitions.check(unit))
      return error;
  for (const DeviceUnit &unit : units)
    linkedUnits.push_back(unit.name);
  std::unique_ptr<Module> linked = std::move(units.front().module);
  const LinkDiagnostics diagnostics(context);
  Linker linker(*linked);
  for (std::size_t i = 1; i < units.size(); ++i)
    if (linker.linkInModule(std::move(units[i].module)))
      return createStringError("'" + units[i].name + "' cannot be linked: " + diagnostics.text() +
                               ".");
  removeDuplicateMetadata(*linked);
  finishDeviceLibrary(*linked);
  return linked;
}

} // namespace ursa::compiler::frontend

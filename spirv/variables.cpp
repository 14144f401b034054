#include "spirv/variables.h"

#include "spirv/builder.h"
#include "spirv/grammar.h"
#include "spirv/layout.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ursa::spirv {
namespace {

constexpr auto kDecorationConstant = static_cast<uint32_t>(spv::Decoration::Constant);
constexpr auto kDecorationLinkage = static_cast<uint32_t>(spv::Decoration::LinkageAttributes);
constexpr auto kDecorationAlignment = static_cast<uint32_t>(spv::Decoration::Alignment);
constexpr auto kImport = static_cast<uint32_t>(spv::LinkageType::Import);
constexpr auto kAligned = static_cast<uint32_t>(spv::MemoryAccessMask::Aligned);
constexpr auto kCrossWorkgroup = static_cast<uint32_t>(spv::StorageClass::CrossWorkgroup);
constexpr uint64_t kMaximumBytes = uint64_t{1}
                                   << 31; ///< of all variables, so that 32-bit offsets suffice
constexpr uint32_t kWordBytes = 4;

struct ModuleVariable {
  uint32_t pointerType = 0;
  uint32_t type = 0; ///< the pointed-to type
  uint32_t initializer = 0;
  uint64_t offset = 0;
  Layout layout;
};

struct Function {
  uint32_t id = 0;
  size_t begin = 0; ///< index of the first instruction
  size_t end = 0;   ///< index after the last one
  bool needsMemory = false;
  std::set<uint32_t> callees;
};

class Writer {
public:
  Writer(std::span<const uint32_t> words, Builder module)
      : words_(words), instructions_(words), module_(std::move(module)) {}

  Result<std::optional<ModuleWithMemory>> write() {
    const std::optional<ModuleWithMemory> none;
    if (!collectVariables() || !collectFunctions() || !placeVariables() || !addTypes())
      return none;
    Words &code = module_.section(Section::Function);
    code.clear();
    if (memory_.hasInitializer)
      writeInitializer();
    if (isTooLarge_)
      return tooLarge();
    if (!areAddressesStored_)
      return none;
    writeEntryPoints();
    for (const Function &function : functions_)
      if (!writeFunction(code, function) && !isTooLarge_)
        return none;
      else if (isTooLarge_)
        return tooLarge();
    if (hasTooManyWords())
      return tooLarge();
    code.insert(code.end(), initializer_.begin(), initializer_.end());
    return std::optional(ModuleWithMemory{module_.finish(), std::move(memory_)});
  }

private:
  Error tooLarge() const {
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "The SPIR-V module of {} words uses the addresses of its variables so often "
                     "that it would have more than {} words with the variables in memory.",
                     words_.size(), mostWordsWithMemory(words_.size()));
  }
  bool hasTooManyWords() {
    isTooLarge_ =
        isTooLarge_ || module_.size() + initializer_.size() > mostWordsWithMemory(words_.size());
    return isTooLarge_;
  }

  static std::string textAt(const Instruction &words, size_t from) {
    return std::string(textIn(words.words.subspan(from)));
  }

  template <class Function> void forDeclarations(Function function) const {
    for (const ParsedInstruction &instruction : instructions_) {
      if (instruction.op == spv::Op::OpFunction)
        break;
      function(instruction);
    }
  }

  // Collects variables, and constants derived from their addresses.
  bool collectVariables() {
    forDeclarations([&](const ParsedInstruction &one) { noteDeclaration(one); });
    forDeclarations([&](const ParsedInstruction &one) { recordAddresses(one); });
    if (!used_.empty()) {
      pinUsed();
      addresses_.clear();
      forDeclarations([&](const ParsedInstruction &one) { recordAddresses(one); });
    }
    return !variables_.empty() && used_.empty();
  }

  void noteDeclaration(const Instruction &words) {
    layouts_.note(words);
    switch (words.op) {
    case spv::Op::OpName:
      names_.emplace(words[1], textAt(words, 2));
      break;
    case spv::Op::OpDecorate:
      noteDecoration(words);
      break;
    case spv::Op::OpTypeVoid:
      void_ = words[1];
      break;
    case spv::Op::OpTypeFunction:
      functionTypes_.emplace(words[1], words);
      break;
    case spv::Op::OpVariable:
      if (words[3] == kCrossWorkgroup && !fixed_.contains(words[2]))
        addVariable(words);
      break;
    default:
      break;
    }
  }

  void noteDecoration(const Instruction &words) {
    const bool isImport =
        words[2] == kDecorationLinkage && words.size() > 4 && words.words.back() == kImport;
    if (words[2] == kDecorationConstant || isImport)
      fixed_.insert(words[1]);
    else if (words[2] == kDecorationLinkage && words.size() > 4)
      exported_[words[1]] = textAt(words, 3);
    else if (words[2] == kDecorationAlignment && words.size() == 4)
      alignments_[words[1]] = words[3];
  }

  void addVariable(const Instruction &words) {
    const Instruction pointer = layouts_.type(words[1]);
    const auto layout = pointer.empty() ? std::nullopt : layouts_.of(pointer[3]);
    if (layout && layout->size != 0)
      variables_[words[2]] = {words[1], pointer[3], words.size() > 4 ? words[4] : 0, 0, *layout};
  }

  // Constants that are addresses are computed where they are used. If an address is used elsewhere,
  // for example in a table in constant memory, the variable stays as it is.
  void recordAddresses(const ParsedInstruction &instruction) {
    if (instruction.result == 0 ||
        instruction.op == spv::Op::OpExtInst) // debug information about variables
      return;
    for (const uint16_t use : instruction.uses()) {
      const uint32_t id = instruction[use];
      if (!addresses_.contains(id) && !variables_.contains(id))
        continue;
      if (instruction.op == spv::Op::OpSpecConstantOp ||
          instruction.op == spv::Op::OpConstantComposite ||
          instruction.op == spv::Op::OpSpecConstantComposite)
        addresses_.emplace(instruction.result, &instruction);
      else if (instruction.op != spv::Op::OpVariable || !variables_.contains(instruction.result))
        used_.push_back(id);
    }
  }

  // Leaves the variables where they are whose addresses are used, and those whose addresses are
  // among the initial values of such variables.
  void pinUsed() {
    std::unordered_set<uint32_t> pinned;
    while (!used_.empty()) {
      const uint32_t id = used_.back();
      used_.pop_back();
      if (!pinned.insert(id).second)
        continue;
      if (const auto variable = variables_.find(id); variable != variables_.end()) {
        used_.push_back(variable->second.initializer); // 0 if there is none
        variables_.erase(variable);
      } else if (const auto found = addresses_.find(id); found != addresses_.end()) {
        for (const uint16_t use : found->second->uses())
          used_.push_back((*found->second)[use]);
      }
    }
  }

  bool collectFunctions() {
    std::unordered_map<uint32_t, size_t> indices;
    bool isOpen = false;
    for (size_t i = 0; i < instructions_.size(); ++i) {
      const ParsedInstruction &instruction = instructions_[i];
      if (instruction.op == spv::Op::OpFunction) {
        indices[instruction.result] = functions_.size();
        functions_.push_back({instruction.result, i, i, false, {}});
        isOpen = true;
      }
      if (!isOpen)
        continue;
      Function &function = functions_.back();
      function.end = i + 1;
      if (instruction.op == spv::Op::OpFunctionCall)
        function.callees.insert(instruction[3]);
      for (const uint16_t use : instruction.uses())
        if (const uint32_t id = instruction[use];
            variables_.contains(id) || addresses_.contains(id)) {
          function.needsMemory = true;
          if (instruction.op == spv::Op::OpVariable) // its initializer must be a constant
            return false;
        }
    }
    passMemoryToCallers(indices);
    for (const Function &function : functions_)
      if (function.needsMemory)
        functionsWithMemory_.insert(function.id);
    return !functions_.empty() && void_ != 0;
  }

  // A function that calls one that needs the memory needs it as well.
  void passMemoryToCallers(const std::unordered_map<uint32_t, size_t> &indices) {
    std::vector<std::vector<size_t>> callers(functions_.size());
    std::vector<size_t> pending; // functions that need the memory
    for (size_t i = 0; i < functions_.size(); ++i) {
      for (const uint32_t callee : functions_[i].callees)
        if (const auto found = indices.find(callee); found != indices.end())
          callers[found->second].push_back(i);
      if (functions_[i].needsMemory)
        pending.push_back(i);
    }
    while (!pending.empty()) {
      const size_t callee = pending.back();
      pending.pop_back();
      for (const size_t caller : callers[callee])
        if (!std::exchange(functions_[caller].needsMemory, true))
          pending.push_back(caller);
    }
  }

  bool placeVariables() {
    for (auto &[id, variable] : variables_) {
      uint64_t alignment = std::max<uint64_t>(variable.layout.alignment, 16);
      if (const auto found = alignments_.find(id); found != alignments_.end())
        alignment = std::max<uint64_t>(alignment, found->second);
      if (alignment > kVariableAlignment || kVariableAlignment % alignment != 0)
        alignment = kVariableAlignment;
      memory_.size = (memory_.size + alignment - 1) / alignment * alignment;
      variable.offset = memory_.size;
      memory_.size += variable.layout.size;
      if (memory_.size > kMaximumBytes)
        return false;
      memory_.hasInitializer = memory_.hasInitializer || variable.initializer != 0;
      const auto exported = exported_.find(id);
      const auto named = names_.find(id);
      const std::string name = exported != exported_.end() ? exported->second
                               : named != names_.end()     ? named->second
                                                           : "";
      if (!name.empty())
        memory_.variables.push_back({name, variable.offset, variable.layout.size});
    }
    memory_.size = (memory_.size + 15) / 16 * 16;
    return true;
  }

  /// Adds the types of pointers and functions. Returns false if a function has no type.
  bool addTypes() {
    pointer_ = pointerTo(module_.intType(32));
    for (const Function &function : functions_)
      if (function.needsMemory) {
        const auto found = functionTypes_.find(instructions_[function.begin][4]);
        if (found == functionTypes_.end())
          return false;
        Words types(found->second.words.begin() + 2, found->second.words.end());
        types.push_back(pointer_);
        isTooLarge_ = isTooLarge_ || types.size() + 2 > kMostInstructionWords;
        types_[function.id] = module_.functionType(types);
      }
    return true;
  }
  Id pointerTo(Id type) { return module_.pointerType(spv::StorageClass::CrossWorkgroup, type); }

  void writeEntryPoints() {
    const Words entries = std::exchange(module_.section(Section::EntryPoint), {});
    for (const Instruction &entry : Walker(entries, 0)) {
      const std::string name = textAt(entry, 3);
      const size_t interface = 3 + name.size() / kWordBytes + 1;
      Words kept; // variables in memory are no part of interfaces
      for (const Id id : entry.words.subspan(interface))
        if (!variables_.contains(id) && !addresses_.contains(id))
          kept.push_back(id);
      append(module_.section(Section::EntryPoint), entry.op,
             entry.words.first(interface).subspan(1), kept);
      if (functionsWithMemory_.contains(entry[2]))
        memory_.kernels.insert(name);
    }
    if (!memory_.hasInitializer)
      return;
    constexpr uint32_t kVersion14 = 0x00010400; // from here on, interfaces list all variables
    Words interface;
    if (words_[kVersionWord] >= kVersion14)
      for (const auto &[id, variable] : variables_)
        if (variable.initializer != 0)
          interface.push_back(id);
    constexpr size_t kOtherWords = 4 + std::string_view(kInitializer).size() / kWordBytes;
    isTooLarge_ = isTooLarge_ || interface.size() + kOtherWords > kMostInstructionWords;
    module_.addEntryPoint(spv::ExecutionModel::Kernel, initializerId_, kInitializer, interface);
  }

  using Ids = std::unordered_map<uint32_t, uint32_t>;

  // Emits the address of an object in memory; @p memory is the function's parameter.
  void addressOf(Words &words, uint32_t memory, uint64_t offset, uint32_t type, uint32_t result) {
    const uint32_t element = type == pointer_ ? result : module_.newId();
    append(words, spv::Op::OpInBoundsPtrAccessChain,
           {pointer_, element, memory, module_.u32(static_cast<uint32_t>(offset / kWordBytes))});
    if (type != pointer_)
      append(words, spv::Op::OpBitcast, {type, result, element});
  }

  // Whether an operand of a constant is an address that is not computed yet. A constant has its
  // operands before it; anything else is not valid, and could be a circle.
  bool isPending(uint32_t operand, const ParsedInstruction &instruction, const Ids &ids) const {
    if (ids.contains(operand))
      return false;
    const auto found = addresses_.find(operand);
    return found != addresses_.end() ? found->second->at < instruction.at
                                     : variables_.contains(operand);
  }

  // Computes the address of a variable, or a constant derived from addresses, once per function.
  // Constants may be nested deeper than a stack is.
  uint32_t compute(Words &words, uint32_t memory, uint32_t id, Ids &ids) {
    std::vector<uint32_t> pending{id};
    while (!pending.empty() && !hasTooManyWords()) {
      const uint32_t next = pending.back();
      const auto variable = variables_.find(next);
      const auto found = addresses_.find(next);
      if (ids.contains(next) || (variable == variables_.end() && found == addresses_.end())) {
        pending.pop_back();
      } else if (variable != variables_.end()) {
        const uint32_t result = ids[next] = module_.newId();
        addressOf(words, memory, variable->second.offset, variable->second.pointerType, result);
        pending.pop_back();
      } else if (!addOperands(pending, *found->second, ids)) {
        ids[next] = computeConstant(words, *found->second, ids);
        pending.pop_back();
      }
    }
    const auto computed = ids.find(id);
    return computed == ids.end() ? id : computed->second;
  }

  // Adds the operands that must be computed before a constant, the first one last. Returns whether
  // there are any.
  bool addOperands(std::vector<uint32_t> &pending, const ParsedInstruction &instruction,
                   const Ids &ids) const {
    const size_t before = pending.size();
    for (size_t i = instruction.uses().size(); i-- > 0;)
      if (const uint32_t operand = instruction[instruction.uses()[i]];
          isPending(operand, instruction, ids))
        pending.push_back(operand);
    return pending.size() > before;
  }

  // Writes the instruction of a constant whose operands are computed. Returns its result.
  uint32_t computeConstant(Words &words, const ParsedInstruction &instruction, const Ids &ids) {
    Words operands(instruction.words.begin() + 1, instruction.words.end());
    for (const uint16_t use : instruction.uses())
      if (const auto known = ids.find(operands[use - 1u]); known != ids.end())
        operands[use - 1u] = known->second;
    const uint32_t result = operands[1] = module_.newId();
    spv::Op op = spv::Op::OpCompositeConstruct;
    if (instruction.op == spv::Op::OpSpecConstantOp) {
      op = static_cast<spv::Op>(operands[2]);
      operands.erase(operands.begin() + 2);
    }
    append(words, op, operands);
    return result;
  }

  // Returns false if the function cannot be written.
  bool writeFunction(Words &code, const Function &function) {
    size_t i = function.begin;
    if (!function.needsMemory) {
      for (; i < function.end; ++i)
        append(code, instructions_[i]);
      return true;
    }
    const uint32_t memory = module_.newId();
    const size_t head = code.size();
    for (; i < function.end && instructions_[i].op != spv::Op::OpLabel; ++i)
      append(code, instructions_[i]);
    code[head + 4] = types_.at(function.id);
    append(code, spv::Op::OpFunctionParameter, {pointer_, memory});
    if (i == function.end)
      return false; // no basic block, yet it uses variables
    do {            // the label and the function's own variables
      append(code, instructions_[i++]);
    } while (i < function.end &&
             (instructions_[i].op == spv::Op::OpVariable ||
              instructions_[i].op == spv::Op::OpLine || instructions_[i].op == spv::Op::OpNoLine));
    Ids ids;
    for (size_t j = i; j < function.end; ++j)
      for (const uint16_t use : instructions_[j].uses())
        compute(code, memory, instructions_[j][use], ids);
    if (isTooLarge_)
      return false;
    for (; i < function.end; ++i) {
      const ParsedInstruction &instruction = instructions_[i];
      const size_t begin = code.size();
      append(code, instructions_[i]);
      for (const uint16_t use : instruction.uses())
        if (const auto other = ids.find(code[begin + use]); other != ids.end())
          code[begin + use] = other->second;
      if (instruction.op == spv::Op::OpFunctionCall &&
          functionsWithMemory_.contains(instruction[3])) {
        isTooLarge_ = isTooLarge_ || instruction.size() == kMostInstructionWords;
        code.push_back(memory);
        code[begin] += 1u << spv::WordCountShift;
      }
    }
    return !isTooLarge_;
  }

  // Copies the original variables, which nothing else uses any more, and then rewrites the
  // addresses among their values to addresses in memory.
  void writeInitializer() {
    Words &words = initializer_;
    initializerId_ = module_.newId();
    const uint32_t memory = module_.newId();
    append(words, spv::Op::OpFunction,
           {void_, initializerId_, 0, module_.functionType({void_, pointer_})});
    append(words, spv::Op::OpFunctionParameter, {pointer_, memory});
    append(words, spv::Op::OpLabel, {module_.newId()});
    Ids ids;
    for (const auto &[id, variable] : variables_)
      if (variable.initializer != 0)
        append(words, spv::Op::OpCopyMemorySized,
               {compute(words, memory, id, ids), id,
                module_.u32(static_cast<uint32_t>(variable.layout.size)), kAligned,
                alignmentOf(id, variable)});
    for (const auto &[id, variable] : variables_)
      if (variable.initializer != 0)
        storeAddresses(words, memory, variable.initializer, variable.type, variable.offset, ids);
    append(words, spv::Op::OpReturn, {});
    append(words, spv::Op::OpFunctionEnd, {});
  }

  // Returns the alignment of the original variable.
  uint32_t alignmentOf(uint32_t id, const ModuleVariable &variable) const {
    const auto found = alignments_.find(id);
    const auto natural = static_cast<uint32_t>(variable.layout.alignment);
    return found == alignments_.end() ? natural : std::min(natural, found->second);
  }

  // Returns the positions of the addresses in a composite, whose other elements may be many.
  const std::vector<uint16_t> &addressesIn(const ParsedInstruction &composite) {
    const auto [entry, isNew] = addressesIn_.try_emplace(&composite);
    if (isNew)
      std::copy_if(composite.uses().begin(), composite.uses().end(),
                   std::back_inserter(entry->second),
                   [&](uint16_t use) { return isPending(composite[use], composite, {}); });
    return entry->second;
  }

  void storeAddresses(Words &words, uint32_t memory, uint32_t constant, uint32_t type,
                      uint64_t offset, Ids &ids) {
    const auto found = addresses_.find(constant);
    if ((found == addresses_.end() && !variables_.contains(constant)) || hasTooManyWords())
      return;
    if (found != addresses_.end() && found->second->op != spv::Op::OpSpecConstantOp) {
      const ParsedInstruction &composite = *found->second;
      for (const uint16_t use : addressesIn(composite)) {
        const auto member = layouts_.member(type, use - 3u);
        areAddressesStored_ = areAddressesStored_ && member;
        if (member) // not deeper than the nesting of types that have a layout
          storeAddresses(words, memory, composite[use], member->first, offset + member->second,
                         ids);
      }
      return;
    }
    areAddressesStored_ =
        areAddressesStored_ && offset % kWordBytes == 0; // always true except in packed structs
    const uint32_t place = module_.newId();
    addressOf(words, memory, offset, pointerTo(type), place);
    append(words, spv::Op::OpStore, {place, compute(words, memory, constant, ids)});
  }

  const std::span<const uint32_t> words_;
  const ParsedInstructions instructions_;
  Builder module_;
  Layouts layouts_{kMaximumBytes};
  std::unordered_map<uint32_t, std::string> names_;
  std::unordered_map<uint32_t, std::string> exported_;
  std::unordered_map<uint32_t, uint32_t> alignments_;
  std::unordered_set<uint32_t> fixed_;           ///< never written, or imported from another module
  std::map<uint32_t, ModuleVariable> variables_; ///< by id
  std::unordered_map<uint32_t, const ParsedInstruction *>
      addresses_; ///< constants derived from addresses
  std::unordered_map<const ParsedInstruction *, std::vector<uint16_t>>
      addressesIn_;            ///< by composite
  std::vector<uint32_t> used_; ///< variables and addresses whose variables must stay
  std::unordered_map<uint32_t, Instruction> functionTypes_;
  std::vector<Function> functions_;
  std::unordered_set<uint32_t> functionsWithMemory_; ///< functions that need the memory
  std::unordered_map<uint32_t, uint32_t> types_;     ///< types of these functions
  VariableMemory memory_;
  uint32_t void_ = 0;
  uint32_t pointer_ = 0; ///< type of a pointer to words in memory
  uint32_t initializerId_ = 0;
  bool areAddressesStored_ = true; ///< whether all addresses among the values were stored
  bool isTooLarge_ = false;        ///< whether the new module has more words than it may have
  Words initializer_;
};

} // namespace

Result<std::optional<ModuleWithMemory>> putVariablesIntoMemory(std::span<const uint32_t> words) {
  auto module = Builder::parse(words);
  if (!module)
    return std::optional<ModuleWithMemory>();
  return Writer(words, *std::move(module)).write();
}

} // namespace ursa::spirv

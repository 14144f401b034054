#include "core/spirv/variables.h"

#include "core/spirv/layout.h"
#include "core/spirv/opcodes.h"

#include <spirv-tools/libspirv.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ursa::spirv {
namespace {

constexpr uint32_t kDecorationConstant = 22;
constexpr uint32_t kDecorationLinkage = 41;
constexpr uint32_t kDecorationAlignment = 44;
constexpr uint32_t kImport = 1;
constexpr uint32_t kAligned = 2;
constexpr uint64_t kMaximumBytes = uint64_t{1}
                                   << 31; ///< of all variables, so that 32-bit offsets suffice
constexpr uint32_t kWordBytes = 4;

bool isOperandId(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_SCOPE_ID ||
         type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
}

/// An instruction and its position in the module.
struct Place {
  size_t at = 0;
  uint16_t opcode = 0;
  uint16_t length = 0;
  uint32_t result = 0;
  std::vector<uint16_t> uses; ///< positions of words that are ids, except types and results
};

struct ModuleVariable {
  uint32_t pointerType = 0;
  uint32_t type = 0; ///< the pointed-to type
  uint32_t initializer = 0;
  uint64_t offset = 0;
  Layout layout;
};

struct Function {
  uint32_t id = 0;
  size_t begin = 0; ///< index of the first place
  size_t end = 0;   ///< index after the last place
  bool needsMemory = false;
  std::set<uint32_t> callees;
};

class Writer {
public:
  explicit Writer(std::span<const uint32_t> words) : words_(words), bound_(words[3]) {}

  std::optional<ModuleWithMemory> write() {
    if (!parse() || !collectVariables() || !collectFunctions() || !placeVariables())
      return std::nullopt;
    declare();
    if (!areAddressesStored_)
      return std::nullopt;
    out_.assign(words_.begin(), words_.begin() + 5);
    const size_t firstFunction = functions_.front().begin;
    for (size_t i = 0; i < firstFunction; ++i)
      writeDeclaration(i);
    append(declarations_);
    for (const Function &function : functions_)
      writeFunction(function);
    if (memory_.hasInitializer)
      append(initializer_);
    out_[3] = bound_;
    return ModuleWithMemory{std::move(out_), std::move(memory_)};
  }

private:
  using Words = std::vector<uint32_t>;

  static void add(Words &words, uint16_t opcode, std::initializer_list<uint32_t> operands) {
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands);
  }
  void append(const Words &words) { out_.insert(out_.end(), words.begin(), words.end()); }
  Instruction at(const Place &place) const { return words_.subspan(place.at, place.length); }
  uint32_t newId() { return bound_++; }

  static std::string textAt(Instruction words, size_t from) {
    const char *text = reinterpret_cast<const char *>(&words[from]);
    return {text, strnlen(text, (words.size() - from) * kWordBytes)};
  }

  bool parse() {
    const spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
    const auto note = [](void *self, const spv_parsed_instruction_t *instruction) {
      auto &writer = *static_cast<Writer *>(self);
      Place place{
          writer.parsed_, instruction->opcode, instruction->num_words, instruction->result_id, {}};
      for (uint16_t i = 0; i < instruction->num_operands; ++i)
        if (isOperandId(instruction->operands[i].type))
          place.uses.push_back(instruction->operands[i].offset);
      writer.parsed_ += instruction->num_words;
      writer.places_.push_back(std::move(place));
      return SPV_SUCCESS;
    };
    return spvBinaryParse(context.CContext(), this, words_.data(), words_.size(), nullptr, note,
                          nullptr) == SPV_SUCCESS;
  }

  template <class Function> void forDeclarations(Function function) const {
    for (const Place &place : places_) {
      if (place.opcode == kFunction)
        break;
      function(place);
    }
  }

  // Collects variables, and constants derived from their addresses.
  bool collectVariables() {
    forDeclarations([&](const Place &place) { noteDeclaration(place); });
    for (size_t pinned = ~size_t{0}; pinned != pinned_.size();) {
      pinned = pinned_.size();
      for (const uint32_t id : pinned_)
        variables_.erase(id);
      addresses_.clear();
      forDeclarations([&](const Place &place) { recordAddresses(place); });
    }
    return !variables_.empty();
  }

  void noteDeclaration(const Place &place) {
    const Instruction words = at(place);
    layouts_.note(words);
    switch (place.opcode) {
    case kName:
      names_.emplace(words[1], textAt(words, 2));
      break;
    case kDecorate:
      noteDecoration(words);
      break;
    case kTypeVoid:
      void_ = words[1];
      break;
    case kTypeInt:
    case kTypePointer:
    case kTypeFunction:
      declared_.emplace(std::pair(place.opcode, Words(words.begin() + 2, words.end())), words[1]);
      break;
    case kConstant:
      if (words.size() == 4)
        declared_.emplace(std::pair(place.opcode, Words{words[1], words[3]}), words[2]);
      break;
    case kVariable:
      if (words[3] == kCrossWorkgroup && !fixed_.contains(words[2]))
        addVariable(words);
      break;
    default:
      break;
    }
  }

  void noteDecoration(Instruction words) {
    const bool isImport =
        words[2] == kDecorationLinkage && words.size() > 4 && words.back() == kImport;
    if (words[2] == kDecorationConstant || isImport)
      fixed_.insert(words[1]);
    else if (words[2] == kDecorationLinkage && words.size() > 4)
      exported_[words[1]] = textAt(words, 3);
    else if (words[2] == kDecorationAlignment && words.size() == 4)
      alignments_[words[1]] = words[3];
  }

  void addVariable(Instruction words) {
    const Instruction pointer = layouts_.type(words[1]);
    const auto layout = pointer.empty() ? std::nullopt : layouts_.of(pointer[3]);
    if (layout && layout->size != 0)
      variables_[words[2]] = {words[1], pointer[3], words.size() > 4 ? words[4] : 0, 0, *layout};
  }

  // Constants that are addresses are computed where they are used. If an address is used elsewhere,
  // for example in a table in constant memory, the variable stays as it is.
  void recordAddresses(const Place &place) {
    if (place.result == 0 || place.opcode == kExtInst) // debug information about variables
      return;
    for (const uint16_t use : place.uses) {
      const uint32_t id = words_[place.at + use];
      if (!addresses_.contains(id) && !variables_.contains(id))
        continue;
      if (place.opcode == kSpecConstantOp || place.opcode == kConstantComposite ||
          place.opcode == kSpecConstantComposite)
        addresses_.emplace(place.result, &place);
      else if (place.opcode != kVariable || !variables_.contains(place.result))
        pin(id);
    }
  }

  void pin(uint32_t id) {
    pinned_.insert(id);
    if (const auto found = addresses_.find(id); found != addresses_.end())
      for (const uint16_t use : found->second->uses)
        pin(words_[found->second->at + use]);
  }

  bool collectFunctions() {
    std::unordered_map<uint32_t, size_t> indices;
    bool isOpen = false;
    for (size_t i = 0; i < places_.size(); ++i) {
      const Place &place = places_[i];
      if (place.opcode == kFunction) {
        indices[place.result] = functions_.size();
        functions_.push_back({place.result, i, i, false, {}});
        isOpen = true;
      }
      if (!isOpen)
        continue;
      Function &function = functions_.back();
      function.end = i + 1;
      if (place.opcode == kFunctionCall)
        function.callees.insert(words_[place.at + 3]);
      for (const uint16_t use : place.uses)
        if (const uint32_t id = words_[place.at + use];
            variables_.contains(id) || addresses_.contains(id)) {
          function.needsMemory = true;
          if (place.opcode == kVariable) // its initializer must be a constant
            return false;
        }
    }
    for (bool isChanged = true; std::exchange(isChanged, false);)
      for (Function &function : functions_)
        for (const uint32_t callee : function.callees)
          if (const auto found = indices.find(callee); !function.needsMemory &&
                                                       found != indices.end() &&
                                                       functions_[found->second].needsMemory)
            isChanged = function.needsMemory = true;
    for (const Function &function : functions_)
      if (function.needsMemory)
        functionsWithMemory_.insert(function.id);
    return !functions_.empty() && void_ != 0;
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

  /// @name Types and constants that the new instructions need; existing ones are reused.
  /// @{
  uint32_t declared(uint16_t opcode, const Words &operands, bool hasType) {
    const auto [entry, isNew] = declared_.emplace(std::pair(opcode, operands), 0);
    if (isNew) {
      entry->second = newId();
      declarations_.push_back(static_cast<uint32_t>(operands.size() + 2) << 16 | opcode);
      const size_t result = declarations_.size() + (hasType ? 1 : 0);
      declarations_.insert(declarations_.end(), operands.begin(), operands.end());
      declarations_.insert(declarations_.begin() + static_cast<ptrdiff_t>(result), entry->second);
    }
    return entry->second;
  }
  uint32_t number(uint64_t value) {
    return declared(kConstant, {uint_, static_cast<uint32_t>(value)}, true);
  }
  uint32_t pointerTo(uint32_t type) {
    return declared(kTypePointer, {kCrossWorkgroup, type}, false);
  }
  uint32_t typeWithMemory(uint32_t type) {
    Words operands;
    for (const auto &[key, id] : declared_)
      if (key.first == kTypeFunction && id == type)
        operands = key.second;
    operands.push_back(pointer_);
    return declared(kTypeFunction, operands, false);
  }
  /// @}

  // Emits declarations that precede the functions but are only known after these are rewritten.
  void declare() {
    uint_ = declared(kTypeInt, {32, 0}, false);
    pointer_ = pointerTo(uint_);
    for (const auto &[id, variable] : variables_)
      number(variable.offset / kWordBytes);
    for (const Function &function : functions_)
      if (function.needsMemory)
        types_[function.id] = typeWithMemory(words_[places_[function.begin].at + 4]);
    if (memory_.hasInitializer)
      writeInitializer();
  }

  void writeDeclaration(size_t index) {
    const Place &place = places_[index];
    const Instruction words = at(place);
    if (place.opcode != kEntryPoint) {
      out_.insert(out_.end(), words.begin(), words.end());
      return;
    }
    // Removes the variables from the interfaces of kernels.
    const size_t head = out_.size();
    const std::string name = textAt(words, 3);
    const size_t interface = 3 + name.size() / kWordBytes + 1;
    out_.insert(out_.end(), words.begin(), words.begin() + static_cast<ptrdiff_t>(interface));
    for (const uint32_t id : words.subspan(interface))
      if (!variables_.contains(id) && !addresses_.contains(id))
        out_.push_back(id);
    out_[head] = static_cast<uint32_t>(out_.size() - head) << 16 | kEntryPoint;
    if (functionsWithMemory_.contains(words[2]))
      memory_.kernels.insert(name);
    const bool isLast = places_[index + 1].opcode != kEntryPoint;
    if (isLast && memory_.hasInitializer)
      writeEntryOfInitializer();
  }

  void writeEntryOfInitializer() {
    const size_t head = out_.size();
    out_.insert(out_.end(), {0, kModelKernel, initializerId_});
    const std::string_view name = kInitializer;
    const size_t at = out_.size();
    out_.resize(at + name.size() / kWordBytes + 1, 0);
    std::memcpy(&out_[at], name.data(), name.size());
    constexpr uint32_t kVersion14 =
        0x00010400; // from this version on, interfaces list all variables
    if (words_[1] >= kVersion14)
      for (const auto &[id, variable] : variables_)
        if (variable.initializer != 0)
          out_.push_back(id);
    out_[head] = static_cast<uint32_t>(out_.size() - head) << 16 | kEntryPoint;
  }

  using Ids = std::unordered_map<uint32_t, uint32_t>;

  // Emits the address of an object in memory; @p memory is the function's parameter.
  void addressOf(Words &words, uint32_t memory, uint64_t offset, uint32_t type, uint32_t result) {
    const uint32_t element = type == pointer_ ? result : newId();
    add(words, kInBoundsPtrAccessChain, {pointer_, element, memory, number(offset / kWordBytes)});
    if (type != pointer_)
      add(words, kBitcast, {type, result, element});
  }

  // Computes the address of a variable, or a constant derived from addresses, once per function.
  uint32_t compute(Words &words, uint32_t memory, uint32_t id, Ids &ids) {
    if (const auto known = ids.find(id); known != ids.end())
      return known->second;
    if (const auto variable = variables_.find(id); variable != variables_.end()) {
      const uint32_t result = ids[id] = newId();
      addressOf(words, memory, variable->second.offset, variable->second.pointerType, result);
      return result;
    }
    const auto found = addresses_.find(id);
    if (found == addresses_.end())
      return id;
    const Place &place = *found->second;
    const Instruction constant = at(place);
    Words operands(constant.begin() + 1, constant.end());
    for (const uint16_t use : place.uses)
      operands[use - 1u] = compute(words, memory, operands[use - 1u], ids);
    operands[1] = ids[id] = newId();
    uint32_t opcode = kCompositeConstruct;
    if (place.opcode == kSpecConstantOp) {
      opcode = operands[2];
      operands.erase(operands.begin() + 2);
    }
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands.begin(), operands.end());
    return operands[1];
  }

  void writeFunction(const Function &function) {
    if (!function.needsMemory) {
      for (size_t i = function.begin; i < function.end; ++i)
        out_.insert(out_.end(), at(places_[i]).begin(), at(places_[i]).end());
      return;
    }
    const uint32_t memory = newId();
    const size_t head = out_.size();
    size_t i = function.begin;
    for (; places_[i].opcode != kLabel; ++i)
      out_.insert(out_.end(), at(places_[i]).begin(), at(places_[i]).end());
    out_[head + 4] = types_.at(function.id);
    add(out_, kFunctionParameter, {pointer_, memory});
    do { // the label and the function's own variables
      out_.insert(out_.end(), at(places_[i]).begin(), at(places_[i]).end());
      ++i;
    } while (places_[i].opcode == kVariable || places_[i].opcode == kLine ||
             places_[i].opcode == kNoLine);
    Ids ids;
    for (size_t j = i; j < function.end; ++j)
      for (const uint16_t use : places_[j].uses)
        compute(out_, memory, words_[places_[j].at + use], ids);
    for (; i < function.end; ++i) {
      const Place &place = places_[i];
      const size_t begin = out_.size();
      out_.insert(out_.end(), at(place).begin(), at(place).end());
      for (const uint16_t use : place.uses)
        if (const auto other = ids.find(out_[begin + use]); other != ids.end())
          out_[begin + use] = other->second;
      if (place.opcode == kFunctionCall && functionsWithMemory_.contains(words_[place.at + 3])) {
        out_.push_back(memory);
        out_[begin] += 1u << 16;
      }
    }
  }

  // Copies the original variables, which nothing else uses any more, and then rewrites the
  // addresses among their values to addresses in memory.
  void writeInitializer() {
    Words &words = initializer_;
    initializerId_ = newId();
    const uint32_t memory = newId();
    add(words, kFunction,
        {void_, initializerId_, 0, declared(kTypeFunction, {void_, pointer_}, false)});
    add(words, kFunctionParameter, {pointer_, memory});
    add(words, kLabel, {newId()});
    Ids ids;
    for (const auto &[id, variable] : variables_)
      if (variable.initializer != 0)
        add(words, kCopyMemorySized,
            {compute(words, memory, id, ids), id, number(variable.layout.size), kAligned,
             alignmentOf(id, variable)});
    for (const auto &[id, variable] : variables_)
      if (variable.initializer != 0)
        storeAddresses(words, memory, variable.initializer, variable.type, variable.offset, ids);
    add(words, kReturn, {});
    add(words, kFunctionEnd, {});
  }

  // Returns the alignment of the original variable.
  uint32_t alignmentOf(uint32_t id, const ModuleVariable &variable) const {
    const auto found = alignments_.find(id);
    const auto natural = static_cast<uint32_t>(variable.layout.alignment);
    return found == alignments_.end() ? natural : std::min(natural, found->second);
  }

  void storeAddresses(Words &words, uint32_t memory, uint32_t constant, uint32_t type,
                      uint64_t offset, Ids &ids) {
    const auto found = addresses_.find(constant);
    if (found == addresses_.end() && !variables_.contains(constant))
      return;
    if (found != addresses_.end() && found->second->opcode != kSpecConstantOp) {
      const Instruction composite = at(*found->second);
      for (uint32_t i = 0; i + 3 < composite.size(); ++i) {
        const auto [memberType, memberOffset] = layouts_.member(type, i);
        storeAddresses(words, memory, composite[3 + i], memberType, offset + memberOffset, ids);
      }
      return;
    }
    areAddressesStored_ =
        areAddressesStored_ && offset % kWordBytes == 0; // always true except in packed structs
    const uint32_t place = newId();
    addressOf(words, memory, offset, pointerTo(type), place);
    add(words, kStore, {place, compute(words, memory, constant, ids)});
  }

  const std::span<const uint32_t> words_;
  uint32_t bound_;
  size_t parsed_ = 5;
  std::vector<Place> places_;
  Layouts layouts_{kMaximumBytes};
  std::unordered_map<uint32_t, std::string> names_;
  std::unordered_map<uint32_t, std::string> exported_;
  std::unordered_map<uint32_t, uint32_t> alignments_;
  std::unordered_set<uint32_t> fixed_;           ///< never written, or imported from another module
  std::map<uint32_t, ModuleVariable> variables_; ///< by id
  std::unordered_map<uint32_t, const Place *> addresses_; ///< constants derived from addresses
  std::set<uint32_t> pinned_;
  std::vector<Function> functions_;
  std::unordered_set<uint32_t> functionsWithMemory_; ///< functions that need the memory
  std::unordered_map<uint32_t, uint32_t> types_;     ///< types of these functions
  VariableMemory memory_;
  uint32_t void_ = 0;
  uint32_t uint_ = 0;
  uint32_t pointer_ = 0; ///< type of a pointer to words in memory
  uint32_t initializerId_ = 0;
  bool areAddressesStored_ = true; ///< whether all addresses among the values were stored
  std::map<std::pair<uint16_t, Words>, uint32_t> declared_; ///< by operands without the result
  Words declarations_;
  Words initializer_;
  Words out_;
};

} // namespace

std::optional<ModuleWithMemory> putVariablesIntoMemory(std::span<const uint32_t> words) {
  return Writer(words).write();
}

} // namespace ursa::spirv

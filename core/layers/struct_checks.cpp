#include "core/layers/struct_checks.h"

#include "core/print/types.h"
#include "support/process_memory.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ursa::core::layers {
namespace {

using print::types::Base;
using print::types::Field;
using print::types::Struct;

constexpr int kMaximumChainLength = 64; ///< limit for a pNext chain, which may be circular

template <class T> T load(const std::byte *at) {
  T value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

/// The position of a member: "pProperties->pMetadatas[2].type".
struct MemberPosition {
  const MemberPosition *outer; ///< null for an argument
  std::string_view name;
  std::optional<uint64_t> element;
  bool isPointer;

  std::string text() const {
    std::string text = outer ? outer->text() + (outer->isPointer ? "->" : ".") : std::string();
    text += name;
    return element ? text + fmt::format("[{}]", *element) : text;
  }
};

/// Arrays whose generated parameter row does not name their length.
constexpr std::pair<std::string_view, std::string_view> kLengths[] = {{"pBinaries", "NumBinaries"},
                                                                      {"pSpecConstants", "count"}};

/// Returns the number of structs that an argument points to; none if it is a single struct.
std::optional<uint64_t> lengthOf(const Call &call, size_t index) {
  const api::Parameter &parameter = call.parameters[index];
  if (parameter.extent == api::Extent::Range && parameter.lengthIndex >= 0)
    return call.length(index);
  for (const auto &[array, length] : kLengths)
    if (parameter.name == array)
      return call.number(call.find(length));
  return std::nullopt;
}

using Visitor = std::function<Result<void>(const Struct &type, const std::byte *at,
                                           const MemberPosition &place)>;

/// Visits the structs that the arguments of a call point to. Functions of ursa.h have no structs of
/// the ABI.
Result<void> forEachStruct(const Call &call, const Visitor &visit) {
  if (api::isOwn(call.function))
    return {};
  const auto fields = print::types::parametersOf(call.function);
  for (size_t i = 0; i < call.size(); ++i) {
    const print::types::Shape shape = fields[i].shape;
    if (shape.base != Base::Struct || shape.pointers != 1 || !call.pointer(i) ||
        call.parameters[i].direction != api::Direction::In)
      continue;
    const Struct &type = print::types::structAt(shape.index);
    const auto *first = static_cast<const std::byte *>(call.pointer(i));
    const std::optional<uint64_t> length = lengthOf(call, i);
    for (uint64_t element = 0; element < length.value_or(1); ++element) {
      const MemberPosition place{nullptr, call.parameters[i].name,
                                 length ? std::optional(element) : std::nullopt, !length};
      URSA_CHECK(visit(type, first + element * type.size, place));
    }
  }
  return {};
}

Result<void> checkMembers(const Call &call, const Struct &type, const std::byte *at,
                          const MemberPosition &place);

/// Checks a pointer and the structs of the array that it points to.
Result<void> checkPointer(const Call &call, const Struct &type, const std::byte *at,
                          const Field &member, const MemberPosition &place) {
  const auto *target = load<const std::byte *>(at + member.offset);
  if (!target && !member.has(Field::kOptional)) {
    const bool isConstant =
        std::string_view(type.name) == "ur_specialization_constant_info_t"; // as the ABI specifies
    return makeError(isConstant ? UR_RESULT_ERROR_INVALID_VALUE
                                : UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "{}: the pointer {} is null.", call.name(), place.text());
  }
  if (!target || member.count < 0 || member.shape.base != Base::Struct ||
      member.shape.pointers != 1)
    return {};
  const Field &count = type.fields()[static_cast<size_t>(member.count)];
  const uint64_t length = count.shape.elementSize() == sizeof(uint32_t)
                              ? load<uint32_t>(at + count.offset)
                              : load<uint64_t>(at + count.offset);
  const Struct &elements = print::types::structAt(member.shape.index);
  for (uint64_t i = 0; i < length; ++i)
    URSA_CHECK(checkMembers(call, elements, target + i * elements.size,
                            {place.outer, place.name, i, false}));
  return {};
}

Result<void> checkMember(const Call &call, const Struct &type, const std::byte *at,
                         const Field &member, const MemberPosition &outer) {
  const MemberPosition place{&outer, member.name, {}, false};
  if (member.shape.pointers > 0)
    return checkPointer(call, type, at, member, place);
  switch (member.shape.base) {
  case Base::Address:
    if (!member.has(Field::kOptional) && !load<const void *>(at + member.offset))
      return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "{}: the handle {} is null.",
                       call.name(), place.text());
    return {};
  case Base::Struct:
    return checkMembers(call, print::types::structAt(member.shape.index), at + member.offset,
                        place);
  case Base::Enum:
  case Base::Flags:
    break;
  default:
    return {};
  }
  const print::types::Enum &known = print::types::enumAt(member.shape.index);
  for (size_t i = 0; i < std::max<size_t>(member.shape.length, 1); ++i) {
    const auto value = load<uint32_t>(at + member.offset + i * sizeof(uint32_t));
    if (member.shape.base == Base::Enum) {
      if (!known.find(value))
        return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{}: {} is {:#x}, which is no {}.",
                         call.name(), place.text(), value, known.name);
      continue;
    }
    uint32_t unknown = value;
    for (const print::types::Enumerator &flag : known.enumerators())
      unknown &= ~flag.value;
    if (unknown)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{}: {} has the unknown bits {:#x}.",
                       call.name(), place.text(), unknown);
  }
  return {};
}

Result<void> checkMembers(const Call &call, const Struct &type, const std::byte *at,
                          const MemberPosition &place) {
  if (type.isUnion)
    return {};
  for (const Field &member : type.fields())
    if (member.role != print::types::Role::Chain && !member.has(Field::kNocheck) &&
        std::string_view(member.name) != "stype") // checkChains reports it after all others
      URSA_CHECK(checkMember(call, type, at, member, place));
  return {};
}

/// The first members of every struct with an stype.
struct Header {
  ur_structure_type_t type;
  const void *next;
};
static_assert(sizeof(Header) == sizeof(ur_base_properties_t));

Result<void> checkChain(const Call &call, const Struct &type, const std::byte *at,
                        const MemberPosition &place) {
  if (type.structureType == print::types::kNoStructureType)
    return {};
  auto header = load<Header>(at);
  // Programs that zero-initialize a struct and set only some members leave stype 0.
  constexpr auto kUnsetType = static_cast<ur_structure_type_t>(0);
  if (header.type != type.structureType && header.type != kUnsetType)
    return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                     "{}: {} is a {}, and its stype is {:#x}; {:#x} was expected.", call.name(),
                     place.text(), type.name, static_cast<uint32_t>(header.type),
                     static_cast<uint32_t>(type.structureType));
  for (int length = 1; header.next; ++length) {
    const void *next = header.next;
    if (!readMemory(next, &header, sizeof(header)))
      return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                       "{}: struct {} of the chain behind {} is at {}, which cannot be read.",
                       call.name(), length, place.text(), next);
    if (length == kMaximumChainLength)
      return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                       "{}: the chain behind {} has more than {} structs; is it a circle?",
                       call.name(), place.text(), kMaximumChainLength);
  }
  return {};
}

} // namespace

Result<void> checkStructs(const Call &call) {
  return forEachStruct(
      call, [&call](const Struct &type, const std::byte *at, const MemberPosition &place) {
        return checkMembers(call, type, at, place);
      });
}

Result<void> checkChains(const Call &call) {
  return forEachStruct(
      call, [&call](const Struct &type, const std::byte *at, const MemberPosition &place) {
        return checkChain(call, type, at, place);
      });
}

} // namespace ursa::core::layers

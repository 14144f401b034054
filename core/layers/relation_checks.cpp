#include "core/layers/relation_checks.h"

#include "core/print/type_data.h"

#include <algorithm>
#include <array>

namespace ursa::core::layers {
namespace {

using api::Function;

__extension__ using Wide = unsigned __int128; // products of sizes do not overflow

enum class Is : uint8_t {
  NotZero,
  Equal,           ///< to the other value
  AtLeast,         ///< of the other value
  AtMost,          ///< of the other value
  AtLeastIfAny,    ///< zero, or at least the other value
  MultipleOf,      ///< of the other value
  MultipleOfIfAny, ///< zero, or a multiple of the other value
  PowerOfTwo,      ///< or zero
  Not,             ///< the other value
  WithoutAll,      ///< some, but not all, bits of the other value
  GivenWith,       ///< nonzero if the other value is nonzero
  GivenOnlyWith,   ///< zero if the other value is zero
  NotZeroEach      ///< an array of nonzero sizes, or null; the other value is its length
};

/// A value is a parameter, a member of one, or a product: "size", "pRegion->size", "width *
/// height". "a|b" means b if a is 0.
struct Other {
  constexpr Other() = default;
  constexpr Other(uint64_t value) : number(value) {}
  constexpr Other(const char *value, uint64_t bits = UINT64_MAX) : terms(value), mask(bits) {}

  std::string_view terms; ///< empty: compare with the number
  uint64_t number = 0;
  uint64_t mask = UINT64_MAX; ///< the bits to compare
};

struct Relation {
  std::optional<Function> function; ///< none: every function that has the parameters
  std::string_view value;
  Is is;
  Other other;
  ur_result_t code;
};

constexpr auto kSize = UR_RESULT_ERROR_INVALID_SIZE;
constexpr auto kValue = UR_RESULT_ERROR_INVALID_VALUE;
constexpr auto kHostPointer = UR_RESULT_ERROR_INVALID_HOST_PTR;
constexpr auto kImage = UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR;
constexpr auto kSyncPoints = UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP;
constexpr uint64_t kHostPointerFlags =
    UR_MEM_FLAG_USE_HOST_POINTER | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER;
constexpr uint64_t kBothPriorities = UR_QUEUE_FLAG_PRIORITY_HIGH | UR_QUEUE_FLAG_PRIORITY_LOW;
constexpr uint64_t kBothSubmissions =
    UR_QUEUE_FLAG_SUBMISSION_BATCHED | UR_QUEUE_FLAG_SUBMISSION_IMMEDIATE;

/// The checks report the first violated relation.
struct Table {
  using enum Function;
  static constexpr std::nullopt_t kAny = std::nullopt;
  static constexpr Relation kRows[] = {
      // Queries and lists.
      {urPlatformGet, "phPlatforms|pNumPlatforms", Is::NotZero, {}, kValue},
      {urDeviceGet, "phDevices", Is::GivenWith, "NumEntries", UR_RESULT_ERROR_INVALID_NULL_POINTER},
      {urDeviceSelectBinary, "NumBinaries", Is::NotZero, {}, kSize},
      {urEventGetProfilingInfo, "propSize", Is::GivenWith, "pPropValue", kValue},
      {urEventSetCallback, "execStatus", Is::Not, UR_EXECUTION_INFO_QUEUED,
       UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION},
      {kAny, "pSyncPointWaitList", Is::GivenWith, "numSyncPointsInWaitList", kSyncPoints},
      {kAny, "pSyncPointWaitList", Is::GivenOnlyWith, "numSyncPointsInWaitList", kSyncPoints},
      {kAny, "phKernelAlternatives", Is::GivenOnlyWith, "numKernelAlternatives", kValue},
      {urCommandBufferUpdateKernelLaunchExp, "numKernelUpdates", Is::NotZero, {}, kSize},
      // Queues and programs.
      {urQueueCreate, "pProperties->flags", Is::WithoutAll, kBothPriorities,
       UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES},
      {urQueueCreate, "pProperties->flags", Is::WithoutAll, kBothSubmissions,
       UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES},
      {kAny, "pProperties->pMetadatas", Is::GivenWith, "pProperties->count",
       UR_RESULT_ERROR_INVALID_NULL_POINTER},
      {kAny, "pProperties->pMetadatas", Is::GivenOnlyWith, "pProperties->count", kSize},
      {urProgramCreateWithIL, "length", Is::NotZero, {}, kSize},
      {urProgramSetSpecializationConstants, "count", Is::NotZero, {}, kSize},
      {urKernelSetSpecializationConstants, "count", Is::NotZero, {}, kSize},
      // Memory objects.
      {urMemBufferCreate, "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_BUFFER_SIZE},
      {urMemBufferCreate,
       "pProperties->pHost",
       Is::GivenWith,
       {"flags", kHostPointerFlags},
       kHostPointer},
      {urMemBufferCreate,
       "pProperties->pHost",
       Is::GivenOnlyWith,
       {"flags", kHostPointerFlags},
       kHostPointer},
      {urMemBufferPartition, "pRegion->size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_BUFFER_SIZE},
      {urMemImageCreate, "pImageDesc->stype", Is::Equal, UR_STRUCTURE_TYPE_IMAGE_DESC, kImage},
      {urMemImageCreate, "pImageDesc->type", Is::AtMost, UR_MEM_TYPE_IMAGE1D_ARRAY, kImage},
      {urMemImageCreate, "pImageDesc->numMipLevel", Is::Equal, uint64_t{0}, kImage},
      {urMemImageCreate, "pImageDesc->numSamples", Is::Equal, uint64_t{0}, kImage},
      {urMemImageCreate, "pImageDesc->rowPitch", Is::GivenOnlyWith, "pHost", kImage},
      {urMemImageCreate, "pImageDesc->slicePitch", Is::GivenOnlyWith, "pHost", kImage},
      {urMemImageCreate, "pHost", Is::GivenWith, {"flags", kHostPointerFlags}, kHostPointer},
      {urMemImageCreate, "pHost", Is::GivenOnlyWith, {"flags", kHostPointerFlags}, kHostPointer},
      // USM.
      {kAny, "pUSMDesc->align", Is::PowerOfTwo, {}, kValue},
      {urUSMHostAlloc, "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
      {urUSMDeviceAlloc, "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
      {urUSMSharedAlloc, "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
      {urUSMPitchedAllocExp, "widthInBytes", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
      {urMemoryExportAllocExportableMemoryExp,
       "alignment",
       Is::PowerOfTwo,
       {},
       UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT},
      {urMemoryExportAllocExportableMemoryExp,
       "size",
       Is::NotZero,
       {},
       UR_RESULT_ERROR_INVALID_USM_SIZE},
      {urUSMHostAllocRegisterExp, "size", Is::NotZero, {}, kValue},
      {urUSMContextMemcpyExp, "size", Is::NotZero, {}, kSize},
      {urEnqueueUSMMemcpy, "size", Is::NotZero, {}, kSize},
      {urEnqueueUSMPrefetch, "size", Is::NotZero, {}, kSize},
      {urEnqueueUSMAdvise, "size", Is::NotZero, {}, kSize},
      {urCommandBufferAppendUSMMemcpyExp, "size", Is::NotZero, {}, kSize},
      {urCommandBufferAppendUSMPrefetchExp, "size", Is::NotZero, {}, kSize},
      {urCommandBufferAppendUSMAdviseExp, "size", Is::NotZero, {}, kSize},
      // Fills.
      {kAny, "patternSize", Is::NotZero, {}, kSize},
      {urEnqueueMemBufferFill, "size", Is::NotZero, {}, kSize},
      {urEnqueueUSMFill, "size", Is::NotZero, {}, kSize},
      {urCommandBufferAppendUSMFillExp, "size", Is::NotZero, {}, kSize},
      {urEnqueueMemBufferFill, "patternSize", Is::PowerOfTwo, {}, kSize},
      {urEnqueueUSMFill2D, "patternSize", Is::PowerOfTwo, {}, kSize},
      {kAny, "size", Is::MultipleOf, "patternSize", kSize},
      {kAny, "offset", Is::MultipleOf, "patternSize", kSize},
      {urEnqueueUSMFill2D, "width", Is::NotZero, {}, kSize},
      {urEnqueueUSMFill2D, "height", Is::NotZero, {}, kSize},
      {urEnqueueUSMFill2D, "pitch", Is::NotZero, {}, kSize},
      {urEnqueueUSMFill2D, "pitch", Is::AtLeast, "width", kSize},
      {urEnqueueUSMFill2D, "width * height", Is::MultipleOf, "patternSize", kSize},
      // Rectangles.
      {urEnqueueUSMMemcpy2D, "height", Is::NotZero, {}, kSize},
      {urEnqueueUSMMemcpy2D, "dstPitch", Is::NotZero, {}, kSize},
      {urEnqueueUSMMemcpy2D, "srcPitch", Is::NotZero, {}, kSize},
      {urEnqueueUSMMemcpy2D, "dstPitch", Is::AtLeast, "width", kSize},
      {urEnqueueUSMMemcpy2D, "srcPitch", Is::AtLeast, "width", kSize},
      {kAny, "region.width", Is::NotZero, {}, kSize},
      {kAny, "region.height", Is::NotZero, {}, kSize},
      {kAny, "region.depth", Is::NotZero, {}, kSize},
#define URSA_PITCHES(row, slice)                                                                   \
  {kAny, row, Is::AtLeastIfAny, "region.width", kSize},                                            \
      {kAny, slice, Is::AtLeastIfAny, "region.height * " row "|region.width", kSize},              \
      {kAny, slice, Is::MultipleOfIfAny, row "|region.width", kSize},
      URSA_PITCHES("bufferRowPitch", "bufferSlicePitch") URSA_PITCHES("hostRowPitch",
                                                                      "hostSlicePitch")
          URSA_PITCHES("srcRowPitch", "srcSlicePitch") URSA_PITCHES("dstRowPitch", "dstSlicePitch")
#undef URSA_PITCHES
      // Launches.
      {urKernelSuggestMaxCooperativeGroupCount, "workDim", Is::AtLeast, 1,
       UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
      {urKernelSuggestMaxCooperativeGroupCount, "workDim", Is::AtMost, 3,
       UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
      {urEnqueueKernelLaunchWithArgsExp, "workDim", Is::AtLeast, 1,
       UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
      {urEnqueueKernelLaunchWithArgsExp, "workDim", Is::AtMost, 3,
       UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
      {urEnqueueKernelLaunchWithArgsExp, "pGlobalWorkSize", Is::NotZeroEach, "workDim",
       UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
      {urEnqueueKernelLaunchWithArgsExp, "pLocalWorkSize", Is::NotZeroEach, "workDim",
       UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE},
  };
};
constexpr std::span kRelations = Table::kRows;
constexpr size_t kRelationCount = std::size(Table::kRows);

/// At most N elements.
template <class Element, size_t N> struct Few {
  std::array<Element, N> all{};
  uint8_t count = 0;

  constexpr void push_back(const Element &element) {
    all.at(count++) = element; // too many do not compile
  }
  constexpr const Element *begin() const { return all.data(); }
  constexpr const Element *end() const { return all.data() + count; }
};

/// A product of terms. The value of a factor is the first of its terms that is not 0.
template <class Term> using Product = Few<Few<Term, 2>, 2>;

/// A parameter, or a member of one, by their names.
struct NamedTerm {
  std::string_view parameter;
  std::string_view member; ///< empty: the parameter itself
  bool isPointedTo = false;
};

/// The same in the call of a function.
struct Term {
  enum class Place : uint8_t { Number, Pointer, Member, PointedMember };

  Place place = Place::Number;
  uint8_t parameter = 0;
  uint16_t offset = 0;       ///< of a member
  print::types::Shape shape; ///< likewise
};

/// Visits the parts of a text between separators.
template <class Visit>
constexpr void forEachPart(std::string_view text, std::string_view separator, const Visit &visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + separator.size()));
  }
}

constexpr Product<NamedTerm> parse(std::string_view terms) {
  Product<NamedTerm> product;
  forEachPart(terms, " * ", [&](std::string_view factor) {
    Few<NamedTerm, 2> alternatives;
    forEachPart(factor, "|", [&](std::string_view term) {
      const std::string_view parameter = term.substr(0, term.find_first_of("-."));
      const std::string_view rest = term.substr(parameter.size());
      const bool isPointedTo = rest.starts_with("->");
      alternatives.push_back({parameter,
                              rest.substr(std::min<size_t>(rest.size(), isPointedTo ? 2 : 1)),
                              isPointedTo});
    });
    product.push_back(alternatives);
  });
  return product;
}

struct NamedTerms {
  Product<NamedTerm> value, other;
};

constexpr auto kNamedTerms = [] {
  std::array<NamedTerms, kRelationCount> all;
  for (size_t row = 0; row < kRelationCount; ++row)
    all[row] = {parse(kRelations[row].value), parse(kRelations[row].other.terms)};
  return all;
}();

/// Sets @p term to what a name means in a function. Returns false if the function has no such
/// parameter or member.
constexpr bool resolve(Function function, const NamedTerm &named, Term &term) {
  const auto all = api::parameters(function);
  size_t index = 0;
  while (index < all.size() && all[index].name != named.parameter)
    ++index;
  if (index == all.size())
    return false;
  term.parameter = static_cast<uint8_t>(index);
  if (named.member.empty()) {
    if (all[index].isPointer() || all[index].kind == api::ParameterKind::Handle)
      term.place = Term::Place::Pointer;
    return true;
  }
  const print::types::Shape &shape = print::types::data::parametersOf(function)[index].shape;
  if (shape.base != print::types::Base::Struct)
    return false;
  for (const print::types::Field &member :
       print::types::data::fieldsOf(print::types::data::kStructs[shape.index]))
    if (member.name == named.member) {
      term.place = named.isPointedTo ? Term::Place::PointedMember : Term::Place::Member;
      term.offset = member.offset;
      term.shape = member.shape;
      return true;
    }
  return false;
}

constexpr bool resolve(Function function, const Product<NamedTerm> &named, Product<Term> &product) {
  for (const auto &factor : named) {
    Few<Term, 2> alternatives;
    for (const NamedTerm &name : factor) {
      Term term;
      if (!resolve(function, name, term))
        return false;
      alternatives.push_back(term);
    }
    product.push_back(alternatives);
  }
  return true;
}

/// A row of the table for a function that it applies to.
struct Resolved {
  uint8_t row = 0;
  Product<Term> value, other;
};
static_assert(kRelationCount <= UINT8_MAX);

/// Visits the rows that apply to a function.
template <class Visit> constexpr void forEachRelation(Function function, const Visit &visit) {
  for (size_t row = 0; row < kRelationCount; ++row) {
    if (kRelations[row].function && *kRelations[row].function != function)
      continue;
    Resolved resolved;
    resolved.row = static_cast<uint8_t>(row);
    if (resolve(function, kNamedTerms[row].value, resolved.value) &&
        resolve(function, kNamedTerms[row].other, resolved.other))
      visit(resolved);
  }
}

template <Function F>
constexpr size_t kRelationCountOf = [] {
  size_t count = 0;
  forEachRelation(F, [&count](const Resolved &) { ++count; });
  return count;
}();

/// The relations that apply to F.
template <Function F>
constexpr auto kRelationsOf = [] {
  std::array<Resolved, kRelationCountOf<F>> all;
  size_t next = 0;
  forEachRelation(F, [&](const Resolved &resolved) { all[next++] = resolved; });
  return all;
}();

constexpr auto kRelationsOfFunctions = [] {
  std::array<std::span<const Resolved>, api::kFunctionCount> all;
  api::forEachFunction([&all]<Function F>() { all[api::indexOf(F)] = kRelationsOf<F>; });
  return all;
}();

constexpr bool everyRowApplies() {
  std::array<bool, kRelationCount> applies{};
  for (const auto &relations : kRelationsOfFunctions)
    for (const Resolved &resolved : relations)
      applies[resolved.row] = true;
  return std::find(applies.begin(), applies.end(), false) == applies.end();
}
static_assert(everyRowApplies(), "a row names parameters or members that no function has");

/// Returns the value of a term; none if the struct is null.
std::optional<Wide> valueOf(const Call &call, const Term &term) {
  const void *given = nullptr;
  switch (term.place) {
  case Term::Place::Number:
    return call.number(term.parameter);
  case Term::Place::Pointer:
    return reinterpret_cast<uintptr_t>(call.pointer(term.parameter));
  case Term::Place::Member:
    given = call.arguments[term.parameter];
    break;
  case Term::Place::PointedMember:
    given = call.pointer(term.parameter);
  }
  if (!given)
    return std::nullopt;
  uint64_t value = 0; // little-endian, as are all targets of this loader
  std::memcpy(&value, static_cast<const std::byte *>(given) + term.offset,
              term.shape.elementSize());
  return value;
}

std::optional<Wide> valueOf(const Call &call, const Product<Term> &product) {
  Wide result = 1;
  for (const auto &factor : product) {
    std::optional<Wide> value = 0;
    for (const Term &term : factor)
      if (value == Wide(0))
        value = valueOf(call, term);
    if (!value)
      return std::nullopt;
    result *= *value;
  }
  return result;
}

bool eachNotZero(Wide array, Wide length) {
  const auto *sizes = reinterpret_cast<const size_t *>(static_cast<uintptr_t>(array));
  return !sizes || std::find(sizes, sizes + std::min<Wide>(length, 3), 0u) ==
                       sizes + std::min<Wide>(length, 3);
}

bool holds(const Relation &relation, std::optional<Wide> given, std::optional<Wide> otherGiven) {
  // A null struct has no members to check, and its members count as absent.
  if (relation.is == Is::GivenWith)
    return given.value_or(0) != 0 || otherGiven.value_or(0) == 0;
  if (!given || !otherGiven)
    return relation.is != Is::GivenOnlyWith || given.value_or(0) == 0;
  const Wide value = *given, other = *otherGiven;
  switch (relation.is) {
  case Is::NotZero:
    return value != 0;
  case Is::Equal:
    return value == other;
  case Is::AtLeast:
    return value >= other;
  case Is::AtMost:
    return value <= other;
  case Is::AtLeastIfAny:
    return value == 0 || value >= other;
  case Is::MultipleOf:
  case Is::MultipleOfIfAny:
    return other == 0 || value % other == 0;
  case Is::PowerOfTwo:
    return (value & (value - 1)) == 0;
  case Is::Not:
    return value != other;
  case Is::WithoutAll:
    return (value & other) != other;
  case Is::GivenWith:
  case Is::GivenOnlyWith:
    return value == 0 || other != 0;
  case Is::NotZeroEach:
    return eachNotZero(value, other);
  }
  return true;
}

/// Returns the text that says which value is valid.
std::string demand(const Relation &relation, const std::string &other) {
  switch (relation.is) {
  case Is::NotZero:
    return "it must not be 0";
  case Is::Equal:
    return "it must be " + other;
  case Is::AtLeast:
  case Is::AtLeastIfAny:
    return "it must be at least " + other;
  case Is::AtMost:
    return "it must be at most " + other;
  case Is::MultipleOf:
  case Is::MultipleOfIfAny:
    return "it must be a multiple of " + other;
  case Is::PowerOfTwo:
    return "it must be a power of two";
  case Is::Not:
    return "it must not be " + other;
  case Is::WithoutAll:
    return "it must not have all of the bits " + other;
  case Is::GivenWith:
    return "it is needed with " + other;
  case Is::GivenOnlyWith:
    return "it must not be given with " + other;
  case Is::NotZeroEach:
    return "none of its elements may be 0";
  }
  return {};
}

std::string text(Wide value) {
  return value > UINT64_MAX ? "more than 2^64" : fmt::format("{}", static_cast<uint64_t>(value));
}

/// A row that a call violates, and the values that do.
struct Violation {
  const Relation &relation;
  std::optional<Wide> value, other;
};

std::optional<Violation> firstViolation(const Call &call) {
  if (api::isOwn(call.function))
    return std::nullopt;
  for (const Resolved &resolved : kRelationsOfFunctions[api::indexOf(call.function)]) {
    const Relation &relation = kRelations[resolved.row];
    const std::optional<Wide> value = valueOf(call, resolved.value);
    std::optional<Wide> other = relation.other.number;
    if (!relation.other.terms.empty())
      other = valueOf(call, resolved.other);
    if (other)
      *other &= relation.other.mask == UINT64_MAX ? ~Wide(0) : Wide(relation.other.mask);
    if (!holds(relation, value, other))
      return Violation{relation, value, other};
  }
  return std::nullopt;
}

} // namespace

Result<void> checkRelations(const Call &call) {
  const std::optional<Violation> violation = firstViolation(call);
  if (!violation)
    return {};
  const Relation &relation = violation->relation;
  const std::string other = text(violation->other.value_or(0));
  const std::string otherText = relation.other.terms.empty()
                                    ? other
                                    : fmt::format("{}, which is {}", relation.other.terms, other);
  const std::string found =
      relation.is == Is::NotZeroEach ? "has a 0" : "is " + text(violation->value.value_or(0));
  return makeError(relation.code, "{}: {} {}; {}.", call.name(), relation.value, found,
                   demand(relation, otherText));
}

size_t relationCount() { return kRelationCount; }

std::optional<size_t> violatedRelation(const Call &call) {
  const std::optional<Violation> violation = firstViolation(call);
  return violation ? std::optional<size_t>(&violation->relation - kRelations.data()) : std::nullopt;
}

} // namespace ursa::core::layers

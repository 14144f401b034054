#include "core/layers/relation_checks.h"

#include "core/print/types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace ursa {
namespace {

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
  std::string_view function; ///< empty: every function that has the parameters
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
constexpr Relation kRelations[] = {
    // Queries and lists.
    {"urPlatformGet", "phPlatforms|pNumPlatforms", Is::NotZero, {}, kValue},
    {"urDeviceGet", "phDevices", Is::GivenWith, "NumEntries", UR_RESULT_ERROR_INVALID_NULL_POINTER},
    {"urDeviceSelectBinary", "NumBinaries", Is::NotZero, {}, kSize},
    {"urEventGetProfilingInfo", "propSize", Is::GivenWith, "pPropValue", kValue},
    {"urEventSetCallback", "execStatus", Is::Not, UR_EXECUTION_INFO_QUEUED,
     UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION},
    {"", "pSyncPointWaitList", Is::GivenWith, "numSyncPointsInWaitList", kSyncPoints},
    {"", "pSyncPointWaitList", Is::GivenOnlyWith, "numSyncPointsInWaitList", kSyncPoints},
    {"", "phKernelAlternatives", Is::GivenOnlyWith, "numKernelAlternatives", kValue},
    {"urCommandBufferUpdateKernelLaunchExp", "numKernelUpdates", Is::NotZero, {}, kSize},
    // Queues and programs.
    {"urQueueCreate", "pProperties->flags", Is::WithoutAll, kBothPriorities,
     UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES},
    {"urQueueCreate", "pProperties->flags", Is::WithoutAll, kBothSubmissions,
     UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES},
    {"", "pProperties->pMetadatas", Is::GivenWith, "pProperties->count",
     UR_RESULT_ERROR_INVALID_NULL_POINTER},
    {"", "pProperties->pMetadatas", Is::GivenOnlyWith, "pProperties->count", kSize},
    {"urProgramCreateWithIL", "length", Is::NotZero, {}, kSize},
    {"urProgramSetSpecializationConstants", "count", Is::NotZero, {}, kSize},
    {"urKernelSetSpecializationConstants", "count", Is::NotZero, {}, kSize},
    // Memory objects.
    {"urMemBufferCreate", "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_BUFFER_SIZE},
    {"urMemBufferCreate",
     "pProperties->pHost",
     Is::GivenWith,
     {"flags", kHostPointerFlags},
     kHostPointer},
    {"urMemBufferCreate",
     "pProperties->pHost",
     Is::GivenOnlyWith,
     {"flags", kHostPointerFlags},
     kHostPointer},
    {"urMemBufferPartition", "pRegion->size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_BUFFER_SIZE},
    {"urMemImageCreate", "pImageDesc->stype", Is::Equal, UR_STRUCTURE_TYPE_IMAGE_DESC, kImage},
    {"urMemImageCreate", "pImageDesc->type", Is::AtMost, UR_MEM_TYPE_IMAGE1D_ARRAY, kImage},
    {"urMemImageCreate", "pImageDesc->numMipLevel", Is::Equal, uint64_t{0}, kImage},
    {"urMemImageCreate", "pImageDesc->numSamples", Is::Equal, uint64_t{0}, kImage},
    {"urMemImageCreate", "pImageDesc->rowPitch", Is::GivenOnlyWith, "pHost", kImage},
    {"urMemImageCreate", "pImageDesc->slicePitch", Is::GivenOnlyWith, "pHost", kImage},
    {"urMemImageCreate", "pHost", Is::GivenWith, {"flags", kHostPointerFlags}, kHostPointer},
    {"urMemImageCreate", "pHost", Is::GivenOnlyWith, {"flags", kHostPointerFlags}, kHostPointer},
    // USM.
    {"", "pUSMDesc->align", Is::PowerOfTwo, {}, kValue},
    {"urUSMHostAlloc", "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
    {"urUSMDeviceAlloc", "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
    {"urUSMSharedAlloc", "size", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
    {"urUSMPitchedAllocExp", "widthInBytes", Is::NotZero, {}, UR_RESULT_ERROR_INVALID_USM_SIZE},
    {"urMemoryExportAllocExportableMemoryExp",
     "alignment",
     Is::PowerOfTwo,
     {},
     UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT},
    {"urMemoryExportAllocExportableMemoryExp",
     "size",
     Is::NotZero,
     {},
     UR_RESULT_ERROR_INVALID_USM_SIZE},
    {"urUSMHostAllocRegisterExp", "size", Is::NotZero, {}, kValue},
    {"urUSMContextMemcpyExp", "size", Is::NotZero, {}, kSize},
    {"urEnqueueUSMMemcpy", "size", Is::NotZero, {}, kSize},
    {"urEnqueueUSMPrefetch", "size", Is::NotZero, {}, kSize},
    {"urEnqueueUSMAdvise", "size", Is::NotZero, {}, kSize},
    {"urCommandBufferAppendUSMMemcpyExp", "size", Is::NotZero, {}, kSize},
    {"urCommandBufferAppendUSMPrefetchExp", "size", Is::NotZero, {}, kSize},
    {"urCommandBufferAppendUSMAdviseExp", "size", Is::NotZero, {}, kSize},
    // Fills.
    {"", "patternSize", Is::NotZero, {}, kSize},
    {"urEnqueueMemBufferFill", "size", Is::NotZero, {}, kSize},
    {"urEnqueueUSMFill", "size", Is::NotZero, {}, kSize},
    {"urCommandBufferAppendUSMFillExp", "size", Is::NotZero, {}, kSize},
    {"urEnqueueMemBufferFill", "patternSize", Is::PowerOfTwo, {}, kSize},
    {"urEnqueueUSMFill2D", "patternSize", Is::PowerOfTwo, {}, kSize},
    {"", "size", Is::MultipleOf, "patternSize", kSize},
    {"", "offset", Is::MultipleOf, "patternSize", kSize},
    {"urEnqueueUSMFill2D", "width", Is::NotZero, {}, kSize},
    {"urEnqueueUSMFill2D", "height", Is::NotZero, {}, kSize},
    {"urEnqueueUSMFill2D", "pitch", Is::NotZero, {}, kSize},
    {"urEnqueueUSMFill2D", "pitch", Is::AtLeast, "width", kSize},
    {"urEnqueueUSMFill2D", "width * height", Is::MultipleOf, "patternSize", kSize},
    // Rectangles.
    {"urEnqueueUSMMemcpy2D", "height", Is::NotZero, {}, kSize},
    {"urEnqueueUSMMemcpy2D", "dstPitch", Is::NotZero, {}, kSize},
    {"urEnqueueUSMMemcpy2D", "srcPitch", Is::NotZero, {}, kSize},
    {"urEnqueueUSMMemcpy2D", "dstPitch", Is::AtLeast, "width", kSize},
    {"urEnqueueUSMMemcpy2D", "srcPitch", Is::AtLeast, "width", kSize},
    {"", "region.width", Is::NotZero, {}, kSize},
    {"", "region.height", Is::NotZero, {}, kSize},
    {"", "region.depth", Is::NotZero, {}, kSize},
#define URSA_PITCHES(row, slice)                                                                   \
  {"", row, Is::AtLeastIfAny, "region.width", kSize},                                              \
      {"", slice, Is::AtLeastIfAny, "region.height * " row "|region.width", kSize},                \
      {"", slice, Is::MultipleOfIfAny, row "|region.width", kSize},
    URSA_PITCHES("bufferRowPitch", "bufferSlicePitch")
        URSA_PITCHES("hostRowPitch", "hostSlicePitch") URSA_PITCHES("srcRowPitch", "srcSlicePitch")
            URSA_PITCHES("dstRowPitch", "dstSlicePitch")
#undef URSA_PITCHES
    // Launches.
    {"urKernelSuggestMaxCooperativeGroupCount", "workDim", Is::AtLeast, 1,
     UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
    {"urKernelSuggestMaxCooperativeGroupCount", "workDim", Is::AtMost, 3,
     UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
    {"urEnqueueKernelLaunchWithArgsExp", "workDim", Is::AtLeast, 1,
     UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
    {"urEnqueueKernelLaunchWithArgsExp", "workDim", Is::AtMost, 3,
     UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
    {"urEnqueueKernelLaunchWithArgsExp", "pGlobalWorkSize", Is::NotZeroEach, "workDim",
     UR_RESULT_ERROR_INVALID_WORK_DIMENSION},
    {"urEnqueueKernelLaunchWithArgsExp", "pLocalWorkSize", Is::NotZeroEach, "workDim",
     UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE},
};

constexpr size_t kRelationCount = std::size(kRelations);

const types::Field *memberOf(std::span<const types::Field> fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [name](const types::Field &f) { return f.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

/// Visits the parts of a text between separators.
template <class Visit>
void forEachPart(std::string_view text, std::string_view separator, const Visit &visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + separator.size()));
  }
}

/// Returns the parameter that a term names.
std::string_view parameterOf(std::string_view term) {
  return term.substr(0, term.find_first_of("-."));
}

/// Returns the value of a parameter or a member of one; none if the struct is null.
std::optional<Wide> valueOfTerm(const Call &call, std::string_view term) {
  const std::string_view name = parameterOf(term);
  const size_t index = call.find(name);
  if (name == term)
    return call.parameters[index].isPointer() ||
                   call.parameters[index].kind == ParameterKind::Handle
               ? reinterpret_cast<uintptr_t>(call.pointer(index))
               : call.number(index);
  const bool isPointer = term[name.size()] == '-';
  const void *given = isPointer ? call.pointer(index) : call.arguments[index];
  const types::Shape shape = types::parametersOf(call.function)[index].shape;
  const types::Field *member = memberOf(types::structAt(shape.index).fields(),
                                        term.substr(name.size() + (isPointer ? 2 : 1)));
  if (!given || !member)
    return std::nullopt;
  uint64_t value = 0; // little-endian, as are all targets of this loader
  std::memcpy(&value, static_cast<const std::byte *>(given) + member->offset,
              member->shape.elementSize());
  return value;
}

std::optional<Wide> valueOfTerms(const Call &call, std::string_view terms) {
  std::optional<Wide> product = 1;
  forEachPart(terms, " * ", [&](std::string_view factor) {
    std::optional<Wide> value = 0;
    forEachPart(factor, "|", [&](std::string_view term) {
      if (value == Wide(0))
        value = valueOfTerm(call, term);
    });
    product = product && value ? std::optional(*product * *value) : std::nullopt;
  });
  return product;
}

bool eachNotZero(const Call &call, const Relation &relation, Wide length) {
  const auto *sizes = static_cast<const size_t *>(call.pointer(call.find(relation.value)));
  return !sizes || std::find(sizes, sizes + std::min<Wide>(length, 3), 0u) ==
                       sizes + std::min<Wide>(length, 3);
}

bool holds(const Call &call, const Relation &relation, std::optional<Wide> given,
           std::optional<Wide> otherGiven) {
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
    return eachNotZero(call, relation, other);
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

Result<void> check(const Call &call, const Relation &relation) {
  const std::optional<Wide> value = valueOfTerms(call, relation.value);
  std::optional<Wide> other = relation.other.number;
  if (!relation.other.terms.empty())
    other = valueOfTerms(call, relation.other.terms);
  if (other)
    *other &= relation.other.mask == UINT64_MAX ? ~Wide(0) : Wide(relation.other.mask);
  if (holds(call, relation, value, other))
    return {};
  const std::string otherText =
      relation.other.terms.empty()
          ? text(other.value_or(0))
          : fmt::format("{}, which is {}", relation.other.terms, text(other.value_or(0)));
  const std::string found =
      relation.is == Is::NotZeroEach ? "has a 0" : "is " + text(value.value_or(0));
  return makeError(relation.code, "{}: {} {}; {}.", call.name(), relation.value, found,
                   demand(relation, otherText));
}

/// Returns whether a function has all parameters that a value refers to.
bool hasParameters(Function function, std::string_view terms) {
  const auto all = parameters(function);
  bool has = true;
  forEachPart(terms, " * ", [&](std::string_view factor) {
    forEachPart(factor, "|", [&](std::string_view term) {
      const auto found = std::find_if(all.begin(), all.end(), [term](const Parameter &p) {
        return p.name == parameterOf(term);
      });
      if (found == all.end()) {
        has = false;
        return;
      }
      if (parameterOf(term) == term)
        return;
      const types::Shape shape =
          types::parametersOf(function)[static_cast<size_t>(found - all.begin())].shape;
      has = has && shape.base == types::Base::Struct &&
            memberOf(types::structAt(shape.index).fields(),
                     term.substr(term.find_first_of(">.") + 1));
    });
  });
  return has;
}

bool applies(const Relation &relation, Function function) {
  return (relation.function.empty() || relation.function == functionName(function)) &&
         hasParameters(function, relation.value) && hasParameters(function, relation.other.terms);
}

using Relations = std::array<std::vector<uint8_t>, kFunctionCount>;
static_assert(kRelationCount <= UINT8_MAX);

/// Returns the relations that apply to each function.
const Relations &relations() {
  static const Relations &all = *[] {
    auto *relations = new Relations;
    forEachFunction([relations]<Function F>() {
      for (size_t i = 0; i < kRelationCount; ++i)
        if (applies(kRelations[i], F))
          (*relations)[indexOf(F)].push_back(static_cast<uint8_t>(i));
    });
    return relations;
  }();
  return all;
}

} // namespace

Result<void> checkRelations(const Call &call) {
  if (isOwn(call.function))
    return {};
  for (const uint8_t index : relations()[indexOf(call.function)])
    URSA_CHECK(check(call, kRelations[index]));
  return {};
}

} // namespace ursa

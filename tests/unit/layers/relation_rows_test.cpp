// Every row of the table in core/layers/relation_checks.cpp, in its order: a call that violates
// nothing, and a change of it that violates just this row.
#include "core/layers/relation_checks.h"
#include "core/print/types.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace ursa::core::layers {
namespace {

using api::Function;

/// A parameter or a member of one, as in the table, and its value.
struct Set {
  std::string_view term;
  uint64_t value;
};

using Sets = std::vector<Set>;

struct Row {
  Function function;
  Sets valid; ///< what is not set is 0 or null
  Sets wrong; ///< replaces values of `valid`
  ur_result_t code;
};

alignas(8) const std::byte kZeros[64] = {};
const auto kGiven = reinterpret_cast<uint64_t>(&kZeros);

/// The arguments of a call.
class Arguments {
public:
  Arguments(Function function, const Sets &valid, const Sets &wrong = {})
      : function_(function), values_(api::parameters(function).size()) {
    for (Value &value : values_)
      pointers_.push_back(&value);
    for (const Sets *sets : {&valid, &wrong})
      for (const Set &set : *sets)
        apply(set);
  }
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;

  Call call() const {
    return {function_, api::parameters(function_), factsOf(function_), pointers_.data()};
  }

private:
  using Value = std::array<uint64_t, 8>; // the largest argument is a struct of three sizes

  static const ArgumentFacts *factsOf(Function function) {
    static const auto all = [] {
      std::array<std::vector<ArgumentFacts>, api::kFunctionCount> facts;
      api::forEachFunction([&facts]<Function F>() {
        [&facts]<class... Args>(std::type_identity<ur_result_t(UR_APICALL *)(Args...)>) {
          facts[api::indexOf(F)] = {argumentFacts<Args>()...};
        }(std::type_identity<typename api::FunctionTraits<F>::Signature>());
      });
      return facts;
    }();
    return all[api::indexOf(function)].data();
  }

  void apply(const Set &set) {
    const std::string_view name = set.term.substr(0, set.term.find_first_of("-."));
    const auto all = api::parameters(function_);
    size_t index = 0;
    while (index < all.size() && all[index].name != name)
      ++index;
    ASSERT_LT(index, all.size()) << set.term;
    if (name == set.term) {
      std::memcpy(&values_[index], &set.value, factsOf(function_)[index].size);
      return;
    }
    void *object = &values_[index];
    const bool isPointedTo = set.term[name.size()] == '-';
    if (isPointedTo) {
      object = &objects_[index];
      std::memcpy(&values_[index], &object, sizeof(object));
    }
    const print::types::Shape shape = print::types::parametersOf(function_)[index].shape;
    const std::string_view member = set.term.substr(name.size() + (isPointedTo ? 2 : 1));
    for (const print::types::Field &field : print::types::structAt(shape.index).fields())
      if (field.name == member) {
        std::memcpy(static_cast<std::byte *>(object) + field.offset, &set.value,
                    field.shape.elementSize());
        return;
      }
    FAIL() << set.term;
  }

  Function function_;
  std::vector<Value> values_;
  std::vector<void *> pointers_;
  std::map<size_t, std::array<uint64_t, 32>> objects_; ///< that arguments point to
};

std::vector<Row> rows() {
  using enum Function;
  constexpr auto kSize = UR_RESULT_ERROR_INVALID_SIZE;
  constexpr auto kValue = UR_RESULT_ERROR_INVALID_VALUE;
  constexpr auto kNull = UR_RESULT_ERROR_INVALID_NULL_POINTER;
  constexpr auto kHost = UR_RESULT_ERROR_INVALID_HOST_PTR;
  constexpr auto kUsm = UR_RESULT_ERROR_INVALID_USM_SIZE;
  constexpr auto kBuffer = UR_RESULT_ERROR_INVALID_BUFFER_SIZE;
  constexpr auto kImage = UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  constexpr auto kQueue = UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES;
  constexpr auto kDimension = UR_RESULT_ERROR_INVALID_WORK_DIMENSION;
  constexpr auto kSyncPoints = UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP;
  constexpr uint64_t kHostFlag = UR_MEM_FLAG_USE_HOST_POINTER;

  const Sets size = {{"size", 8}};
  const Sets noSize = {{"size", 0}};
  const Sets image = {{"pImageDesc->stype", UR_STRUCTURE_TYPE_IMAGE_DESC}};
  const Sets fill = {{"patternSize", 4}, {"size", 16}, {"offset", 8}};
  const Sets fillUsm = {{"patternSize", 4}, {"size", 16}};
  const Sets fill2D = {{"patternSize", 4}, {"width", 6}, {"height", 2}, {"pitch", 8}};
  const Sets copy2D = {{"width", 6}, {"height", 2}, {"dstPitch", 6}, {"srcPitch", 8}};
  const Sets region = {{"region.width", 4}, {"region.height", 2}, {"region.depth", 1}};

  std::vector<Row> all = {
      // Queries and lists.
      {urPlatformGet, {{"pNumPlatforms", kGiven}}, {{"pNumPlatforms", 0}}, kValue},
      {urDeviceGet, {}, {{"NumEntries", 2}}, kNull},
      {urDeviceSelectBinary, {{"NumBinaries", 1}}, {{"NumBinaries", 0}}, kSize},
      {urEventGetProfilingInfo, {}, {{"pPropValue", kGiven}}, kValue},
      {urEventSetCallback,
       {},
       {{"execStatus", UR_EXECUTION_INFO_QUEUED}},
       UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION},
      {urCommandBufferAppendUSMMemcpyExp, size, {{"numSyncPointsInWaitList", 1}}, kSyncPoints},
      {urCommandBufferAppendUSMMemcpyExp, size, {{"pSyncPointWaitList", kGiven}}, kSyncPoints},
      {urCommandBufferAppendKernelLaunchExp, {}, {{"phKernelAlternatives", kGiven}}, kValue},
      {urCommandBufferUpdateKernelLaunchExp,
       {{"numKernelUpdates", 1}},
       {{"numKernelUpdates", 0}},
       kSize},
      // Queues and programs.
      {urQueueCreate,
       {{"pProperties->flags", UR_QUEUE_FLAG_PRIORITY_HIGH}},
       {{"pProperties->flags", UR_QUEUE_FLAG_PRIORITY_HIGH | UR_QUEUE_FLAG_PRIORITY_LOW}},
       kQueue},
      {urQueueCreate,
       {{"pProperties->flags", UR_QUEUE_FLAG_SUBMISSION_BATCHED}},
       {{"pProperties->flags",
         UR_QUEUE_FLAG_SUBMISSION_BATCHED | UR_QUEUE_FLAG_SUBMISSION_IMMEDIATE}},
       kQueue},
      {urProgramCreateWithIL, {{"length", 8}}, {{"pProperties->count", 1}}, kNull},
      {urProgramCreateWithIL, {{"length", 8}}, {{"pProperties->pMetadatas", kGiven}}, kSize},
      {urProgramCreateWithIL, {{"length", 8}}, {{"length", 0}}, kSize},
      {urProgramSetSpecializationConstants, {{"count", 1}}, {{"count", 0}}, kSize},
      {urKernelSetSpecializationConstants, {{"count", 1}}, {{"count", 0}}, kSize},
      // Memory objects.
      {urMemBufferCreate, size, noSize, kBuffer},
      {urMemBufferCreate, size, {{"flags", kHostFlag}}, kHost},
      {urMemBufferCreate, size, {{"pProperties->pHost", kGiven}}, kHost},
      {urMemBufferPartition, {{"pRegion->size", 8}}, {{"pRegion->size", 0}}, kBuffer},
      {urMemImageCreate, image, {{"pImageDesc->stype", UR_STRUCTURE_TYPE_SAMPLER_DESC}}, kImage},
      {urMemImageCreate, image, {{"pImageDesc->type", UR_MEM_TYPE_IMAGE1D_ARRAY + 1}}, kImage},
      {urMemImageCreate, image, {{"pImageDesc->numMipLevel", 1}}, kImage},
      {urMemImageCreate, image, {{"pImageDesc->numSamples", 1}}, kImage},
      {urMemImageCreate, image, {{"pImageDesc->rowPitch", 16}}, kImage},
      {urMemImageCreate, image, {{"pImageDesc->slicePitch", 16}}, kImage},
      {urMemImageCreate, image, {{"flags", kHostFlag}}, kHost},
      {urMemImageCreate, image, {{"pHost", kGiven}}, kHost},
      // USM.
      {urUSMHostAlloc, {{"size", 8}, {"pUSMDesc->align", 16}}, {{"pUSMDesc->align", 12}}, kValue},
      {urUSMHostAlloc, size, noSize, kUsm},
      {urUSMDeviceAlloc, size, noSize, kUsm},
      {urUSMSharedAlloc, size, noSize, kUsm},
      {urUSMPitchedAllocExp, {{"widthInBytes", 8}}, {{"widthInBytes", 0}}, kUsm},
      {urMemoryExportAllocExportableMemoryExp,
       {{"size", 8}, {"alignment", 16}},
       {{"alignment", 12}},
       UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT},
      {urMemoryExportAllocExportableMemoryExp, size, noSize, kUsm},
      {urUSMHostAllocRegisterExp, size, noSize, kValue},
      {urUSMContextMemcpyExp, size, noSize, kSize},
      {urEnqueueUSMMemcpy, size, noSize, kSize},
      {urEnqueueUSMPrefetch, size, noSize, kSize},
      {urEnqueueUSMAdvise, size, noSize, kSize},
      {urCommandBufferAppendUSMMemcpyExp, size, noSize, kSize},
      {urCommandBufferAppendUSMPrefetchExp, size, noSize, kSize},
      {urCommandBufferAppendUSMAdviseExp, size, noSize, kSize},
      // Fills.
      {urEnqueueMemBufferFill, fill, {{"patternSize", 0}}, kSize},
      {urEnqueueMemBufferFill, fill, noSize, kSize},
      {urEnqueueUSMFill, fillUsm, noSize, kSize},
      {urCommandBufferAppendUSMFillExp, fillUsm, noSize, kSize},
      {urEnqueueMemBufferFill, fill, {{"patternSize", 3}, {"size", 18}, {"offset", 9}}, kSize},
      {urEnqueueUSMFill2D, fill2D, {{"patternSize", 3}}, kSize},
      {urEnqueueMemBufferFill, fill, {{"size", 18}}, kSize},
      {urEnqueueMemBufferFill, fill, {{"offset", 6}}, kSize},
      {urEnqueueUSMFill2D, fill2D, {{"width", 0}}, kSize},
      {urEnqueueUSMFill2D, fill2D, {{"height", 0}}, kSize},
      {urEnqueueUSMFill2D, fill2D, {{"pitch", 0}}, kSize},
      {urEnqueueUSMFill2D, fill2D, {{"pitch", 4}}, kSize},
      {urEnqueueUSMFill2D, fill2D, {{"width", 7}}, kSize},
      // Rectangles.
      {urEnqueueUSMMemcpy2D, copy2D, {{"height", 0}}, kSize},
      {urEnqueueUSMMemcpy2D, copy2D, {{"dstPitch", 0}}, kSize},
      {urEnqueueUSMMemcpy2D, copy2D, {{"srcPitch", 0}}, kSize},
      {urEnqueueUSMMemcpy2D, copy2D, {{"dstPitch", 5}}, kSize},
      {urEnqueueUSMMemcpy2D, copy2D, {{"srcPitch", 5}}, kSize},
      {urEnqueueMemBufferReadRect, region, {{"region.width", 0}}, kSize},
      {urEnqueueMemBufferReadRect, region, {{"region.height", 0}}, kSize},
      {urEnqueueMemBufferReadRect, region, {{"region.depth", 0}}, kSize},
  };
  struct Pitches {
    Function function;
    std::string_view row, slice;
  };
  for (const auto &[function, row, slice] :
       {Pitches{urEnqueueMemBufferReadRect, "bufferRowPitch", "bufferSlicePitch"},
        Pitches{urEnqueueMemBufferReadRect, "hostRowPitch", "hostSlicePitch"},
        Pitches{urEnqueueMemBufferCopyRect, "srcRowPitch", "srcSlicePitch"},
        Pitches{urEnqueueMemBufferCopyRect, "dstRowPitch", "dstSlicePitch"}}) {
    all.push_back({function, region, {{row, 3}}, kSize});
    all.push_back({function, region, {{row, 6}, {slice, 6}}, kSize});
    all.push_back({function, region, {{row, 6}, {slice, 15}}, kSize});
  }
  static constexpr size_t kSizes[] = {4, 0, 1};
  const auto global = reinterpret_cast<uint64_t>(kSizes);
  const Sets launch = {{"workDim", 1}, {"pGlobalWorkSize", global}};
  all.insert(
      all.end(),
      {{urKernelSuggestMaxCooperativeGroupCount, {{"workDim", 3}}, {{"workDim", 0}}, kDimension},
       {urKernelSuggestMaxCooperativeGroupCount, {{"workDim", 1}}, {{"workDim", 4}}, kDimension},
       {urEnqueueKernelLaunchWithArgsExp, launch, {{"workDim", 0}}, kDimension},
       {urEnqueueKernelLaunchWithArgsExp, launch, {{"workDim", 4}}, kDimension},
       {urEnqueueKernelLaunchWithArgsExp, launch, {{"workDim", 3}}, kDimension},
       {urEnqueueKernelLaunchWithArgsExp,
        launch,
        {{"pLocalWorkSize", kGiven}},
        UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE}});
  return all;
}

TEST(RelationRows, EachIsViolatedOnce) {
  const std::vector<Row> all = rows();
  ASSERT_EQ(all.size(), relationCount());
  for (size_t i = 0; i < all.size(); ++i) {
    const Row &row = all[i];
    const std::string_view name = api::functionName(row.function);
    const Arguments valid(row.function, row.valid);
    EXPECT_EQ(violatedRelation(valid.call()), std::nullopt) << i << ": " << name;
    const Arguments wrong(row.function, row.valid, row.wrong);
    EXPECT_EQ(violatedRelation(wrong.call()), i) << name;
    const Result<void> checked = checkRelations(wrong.call());
    ASSERT_FALSE(checked) << i << ": " << name;
    EXPECT_EQ(checked.error().code, row.code) << i << ": " << checked.error().message;
  }
}

} // namespace
} // namespace ursa::core::layers

// Legal calls of every function, with each choice of optional outputs, behind the layers that track
// objects. The adapter writes one handle to each array and leaves the rest of the memory as it is:
// no layer may take that rest for handles.

#include "core/print/types.h"
#include "mock/mock_adapter.h"
#include "unit/layers/bad_handles.h"
#include "unit/layers/known_objects.h"
#include "unit/layers/layered_loader.h"

namespace ursa::core::layers {
namespace {

using api::Function;
using api::Parameter;

constexpr uint32_t kCapacity = 16; ///< of arrays and answers, in handles
constexpr size_t kBlockSize = kCapacity * sizeof(void *);
constexpr std::byte kGarbage{0x5a};

/// The object that the adapter returns.
void *returned = nullptr;

bool isOutput(const Parameter &parameter) {
  return parameter.isPointer() && parameter.direction != api::Direction::In;
}

bool isHandleArray(const Parameter &parameter) {
  return isOutput(parameter) && parameter.kind == api::ParameterKind::HandleArray;
}

bool isAnswer(const Parameter &parameter) {
  return isOutput(parameter) && parameter.extent == api::Extent::Typename;
}

/// Returns whether the loader does not implement the function by itself.
bool isOfAdapter(const AnyCall &any) {
  return !any.parameters().empty() && handleTypeOf(any.parameters()[0]) != HandleType::None;
}

/// An implementation of a function that writes one handle to each array, and to each answer and
/// pointer to a handle, and the count if it is asked for.
template <Function F, class Signature = typename api::FunctionTraits<F>::Signature>
struct OneHandle;
template <Function F, class... Args> struct OneHandle<F, ur_result_t(UR_APICALL *)(Args...)> {
  static ur_result_t UR_APICALL call(Args... args) {
    [[maybe_unused]] size_t index = 0;
    (write(index++, args), ...);
    return UR_RESULT_SUCCESS;
  }

  template <class Arg> static void write(size_t index, Arg argument) {
    if constexpr (std::is_pointer_v<Arg>) {
      const auto all = api::parameters(F);
      void *to = nullptr;
      std::memcpy(&to, &argument, sizeof(to));
      if (!to || !isOutput(all[index]))
        return;
      if (isAnswer(all[index]) || handleTypeOf(all[index]) != HandleType::None)
        std::memcpy(to, &returned, sizeof(returned));
      else if (index > 0 && isHandleArray(all[index - 1]))
        *static_cast<uint32_t *>(to) = 1;
      else if (index > 0 && isAnswer(all[index - 1]))
        *static_cast<size_t *>(to) = sizeof(void *);
    }
  }
};

/// The outputs of one function. A choice has a bit for each optional output that is given.
class Outputs {
public:
  explicit Outputs(const AnyCall &any) : any_(any), all_(any.parameters()) {
    for (size_t i = 0; i < all_.size(); ++i)
      if (isOutput(all_[i]) && all_[i].has(Parameter::kOptional))
        optional_.push_back(i);
  }

  uint32_t choices() const { return 1u << optional_.size(); }

  bool isGiven(size_t index, uint32_t choice) const {
    const auto found = std::find(optional_.begin(), optional_.end(), index);
    return found == optional_.end() || ((choice >> (found - optional_.begin())) & 1) != 0;
  }

  /// Calls the function. Each output that is given is a block of its own, full of garbage.
  ///
  /// @param query the enumerator, if the function is a query
  ur_result_t call(BadHandles objects, uint32_t choice, uint32_t query) {
    std::memset(blocks_, static_cast<int>(kGarbage), sizeof(blocks_));
    return objects.call(any_, SIZE_MAX, nullptr, [&](size_t index, void *argument) {
      if (isOutput(all_[index])) {
        void *const block = isGiven(index, choice) ? blocks_[index] : nullptr;
        std::memcpy(argument, &block, sizeof(block));
      }
      for (size_t i = 0; i < all_.size(); ++i) {
        if (isAnswer(all_[i]) && all_[i].first == all_[index].name)
          std::memcpy(argument, &query, sizeof(query));
        if (!isOutput(all_[i]) || all_[i].lengthIndex != static_cast<int>(index))
          continue;
        const uint64_t room = isAnswer(all_[i]) ? kBlockSize : kCapacity;
        const uint64_t length = isGiven(i, choice) ? room : 0;
        std::memcpy(argument, &length, all_[index].type == "uint32_t" ? 4 : 8);
      }
    });
  }

  /// Returns the index of the array or answer; the number of parameters if there is none.
  size_t handles() const {
    const auto found = std::find_if(all_.begin(), all_.end(), [](const Parameter &p) {
      return isHandleArray(p) || isAnswer(p);
    });
    return static_cast<size_t>(found - all_.begin());
  }

  /// Returns whether the call wrote only one handle to an output.
  bool hasOneHandle(size_t index) const {
    const std::byte *block = blocks_[index];
    return std::memcmp(block, &returned, sizeof(returned)) == 0 &&
           std::all_of(block + sizeof(returned), block + kBlockSize,
                       [](std::byte byte) { return byte == kGarbage; });
  }

private:
  const AnyCall &any_;
  const std::span<const Parameter> all_;
  std::vector<size_t> optional_;
  alignas(64) std::byte blocks_[24][kBlockSize];
};

class ReturnedHandlesTest : public testing::Test {
protected:
  ReturnedHandlesTest() {
    api::forEachTableFunction([this]<Function F>() {
      if (F != Function::urAdapterGet)
        api::FunctionTraits<F>::slot(mock_.tables()) = &OneHandle<F>::call;
    });
    object_ = &mock_.tables();
    returned = &object_;
  }

  /// Makes one call, with new objects, because calls release them.
  ur_result_t call(Outputs &outputs, uint32_t choice, uint32_t query = 0) {
    handleTracker().clear();
    const KnownObjects known(mock_.tables());
    return outputs.call(BadHandles(known.get()), choice, query);
  }

  HandleType typeOfReturned() const { return handleTracker().find(returned).type; }

  MockAdapter mock_;
  LayeredLoader loader_{"UR_LAYER_LIFETIME_VALIDATION;UR_LAYER_LEAK_CHECKING;"
                        "UR_LAYER_BOUNDS_CHECKING;UR_LAYER_TRACING"};
  const ur_dditable_t *object_ = nullptr;
};

TEST_F(ReturnedHandlesTest, EveryFunctionWithEachChoiceOfOutputs) {
  int calls = 0;
  for (const AnyCall &any : anyCalls()) {
    if (!isOfAdapter(any))
      continue;
    SCOPED_TRACE(any.name());
    Outputs outputs(any);
    for (uint32_t choice = 0; choice < outputs.choices(); ++choice, ++calls)
      (void)call(outputs, choice);
  }
  EXPECT_GT(calls, 300);
}

TEST_F(ReturnedHandlesTest, ArraysHoldAsManyAsTheCallWrote) {
  int arrays = 0;
  for (const AnyCall &any : anyCalls()) {
    Outputs outputs(any);
    const size_t index = outputs.handles();
    if (index == any.parameters().size() || !isHandleArray(any.parameters()[index]) ||
        !isOfAdapter(any))
      continue;
    SCOPED_TRACE(any.name());
    ++arrays;
    for (uint32_t choice = 0; choice < outputs.choices(); ++choice) {
      if (!outputs.isGiven(index, choice))
        continue;
      EXPECT_EQ(call(outputs, choice), UR_RESULT_SUCCESS) << lastErrorMessage();
      EXPECT_TRUE(outputs.hasOneHandle(index));
      EXPECT_EQ(typeOfReturned(), handleTypeOf(any.parameters()[index]));
    }
  }
  EXPECT_EQ(arrays, 4); // and urAdapterGet
}

TEST_F(ReturnedHandlesTest, AnswersOfQueriesHoldAsManyAsTheCallWrote) {
  int queries = 0;
  for (const AnyCall &any : anyCalls()) {
    Outputs outputs(any);
    const size_t index = outputs.handles();
    if (index == any.parameters().size() || !isAnswer(any.parameters()[index]) || !isOfAdapter(any))
      continue;
    SCOPED_TRACE(any.name());
    const std::string_view queryName = any.parameters()[index].first;
    const auto fields = print::types::parametersOf(any.function);
    const auto query =
        std::find_if(fields.begin(), fields.end(),
                     [&](const print::types::Field &field) { return field.name == queryName; });
    for (const print::types::Enumerator &row :
         print::types::enumAt(query->shape.index).enumerators()) {
      if (row.query.base != print::types::Base::Address)
        continue; // other answers hold no handles
      SCOPED_TRACE(row.name);
      ++queries;
      for (uint32_t choice = 0; choice < outputs.choices(); ++choice) {
        if (!outputs.isGiven(index, choice))
          continue;
        EXPECT_EQ(call(outputs, choice, row.value), UR_RESULT_SUCCESS) << lastErrorMessage();
        EXPECT_TRUE(outputs.hasOneHandle(index));
        EXPECT_NE(typeOfReturned(), HandleType::None);
      }
    }
  }
  EXPECT_EQ(queries, 22);
}

TEST_F(ReturnedHandlesTest, AdapterGet) {
  ur_adapter_handle_t adapters[kCapacity];
  std::memset(adapters, static_cast<int>(kGarbage), sizeof(adapters));
  ASSERT_EQ(urAdapterGet(kCapacity, adapters, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(adapters[0], mock_.adapter());
  EXPECT_EQ(handleTracker().find(adapters[0]).type, HandleType::Adapter);
}

} // namespace
} // namespace ursa::core::layers

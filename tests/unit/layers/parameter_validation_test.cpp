// UR_LAYER_PARAMETER_VALIDATION: invalid arguments never reach an adapter.

#include "core/layers/layers.h"
#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"
#include "support/last_error.h"
#include "unit/layers/any_call.h"
#include "unit/layers/layered_loader.h"

namespace ursa::core::layers {
namespace {

using api::Parameter;
using api::ParameterKind;
using testing::HasSubstr;
using testing::Return;
using testing::StartsWith;

class ParameterValidation : public testing::Test {
protected:
  ParameterValidation() { mock_.failPending(); }

  /// Calls every function once for each parameter that @p isMeant selects, with that argument
  /// changed.
  template <class IsMeant>
  int forEachParameter(const IsMeant &isMeant, uint64_t value,
                       const std::function<void(const Parameter &, ur_result_t)> &expect) {
    int calls = 0;
    for (const AnyCall &any : anyCalls())
      for (size_t i = 0; i < any.parameters().size(); ++i) {
        const Parameter &parameter = any.parameters()[i];
        if (!isMeant(parameter))
          continue;
        SCOPED_TRACE(any.name() + ", " + std::string(parameter.name));
        ++calls;
        expect(parameter, any.call(object_, [&](size_t index, void *argument) {
          if (index == i)
            std::memcpy(argument, &value,
                        parameter.isPointer() || parameter.kind == ParameterKind::Handle ? 8 : 4);
        }));
        EXPECT_THAT(lastErrorMessage(), StartsWith(any.name() + ": "));
      }
    return calls;
  }

  MockAdapter mock_;
  LayeredLoader loader_{"UR_LAYER_PARAMETER_VALIDATION"};
  ur_context_handle_t object_ = mock_.make<ur_context_handle_t>();
};

TEST_F(ParameterValidation, RefusesEveryNullHandle) {
  const int calls = forEachParameter(
      [](const Parameter &p) {
        return p.kind == ParameterKind::Handle && !p.has(Parameter::kOptional);
      },
      0,
      [](const Parameter &parameter, ur_result_t result) {
        EXPECT_EQ(result, UR_RESULT_ERROR_INVALID_NULL_HANDLE);
        EXPECT_THAT(lastErrorMessage(),
                    HasSubstr("the handle " + std::string(parameter.name) + " is null."));
      });
  EXPECT_GT(calls, 300);
}

TEST_F(ParameterValidation, RefusesEveryNullPointer) {
  const int calls = forEachParameter(
      [](const Parameter &p) {
        return p.isPointer() && !p.has(Parameter::kOptional) && !p.has(Parameter::kNocheck);
      },
      0,
      [](const Parameter &parameter, ur_result_t result) {
        EXPECT_EQ(result, UR_RESULT_ERROR_INVALID_NULL_POINTER);
        EXPECT_THAT(lastErrorMessage(),
                    HasSubstr("the pointer " + std::string(parameter.name) + " is null."));
      });
  EXPECT_GT(calls, 200);
}

TEST_F(ParameterValidation, RefusesEveryUnknownEnumerator) {
  const int calls =
      forEachParameter([](const Parameter &p) { return p.kind == ParameterKind::Enum; }, 0x7ffffff0,
                       [](const Parameter &, ur_result_t result) {
                         EXPECT_EQ(result, UR_RESULT_ERROR_INVALID_ENUMERATION);
                       });
  EXPECT_GE(calls, 40);
}

TEST_F(ParameterValidation, RefusesEveryUnknownFlag) {
  const int calls = forEachParameter(
      [](const Parameter &p) { return p.kind == ParameterKind::Flags; }, 0x80000000,
      [](const Parameter &, ur_result_t result) {
        EXPECT_EQ(result, UR_RESULT_ERROR_INVALID_ENUMERATION);
      });
  EXPECT_GT(calls, 10);
}

TEST_F(ParameterValidation, NamesTheValue) {
  ur_mem_handle_t buffer = nullptr;
  EXPECT_EQ(urMemBufferCreate(object_, 0x40000001, 16, nullptr, &buffer),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(), "urMemBufferCreate: flags has the unknown bits 0x40000000.");

  size_t size = 0;
  EXPECT_EQ(urContextGetInfo(object_, static_cast<ur_context_info_t>(0x4321), 0, nullptr, &size),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(),
               "urContextGetInfo: propName is 0x4321, which is no ur_context_info_t.");
}

TEST_F(ParameterValidation, AWaitListHasALengthAndEvents) {
  const auto queue = mock_.make<ur_queue_handle_t>();
  const ur_event_handle_t events[] = {mock_.make<ur_event_handle_t>(), nullptr};

  EXPECT_EQ(urEnqueueEventsWait(queue, 2, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_STREQ(lastErrorMessage(),
               "urEnqueueEventsWait: the array phEventWaitList is null, and its length is 2.");
  EXPECT_EQ(urEnqueueEventsWait(queue, 0, events, nullptr),
            UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_STREQ(lastErrorMessage(),
               "urEnqueueEventsWait: the array phEventWaitList is given, and its length is 0.");
  EXPECT_EQ(urEnqueueEventsWait(queue, 2, events, nullptr),
            UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_STREQ(lastErrorMessage(), "urEnqueueEventsWait: the handle phEventWaitList[1] is null.");

  EXPECT_CALL(mock_.on<api::Function::urEnqueueEventsWait>(), Call(queue, 1, events, nullptr))
      .WillOnce(Return(UR_RESULT_SUCCESS));
  EXPECT_EQ(urEnqueueEventsWait(queue, 1, events, nullptr), UR_RESULT_SUCCESS);
}

TEST_F(ParameterValidation, AnArrayHasElements) {
  const ur_device_handle_t devices[] = {mock_.make<ur_device_handle_t>(), nullptr};
  ur_context_handle_t context = nullptr;
  EXPECT_EQ(urContextCreate(0, devices, nullptr, &context), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(),
               "urContextCreate: the array phDevices is empty; one handle is needed.");
  EXPECT_EQ(urContextCreate(2, devices, nullptr, &context), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_STREQ(lastErrorMessage(), "urContextCreate: the handle phDevices[1] is null.");

  const auto events = reinterpret_cast<const ur_event_handle_t *>(devices);
  EXPECT_EQ(urEventWait(0, events), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(ParameterValidation, AQueryHasAPlaceForItsAnswer) {
  uint32_t count = 0;
  EXPECT_EQ(urContextGetInfo(object_, UR_CONTEXT_INFO_NUM_DEVICES, 0, &count, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(), "urContextGetInfo: pPropValue is given, and propSize is 0.");
  EXPECT_EQ(urContextGetInfo(object_, UR_CONTEXT_INFO_NUM_DEVICES, 4, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_STREQ(lastErrorMessage(), "urContextGetInfo: pPropValue is null, and propSize is 4.");
  EXPECT_EQ(urContextGetInfo(object_, UR_CONTEXT_INFO_NUM_DEVICES, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_STREQ(
      lastErrorMessage(),
      "urContextGetInfo: pPropValue and pPropSizeRet are both null; one of them is needed.");
}

TEST_F(ParameterValidation, SeesTheLoadersOwnFunctions) {
  const auto platform = mock_.make<ur_platform_handle_t>();
  uint32_t count = 0;
  EXPECT_EQ(urDeviceGetSelected(platform, static_cast<ur_device_type_t>(77), 0, nullptr, &count),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  ur_adapter_handle_t adapter = nullptr;
  EXPECT_EQ(urAdapterGet(0, &adapter, &count), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urAdapterGet(1, &adapter, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(adapter, mock_.adapter());
}

TEST_F(ParameterValidation, SeesInterceptedFunctions) {
  const auto kernel = mock_.make<ur_kernel_handle_t>();
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel, 1, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_STREQ(lastErrorMessage(),
               "urKernelSetSpecializationConstants: the pointer pSpecConstants is null.");
}

TEST(Layers, AreOffAfterTheTearDown) {
  MockAdapter mock;
  const auto context = mock.make<ur_context_handle_t>();
  auto &getInfo = mock.on<api::Function::urContextGetInfo>();
  const auto call = [&] {
    return urContextGetInfo(context, UR_CONTEXT_INFO_NUM_DEVICES, 0, nullptr, nullptr);
  };
  {
    const LayeredLoader loader("UR_LAYER_FULL_VALIDATION");
    EXPECT_CALL(getInfo, Call).Times(0);
    EXPECT_NE(call(), UR_RESULT_SUCCESS);
    testing::Mock::VerifyAndClearExpectations(&getInfo);
  }
  EXPECT_CALL(getInfo, Call).WillOnce(Return(UR_RESULT_SUCCESS));
  EXPECT_EQ(call(), UR_RESULT_SUCCESS);
}

TEST(Layers, AreTakenFromTheEnvironmentAsWell) {
  setenv("UR_ENABLE_LAYERS", "UR_LAYER_PARAMETER_VALIDATION", 1);
  MockAdapter mock;
  mock.failPending();
  const MockLoader loader;
  unsetenv("UR_ENABLE_LAYERS");
  EXPECT_EQ(urContextGetInfo(mock.make<ur_context_handle_t>(), UR_CONTEXT_INFO_NUM_DEVICES, 0,
                             nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST(Layers, CanBeDisabledByTheUser) {
  setenv("URSA_DISABLE_LAYERS", "UR_LAYER_LEAK_CHECKING;UR_LAYER_PARAMETER_VALIDATION", 1);
  const LayeredLoader loader("UR_LAYER_FULL_VALIDATION");
  unsetenv("URSA_DISABLE_LAYERS");
  EXPECT_EQ(activeLayers(), kLifetimeValidation | kBoundsChecking);
}

} // namespace
} // namespace ursa::core::layers

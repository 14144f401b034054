// UR_LAYER_LIFETIME_VALIDATION: handles that are dead, foreign or of another type.

#include "core/layers/handle_types.h"
#include "support/last_error.h"
#include "unit/layers/any_call.h"
#include "unit/layers/layered_mock.h"

#include <sys/mman.h>
#include <thread>

namespace ursa::core::layers {
namespace {

using api::Function;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Return;

/// A handle whose object cannot be read.
class UnreadablePage {
public:
  UnreadablePage() : page_(mmap(nullptr, kSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    EXPECT_NE(page_, MAP_FAILED);
  }
  ~UnreadablePage() { munmap(page_, kSize); }
  UnreadablePage(const UnreadablePage &) = delete;
  UnreadablePage &operator=(const UnreadablePage &) = delete;

  void allow(int protection) { EXPECT_EQ(mprotect(page_, kSize, protection), 0); }
  void *address() const { return page_; }

private:
  static constexpr size_t kSize = 4096;
  void *page_;
};

/// Returns the error code for the first handle of a call whose type is not @p liveType.
ur_result_t expectedCode(Function function, std::string_view liveType) {
  for (const api::Parameter &parameter : api::parameters(function)) {
    if (parameter.type == "ur_loader_config_handle_t")
      return UR_RESULT_ERROR_INVALID_ARGUMENT;
#define URSA_ROW(row, handle, code)                                                                \
  if (std::string_view(#handle) != liveType) {                                                     \
    if (parameter.type == #handle)                                                                 \
      return UR_RESULT_ERROR_##code;                                                               \
    if (parameter.kind == api::ParameterKind::HandleArray &&                                       \
        parameter.direction == api::Direction::In &&                                               \
        parameter.type.find(#handle) != parameter.type.npos)                                       \
      return parameter.has(api::Parameter::kOptional) && parameter.name == "phEventWaitList"       \
                 ? UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST                                         \
                 : UR_RESULT_ERROR_##code;                                                         \
  }
    URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
  }
  return UR_RESULT_SUCCESS;
}

void nothing(size_t, void *) {}

TEST(LifetimeValidation, EveryFunctionRefusesAnAddressThatIsNoHandle) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  m.mock.failPending();
  const UnreadablePage page;
  for (const AnyCall &any : anyCalls()) {
    if (!takesHandle(any))
      continue;
    SCOPED_TRACE(any.name());
    EXPECT_EQ(any.call(page.address(), nothing), expectedCode(any.function, ""));
    EXPECT_THAT(lastErrorMessage(), AnyOf(HasSubstr("that the program was given."),
                                          HasSubstr("which is no config of this loader")));
  }
}

TEST(LifetimeValidation, EveryFunctionRefusesAReleasedHandle) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  m.mock.failPending();
  UnreadablePage page;
  page.allow(PROT_READ | PROT_WRITE);
  *static_cast<const ur_dditable_t **>(page.address()) = &m.mock.tables();
  EXPECT_CALL(m.mock.on<Function::urQueueCreate>(), Call)
      .WillOnce([&](auto, auto, auto, ur_queue_handle_t *out) {
        *out = static_cast<ur_queue_handle_t>(page.address());
        return UR_RESULT_SUCCESS;
      });
  EXPECT_CALL(m.mock.on<Function::urQueueRelease>(), Call).WillOnce([&](auto) {
    page.allow(PROT_NONE);
    return UR_RESULT_SUCCESS;
  });
  ur_queue_handle_t queue = nullptr;
  ASSERT_EQ(urQueueCreate(m.context, m.device, nullptr, &queue), UR_RESULT_SUCCESS);
  ASSERT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);

  for (const AnyCall &any : anyCalls()) {
    if (!takesHandle(any))
      continue;
    SCOPED_TRACE(any.name());
    EXPECT_EQ(any.call(page.address(), nothing), expectedCode(any.function, ""));
    EXPECT_THAT(lastErrorMessage(),
                AnyOf(HasSubstr("a ur_queue_handle_t that was released already."),
                      HasSubstr("which is no config of this loader")));
  }
}

TEST(LifetimeValidation, EveryFunctionRefusesAHandleOfAnotherType) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  for (const AnyCall &any : anyCalls()) {
    const ur_result_t code = expectedCode(any.function, "ur_platform_handle_t");
    if (code == UR_RESULT_SUCCESS)
      continue; // its only handle is a platform
    SCOPED_TRACE(any.name());
    EXPECT_EQ(any.call(m.platform, nothing), code);
    EXPECT_THAT(lastErrorMessage(), AnyOf(HasSubstr("a ur_platform_handle_t; "),
                                          HasSubstr("which is no config of this loader")));
  }
}

TEST(LifetimeValidation, NamesFunctionParameterAndHandle) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  const auto queue = reinterpret_cast<ur_queue_handle_t>(m.context);
  EXPECT_EQ(urQueueFinish(queue), UR_RESULT_ERROR_INVALID_QUEUE);
  EXPECT_EQ(lastErrorMessage(),
            fmt::format("urQueueFinish: hQueue is {}, a ur_context_handle_t; ur_queue_handle_t was "
                        "expected.",
                        static_cast<void *>(m.context)));
}

TEST(LifetimeValidation, CountsReferences) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  ASSERT_EQ(urContextRetain(m.context), UR_RESULT_SUCCESS);
  EXPECT_EQ(urContextRelease(m.context), UR_RESULT_SUCCESS);
  EXPECT_EQ(urContextRelease(m.context), UR_RESULT_SUCCESS);
  EXPECT_EQ(urContextRelease(m.context), UR_RESULT_ERROR_INVALID_CONTEXT);
}

TEST(LifetimeValidation, AdaptersMayComeBack) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  m.mock.on<Function::urAdapterRetain>();
  EXPECT_EQ(urAdapterRelease(m.adapter), UR_RESULT_SUCCESS);
  EXPECT_EQ(urAdapterRetain(m.adapter), UR_RESULT_SUCCESS);
  EXPECT_EQ(urAdapterRelease(m.adapter), UR_RESULT_SUCCESS);
}

TEST(LifetimeValidation, AFailedReleaseReleasesNothing) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  EXPECT_CALL(m.mock.on<Function::urContextRelease>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES))
      .WillOnce(Return(UR_RESULT_SUCCESS));
  EXPECT_EQ(urContextRelease(m.context), UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_EQ(urContextRelease(m.context), UR_RESULT_SUCCESS);
  EXPECT_EQ(urContextRelease(m.context), UR_RESULT_ERROR_INVALID_CONTEXT);
}

// The program holds the log.
TEST(LifetimeValidation, AFailedLinkMayReturnAProgram) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  const auto made = m.mock.make<ur_program_handle_t>();
  EXPECT_CALL(m.mock.on<Function::urProgramLink>(), Call)
      .WillOnce([&](auto, auto, auto, auto, ur_program_handle_t *out) {
        *out = made;
        return UR_RESULT_ERROR_PROGRAM_LINK_FAILURE;
      })
      .WillOnce(Return(UR_RESULT_ERROR_PROGRAM_LINK_FAILURE));
  m.mock.on<Function::urProgramRelease>();
  const auto part = m.mock.make<ur_program_handle_t>();
  EXPECT_CALL(m.mock.on<Function::urProgramCreateWithIL>(), Call)
      .WillOnce([&](auto, auto, auto, auto, ur_program_handle_t *out) {
        *out = part;
        return UR_RESULT_SUCCESS;
      });
  ur_program_handle_t program = nullptr;
  ASSERT_EQ(urProgramCreateWithIL(m.context, &m, 1, nullptr, &program), UR_RESULT_SUCCESS);
  ur_program_handle_t linked = nullptr;
  EXPECT_EQ(urProgramLink(m.context, 1, &program, nullptr, &linked),
            UR_RESULT_ERROR_PROGRAM_LINK_FAILURE);
  EXPECT_EQ(linked, made);
  EXPECT_EQ(urProgramRelease(linked), UR_RESULT_SUCCESS);
  EXPECT_EQ(urProgramLink(m.context, 1, &program, nullptr, &linked),
            UR_RESULT_ERROR_PROGRAM_LINK_FAILURE);
  EXPECT_EQ(linked, nullptr) << "there is none this time";
}

TEST(LifetimeValidation, LooksIntoWaitLists) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  const ur_event_handle_t events[] = {m.makeEvent(), m.makeEvent()};
  ASSERT_EQ(urEventRelease(events[1]), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueEventsWait(m.queue, 1, events, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueEventsWait(m.queue, 2, events, nullptr),
            UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("phEventWaitList[1] is "));
  EXPECT_EQ(urEventWait(2, events), UR_RESULT_ERROR_INVALID_EVENT);
}

TEST(LifetimeValidation, KeepsAdaptersApart) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  MockAdapter other("other");
  ur_adapter_handle_t adapters[2] = {};
  ASSERT_EQ(urAdapterGet(2, adapters, nullptr), UR_RESULT_SUCCESS);
  const auto otherEvent = other.make<ur_event_handle_t>();
  EXPECT_CALL(m.mock.on<Function::urEnqueueEventsWait>(), Call)
      .WillOnce([&](auto, auto, auto, ur_event_handle_t *out) {
        *out = otherEvent;
        return UR_RESULT_SUCCESS;
      });
  ur_event_handle_t event = nullptr;
  ASSERT_EQ(urEnqueueEventsWait(m.queue, 0, nullptr, &event), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueEventsWait(m.queue, 1, &event, nullptr),
            UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("which belongs to another adapter than hQueue."));
}

TEST(LifetimeValidation, TracksHandlesFromQueries) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  const auto parent = m.mock.make<ur_device_handle_t>();
  EXPECT_CALL(m.mock.on<Function::urDeviceGetInfo>(), Call)
      .WillRepeatedly([&](auto, auto, size_t, void *out, size_t *) {
        if (out)
          *static_cast<ur_device_handle_t *>(out) = parent;
        return UR_RESULT_SUCCESS;
      });
  size_t size = 0;
  EXPECT_EQ(urDeviceGetInfo(parent, UR_DEVICE_INFO_NAME, 0, nullptr, &size),
            UR_RESULT_ERROR_INVALID_DEVICE);
  ur_device_handle_t found = nullptr;
  EXPECT_EQ(urDeviceGetInfo(m.device, UR_DEVICE_INFO_PARENT_DEVICE, sizeof(found), &found, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urDeviceGetInfo(found, UR_DEVICE_INFO_NAME, 0, nullptr, &size), UR_RESULT_SUCCESS);
}

TEST(LifetimeValidation, LooksIntoKernelArguments) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  const ur_mem_handle_t buffer = m.makeBuffer(16);
  const auto kernel = m.mock.make<ur_kernel_handle_t>();
  const auto program = m.mock.make<ur_program_handle_t>();
  EXPECT_CALL(m.mock.on<Function::urProgramCreateWithIL>(), Call)
      .WillOnce([&](auto, auto, auto, auto, ur_program_handle_t *out) {
        *out = program;
        return UR_RESULT_SUCCESS;
      });
  EXPECT_CALL(m.mock.on<Function::urKernelCreate>(), Call)
      .WillOnce([&](auto, auto, ur_kernel_handle_t *out) {
        *out = kernel;
        return UR_RESULT_SUCCESS;
      });
  ur_program_handle_t madeProgram = nullptr;
  ur_kernel_handle_t madeKernel = nullptr;
  ASSERT_EQ(urProgramCreateWithIL(m.context, "il", 2, nullptr, &madeProgram), UR_RESULT_SUCCESS);
  ASSERT_EQ(urKernelCreate(madeProgram, "k", &madeKernel), UR_RESULT_SUCCESS);
  EXPECT_CALL(m.mock.on<Function::urEnqueueKernelLaunchWithArgsExp>(), Call)
      .WillOnce(Return(UR_RESULT_SUCCESS));

  ur_exp_kernel_arg_properties_t argument = {};
  argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  argument.size = sizeof(buffer);
  argument.value.memObjTuple = {buffer, UR_MEM_FLAG_READ_WRITE};
  const size_t size = 1;
  const auto launch = [&] {
    return urEnqueueKernelLaunchWithArgsExp(m.queue, kernel, 1, nullptr, &size, nullptr, 1,
                                            &argument, nullptr, 0, nullptr, nullptr);
  };
  EXPECT_EQ(launch(), UR_RESULT_SUCCESS);
  ASSERT_EQ(urMemRelease(buffer), UR_RESULT_SUCCESS);
  EXPECT_EQ(launch(), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("pArgs[0] is "));
}

TEST(LifetimeValidation, TracksTheProgramOfAFailedLink) {
  LayeredMock m("UR_LAYER_FULL_VALIDATION");
  const auto input = m.mock.make<ur_program_handle_t>();
  EXPECT_CALL(m.mock.on<Function::urProgramCreateWithIL>(), Call)
      .WillOnce([&](auto, auto, auto, auto, ur_program_handle_t *out) {
        *out = input;
        return UR_RESULT_SUCCESS;
      });
  EXPECT_CALL(m.mock.on<Function::urProgramLink>(), Call)
      .WillOnce([&](auto, auto, auto, auto, ur_program_handle_t *out) {
        *out = m.mock.make<ur_program_handle_t>();
        return UR_RESULT_ERROR_PROGRAM_LINK_FAILURE;
      })
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES));
  m.mock.on<Function::urProgramRelease>();
  ur_program_handle_t made = nullptr;
  ASSERT_EQ(urProgramCreateWithIL(m.context, "il", 2, nullptr, &made), UR_RESULT_SUCCESS);
  ur_program_handle_t linked = nullptr;
  EXPECT_EQ(urProgramLink(m.context, 1, &made, nullptr, &linked),
            UR_RESULT_ERROR_PROGRAM_LINK_FAILURE);
  EXPECT_EQ(urProgramRelease(linked), UR_RESULT_SUCCESS);
  EXPECT_EQ(urProgramLink(m.context, 1, &made, nullptr, &linked), UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_EQ(linked, nullptr);
  linked = made;
  EXPECT_EQ(urProgramLink(m.context, 0, &made, nullptr, &linked), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(linked, nullptr);
}

TEST(LifetimeValidation, KnowsUsmThatWasFreed) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  m.mock.on<Function::urEnqueueUSMPrefetch>();
  const auto prefetch = [&m](void *memory) {
    return urEnqueueUSMPrefetch(m.queue, memory, 16, 0, 0, nullptr, nullptr);
  };
  void *memory = nullptr;
  ASSERT_EQ(urUSMHostAlloc(m.context, nullptr, nullptr, 64, &memory), UR_RESULT_SUCCESS);
  void *inside = static_cast<std::byte *>(memory) + 32;
  EXPECT_EQ(prefetch(inside), UR_RESULT_SUCCESS);
  ASSERT_EQ(urUSMFree(m.context, memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(prefetch(inside), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("which points into USM that was freed."));
  EXPECT_EQ(urUSMFree(m.context, memory), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("which was freed already."));
  EXPECT_EQ(urUSMFree(m.context, &m), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("which is no USM that the program was given."));

  ASSERT_EQ(urUSMHostAlloc(m.context, nullptr, nullptr, 64, &memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(prefetch(memory), UR_RESULT_SUCCESS) << "the address is used again";
}

TEST(LifetimeValidation, AFailedFreeFreesNothing) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  EXPECT_CALL(m.mock.on<Function::urUSMFree>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES))
      .WillOnce(Return(UR_RESULT_SUCCESS));
  void *memory = nullptr;
  ASSERT_EQ(urUSMHostAlloc(m.context, nullptr, nullptr, 64, &memory), UR_RESULT_SUCCESS);
  EXPECT_EQ(urUSMFree(m.context, memory), UR_RESULT_ERROR_OUT_OF_RESOURCES);
  EXPECT_EQ(urUSMFree(m.context, memory), UR_RESULT_SUCCESS);
}

TEST(LifetimeValidation, MayBeUsedByManyThreads) {
  LayeredMock m("UR_LAYER_FULL_VALIDATION;UR_LAYER_TRACING");
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        EXPECT_EQ(urContextRetain(m.context), UR_RESULT_SUCCESS);
        const ur_event_handle_t event = m.makeEvent();
        EXPECT_EQ(urEnqueueEventsWait(m.queue, 1, &event, nullptr), UR_RESULT_SUCCESS);
        EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
        EXPECT_EQ(urContextRelease(m.context), UR_RESULT_SUCCESS);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  m.releaseAll();
}

} // namespace
} // namespace ursa::core::layers

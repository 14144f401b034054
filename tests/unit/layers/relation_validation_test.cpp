// UR_LAYER_PARAMETER_VALIDATION: members of structs, and arguments that contradict each other.

#include "mock/mock_adapter.h"
#include "support/last_error.h"
#include "unit/layers/layered_loader.h"

#include <array>

namespace ursa::core::layers {
namespace {

using testing::HasSubstr;

/// The mock implements nothing, so a valid call returns UNSUPPORTED_FEATURE.
constexpr auto kRight = UR_RESULT_ERROR_UNSUPPORTED_FEATURE;

class RelationValidation : public testing::Test {
protected:
  ur_result_t createQueue(const ur_queue_properties_t &properties) {
    ur_queue_handle_t made = nullptr;
    return urQueueCreate(context_, device_, &properties, &made);
  }

  ur_result_t createBuffer(ur_mem_flags_t flags, const ur_buffer_properties_t *properties,
                           size_t size = 16) {
    ur_mem_handle_t made = nullptr;
    return urMemBufferCreate(context_, flags, size, properties, &made);
  }

  ur_result_t allocate(const ur_usm_desc_t &description) {
    void *memory = nullptr;
    return urUSMHostAlloc(context_, &description, nullptr, 64, &memory);
  }

  ur_result_t createProgram(const ur_program_properties_t &properties) {
    ur_program_handle_t made = nullptr;
    return urProgramCreateWithIL(context_, "il", 2, &properties, &made);
  }

  ur_result_t fill(size_t patternSize, size_t offset, size_t size) {
    const std::array<uint64_t, 4> pattern{};
    return urEnqueueMemBufferFill(queue_, buffer_, pattern.data(), patternSize, offset, size, 0,
                                  nullptr, nullptr);
  }

  ur_result_t readRect(ur_rect_region_t region, size_t rowPitch, size_t slicePitch) {
    return urEnqueueMemBufferReadRect(queue_, buffer_, true, {}, {}, region, rowPitch, slicePitch,
                                      0, 0, host_.data(), 0, nullptr, nullptr);
  }

  ur_result_t launch(uint32_t dimensions, const size_t *global, const size_t *local) {
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, dimensions, nullptr, global, local, 0,
                                            nullptr, nullptr, 0, nullptr, nullptr);
  }

  MockAdapter mock_;
  LayeredLoader loader_{"UR_LAYER_PARAMETER_VALIDATION"};
  const ur_context_handle_t context_ = mock_.make<ur_context_handle_t>();
  const ur_device_handle_t device_ = mock_.make<ur_device_handle_t>();
  const ur_queue_handle_t queue_ = mock_.make<ur_queue_handle_t>();
  const ur_mem_handle_t buffer_ = mock_.make<ur_mem_handle_t>();
  const ur_kernel_handle_t kernel_ = mock_.make<ur_kernel_handle_t>();
  std::array<std::byte, 256> host_{};
};

TEST_F(RelationValidation, FlagsOfStructs) {
  ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                   UR_QUEUE_FLAG_PROFILING_ENABLE};
  EXPECT_EQ(createQueue(properties), kRight);
  properties.flags |= 0x40000000;
  EXPECT_EQ(createQueue(properties), UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(),
               "urQueueCreate: pProperties->flags has the unknown bits 0x40000000.");
  properties.flags = UR_QUEUE_FLAG_PRIORITY_HIGH | UR_QUEUE_FLAG_PRIORITY_LOW;
  EXPECT_EQ(createQueue(properties), UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES);
}

TEST_F(RelationValidation, EnumeratorsOfStructsInArrays) {
  std::array<ur_exp_kernel_arg_properties_t, 2> arguments{};
  for (auto &argument : arguments)
    argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  arguments[1].type = static_cast<ur_exp_kernel_arg_type_t>(77);
  const size_t size = 1;
  EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &size, nullptr, 2,
                                             arguments.data(), nullptr, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(), "urEnqueueKernelLaunchWithArgsExp: pArgs[1].type is 0x4d, which "
                                   "is no ur_exp_kernel_arg_type_t.");
}

TEST_F(RelationValidation, PointersInStructs) {
  const ur_specialization_constant_info_t constants[] = {{1, 4, &host_}, {2, 4, nullptr}};
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel_, 2, constants),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("the pointer pSpecConstants[1].pValue is null."));
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel_, 0, constants),
            UR_RESULT_ERROR_INVALID_SIZE);

  ur_program_metadata_t metadata = {"name", UR_PROGRAM_METADATA_TYPE_UINT32, 4, {}};
  ur_program_properties_t properties{UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 1, &metadata};
  EXPECT_EQ(createProgram(properties), kRight);
  metadata.pName = nullptr;
  EXPECT_EQ(createProgram(properties), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_THAT(lastErrorMessage(),
              HasSubstr("the pointer pProperties->pMetadatas[0].pName is null"));
  metadata.pName = "name";
  properties.count = 0;
  EXPECT_EQ(createProgram(properties), UR_RESULT_ERROR_INVALID_SIZE);
  properties = {UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 1, nullptr};
  EXPECT_EQ(createProgram(properties), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("it is needed with pProperties->count, which is 1."));
}

TEST_F(RelationValidation, AStructSaysWhatItIs) {
  ur_queue_properties_t properties{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, 0};
  EXPECT_EQ(createQueue(properties), UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_THAT(lastErrorMessage(),
              HasSubstr("pProperties is a ur_queue_properties_t, and its stype"));
  properties.stype = {};
  EXPECT_EQ(createQueue(properties), kRight) << "it does not say";
}

TEST_F(RelationValidation, AChainCanBeReadAndEnds) {
  ur_queue_index_properties_t index{UR_STRUCTURE_TYPE_QUEUE_INDEX_PROPERTIES, nullptr, 0};
  ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, &index, 0};
  EXPECT_EQ(createQueue(properties), kRight);
  index.pNext = &index;
  EXPECT_EQ(createQueue(properties), UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("has more than 64 structs; is it a circle?"));
  index.pNext = reinterpret_cast<void *>(uintptr_t{0x100});
  EXPECT_EQ(createQueue(properties), UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_THAT(lastErrorMessage(), HasSubstr("struct 2 of the chain behind pProperties is at 0x100, "
                                            "which cannot be read."));
}

TEST_F(RelationValidation, HostPointersGoWithTheirFlags) {
  ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, &host_};
  EXPECT_EQ(createBuffer(UR_MEM_FLAG_USE_HOST_POINTER, &properties), kRight);
  EXPECT_EQ(createBuffer(UR_MEM_FLAG_READ_WRITE, &properties), UR_RESULT_ERROR_INVALID_HOST_PTR);
  EXPECT_EQ(createBuffer(UR_MEM_FLAG_USE_HOST_POINTER, nullptr), UR_RESULT_ERROR_INVALID_HOST_PTR);
  EXPECT_STREQ(lastErrorMessage(), "urMemBufferCreate: pProperties->pHost is 0; it is needed with "
                                   "flags, which is 8.");
  properties.pHost = nullptr;
  EXPECT_EQ(createBuffer(UR_MEM_FLAG_USE_HOST_POINTER, &properties),
            UR_RESULT_ERROR_INVALID_HOST_PTR);
  EXPECT_EQ(createBuffer(UR_MEM_FLAG_READ_WRITE, &properties), kRight);
  EXPECT_EQ(createBuffer(UR_MEM_FLAG_READ_WRITE, nullptr, 0), UR_RESULT_ERROR_INVALID_BUFFER_SIZE);
}

TEST_F(RelationValidation, AlignmentsArePowersOfTwo) {
  ur_usm_desc_t description{UR_STRUCTURE_TYPE_USM_DESC, nullptr, 0, 64};
  EXPECT_EQ(allocate(description), kRight);
  description.align = 5;
  EXPECT_EQ(allocate(description), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_STREQ(lastErrorMessage(),
               "urUSMHostAlloc: pUSMDesc->align is 5; it must be a power of two.");
}

TEST_F(RelationValidation, Fills) {
  EXPECT_EQ(fill(4, 8, 16), kRight);
  EXPECT_EQ(fill(0, 8, 16), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(fill(3, 9, 18), UR_RESULT_ERROR_INVALID_SIZE) << "no power of two";
  EXPECT_EQ(fill(4, 6, 16), UR_RESULT_ERROR_INVALID_SIZE) << "offset";
  EXPECT_EQ(fill(4, 8, 18), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(), "urEnqueueMemBufferFill: size is 18; it must be a multiple of "
                                   "patternSize, which is 4.");
  EXPECT_EQ(fill(4, 8, 0), UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(RelationValidation, PitchesOfRectangles) {
  EXPECT_EQ(readRect({4, 2, 2}, 0, 0), kRight);
  EXPECT_EQ(readRect({4, 2, 2}, 8, 32), kRight);
  EXPECT_EQ(readRect({4, 0, 2}, 0, 0), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readRect({4, 2, 2}, 3, 0), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readRect({4, 2, 2}, 8, 8), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(),
               "urEnqueueMemBufferReadRect: bufferSlicePitch is 8; it must be at least "
               "region.height * bufferRowPitch|region.width, which is 16.");
  EXPECT_EQ(readRect({4, 2, 2}, 8, 20), UR_RESULT_ERROR_INVALID_SIZE) << "no multiple of a row";
  EXPECT_EQ(readRect({4, 2, 2}, 0, 8), kRight);
  EXPECT_EQ(readRect({SIZE_MAX, SIZE_MAX, 2}, 0, 8), UR_RESULT_ERROR_INVALID_SIZE)
      << "products do not wrap";
}

TEST_F(RelationValidation, SizesOfLaunches) {
  const std::array<size_t, 3> sizes = {4, 0, 1};
  EXPECT_EQ(launch(1, sizes.data(), nullptr), kRight);
  EXPECT_EQ(launch(2, sizes.data(), nullptr), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  EXPECT_STREQ(lastErrorMessage(),
               "urEnqueueKernelLaunchWithArgsExp: pGlobalWorkSize has a 0; none "
               "of its elements may be 0.");
  EXPECT_EQ(launch(1, sizes.data(), &sizes[1]), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(0, sizes.data(), nullptr), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(4, sizes.data(), nullptr), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
}

TEST_F(RelationValidation, SyncPointsHaveALength) {
  const auto commands = mock_.make<ur_exp_command_buffer_handle_t>();
  const ur_exp_command_buffer_sync_point_t point = 1;
  const auto append = [&](uint32_t count, const ur_exp_command_buffer_sync_point_t *points) {
    return urCommandBufferAppendUSMMemcpyExp(commands, host_.data(), host_.data() + 8, 8, count,
                                             points, 0, nullptr, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(append(1, &point), kRight);
  EXPECT_EQ(append(0, &point), UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP);
  EXPECT_EQ(append(1, nullptr), UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP);
}

TEST_F(RelationValidation, QueriesHaveAPlaceForTheirAnswer) {
  const auto platform = mock_.make<ur_platform_handle_t>();
  EXPECT_EQ(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 2, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urPlatformGet(mock_.adapter(), 0, nullptr, nullptr), UR_RESULT_ERROR_INVALID_VALUE);
  const auto event = mock_.make<ur_event_handle_t>();
  uint64_t time = 0;
  EXPECT_EQ(urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, 0, &time, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, 8, nullptr, nullptr),
            kRight);
}

} // namespace
} // namespace ursa::core::layers

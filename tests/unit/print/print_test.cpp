// Formats enumerators, flags and structs, and returns the text to the caller.

#include "core/print/print.h"
#include "unit/print/printed.h"

namespace ursa::core::print {
namespace {

TEST(PrintEnum, IsTheName) {
  EXPECT_EQ(printed(urPrintBackend, UR_BACKEND_OPENCL), "UR_BACKEND_OPENCL");
  EXPECT_EQ(printed(urPrintResult, UR_RESULT_ERROR_INVALID_SIZE), "UR_RESULT_ERROR_INVALID_SIZE");
  EXPECT_EQ(printed(urPrintFunction, UR_FUNCTION_USM_FREE), "UR_FUNCTION_USM_FREE");
}

TEST(PrintEnum, OfTwoNamesIsTheFirst) {
  EXPECT_EQ(printed(urPrintApiVersion, UR_API_VERSION_CURRENT), "UR_API_VERSION_0_12");
}

TEST(PrintEnum, ShowsANumberThatHasNoName) {
  EXPECT_EQ(printed(urPrintDeviceType, static_cast<ur_device_type_t>(0x4d2)),
            "unknown ur_device_type_t 0x4d2");
}

TEST(PrintFlags, AreJoined) {
  EXPECT_EQ(printed(urPrintMapFlags, static_cast<ur_map_flag_t>(0)), "0");
  EXPECT_EQ(printed(urPrintMapFlags, UR_MAP_FLAG_WRITE), "UR_MAP_FLAG_WRITE");
  EXPECT_EQ(
      printed(urPrintMapFlags, static_cast<ur_map_flag_t>(UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE)),
      "UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE");
}

TEST(PrintFlags, KeepBitsWithoutName) {
  EXPECT_EQ(printed(urPrintMapFlags, static_cast<ur_map_flag_t>(UR_MAP_FLAG_READ | 0x300)),
            "UR_MAP_FLAG_READ | 0x300");
  EXPECT_EQ(printed(urPrintMapFlags, static_cast<ur_map_flag_t>(0x40000000)), "0x40000000");
}

TEST(PrintStruct, ListsItsMembers) {
  EXPECT_EQ(printed(urPrintRectOffset, ur_rect_offset_t{1, 2, 3}),
            "(struct ur_rect_offset_t){.x = 1, .y = 2, .z = 3}");
}

TEST(PrintStruct, HoldsStructs) {
  ur_exp_image_copy_region_t region{};
  region.stype = UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION;
  region.copyExtent = {4, 5, 6};
  EXPECT_EQ(printed(urPrintExpImageCopyRegion, region),
            "(struct ur_exp_image_copy_region_t){.stype = UR_STRUCTURE_TYPE_EXP_IMAGE_COPY_REGION, "
            ".pNext = nullptr, .srcOffset = (struct ur_rect_offset_t){.x = 0, .y = 0, .z = 0}, "
            ".dstOffset = (struct ur_rect_offset_t){.x = 0, .y = 0, .z = 0}, "
            ".copyExtent = (struct ur_rect_region_t){.width = 4, .height = 5, .depth = 6}}");
}

TEST(PrintStruct, HoldsArraysAndFloats) {
  ur_kernel_launch_cluster_property_t cluster{};
  cluster.stype = UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY;
  cluster.clusterDim[0] = 8;
  cluster.clusterDim[2] = 1;
  EXPECT_EQ(printed(urPrintKernelLaunchClusterProperty, cluster),
            "(struct ur_kernel_launch_cluster_property_t){.stype = "
            "UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY, .pNext = nullptr, "
            ".clusterDim = {8, 0, 1}}");

  ur_exp_sampler_mip_properties_t mip{};
  mip.stype = UR_STRUCTURE_TYPE_EXP_SAMPLER_MIP_PROPERTIES;
  mip.maxAnisotropy = 1.5f;
  EXPECT_NE(printed(urPrintExpSamplerMipProperties, mip).find(".maxAnisotropy = 1.5,"),
            std::string::npos);
}

TEST(PrintStruct, FollowsStringsAndFlags) {
  const ur_device_binary_t binary{UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "spirv64"};
  EXPECT_EQ(printed(urPrintDeviceBinary, binary),
            "(struct ur_device_binary_t){.stype = UR_STRUCTURE_TYPE_DEVICE_BINARY, .pNext = "
            "nullptr, .pDeviceTargetSpec = " +
                address(binary.pDeviceTargetSpec) + " (spirv64)}");

  const ur_queue_properties_t queue{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                    UR_QUEUE_FLAG_PROFILING_ENABLE | UR_QUEUE_FLAG_ON_DEVICE};
  EXPECT_EQ(printed(urPrintQueueProperties, queue),
            "(struct ur_queue_properties_t){.stype = UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, .pNext = "
            "nullptr, .flags = UR_QUEUE_FLAG_PROFILING_ENABLE | UR_QUEUE_FLAG_ON_DEVICE}");
}

TEST(PrintStruct, FollowsTheChain) {
  ur_queue_index_properties_t index{UR_STRUCTURE_TYPE_QUEUE_INDEX_PROPERTIES, nullptr, 7};
  const ur_queue_properties_t queue{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, &index, 0};
  EXPECT_EQ(
      printed(urPrintQueueProperties, queue),
      "(struct ur_queue_properties_t){.stype = UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, .pNext = " +
          address(&index) +
          " ((struct ur_queue_index_properties_t){.stype = "
          "UR_STRUCTURE_TYPE_QUEUE_INDEX_PROPERTIES, .pNext = nullptr, .computeIndex = 7}), "
          ".flags = 0}");
}

TEST(PrintStruct, LeavesAnUnknownLinkAlone) {
  ur_base_properties_t unknown{static_cast<ur_structure_type_t>(0x7777), nullptr};
  const ur_queue_properties_t queue{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, &unknown, 0};
  EXPECT_NE(
      printed(urPrintQueueProperties, queue).find(".pNext = " + address(&unknown) + ", .flags = 0"),
      std::string::npos);
}

TEST(PrintStruct, EndsAChainThatIsACircle) {
  ur_queue_properties_t queue{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
  queue.pNext = &queue;
  const std::string text = printed(urPrintQueueProperties, queue);
  EXPECT_LT(text.size(), 5000u);
  EXPECT_TRUE(text.ends_with("}), .flags = 0}"));
}

TEST(PrintStruct, ShowsTheMemberOfAUnionThatIsInUse) {
  ur_program_metadata_t metadata{"limit", UR_PROGRAM_METADATA_TYPE_UINT32, 4, {}};
  metadata.value.data32 = 99;
  const std::string start =
      "(struct ur_program_metadata_t){.pName = " + address(metadata.pName) + " (limit), .type = ";
  EXPECT_EQ(printed(urPrintProgramMetadata, metadata),
            start + "UR_PROGRAM_METADATA_TYPE_UINT32, .size = 4, .value = (union "
                    "ur_program_metadata_value_t){.data32 = 99}}");
  metadata.type = static_cast<ur_program_metadata_type_t>(50);
  EXPECT_EQ(printed(urPrintProgramMetadata, metadata),
            start + "unknown ur_program_metadata_type_t 0x32, .size = 4, .value = (union "
                    "ur_program_metadata_value_t){}}");
}

TEST(PrintStruct, FollowsArraysWhoseLengthAMemberTells) {
  ur_program_metadata_t metadatas[2] = {{"a", UR_PROGRAM_METADATA_TYPE_UINT64, 8, {}},
                                        {"b", UR_PROGRAM_METADATA_TYPE_STRING, 2, {}}};
  metadatas[0].value.data64 = 5;
  char string[] = "s";
  metadatas[1].value.pString = string;
  const ur_program_properties_t properties{UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 2,
                                           metadatas};
  const std::string text = printed(urPrintProgramProperties, properties);
  EXPECT_NE(text.find(".count = 2, .pMetadatas = " + address(metadatas) +
                      " {(struct ur_program_metadata_t){.pName = "),
            std::string::npos);
  EXPECT_NE(text.find(".data64 = 5}}, (struct ur_program_metadata_t){"), std::string::npos);
  EXPECT_NE(text.find(".pString = " + address(string) + " (s)}}}}"), std::string::npos);
}

TEST(PrintBuffer, AsksForTheSize) {
  size_t size = 0;
  EXPECT_EQ(urPrintBackend(UR_BACKEND_HIP, nullptr, 0, &size), UR_RESULT_SUCCESS);
  EXPECT_EQ(size, sizeof("UR_BACKEND_HIP"));
  EXPECT_EQ(urPrintBackend(UR_BACKEND_HIP, nullptr, 0, nullptr), UR_RESULT_SUCCESS);
}

TEST(PrintBuffer, TooSmallIsLeftAlone) {
  char text[sizeof("UR_BACKEND_HIP")] = "untouched";
  size_t size = 0;
  EXPECT_EQ(urPrintBackend(UR_BACKEND_HIP, text, sizeof(text) - 1, &size),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(text, "untouched");
  EXPECT_EQ(size, sizeof(text)) << "so that the caller can try again";
  EXPECT_STREQ(lastErrorMessage(), "The text needs 15 bytes; buff_size is 14.");
  EXPECT_EQ(urPrintBackend(UR_BACKEND_HIP, text, sizeof(text), nullptr), UR_RESULT_SUCCESS);
  EXPECT_STREQ(text, "UR_BACKEND_HIP");
}

} // namespace
} // namespace ursa::core::print

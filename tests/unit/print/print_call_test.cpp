// Formats the arguments of calls.

#include "core/print/print.h"
#include "unit/print/printed.h"

namespace ursa::core::print {
namespace {

TEST(PrintCall, ListsArgumentsAndFollowsArrays) {
  uint32_t count = 2;
  ur_device_handle_t list[2] = {fake<ur_device_handle_t>(0x10), fake<ur_device_handle_t>(0x20)};
  const ur_device_handle_t *devices = list;
  const ur_context_properties_t *properties = nullptr;
  ur_context_handle_t context = fake<ur_context_handle_t>(0x30);
  ur_context_handle_t *out = &context;
  const ur_context_create_params_t params{&count, &devices, &properties, &out};
  const std::string text = ".DeviceCount = 2, .phDevices = " + address(list) +
                           " {0x10, 0x20}, .pProperties = nullptr, .phContext = " + address(out) +
                           " (0x30)";
  EXPECT_EQ(printed(urPrintContextCreateParams, &params), text);
  EXPECT_EQ(printed(urPrintFunctionParams, UR_FUNCTION_CONTEXT_CREATE, &params), text);
}

TEST(PrintCall, FollowsNoNullPointer) {
  uint32_t count = 2;
  const ur_device_handle_t *devices = nullptr;
  const ur_context_create_params_t params{&count, &devices, nullptr, nullptr};
  EXPECT_EQ(printed(urPrintContextCreateParams, &params),
            ".DeviceCount = 2, .phDevices = nullptr, .pProperties = nullptr, .phContext = nullptr");
  ur_device_handle_t device{};
  const ur_device_handle_t *one = &device;
  const ur_context_create_params_t uncounted{nullptr, &one, nullptr, nullptr};
  EXPECT_EQ(printed(urPrintContextCreateParams, &uncounted),
            ".DeviceCount = nullptr, .phDevices = " + address(one) +
                " {}, .pProperties = nullptr, .phContext = nullptr");
}

TEST(PrintCall, FollowsStructsOfAnArray) {
  ur_exp_kernel_arg_properties_t arguments[2] = {};
  for (uint32_t i = 0; i < 2; ++i) {
    arguments[i].stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    arguments[i].index = i;
    arguments[i].size = 8;
  }
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments[0].value.pointer = fake<void *>(0x77);
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  arguments[1].value.memObjTuple = {fake<ur_mem_handle_t>(0x88), UR_MEM_FLAG_READ_ONLY};
  uint32_t count = 2;
  const ur_exp_kernel_arg_properties_t *list = arguments;
  ur_enqueue_kernel_launch_with_args_exp_params_t params{};
  params.pnumArgs = &count;
  params.ppArgs = &list;
  const std::string text = printed(urPrintEnqueueKernelLaunchWithArgsExpParams, &params);
  EXPECT_NE(text.find(".numArgs = 2, .pArgs = " + address(list) +
                      " {(struct ur_exp_kernel_arg_properties_t){"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(".index = 0, .size = 8, .value = (union ur_exp_kernel_arg_value_t){.pointer "
                      "= 0x77}}, (struct"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("{.memObjTuple = (struct ur_exp_kernel_arg_mem_obj_tuple_t){.hMem = 0x88, "
                      ".flags = UR_MEM_FLAG_READ_ONLY}}}}, .launchPropList"),
            std::string::npos)
      << text;
}

TEST(PrintCall, CutsLongArrays) {
  std::vector<ur_event_handle_t> events(300, nullptr);
  uint32_t count = 300;
  const ur_event_handle_t *list = events.data();
  const ur_event_wait_params_t params{&count, &list};
  const std::string text = printed(urPrintEventWaitParams, &params);
  EXPECT_TRUE(text.ends_with("nullptr, and 44 more}")) << text;
}

/// Returns .pPropValue of a device query as printed, without the address.
std::string queryValue(ur_device_info_t name, size_t size, const void *value) {
  ur_device_handle_t device = nullptr;
  auto *out = const_cast<void *>(value);
  const ur_device_get_info_params_t params{&device, &name, &size, &out, nullptr};
  const std::string text = printed(urPrintDeviceGetInfoParams, &params);
  const size_t start = text.find(".pPropValue = " + address(value));
  EXPECT_NE(start, text.npos) << text;
  const size_t from = start + 14 + address(value).size();
  return text.substr(from, text.find(", .pPropSizeRet") - from);
}

TEST(PrintQuery, ShowsTheValueByItsType) {
  const ur_device_type_t type = UR_DEVICE_TYPE_GPU;
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_TYPE, sizeof(type), &type), " (UR_DEVICE_TYPE_GPU)");
  const uint32_t units = 12;
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_MAX_COMPUTE_UNITS, sizeof(units), &units), " (12)");
  const ur_bool_t yes = 1;
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_AVAILABLE, sizeof(yes), &yes), " (true)");
  const size_t sizes[3] = {1, 2, 3};
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes), " {1, 2, 3}");
  const ur_queue_flags_t flags = UR_QUEUE_FLAG_PROFILING_ENABLE;
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_QUEUE_PROPERTIES, sizeof(flags), &flags),
            " (UR_QUEUE_FLAG_PROFILING_ENABLE)");
}

TEST(PrintQuery, ShowsStringsAsFarAsThereIsRoom) {
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_NAME, 5, "Name"), " (Name)");
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_NAME, 2, "Name"), " (Na)") << "not past the room";
}

TEST(PrintQuery, ShowsAsManyElementsAsThereIsRoomFor) {
  const uint32_t sizes[] = {8, 16, 32};
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, 8, sizes), " {8, 16}");
}

TEST(PrintQuery, ReadsNothingWhereThereIsNoRoomOrNoType) {
  const uint32_t value = 1;
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_MAX_COMPUTE_UNITS, 3, &value), "");
  const size_t sizes[2] = {1, 2};
  EXPECT_EQ(queryValue(UR_DEVICE_INFO_MAX_WORK_GROUPS_3D, sizeof(sizes), sizes), "")
      << "three elements are expected";
  EXPECT_EQ(queryValue(static_cast<ur_device_info_t>(0x7ffffff0), 4, &value), "");
}

TEST(PrintQuery, IsThereForUseInside) {
  std::string text;
  const uint32_t units = 4;
  appendQueryValue(text, types::kShapeOf<ur_device_info_t>, UR_DEVICE_INFO_MAX_COMPUTE_UNITS,
                   &units, sizeof(units));
  EXPECT_EQ(text, " (4)");
}

TEST(PrintCall, RefusesNull) {
  char text[8] = "kept";
  size_t size = 7;
  EXPECT_EQ(urPrintContextCreateParams(nullptr, text, sizeof(text), &size),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_STREQ(lastErrorMessage(),
               "The struct with the parameters of urContextCreate to print is a null pointer.");
  EXPECT_EQ(urPrintFunctionParams(UR_FUNCTION_CONTEXT_CREATE, nullptr, text, sizeof(text), &size),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urPrintLoaderTearDownParams(nullptr, text, sizeof(text), &size),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_STREQ(text, "kept");
  EXPECT_EQ(size, 7u);
}

TEST(PrintCall, RefusesAFunctionThatIsNone) {
  const int nothing = 0;
  EXPECT_EQ(urPrintFunctionParams(static_cast<ur_function_t>(9999), &nothing, nullptr, 0, nullptr),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(), "urPrintFunctionParams: 9999 is not the number of a function.");
}

TEST(PrintCall, WithoutParametersIsEmpty) {
  const int nothing = 0;
  EXPECT_EQ(printed(urPrintFunctionParams, UR_FUNCTION_LOADER_TEAR_DOWN, &nothing), "");
}

} // namespace
} // namespace ursa::core::print

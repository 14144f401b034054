// ursaGetLastError after the host adapter has refused a call of ursa.h: it returns the adapter's
// message, with and without layers.

#include "integration/layered_host.h"
#include "support/container_builder.h"

#include "ursa.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string lastMessage() {
  const char *message = nullptr;
  EXPECT_OK(ursaGetLastError(&message));
  return message ? message : "";
}

class OwnErrors : public ::testing::TestWithParam<const char *> {
protected:
  LayeredHost host{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Layers, OwnErrors,
                         ::testing::Values(nullptr, "UR_LAYER_FULL_VALIDATION", "UR_LAYER_TRACING"),
                         [](const auto &test) {
                           return std::string(test.param ? test.param + sizeof("UR_LAYER")
                                                         : "NONE");
                         });

TEST_P(OwnErrors, AFailedBuildOfABundleHasTheAdaptersMessage) {
  const std::string_view code = "no bitcode";
  const char *message = nullptr;
  int32_t error = 0;
  // The first query returns an error of the loader, if an earlier test left one.
  ASSERT_OK(urAdapterGetLastError(host.adapter, &message, &error));
  const auto *bytes = reinterpret_cast<const uint8_t *>(code.data());
  size_t size = code.size();
  ur_program_handle_t program = nullptr;
  ASSERT_EQ(
      urProgramCreateWithBinary(host.context, 1, &host.device, &size, &bytes, nullptr, &program),
      UR_RESULT_ERROR_INVALID_BINARY);
  ASSERT_OK(urAdapterGetLastError(host.adapter, &message, &error));
  const std::string ofAdapter = message;
  ASSERT_NE(ofAdapter, "");

  const auto container = testing::buildImage("host-x86_64", "k", "", std::string(code));
  ursa_images_handle_t images = nullptr;
  ursa_bundle_handle_t bundle = nullptr;
  ASSERT_OK(ursaImagesCreate(container.data(), container.size(), &images)) << lastMessage();
  ASSERT_OK(ursaBundleCreate(host.context, 1, &host.device, images, URSA_SPECIALIZATION_MODE_AUTO,
                             &bundle))
      << lastMessage();
  EXPECT_OK(ursaImagesRelease(images));
  EXPECT_EQ(ursaBundleBuild(bundle, nullptr), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastMessage(),
              AllOf(HasSubstr("While building the image for 'host-x86_64'"), HasSubstr(ofAdapter)));
  EXPECT_OK(ursaBundleRelease(bundle));
}

TEST_P(OwnErrors, ARefusedLaunchHasTheAdaptersMessage) {
  const size_t global = 16;
  const ursa_kernel_arg_t wrong = {UR_EXP_KERNEL_ARG_TYPE_VALUE, 1, "x"};
  EXPECT_NE(ursaEnqueueKernelLaunch(host.queue, host.kernel(), 1, nullptr, &global, nullptr, 1,
                                    &wrong, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_THAT(lastMessage(),
              AllOf(StartsWith("ursaEnqueueKernelLaunch: the adapter answered UR_RESULT"),
                    HasSubstr("saxpy")));
}

TEST(OwnErrorsOfLayers, ALaunchThatALayerRefusesHasTheLayersMessage) {
  LayeredHost host("UR_LAYER_FULL_VALIDATION");
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(host.context, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer));
  EXPECT_OK(urMemRelease(buffer));
  const size_t global = 16;
  const ursa_kernel_arg_t arg = {UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, 0, buffer};
  EXPECT_EQ(ursaEnqueueKernelLaunch(host.queue, host.kernel(), 1, nullptr, &global, nullptr, 1,
                                    &arg, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastMessage(), AllOf(HasSubstr("a ur_mem_handle_t that was released already"),
                                   Not(HasSubstr("the adapter answered"))));
}

} // namespace
} // namespace ursa

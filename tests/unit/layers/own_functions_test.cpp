// The functions of ursa.h behind the layers: checked, tracked and traced like those of the ABI.
// Their handles are also checked without layers.

#include "core/layers/layers.h"
#include "core/layers/tracer.h"
#include "unit/layers/layered_mock.h"
// Included after the mocks, which use testing:: for GoogleTest.
#include "support/container_builder.h"

#include "ursa.h"

#include <functional>
#include <string>

namespace ursa::core::layers {
namespace {

using api::Function;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Captures the lines of a log during its lifetime.
class LogLines {
public:
  LogLines(Log &log, ur_logger_level_t level) : log_(log) {
    log_.setCallback([](ur_logger_level_t, const char *line,
                        void *self) { static_cast<LogLines *>(self)->lines_.emplace_back(line); },
                     this, level);
  }
  ~LogLines() { log_.setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_QUIET); }
  LogLines(const LogLines &) = delete;
  LogLines &operator=(const LogLines &) = delete;

  const std::vector<std::string> &get() const { return lines_; }

private:
  Log &log_;
  std::vector<std::string> lines_;
};

std::string lastSentence() {
  const char *message = nullptr;
  EXPECT_EQ(ursaGetLastError(&message), UR_RESULT_SUCCESS);
  return message ? message : "";
}

ursa_images_handle_t makeImages() {
  const std::vector<std::byte> container = testing::buildImage("fake", "k", "", "code");
  ursa_images_handle_t images = nullptr;
  EXPECT_EQ(ursaImagesCreate(container.data(), container.size(), &images), UR_RESULT_SUCCESS)
      << lastSentence();
  return images;
}

/// Makes @p m accept images for the target "fake", and returns a bundle of one.
ursa_bundle_handle_t makeBundle(LayeredMock &m) {
  ON_CALL(m.mock.on<Function::urDeviceSelectBinary>(), Call)
      .WillByDefault([](ur_device_handle_t, const ur_device_binary_t *binaries, uint32_t count,
                        uint32_t *selected) {
        for (*selected = 0; *selected < count; ++*selected)
          if (binaries[*selected].pDeviceTargetSpec == std::string_view("fake"))
            return UR_RESULT_SUCCESS;
        return UR_RESULT_ERROR_INVALID_BINARY;
      });
  ON_CALL(m.mock.on<Function::urProgramCreateWithBinary>(), Call)
      .WillByDefault([&m](ur_context_handle_t, uint32_t, ur_device_handle_t *, size_t *,
                          const uint8_t **, const ur_program_properties_t *,
                          ur_program_handle_t *program) {
        *program = m.mock.make<ur_program_handle_t>();
        return UR_RESULT_SUCCESS;
      });
  ON_CALL(m.mock.on<Function::urKernelCreate>(), Call)
      .WillByDefault([&m](ur_program_handle_t, const char *, ur_kernel_handle_t *kernel) {
        *kernel = m.mock.make<ur_kernel_handle_t>();
        return UR_RESULT_SUCCESS;
      });
  ON_CALL(m.mock.on<Function::urDeviceGetInfo>(), Call)
      .WillByDefault(::testing::Return(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION));
  m.mock.on<Function::urDeviceRetain>();
  m.mock.on<Function::urProgramBuild>();
  m.mock.on<Function::urProgramRetain>();
  m.mock.on<Function::urProgramRelease>();
  m.mock.on<Function::urKernelRetain>();
  m.mock.on<Function::urKernelRelease>();
  m.mock.on<Function::urEnqueueKernelLaunchWithArgsExp>();
  ursa_images_handle_t images = makeImages();
  ursa_bundle_handle_t bundle = nullptr;
  EXPECT_EQ(
      ursaBundleCreate(m.context, 1, &m.device, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle),
      UR_RESULT_SUCCESS)
      << lastSentence();
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
  return bundle;
}

using NamedCalls = std::vector<std::pair<const char *, std::function<ur_result_t()>>>;

/// Returns every function that takes a handle of ursa.h. @p device may be null where the bundle is
/// invalid.
NamedCalls callsWith(ursa_images_handle_t images, ursa_bundle_handle_t bundle,
                     ur_device_handle_t device = nullptr) {
  static ursa_specialization_mode_t mode;
  static ursa_tier_report_t report;
  static ur_kernel_handle_t kernel = nullptr;
  static uint32_t number = 0;
  static ursa_image_info_t info;
  static ursa_property_t property;
  static size_t size = 0;
  return {
      {"ursaImagesRegister", [=] { return ursaImagesRegister(images); }},
      {"ursaImagesRegisterFor", [=] { return ursaImagesRegisterFor(images, &number); }},
      {"ursaImagesUnregister", [=] { return ursaImagesUnregister(images); }},
      {"ursaImagesRetain", [=] { return ursaImagesRetain(images); }},
      {"ursaImagesRelease", [=] { return ursaImagesRelease(images); }},
      {"ursaImagesGetCount", [=] { return ursaImagesGetCount(images, &number); }},
      {"ursaImagesGetInfo", [=] { return ursaImagesGetInfo(images, 0, &info); }},
      {"ursaImagesGetProperty", [=] { return ursaImagesGetProperty(images, 0, 0, &property); }},
      {"ursaBundleRetain", [=] { return ursaBundleRetain(bundle); }},
      {"ursaBundleRelease", [=] { return ursaBundleRelease(bundle); }},
      {"ursaBundleGetMode", [=] { return ursaBundleGetMode(bundle, device, &mode); }},
      {"ursaBundleGetKernel", [=] { return ursaBundleGetKernel(bundle, device, "k", &kernel); }},
      {"ursaBundleSetSpecializationConstant",
       [=] { return ursaBundleSetSpecializationConstant(bundle, "a", 4, &number); }},
      {"ursaBundleGetSpecializationConstant",
       [=] { return ursaBundleGetSpecializationConstant(bundle, "a", 0, nullptr, &size); }},
      {"ursaBundleGetTierReport", [=] { return ursaBundleGetTierReport(bundle, device, &report); }},
      {"ursaBundleFinishBuilds", [=] { return ursaBundleFinishBuilds(bundle); }},
      {"ursaBundleBuild", [=] { return ursaBundleBuild(bundle, nullptr); }}};
}

TEST(OwnFunctions, RefuseInvalidHandles) {
  ursa_images_handle_t released = makeImages();
  ASSERT_EQ(ursaImagesRelease(released), UR_RESULT_SUCCESS);
  LayeredMock m("");
  ursa_bundle_handle_t bundle = makeBundle(m);
  ASSERT_EQ(ursaBundleRelease(bundle), UR_RESULT_SUCCESS);
  int other = 0;
  for (ursa_bundle_handle_t invalid : {bundle, reinterpret_cast<ursa_bundle_handle_t>(&other)}) {
    for (const auto &[name, call] : callsWith(released, invalid))
      EXPECT_EQ(call(), UR_RESULT_ERROR_INVALID_ARGUMENT) << name;
    EXPECT_THAT(lastSentence(), HasSubstr("which is no bundle, or was released."));
  }
  for (const auto &[name, call] : callsWith(nullptr, nullptr))
    EXPECT_EQ(call(), UR_RESULT_ERROR_INVALID_NULL_HANDLE) << name;
}

void expectNullPointersAreRefused(const LayeredMock &m, ursa_images_handle_t images,
                                  ursa_bundle_handle_t bundle) {
  const ur_dditable_t tables = {};
  const size_t global = 1;
  uint32_t value = 0;
  uint64_t library = 0;
  ursa_images_handle_t otherImages = nullptr;
  ursa_bundle_handle_t otherBundle = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  const struct {
    const char *parameter;
    std::function<ur_result_t()> call;
  } calls[] = {
      {"pfnReport", [&] { return ursaAdapterReport(nullptr, nullptr); }},
      {"pName", [&] { return ursaAdapterRegister(nullptr, &tables); }},
      {"pTables", [&] { return ursaAdapterRegister("name", nullptr); }},
      {"pTables", [&] { return ursaAdapterUnregister(nullptr); }},
      {"pModes", [&] { return ursaDeviceGetSpecializationModes(m.device, nullptr); }},
      {"pPath", [&] { return ursaImagesLoad(nullptr, &otherImages); }},
      {"phImages", [&] { return ursaImagesLoad("/nowhere", nullptr); }},
      {"pData", [&] { return ursaImagesCreate(nullptr, 1, &otherImages); }},
      {"phImages", [&] { return ursaImagesCreate(&value, sizeof(value), nullptr); }},
      {"pAddress", [&] { return ursaImagesRegisterFor(images, nullptr); }},
      {"pAddress", [&] { return ursaLibraryFind(nullptr, nullptr, &library); }},
      {"pLibrary", [&] { return ursaLibraryFind(&value, nullptr, nullptr); }},
      {"phImages", [&] { return ursaLibraryGetImages(0, nullptr); }},
      {"ppChanges", [&] { return ursaLibraryGetChanges(nullptr); }},
      {"pCount", [&] { return ursaImagesGetCount(images, nullptr); }},
      {"pInfo", [&] { return ursaImagesGetInfo(images, 0, nullptr); }},
      {"pProperty", [&] { return ursaImagesGetProperty(images, 0, 0, nullptr); }},
      {"phBundle",
       [&] {
         return ursaBundleCreate(m.context, 1, &m.device, images, URSA_SPECIALIZATION_MODE_AUTO,
                                 nullptr);
       }},
      {"pMode", [&] { return ursaBundleGetMode(bundle, m.device, nullptr); }},
      {"pReport", [&] { return ursaBundleGetTierReport(bundle, m.device, nullptr); }},
      {"pId", [&] { return ursaBundleSetSpecializationConstant(bundle, nullptr, 4, &value); }},
      {"pValue", [&] { return ursaBundleSetSpecializationConstant(bundle, "a", 4, nullptr); }},
      {"pId",
       [&] { return ursaBundleGetSpecializationConstant(bundle, nullptr, 4, &value, nullptr); }},
      {"pName", [&] { return ursaBundleGetKernel(bundle, m.device, nullptr, &kernel); }},
      {"phKernel", [&] { return ursaBundleGetKernel(bundle, m.device, "k", nullptr); }},
  };
  for (const auto &[parameter, call] : calls) {
    EXPECT_EQ(call(), UR_RESULT_ERROR_INVALID_NULL_POINTER) << parameter;
    EXPECT_THAT(lastSentence(), HasSubstr(parameter));
    EXPECT_THAT(lastSentence(), HasSubstr("is null."));
  }
  EXPECT_NE(
      ursaBundleCreate(m.context, 1, nullptr, images, URSA_SPECIALIZATION_MODE_AUTO, &otherBundle),
      UR_RESULT_SUCCESS);
  EXPECT_THAT(lastSentence(), HasSubstr("phDevices"));
  ASSERT_EQ(ursaBundleBuild(bundle, nullptr), UR_RESULT_SUCCESS) << lastSentence();
  ASSERT_EQ(ursaBundleGetKernel(bundle, m.device, "k", &kernel), UR_RESULT_SUCCESS)
      << lastSentence();
  EXPECT_EQ(ursaEnqueueKernelLaunch(m.queue, kernel, 1, nullptr, &global, nullptr, 1, nullptr, 0,
                                    nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_THAT(lastSentence(), HasSubstr("pArgs"));
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(otherImages, nullptr);
  EXPECT_EQ(otherBundle, nullptr);
  EXPECT_EQ(ursaGetLastError(nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST(OwnFunctions, RefuseNullPointers) {
  for (const char *layers : {"", "UR_LAYER_PARAMETER_VALIDATION"}) {
    SCOPED_TRACE(layers);
    LayeredMock m(layers);
    ursa_images_handle_t images = makeImages();
    ursa_bundle_handle_t bundle = makeBundle(m);
    expectNullPointersAreRefused(m, images, bundle);
    EXPECT_EQ(ursaBundleRelease(bundle), UR_RESULT_SUCCESS);
    EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
  }
}

TEST(OwnFunctions, PassParameterValidation) {
  const LayeredMock m("UR_LAYER_PARAMETER_VALIDATION");
  ursa_images_handle_t images = makeImages();
  EXPECT_EQ(ursaImagesGetCount(images, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(lastSentence(), "ursaImagesGetCount: the pointer pCount is null.");
  ursa_bundle_handle_t bundle = nullptr;
  EXPECT_EQ(ursaBundleCreate(m.context, 1, &m.device, images,
                             static_cast<ursa_specialization_mode_t>(7), &bundle),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(lastSentence(),
            "ursaBundleCreate: mode is 0x7, which is no ursa_specialization_mode_t.");
  EXPECT_EQ(
      ursaBundleCreate(m.context, 0, &m.device, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle),
      UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
}

TEST(OwnFunctions, PassLifetimeValidation) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  ursa_images_handle_t images = makeImages();
  ursa_bundle_handle_t bundle = nullptr;
  ur_context_handle_t gone = m.context;
  EXPECT_EQ(ursaImagesRetain(reinterpret_cast<ursa_images_handle_t>(m.context)),
            UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_THAT(lastSentence(),
              HasSubstr("a ur_context_handle_t; ursa_images_handle_t was expected"));
  m.releaseAll();
  EXPECT_EQ(ursaBundleCreate(gone, 1, &m.device, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle),
            UR_RESULT_ERROR_INVALID_CONTEXT);
  EXPECT_THAT(lastSentence(), StartsWith("ursaBundleCreate: hContext is "));
  EXPECT_EQ(ursaImagesRetain(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_THAT(lastSentence(), HasSubstr("a ursa_images_handle_t that was released already"));
}

TEST(OwnFunctions, ReleasedHandlesAreRefusedByLifetimeValidation) {
  LayeredMock m("UR_LAYER_LIFETIME_VALIDATION");
  ursa_images_handle_t images = makeImages();
  ursa_bundle_handle_t bundle = makeBundle(m);
  ASSERT_EQ(ursaBundleBuild(bundle, nullptr), UR_RESULT_SUCCESS) << lastSentence();
  ur_kernel_handle_t kernel = nullptr;
  ASSERT_EQ(ursaBundleGetKernel(bundle, m.device, "k", &kernel), UR_RESULT_SUCCESS)
      << lastSentence();
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaBundleRelease(bundle), UR_RESULT_SUCCESS);
  for (const auto &[name, call] : callsWith(images, bundle, m.device)) {
    EXPECT_EQ(call(), UR_RESULT_ERROR_INVALID_ARGUMENT) << name;
    EXPECT_THAT(lastSentence(),
                AllOf(StartsWith(name), HasSubstr("_handle_t that was released already.")));
  }

  // Handles of the adapter are checked as well: the buffer of an argument, the event of a wait
  // list, the kernel, the queue and the device.
  EXPECT_CALL(m.mock.on<Function::urEnqueueKernelLaunchWithArgsExp>(), Call).Times(0);
  ur_mem_handle_t buffer = m.makeBuffer(64);
  EXPECT_EQ(urMemRelease(buffer), UR_RESULT_SUCCESS);
  ur_event_handle_t event = m.makeEvent();
  EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
  const size_t global = 1;
  const ursa_kernel_arg_t arg = {UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, 0, buffer};
  const auto launch = [&](uint32_t args, uint32_t events) {
    return ursaEnqueueKernelLaunch(m.queue, kernel, 1, nullptr, &global, nullptr, args, &arg,
                                   events, events ? &event : nullptr, nullptr);
  };
  EXPECT_EQ(launch(1, 0), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_THAT(lastSentence(), HasSubstr("a ur_mem_handle_t that was released already"));
  EXPECT_EQ(launch(0, 1), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_THAT(lastSentence(), HasSubstr("a ur_event_handle_t that was released already"));
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(launch(0, 0), UR_RESULT_ERROR_INVALID_KERNEL);
  m.releaseAll();
  EXPECT_EQ(launch(0, 0), UR_RESULT_ERROR_INVALID_QUEUE);
  ursa_specialization_mode_flags_t modes = 0;
  EXPECT_EQ(ursaDeviceGetSpecializationModes(m.device, &modes), UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_THAT(lastSentence(), StartsWith("ursaDeviceGetSpecializationModes: hDevice is "));
}

// Static constructors create images before any layer can be active.
TEST(OwnFunctions, ImagesMayBeOlderThanTheLayers) {
  ursa_images_handle_t images = makeImages();
  {
    LayeredMock m("UR_LAYER_FULL_VALIDATION");
    uint32_t count = 0;
    EXPECT_EQ(ursaImagesGetCount(images, &count), UR_RESULT_SUCCESS) << lastSentence();
    EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS) << lastSentence();
    m.releaseAll();
  }
}

TEST(OwnFunctions, LeaksAreReported) {
  const LogLines lines(validationLog(), UR_LOGGER_LEVEL_WARN);
  ursa_images_handle_t images = nullptr;
  {
    LayeredMock m("UR_LAYER_LEAK_CHECKING");
    images = makeImages();
    m.releaseAll();
  }
  EXPECT_THAT(lines.get(),
              ElementsAre(AllOf(StartsWith(fmt::format("A ursa_images_handle_t at {} was not "
                                                       "released; 1 of the program's references "
                                                       "are left. ursaImagesCreate made it.",
                                                       static_cast<void *>(images))))));
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
}

// The leaked bundle is never released: it refers to objects of the mock, which are gone by then.
TEST(OwnFunctions, LeaksOfBundlesAreReported) {
  const LogLines lines(validationLog(), UR_LOGGER_LEVEL_WARN);
  ursa_bundle_handle_t bundle = nullptr;
  ursa_bundle_handle_t released = nullptr;
  {
    LayeredMock m("UR_LAYER_LEAK_CHECKING");
    released = makeBundle(m);
    EXPECT_EQ(ursaBundleRelease(released), UR_RESULT_SUCCESS);
    bundle = makeBundle(m);
    EXPECT_EQ(ursaBundleRetain(bundle), UR_RESULT_SUCCESS);
    m.releaseAll();
  }
  EXPECT_THAT(lines.get(),
              ElementsAre(StartsWith(fmt::format("A ursa_bundle_handle_t at {} was not released; 2 "
                                                 "of the program's references are left. "
                                                 "ursaBundleCreate made it.",
                                                 static_cast<void *>(bundle)))));
}

TEST(OwnFunctions, BundlesAndLaunchesAreTracedWithArguments) {
  const LogLines lines(tracingLog(), UR_LOGGER_LEVEL_INFO);
  {
    LayeredMock m("UR_LAYER_TRACING");
    ursa_bundle_handle_t bundle = makeBundle(m);
    const int32_t value = 7;
    EXPECT_EQ(ursaBundleSetSpecializationConstant(bundle, "scale", sizeof(value), &value),
              UR_RESULT_SUCCESS)
        << lastSentence();
    EXPECT_EQ(ursaBundleBuild(bundle, "-O1"), UR_RESULT_SUCCESS) << lastSentence();
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_EQ(ursaBundleGetKernel(bundle, m.device, "k", &kernel), UR_RESULT_SUCCESS)
        << lastSentence();
    const size_t global = 48;
    const ursa_kernel_arg_t arg = {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(value), &value};
    EXPECT_EQ(ursaEnqueueKernelLaunch(m.queue, kernel, 1, nullptr, &global, nullptr, 1, &arg, 0,
                                      nullptr, nullptr),
              UR_RESULT_SUCCESS)
        << lastSentence();
    EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    EXPECT_EQ(ursaBundleRelease(bundle), UR_RESULT_SUCCESS);
  }
  const auto succeeded = HasSubstr("-> UR_RESULT_SUCCESS");
  EXPECT_THAT(lines.get(),
              Contains(AllOf(StartsWith("<--- ursaBundleCreate(.hContext = 0x"),
                             HasSubstr(".numDevices = 1"),
                             HasSubstr(".mode = URSA_SPECIALIZATION_MODE_AUTO"), succeeded)));
  EXPECT_THAT(lines.get(),
              Contains(AllOf(StartsWith("<--- ursaBundleSetSpecializationConstant(.hBundle = 0x"),
                             HasSubstr(".pId = \"scale\""), HasSubstr(".size = 4"), succeeded)));
  EXPECT_THAT(lines.get(), Contains(AllOf(StartsWith("<--- ursaBundleBuild(.hBundle = 0x"),
                                          HasSubstr(".pOptions = \"-O1\""), succeeded)));
  EXPECT_THAT(lines.get(),
              Contains(AllOf(StartsWith("<--- ursaEnqueueKernelLaunch(.hQueue = 0x"),
                             HasSubstr(".workDim = 1"), HasSubstr(".numArgs = 1"), succeeded)));
}

TEST(OwnFunctions, AreTraced) {
  const LogLines lines(tracingLog(), UR_LOGGER_LEVEL_INFO);
  {
    const LayeredMock m("UR_LAYER_TRACING");
    EXPECT_EQ(ursaImagesRelease(makeImages()), UR_RESULT_SUCCESS);
    ursa_images_handle_t none = nullptr;
    EXPECT_NE(ursaImagesLoad("/nowhere", &none), UR_RESULT_SUCCESS);
  }
  EXPECT_THAT(lines.get(), Contains(StartsWith("---> ursaImagesCreate(.pData = 0x")));
  EXPECT_THAT(lines.get(), Contains(AllOf(StartsWith("<--- ursaImagesRelease(.hImages = 0x"),
                                          HasSubstr(") -> UR_RESULT_SUCCESS"))));
  EXPECT_THAT(lines.get(), Contains(AllOf(StartsWith("<--- ursaImagesLoad(.pPath = \"/nowhere\""),
                                          HasSubstr("-> UR_RESULT_ERROR_INVALID_VALUE"))));
}

} // namespace
} // namespace ursa::core::layers

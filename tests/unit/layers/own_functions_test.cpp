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

namespace ursa {
namespace {

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

/// Returns every function that takes a handle of ursa.h.
std::vector<std::pair<const char *, std::function<ur_result_t()>>>
callsWith(ursa_images_handle_t images, ursa_bundle_handle_t bundle) {
  static uint32_t number = 0;
  static ursa_image_info_t info;
  static ursa_property_t property;
  static size_t size = 0;
  return {{"ursaImagesRegister", [=] { return ursaImagesRegister(images); }},
          {"ursaImagesUnregister", [=] { return ursaImagesUnregister(images); }},
          {"ursaImagesRetain", [=] { return ursaImagesRetain(images); }},
          {"ursaImagesRelease", [=] { return ursaImagesRelease(images); }},
          {"ursaImagesGetCount", [=] { return ursaImagesGetCount(images, &number); }},
          {"ursaImagesGetInfo", [=] { return ursaImagesGetInfo(images, 0, &info); }},
          {"ursaImagesGetProperty", [=] { return ursaImagesGetProperty(images, 0, 0, &property); }},
          {"ursaBundleRetain", [=] { return ursaBundleRetain(bundle); }},
          {"ursaBundleRelease", [=] { return ursaBundleRelease(bundle); }},
          {"ursaBundleSetSpecializationConstant",
           [=] { return ursaBundleSetSpecializationConstant(bundle, "a", 4, &number); }},
          {"ursaBundleGetSpecializationConstant",
           [=] { return ursaBundleGetSpecializationConstant(bundle, "a", 0, nullptr, &size); }},
          {"ursaBundleBuild", [=] { return ursaBundleBuild(bundle, nullptr); }}};
}

TEST(OwnFunctions, RefuseInvalidHandles) {
  ursa_images_handle_t released = makeImages();
  ASSERT_EQ(ursaImagesRelease(released), UR_RESULT_SUCCESS);
  int other = 0;
  for (const auto &[name, call] :
       callsWith(released, reinterpret_cast<ursa_bundle_handle_t>(&other)))
    EXPECT_EQ(call(), UR_RESULT_ERROR_INVALID_ARGUMENT) << name;
  EXPECT_THAT(lastSentence(), HasSubstr("which is no bundle, or was released."));
  for (const auto &[name, call] : callsWith(nullptr, nullptr))
    EXPECT_EQ(call(), UR_RESULT_ERROR_INVALID_NULL_HANDLE) << name;
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
} // namespace ursa

// The loader's config object.

#include "core/loader/loader_config.h"
#include "support/last_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ursa::core::loader {
namespace {

class LoaderConfig : public testing::Test {
protected:
  LoaderConfig() { EXPECT_EQ(urLoaderConfigCreate(&config_), UR_RESULT_SUCCESS); }
  ~LoaderConfig() override { EXPECT_EQ(urLoaderConfigRelease(config_), UR_RESULT_SUCCESS); }

  uint32_t references() {
    uint32_t count = 0;
    EXPECT_EQ(urLoaderConfigGetInfo(config_, UR_LOADER_CONFIG_INFO_REFERENCE_COUNT, sizeof(count),
                                    &count, nullptr),
              UR_RESULT_SUCCESS);
    return count;
  }

  ur_loader_config_handle_t config_ = nullptr;
};

TEST_F(LoaderConfig, CountsReferences) {
  EXPECT_EQ(references(), 1u);
  EXPECT_EQ(urLoaderConfigRetain(config_), UR_RESULT_SUCCESS);
  EXPECT_EQ(references(), 2u);
  EXPECT_EQ(urLoaderConfigRelease(config_), UR_RESULT_SUCCESS);
  EXPECT_EQ(references(), 1u);
}

TEST_F(LoaderConfig, IsKeptByTheLoader) {
  ASSERT_EQ(urLoaderConfigSetMockingEnabled(config_, true), UR_RESULT_SUCCESS);
  ASSERT_EQ(urLoaderInit(0, config_), UR_RESULT_SUCCESS);
  EXPECT_EQ(references(), 2u);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  EXPECT_EQ(references(), 1u);
}

TEST_F(LoaderConfig, TellsSizeAndValue) {
  size_t size = 0;
  EXPECT_EQ(
      urLoaderConfigGetInfo(config_, UR_LOADER_CONFIG_INFO_AVAILABLE_LAYERS, 0, nullptr, &size),
      UR_RESULT_SUCCESS);
  std::string layers(size, '?');
  EXPECT_EQ(urLoaderConfigGetInfo(config_, UR_LOADER_CONFIG_INFO_AVAILABLE_LAYERS, size,
                                  layers.data(), nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_STREQ(layers.c_str(), "UR_LAYER_PARAMETER_VALIDATION;UR_LAYER_BOUNDS_CHECKING;"
                               "UR_LAYER_LEAK_CHECKING;UR_LAYER_LIFETIME_VALIDATION;"
                               "UR_LAYER_FULL_VALIDATION;UR_LAYER_TRACING");
  EXPECT_EQ(size, layers.find('\0') + 1);
}

TEST_F(LoaderConfig, RefusesTooSmallMemoryAndLeavesItUnchanged) {
  uint32_t count = 77;
  size_t size = 77;
  EXPECT_EQ(urLoaderConfigGetInfo(config_, UR_LOADER_CONFIG_INFO_REFERENCE_COUNT, 3, &count, &size),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(count, 77u);
  EXPECT_EQ(size, 77u);
  EXPECT_STREQ(lastErrorMessage(), "urLoaderConfigGetInfo: the value has 4 bytes; propSize is 3.");
}

TEST_F(LoaderConfig, RefusesAnUnknownQuery) {
  EXPECT_EQ(
      urLoaderConfigGetInfo(config_, static_cast<ur_loader_config_info_t>(99), 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(), "urLoaderConfigGetInfo: 99 is no query.");
}

TEST_F(LoaderConfig, RefusesUnknownLayers) {
  EXPECT_EQ(urLoaderConfigEnableLayer(config_, "UR_LAYER_NONESUCH"),
            UR_RESULT_ERROR_LAYER_NOT_PRESENT);
  EXPECT_THAT(lastErrorMessage(),
              testing::StartsWith("The layer 'UR_LAYER_NONESUCH' is not present; this loader has "
                                  "UR_LAYER_PARAMETER_VALIDATION, "));
  EXPECT_EQ(urLoaderConfigEnableLayer(config_, ";UR_LAYER_A;UR_LAYER_B"),
            UR_RESULT_ERROR_LAYER_NOT_PRESENT);
  EXPECT_THAT(lastErrorMessage(), testing::StartsWith("The layer 'UR_LAYER_A' is not present; "));
  EXPECT_EQ(config_->layers, 0u);
}

TEST_F(LoaderConfig, TakesSeveralLayers) {
  EXPECT_EQ(urLoaderConfigEnableLayer(config_, "UR_LAYER_LEAK_CHECKING;;UR_LAYER_TRACING"),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(config_->layers, layers::kLeakChecking | layers::kTracing);
  EXPECT_EQ(urLoaderConfigEnableLayer(config_, "UR_LAYER_FULL_VALIDATION"), UR_RESULT_SUCCESS);
  EXPECT_EQ(config_->layers, layers::kFullValidation | layers::kTracing);
}

TEST_F(LoaderConfig, KeepsTheCodeLocationCallback) {
  int data = 0;
  const ur_code_location_callback_t callback = [](void *) { return ur_code_location_t{}; };
  EXPECT_EQ(urLoaderConfigSetCodeLocationCallback(config_, callback, &data), UR_RESULT_SUCCESS);
  EXPECT_EQ(config_->codeLocation, callback);
  EXPECT_EQ(config_->codeLocationData, &data);
}

TEST_F(LoaderConfig, RefusesNull) {
  EXPECT_EQ(urLoaderConfigCreate(nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urLoaderConfigRetain(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urLoaderConfigRelease(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(
      urLoaderConfigGetInfo(nullptr, UR_LOADER_CONFIG_INFO_REFERENCE_COUNT, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urLoaderConfigEnableLayer(nullptr, "x"), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urLoaderConfigEnableLayer(config_, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urLoaderConfigSetMockingEnabled(nullptr, true), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urLoaderConfigSetCodeLocationCallback(nullptr, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urLoaderConfigSetCodeLocationCallback(config_, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_STREQ(lastErrorMessage(),
               "urLoaderConfigSetCodeLocationCallback: the pointer pfnCodeloc is null.");
}

} // namespace
} // namespace ursa::core::loader

// Initializes the loader with layers and mock adapters only, for the lifetime of an object.
#pragma once

#include "ur_api.h"

#include <gtest/gtest.h>

namespace ursa::core::layers {

class LayeredLoader {
public:
  explicit LayeredLoader(const char *layers) {
    ur_loader_config_handle_t config = nullptr;
    EXPECT_EQ(urLoaderConfigCreate(&config), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderConfigSetMockingEnabled(config, true), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderConfigEnableLayer(config, layers), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderInit(0, config), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderConfigRelease(config), UR_RESULT_SUCCESS);
  }
  ~LayeredLoader() { EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS); }
  LayeredLoader(const LayeredLoader &) = delete;
  LayeredLoader &operator=(const LayeredLoader &) = delete;
};

} // namespace ursa::core::layers

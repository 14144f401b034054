// Initializes the loader with mock adapters only, for the lifetime of an object.
#pragma once

#include "ur_api.h"

#include <gtest/gtest.h>

namespace ursa {

class MockLoader {
public:
  MockLoader() {
    ur_loader_config_handle_t config = nullptr;
    EXPECT_EQ(urLoaderConfigCreate(&config), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderConfigSetMockingEnabled(config, true), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderInit(0, config), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderConfigRelease(config), UR_RESULT_SUCCESS);
  }
  ~MockLoader() { EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS); }
  MockLoader(const MockLoader &) = delete;
  MockLoader &operator=(const MockLoader &) = delete;
};

} // namespace ursa

// Assertions that a call of UR succeeds.
#pragma once

#include "ur_api.h"

#include <gtest/gtest.h>

#define ASSERT_OK(call) ASSERT_EQ(call, UR_RESULT_SUCCESS)
#define EXPECT_OK(call) EXPECT_EQ(call, UR_RESULT_SUCCESS)

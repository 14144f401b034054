// Headers that most test files include, compiled once. A file still includes what it uses: the
// preset `debug` builds without this one.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ur_api.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

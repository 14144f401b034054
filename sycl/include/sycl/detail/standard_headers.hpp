// Headers of C++ that programs take for granted behind <sycl/sycl.hpp>, as they come with it in
// DPC++ and AdaptiveCpp. <iostream> is also here so that it is read before a program says
// "using namespace sycl": std::endl calls flush() without a namespace.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

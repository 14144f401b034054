// Kernels that drivers compile wrongly without the toggles that change code: right with them, and
// without them wrong where the driver is known to be.
#include "vulkan/vulkan_test.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace ursa {
namespace {

constexpr uint32_t kItems = 64;
using Words = std::array<uint32_t, 2 * kItems>; // one for each work-item, and as many behind them

class DriverShapes : public vulkan_test::VulkanTest {
protected:
  void SetUp() override {
    ASSERT_TRUE(findDevice());
    ASSERT_EQ(urContextCreate(1, &device_, nullptr, &context_), UR_RESULT_SUCCESS);
    ASSERT_EQ(urQueueCreate(context_, device_, nullptr, &queue_), UR_RESULT_SUCCESS);
    const std::vector<uint8_t> image = vulkan_test::readFile(URSA_SHAPES_IMAGE);
    const uint8_t *data = image.data();
    size_t size = image.size();
    ASSERT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program_),
              UR_RESULT_SUCCESS)
        << lastError();
    ASSERT_EQ(urProgramBuild(context_, program_, nullptr), UR_RESULT_SUCCESS) << lastError();
  }
  void TearDown() override {
    EXPECT_EQ(urProgramRelease(program_), UR_RESULT_SUCCESS);
    EXPECT_EQ(urQueueRelease(queue_), UR_RESULT_SUCCESS);
    EXPECT_EQ(urContextRelease(context_), UR_RESULT_SUCCESS);
  }

  /// Runs a kernel on words in work-groups of 32.
  Words run(const std::string &name, Words words) {
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_EQ(urKernelCreate(program_, name.c_str(), &kernel), UR_RESULT_SUCCESS) << lastError();
    ur_mem_handle_t memory = nullptr;
    const ur_buffer_properties_t initial{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr,
                                         words.data()};
    EXPECT_EQ(urMemBufferCreate(context_, UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, sizeof(words),
                                &initial, &memory),
              UR_RESULT_SUCCESS);
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.size = sizeof(memory);
    argument.value.memObjTuple = {memory, UR_MEM_FLAG_READ_WRITE};
    const size_t global = kItems, local = 32;
    EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(queue_, kernel, 1, nullptr, &global, &local, 1,
                                               &argument, nullptr, 0, nullptr, nullptr),
              UR_RESULT_SUCCESS)
        << lastError();
    EXPECT_EQ(urEnqueueMemBufferRead(queue_, memory, true, 0, sizeof(words), words.data(), 0,
                                     nullptr, nullptr),
              UR_RESULT_SUCCESS);
    EXPECT_EQ(urMemRelease(memory), UR_RESULT_SUCCESS);
    EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    return words;
  }

  std::string driverVersion() {
    char version[256] = {};
    EXPECT_EQ(
        urDeviceGetInfo(device_, UR_DEVICE_INFO_DRIVER_VERSION, sizeof(version), version, nullptr),
        UR_RESULT_SUCCESS);
    return version;
  }

  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_program_handle_t program_ = nullptr;
};

uint32_t loopValues(uint32_t s, uint32_t i) {
  uint32_t v = 0;
  do {
    v = s * 3 + 1;
    s = v >> 2;
  } while (s > 2);
  return v ^ i;
}

uint32_t signs(uint32_t word, uint32_t i) {
  const float y = std::bit_cast<float>(word), most = static_cast<float>(i + 1) * 10;
  const bool isFar = std::fabs(y) > most && std::fabs(y) < INFINITY;
  return std::bit_cast<uint32_t>(isFar ? std::copysign(most, y) : y);
}

uint32_t conversions(uint32_t word, uint32_t) {
  return static_cast<uint32_t>(static_cast<float>(word));
}

uint32_t roundings(uint32_t word, uint32_t) {
  const double x = (word - 2147483648.0) * 0x1p-3;
  return static_cast<uint32_t>(static_cast<int32_t>(std::nearbyint(x) * 3 + std::trunc(x) * 5 +
                                                    std::floor(x) * 7 + std::ceil(x) * 11));
}

Words loaded(const Words &words) {
  Words result = words;
  for (uint32_t i = 0; i < kItems; ++i) {
    uint32_t at = i, value = 0;
    do {
      value = words[i / 32 * 32 + at % 32] + 1;
      at += 1 + (value & 1);
    } while (value % 8 != i % 8 && at < i + 20);
    result[i] = value * 100 + at - i;
  }
  return result;
}

Words irreducible(const Words &words) {
  const auto value = [&](int32_t s, int32_t i) {
    bool isMiddle = s & 1;
    for (int32_t k = 0;;) {
      if (!isMiddle) {
        s += static_cast<int32_t>(words[static_cast<uint32_t>(i + k) % kItems]);
        if (s > 500)
          return s;
      }
      s ^= k * 3;
      if (++k >= 64)
        return s;
      isMiddle = s % 7 == 3;
    }
  };
  Words result = words;
  for (uint32_t i = 0; i < kItems; ++i)
    result[kItems + i] =
        static_cast<uint32_t>(value(static_cast<int32_t>(words[i]), static_cast<int32_t>(i)));
  return result;
}

struct Case {
  Words words;
  Words right;
};

Case caseOf(uint32_t (*compute)(uint32_t, uint32_t), uint32_t (*word)(uint32_t)) {
  Case made{};
  for (uint32_t i = 0; i < made.words.size(); ++i) {
    made.words[i] = word(i);
    made.right[i] = i < kItems ? compute(made.words[i], i) : made.words[i];
  }
  return made;
}

std::map<std::string, Case> cases() {
  const auto number = [](uint32_t i) { return i % 51; };
  std::map<std::string, Case> all;
  all["loop_values"] = caseOf(loopValues, number);
  all["loaded_values"] = caseOf(loopValues, number);
  all["loaded_values"].right = loaded(all["loaded_values"].words);
  all["irreducible"] = all["loaded_values"];
  all["irreducible"].right = irreducible(all["irreducible"].words);
  all["signs"] = caseOf(signs, [](uint32_t i) {
    return std::bit_cast<uint32_t>((static_cast<float>(i) - 32) * 1234.5f);
  });
  all["conversions"] = caseOf(conversions, [](uint32_t i) { return 0x1234567u + i * 0x2345679; });
  all["roundings"] = caseOf(roundings, [](uint32_t i) { return 0x80000000u - 256 + i * 7; });
  return all;
}

TEST_F(DriverShapes, AreRight) {
  for (const auto &[name, known] : cases())
    EXPECT_EQ(run(name, known.words), known.right) << name;
}

class WithoutShapes : public DriverShapes {
protected:
  const ScopedVariable toggles_{
      "URSA_TOGGLES",
      "-keep_loop_values,-round_doubles_by_sums,-select_signs,-separate_conversions"};
};

// What a driver makes of the kernels is printed. That of Mesa 22.3 is known to be wrong, also for
// signs with AVX-512, and for roundings without; a kernel that it gets right shows nothing.
TEST_F(WithoutShapes, AreWhatTheDriverMakesOfThem) {
  constexpr std::string_view kKnownDriver = "Mesa 22.3";
  const std::set<std::string> known = {"loop_values", "irreducible", "loaded_values",
                                       "conversions"};
  const bool isKnownDriver = driverVersion().starts_with(kKnownDriver);
  for (const auto &[name, expected] : cases()) {
    const Words found = run(name, expected.words);
    int wrong = 0;
    for (size_t i = 0; i < found.size(); ++i)
      wrong += found[i] != expected.right[i];
    std::printf("%s: %d of %u values are wrong without the toggle.\n", name.c_str(), wrong, kItems);
    RecordProperty(name, wrong);
    if (isKnownDriver && known.contains(name)) {
      EXPECT_GT(wrong, 0) << name;
    }
  }
}

} // namespace
} // namespace ursa

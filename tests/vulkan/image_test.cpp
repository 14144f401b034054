// The reader of Vulkan images: it reads valid images and names what is wrong with others.
#include "adapters/vulkan/launch/printf.h"
#include "adapters/vulkan/program/image.h"
#include "adapters/vulkan/program/program_binary.h"
#include "vulkan/image_builder.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using testing::HasSubstr;
using vulkan_test::makeImage;

class VulkanImage : public testing::Test {
protected:
  static Result<vulkan::Image> read(const std::vector<uint8_t> &bytes) {
    return vulkan::readImage(std::as_bytes(std::span(bytes)));
  }
  std::string kernel(const std::string &members) const {
    return R"({"kernels": [{"name": "k", "module": {"offset": 0, "size": )" +
           std::to_string(module_.size()) + R"(}, "argumentBytes": 8, "localBytes": 0)" + members +
           "}]";
  }
  std::string errorOf(const std::string &reflection) const {
    const auto image = read(makeImage(reflection, module_));
    EXPECT_FALSE(image);
    if (image)
      return "";
    EXPECT_EQ(image.error().code, UR_RESULT_ERROR_INVALID_BINARY);
    return image.error().message;
  }

  const std::vector<uint8_t> module_ = vulkan_test::readFile(URSA_COUNT_MODULE);
};

TEST_F(VulkanImage, ReportsPointerLocations) {
  const auto image =
      read(makeImage(kernel(R"(, "arguments": [{"kind": "pointer", "offset": 0, "size": 8},
                                {"kind": "value", "offset": 0, "size": 8, "pointers": [0]}])") +
                         "}",
                     module_));
  ASSERT_TRUE(image) << image.error().message;
  const auto &arguments = image->find("k")->arguments;
  EXPECT_TRUE(arguments[0].isPointer);
  EXPECT_FALSE(arguments[1].isPointer);
  EXPECT_EQ(arguments[1].pointers, std::vector<uint32_t>{0});
}

TEST_F(VulkanImage, IsRead) {
  const auto image =
      read(makeImage(kernel(R"(, "arguments": [{"kind": "value", "offset": 0, "size": 8},
                                {"kind": "local", "specId": 6}],
                 "localSize": [8, 4, 1], "localBytes": 256, "constants": [0],
                 "capabilities": ["Float64"], "data": true)") +
                         R"(, "data": {"offset": 0, "size": 64, "align": 16, "relocations": [8, 56],
                        "variables": [{"name": "v", "offset": 32, "size": 4}]},
              "printf": {"slot": 0, "formats": [{"text": "%d", "arguments": [4]}],
                         "strings": ["a"]}})",
                     module_));
  ASSERT_TRUE(image) << image.error().message;
  const vulkan::ImageKernel *k = image->find("k");
  ASSERT_NE(k, nullptr);
  EXPECT_EQ(image->find("l"), nullptr);
  ASSERT_EQ(k->arguments.size(), 2u);
  EXPECT_EQ(k->arguments[0].size, 8u);
  EXPECT_FALSE(k->arguments[0].isPointer);
  EXPECT_TRUE(k->arguments[1].isLocal);
  EXPECT_EQ(k->localSize, (std::array<uint32_t, 3>{8, 4, 1}));
  ASSERT_EQ(k->constants.size(), 1u);
  EXPECT_EQ(k->constants[0].size, 4u);
  EXPECT_EQ(image->data->relocations, (std::vector<uint64_t>{8, 56}));
  EXPECT_EQ(image->printf->formats[0].text, "%d");
}

TEST_F(VulkanImage, OtherDataIsRefused) {
  for (const size_t size : {0u, 7u, 15u, 16u, 1000u}) {
    const auto image = read(std::vector<uint8_t>(size, 0x5a));
    ASSERT_FALSE(image);
    EXPECT_THAT(image.error().message, HasSubstr(std::to_string(size) + " bytes"));
  }
}

TEST_F(VulkanImage, TruncationIsDetected) {
  const auto whole = makeImage(kernel("") + "}", module_);
  ASSERT_TRUE(read(whole));
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)})) << size;
}

TEST_F(VulkanImage, DamageIsDetected) {
  const auto whole = vulkan_test::readFile(URSA_PRINTS_IMAGE);
  const auto found = read(whole);
  ASSERT_TRUE(found) << found.error().message;
  for (size_t at = 0; at < whole.size(); ++at) {
    auto damaged = whole;
    damaged[at] ^= 0x10;
    const auto image = read(damaged);
    ASSERT_FALSE(image) << at;
    EXPECT_EQ(image.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  }
}

TEST_F(VulkanImage, ErrorsAreNamed) {
  const std::pair<std::string, const char *> kCases[] = {
      {"", "is not valid JSON"},
      {"[]", "is not an object"},
      {std::string(1000, '['), "is not valid JSON"},
      {R"({"kernels": 1})", "is not an array"},
      {R"({"kernels": [{}]})", "no string 'name'"},
      {R"({"kernels": [{"name": ""}]})", "an invalid name"},
      {R"({"kernels": [{"name": "k", "module": {"offset": 4, "size": 1000000}}]})",
       "beyond the end"},
      {R"({"kernels": [{"name": "k", "module": {"offset": 18446744073709551615, "size": 2}}]})",
       "beyond the end"},
      {R"({"kernels": [{"name": "k", "module": {"offset": -1, "size": 2}}]})",
       "no number 'offset'"},
      {R"({"kernels": [{"name": "k", "module": {"offset": 0, "size": 8}}]})", "no SPIR-V module"},
      {R"({"kernels": [{"name": "k", "module": {"offset": 0, "size": 7}}]})",
       "not a whole number of words"},
      {kernel(R"(, "arguments": [{"kind": "value", "offset": 4, "size": 8}])") + "}",
       "at most 4 is possible"},
      {kernel(R"(, "arguments": [{"kind": "image"}])") + "}", "kind 'image'"},
      {kernel(R"(, "arguments": [{"kind": "pointer", "offset": 0, "size": 4}])") + "}",
       "a pointer of 4 bytes"},
      {kernel(R"(, "arguments": [{"kind": "value", "offset": 0, "size": 8, "pointers": [1]}])") +
           "}",
       "a pointer at 1"},
      {kernel(R"(, "arguments": [{"kind": "local", "specId": 2}])") + "}", "SpecId 2"},
      {kernel(R"(, "arguments": [{"kind": "local", "specId": 255}])") + "}", "at most 254"},
      {kernel(R"(, "localSize": [1, 0, 1])") + "}", "three numbers above 0"},
      {kernel(R"(, "localSize": [1, 1])") + "}", "three numbers above 0"},
      {kernel(R"(, "subGroupSize": 12)") + "}", "12 of kernel 'k' is not a power of two"},
      {kernel("") + R"(, "constants": [{"id": 1}]})", "no number 'size'"},
      {kernel(R"(, "constants": [1])") + "}", "no specialization constant 1"},
      {kernel(R"(, "data": true)") + "}", "a data segment, but the image has none"},
      {kernel("") + R"(, "data": {"offset": 0, "size": 64, "relocations": [57]}})",
       "relocation at 57"},
      {kernel("") + R"(, "data": {"offset": 0, "size": 64, "align": 3}})", "is not a power of two"},
      {kernel("") + R"(, "data": {"offset": 0, "size": 64,
                        "variables": [{"name": "v", "offset": 64, "size": 1}]}})",
       "at most 0"},
      {kernel("") + R"(, "printf": {"slot": 0}})", "no data segment"},
  };
  for (const auto &[reflection, message] : kCases)
    EXPECT_THAT(errorOf(reflection), HasSubstr(message)) << reflection;
}

// Few bytes must not describe much memory.
TEST_F(VulkanImage, KernelsDoNotShareModules) {
  const std::string one = kernel("");
  std::string many = one.substr(0, one.rfind(']'));
  const std::string again = many.substr(many.find('[') + 1);
  for (int i = 0; i < 3; ++i)
    many += ", " + again;
  EXPECT_THAT(errorOf(many + "]}"), HasSubstr("the modules of its kernels overlap"));
}

TEST_F(VulkanImage, ArgumentsThatDoNotFitInPushConstants) {
  const std::string large = R"({"kernels": [{"name": "k", "module": {"offset": 0, "size": )" +
                            std::to_string(module_.size()) +
                            R"(}, "localBytes": 0, "argumentBytes": 81)";
  EXPECT_THAT(errorOf(large + "}]}"), HasSubstr("81 bytes of arguments"));
  EXPECT_TRUE(read(makeImage(large + R"(, "argumentBuffer": true}]})", module_)));
}

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

TEST(VulkanProgramBinary, IsRead) {
  const vulkan::ProgramBinary binary{
      bytesOf("an image"), {{3, bytesOf("abcd")}, {7, bytesOf("e")}}, bytesOf("of the driver")};
  const auto bytes = vulkan::writeProgramBinary(binary);
  const auto read = vulkan::readProgramBinary(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->image, binary.image);
  EXPECT_EQ(read->values, binary.values);
  EXPECT_EQ(read->cacheData, binary.cacheData);
  // Bytes that are not a stored program count as an image, valid or not.
  const auto image = vulkan::readProgramBinary(binary.image);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->image, binary.image);
  EXPECT_TRUE(image->values.empty());
}

TEST(VulkanProgramBinary, DamageIsDetected) {
  const vulkan::ProgramBinary binary{
      bytesOf("an image"), {{3, bytesOf("abcd")}}, bytesOf("of the driver")};
  const auto bytes = vulkan::writeProgramBinary(binary);
  const size_t cacheSumAt = 40;
  const size_t contentAt = 48;
  const size_t cacheAt = bytes.size() - binary.cacheData.size();
  for (size_t at = 8; at < bytes.size(); ++at) {
    auto damaged = bytes;
    damaged[at] ^= std::byte{4};
    const auto read = vulkan::readProgramBinary(damaged);
    if ((at < cacheSumAt || at >= contentAt) && at < cacheAt) {
      ASSERT_FALSE(read) << at;
      EXPECT_EQ(read.error().code, UR_RESULT_ERROR_INVALID_BINARY);
      continue;
    }
    ASSERT_TRUE(read) << at;
    EXPECT_TRUE(read->cacheData.empty()) << at;
    EXPECT_EQ(read->values, binary.values);
  }
  for (size_t size = contentAt; size < bytes.size(); ++size)
    EXPECT_FALSE(vulkan::readProgramBinary(std::span(bytes).first(size))) << size;
}

class Records {
public:
  Records &record(uint32_t format) {
    words_.push_back(format);
    return *this;
  }
  template <class T> Records &value(const T &argument) {
    const size_t at = words_.size();
    words_.resize(at + (sizeof(T) + 3) / 4);
    std::memcpy(words_.data() + at, &argument, sizeof(T));
    return *this;
  }
  std::string text() const { return vulkan::formatPrintf(printf_, words_); }

  const vulkan::ImagePrintf printf_{
      0,
      {{"%d %s%%\n", {4, 8}}, {"%5.2f|%x", {4, 8}}, {"%q %c", {4}}, {"%d %d", {4}}},
      {"of", "half"}};
  std::vector<uint32_t> words_;
};

class VulkanPrintf : public testing::Test, protected Records {};

TEST_F(VulkanPrintf, Conversions) {
  record(1).value(-7).value(uint64_t{1});
  record(2).value(2.5f).value(uint64_t{0xabcdef0123});
  EXPECT_EQ(text(), "-7 half%\n 2.50|abcdef0123");
}

TEST_F(VulkanPrintf, InvalidConversionsAreUnchanged) {
  record(3).value(int{'z'});
  record(4).value(6);
  EXPECT_EQ(text(), "%q z6 %d");
}

TEST_F(VulkanPrintf, DamagedRecordsEndTheText) {
  record(1).value(1).value(uint64_t{7});
  record(99).value(1);
  EXPECT_EQ(text(), "1 (null)%\n");
  words_ = {1, 1};
  EXPECT_EQ(text(), "");
}

} // namespace
} // namespace ursa

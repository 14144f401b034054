// Device-free parts of ursa-run: options, arguments, property sets, selectors, tables.
#include "client/failure.h"
#include "client/files.h"
#include "client/selector.h"
#include "client/table.h"
#include "tools/run/arguments.h"
#include "tools/run/image_info.h"
#include "tools/run/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

namespace ursa::run {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class F> std::string failureOf(F &&action) {
  try {
    action();
  } catch (const client::Failure &failure) {
    return failure.what();
  }
  return "(no failure)";
}

std::string optionsFailure(std::vector<std::string> words) {
  return failureOf([&] { parseOptions(words); });
}

TEST(Options, AFullCommandLine) {
  const Options options = parseOptions(
      {"k.ursa",  "--kernel", "add",      "--device", "host:0", "--global", "64,32",  "--local",
       "8,4",     "--offset", "0,1",      "--arg",    "in:a",   "--arg",    "i32:-5", "--set",
       "n={1,2}", "--mode",   "emulated", "--repeat", "3",      "--json"});
  EXPECT_EQ(options.file, "k.ursa");
  EXPECT_EQ(options.kernel, "add");
  EXPECT_THAT(options.global, ElementsAre(64, 32));
  EXPECT_THAT(options.local, ElementsAre(8, 4));
  EXPECT_THAT(options.offset, ElementsAre(0, 1));
  EXPECT_THAT(options.arguments, ElementsAre("in:a", "i32:-5"));
  EXPECT_THAT(options.settings, ElementsAre("n={1,2}"));
  EXPECT_EQ(options.mode, URSA_SPECIALIZATION_MODE_EMULATED);
  EXPECT_EQ(options.repeat, 3u);
  EXPECT_TRUE(options.json);
}

TEST(Options, TheFileMayFollowAnArgument) {
  const Options options =
      parseOptions({"--arg", "in:a", "k.ursa", "--kernel", "k", "--global", "1"});
  EXPECT_EQ(options.file, "k.ursa");
}

TEST(Options, HelpNamesEveryOption) {
  const std::string help = parseOptions({"--help"}).help;
  for (const char *name : {"--kernel", "--device", "--global", "--local", "--offset", "--arg",
                           "--set", "--mode", "--repeat", "--json", "--devices", "--list"})
    EXPECT_THAT(help, HasSubstr(name));
}

TEST(Options, MistakesAreNamed) {
  EXPECT_THAT(optionsFailure({}), HasSubstr("No FILE.ursa"));
  EXPECT_THAT(optionsFailure({"f"}), HasSubstr("No --kernel"));
  EXPECT_THAT(optionsFailure({"f", "--kernel", "k"}), HasSubstr("No --global"));
  EXPECT_THAT(optionsFailure({"f", "--wrong"}), HasSubstr("--wrong"));
  const std::vector<std::string> base = {"f", "--kernel", "k", "--global"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return optionsFailure(more);
  };
  EXPECT_THAT(with({"0"}), HasSubstr("--global '0'"));
  EXPECT_THAT(with({"1,x"}), HasSubstr("--global '1,x'"));
  EXPECT_THAT(with({"1,"}), HasSubstr("--global '1,'"));
  EXPECT_THAT(with({"-4"}), HasSubstr("-4"));
  EXPECT_THAT(with({"1,2,3,4"}), HasSubstr("4 dimensions"));
  EXPECT_THAT(with({"99999999999999999999"}), HasSubstr("99999999999999999999"));
  EXPECT_THAT(with({"8", "--local", "2,2"}), HasSubstr("--local has 2 dimensions"));
  EXPECT_THAT(with({"8", "--offset", "1,1"}), HasSubstr("--offset has 2 dimensions"));
  EXPECT_THAT(with({"8", "--mode", "fast"}), HasSubstr("--mode 'fast'"));
  EXPECT_THAT(with({"8", "--repeat", "0"}), HasSubstr("--repeat '0'"));
}

KernelInfo convolve() {
  return {"convolve",
          {{"in", ArgumentInfo::Kind::Pointer, "global", "uchar4*", 8},
           {"scratch", ArgumentInfo::Kind::Local, "local", "float*", 8},
           {"width", ArgumentInfo::Kind::Value, "private", "int", 4},
           {"scale", ArgumentInfo::Kind::Value, "private", "double", 8}},
          {},
          {}};
}

std::string argumentsFailure(std::vector<std::string> texts) {
  return failureOf([&] {
    std::vector<ArgumentSpec> specs;
    for (const std::string &text : texts)
      specs.push_back(parseArgument(text));
    checkArguments(convolve(), specs);
  });
}

TEST(Arguments, ValuesAreConvertedToBytes) {
  const ArgumentSpec argument = parseArgument("i64:-2");
  int64_t value = 0;
  ASSERT_EQ(argument.value.size(), sizeof(value));
  std::memcpy(&value, argument.value.data(), sizeof(value));
  EXPECT_EQ(value, -2);
}

TEST(Arguments, FilesKeepTheirNames) {
  const ArgumentSpec out = parseArgument("out:16:dir/a:b.bin");
  EXPECT_EQ(out.size, 16u);
  EXPECT_EQ(out.outputFile, "dir/a:b.bin");
  const ArgumentSpec inout = parseArgument("inout:a:b");
  EXPECT_EQ(inout.inputFile, "a");
  EXPECT_EQ(inout.outputFile, "b");
}

TEST(Arguments, MistakesAreNamed) {
  for (const char *text : {"", "x", "in", "in:", "out:file", "out:0:f", "out:-1:f", "out:4:",
                           "inout:a", "local:", "local:x", "i32:", "i32:3000000000", "u32:-1",
                           "u64:18446744073709551616", "f32:x", "bytes:file", "bytes:@", "i16:5"})
    EXPECT_THAT(failureOf([&] { parseArgument(text); }), HasSubstr(std::string("--arg ") + text))
        << text;
}

TEST(Arguments, MatchTheKernel) {
  EXPECT_EQ(argumentsFailure({"in:a", "local:64", "i32:5", "f64:1"}), "(no failure)");
  EXPECT_EQ(argumentsFailure({"out:4:a", "local:64", "u32:5", "bytes:@f"}), "(no failure)");
}

TEST(Arguments, AMismatchNamesTheKernelsParameters) {
  EXPECT_EQ(argumentsFailure({"in:a"}), "Kernel 'convolve' takes 4 arguments; 1 were given.");
  EXPECT_EQ(argumentsFailure({"in:a", "local:64", "f64:1", "f64:1"}),
            "Argument 2 ('width') of kernel 'convolve' is an int of 4 bytes; f64 was given.");
  EXPECT_THAT(argumentsFailure({"in:a", "local:64", "f32:1", "f64:1"}), HasSubstr("f32 was given"));
  EXPECT_THAT(argumentsFailure({"in:a", "local:64", "i32:1", "i64:1"}),
              HasSubstr("a double of 8 bytes; i64 was given"));
  EXPECT_THAT(
      argumentsFailure({"i32:1", "local:64", "i32:5", "f64:1"}),
      HasSubstr("Argument 0 ('in') of kernel 'convolve' is a pointer to global memory; i32"));
  EXPECT_THAT(argumentsFailure({"in:a", "in:b", "i32:5", "f64:1"}), HasSubstr("local memory; in"));
  EXPECT_THAT(argumentsFailure({"in:a", "local:64", "local:4", "f64:1"}),
              HasSubstr("local (local memory) was given"));
  EXPECT_THAT(failureOf([] { checkBytes(convolve(), 2, parseArgument("bytes:@f"), 3); }),
              HasSubstr("an int of 4 bytes; file 'f' has 3 bytes"));
}

TEST(Arguments, ImagesAndSamplersAreRefused) {
  const KernelInfo kernel{
      "k", {{"picture", ArgumentInfo::Kind::Image, "private", "image2d_t", 8}}, {}, {}};
  EXPECT_EQ(
      failureOf([&] { checkArguments(kernel, {parseArgument("in:a")}); }),
      "Argument 0 ('picture') of kernel 'k' is an image, which no --arg can give; in was given.");
}

TEST(Arguments, TwoOutputsMayNotShareAFile) {
  KernelInfo kernel{"k", {}, {}, {}};
  kernel.arguments.assign(2, {"p", ArgumentInfo::Kind::Pointer, "global", "", 8});
  EXPECT_THAT(failureOf([&] {
                checkArguments(kernel, {parseArgument("out:4:x"), parseArgument("inout:y:x")});
              }),
              HasSubstr("'x' is the output of two arguments"));
}

std::vector<std::byte> bytesOf(std::string_view text) {
  auto *first = reinterpret_cast<const std::byte *>(text.data());
  return {first, first + text.size()};
}

std::vector<std::byte> wordsOf(std::vector<uint32_t> words) {
  return bytesOf({reinterpret_cast<const char *>(words.data()), words.size() * 4});
}

ImageProperties sampleImage() {
  ImageProperties image{"host-x86_64", {}};
  image.properties = {
      {"SYCL/specialization constants", "a", wordsOf({0, 0, 1, 0xFFFFFFFF, 1, 3})},
      {"SYCL/specialization constants", "b", wordsOf({1, 0, 4})},
      {"SYCL/specialization constants default values", "all", wordsOf({1, 42})},
      {"Ursa/specialization constant types", "a", bytesOf("bool")},
      {"Ursa/specialization constant types", "b", bytesOf("i32")},
      {"Ursa/kernels", "k",
       bytesOf(R"({"args":[{"name":"n","kind":"value","space":"private","type":"int",
                   "size":4,"align":4}],"reads":["b"],"reqd_work_group_size":[4,1,1]})")}};
  return image;
}

TEST(ImageInfo, ReadsKernelsAndConstants) {
  const FileInfo info = describeImages({sampleImage(), sampleImage()});
  EXPECT_THAT(info.targets, ElementsAre("host-x86_64", "host-x86_64"));
  ASSERT_EQ(info.kernels.size(), 1u);
  EXPECT_EQ(info.kernel("k").arguments.at(0).type, "int");
  EXPECT_THAT(info.kernel("k").constants, ElementsAre("b"));
  ASSERT_TRUE(info.kernel("k").requiredLocalSize);
  ASSERT_EQ(info.constants.size(), 2u);
  EXPECT_EQ(info.constant("a").defaultText, "true");
  EXPECT_EQ(info.constant("b").defaultText, "42") << "its offset is after the padding of a";
}

TEST(ImageInfo, ReadsImagesAndSamplers) {
  ImageProperties image = sampleImage();
  image.properties.back().value = bytesOf(
      R"({"args":[{"name":"i","kind":"image","space":"private","type":"image2d_t","size":8,"align":8},
         {"name":"s","kind":"sampler","space":"private","type":"sampler_t","size":8,"align":8}]})");
  const FileInfo file = describeImages({image});
  ASSERT_EQ(file.kernels.size(), 1u);
  EXPECT_EQ(file.kernels[0].arguments[0].kind, ArgumentInfo::Kind::Image);
  EXPECT_EQ(file.kernels[0].arguments[1].kind, ArgumentInfo::Kind::Sampler);
}

TEST(ImageInfo, UnknownNamesListTheKnownOnes) {
  const FileInfo info = describeImages({sampleImage()});
  EXPECT_EQ(failureOf([&] { info.kernel("x"); }),
            "No image of the file has a kernel 'x'; there are k.");
  EXPECT_EQ(failureOf([&] { info.constant("x"); }),
            "No image of the file has a specialization constant 'x'; there are a, b.");
  EXPECT_THAT(failureOf([] { FileInfo().kernel("x"); }), HasSubstr("no kernel at all"));
}

TEST(ImageInfo, AConstantWithoutATypeHasASize) {
  ImageProperties image = sampleImage();
  std::erase_if(image.properties,
                [](const Property &p) { return p.name == "b" && p.set[0] == 'U'; });
  const ConstantInfo constant = describeImages({image}).constant("b");
  EXPECT_FALSE(constant.type);
  EXPECT_EQ(constant.size, 4u);
}

TEST(ImageInfo, MalformedPropertiesAreNamed) {
  ImageProperties image = sampleImage();
  image.properties[0].value.pop_back();
  EXPECT_THAT(failureOf([&] { describeImages({image}); }),
              HasSubstr("Image 'host-x86_64' describes constant 'a' in 23 bytes"));
  for (const char *json :
       {"", "{", "[]", "{}", R"({"args":[{}]})", R"({"args":5})",
        R"({"args":[{"kind":"what","size":4}]})", R"({"args":[{"kind":"value","size":"x"}]})"}) {
    image = sampleImage();
    image.properties.back().value = bytesOf(json);
    EXPECT_THAT(failureOf([&] { describeImages({image}); }), HasSubstr("kernel 'k'")) << json;
  }
}

TEST(ImageInfo, TruncatedDefaultsReadAsZero) {
  ImageProperties image = sampleImage();
  image.properties[2].value.resize(4);
  EXPECT_EQ(describeImages({image}).constant("b").defaultText, "0");
}

TEST(Selector, TakesNamesAndNumbers) {
  const std::vector<std::string> all = {"opencl:0", "opencl:1", "host:0"};
  EXPECT_EQ(client::selectDevice(all, ""), 0u);
  EXPECT_EQ(client::selectDevice(all, "opencl:1"), 1u);
  EXPECT_EQ(client::selectDevice(all, "host"), 2u);
  EXPECT_EQ(client::selectDevice(all, "2"), 2u);
  EXPECT_EQ(failureOf([&] { client::selectDevice(all, "cuda:0"); }),
            "No device is called 'cuda:0'; there are opencl:0, opencl:1, host:0.");
  EXPECT_THAT(failureOf([&] { client::selectDevice(all, "3"); }), HasSubstr("'3'"));
  EXPECT_THAT(failureOf([] { client::selectDevice({}, ""); }), HasSubstr("No device was found"));
}

TEST(Selector, BackendsHaveNames) {
  EXPECT_EQ(client::backendName(UR_BACKEND_NATIVE_CPU), "native_cpu");
  EXPECT_EQ(client::backendName(UR_BACKEND_OPENCL), "opencl");
  EXPECT_EQ(client::backendName(UR_BACKEND_UNKNOWN), "unknown");
}

TEST(Table, AlignsItsColumns) {
  EXPECT_EQ(client::formatTable({{"name"}, {"ms", client::Align::Right}, {"unit"}},
                                {{"a", "1.5", "x"}, {"longer", "10.25", ""}, {"b", "not there"}}),
            "name       ms  unit\n"
            "-------------------\n"
            "a         1.5  x\n"
            "longer  10.25\n"
            "b       not there\n");
}

TEST(Files, AnUncommittedWriteLeavesNoFile) {
  const auto folder = std::filesystem::path(testing::TempDir()) /
                      fmt::format("ursa-files-{}", testing::UnitTest::GetInstance()->random_seed());
  std::filesystem::create_directories(folder);
  {
    client::OutputFiles files;
    files.add(folder / "a", bytesOf("text"));
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  client::OutputFiles files;
  files.add(folder / "a", bytesOf("text"));
  files.commit();
  EXPECT_EQ(client::readFile(folder / "a"), bytesOf("text"));
  EXPECT_THAT(failureOf([&] { files.add(folder / "none" / "b", {}); }), HasSubstr("none/b"));
  EXPECT_THAT(failureOf([&] { client::readFile(folder); }), HasSubstr("is a folder"));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace ursa::run

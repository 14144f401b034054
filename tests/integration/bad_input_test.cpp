// Bad input to ursa-run: exit status 1, one sentence that names the cause, no output file.
#include "integration/program.h"
#include "support/container_builder.h"
#include "support/paths.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

namespace ursa {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class BadInput : public ProgramTest {
protected:
  /// Runs kernel `scalars` of @p file, which must fail, and returns the message.
  std::string failure(const std::string &file, std::vector<std::string> more = {},
                      const std::string &kernel = "scalars") {
    std::vector<std::string> words = {file, "--kernel", kernel, "--global", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return runExpectingError("ursa-run", words);
  }

  std::string withOutput(std::vector<std::string> more) {
    more.insert(more.end(), {"--arg", "out:56:o"});
    return failure(image("constants"), more);
  }

  /// Copies the container of constants.cl and replaces every @p from with @p to, which has the same
  /// length. The copy has no checksum, so that the change is not detected as damage.
  void writePatched(const std::string &name, const std::string &from, const std::string &to) {
    ASSERT_EQ(from.size(), to.size());
    std::ostringstream text;
    text << std::ifstream(image("constants"), std::ios::binary).rdbuf();
    std::string bytes = text.str();
    size_t found = 0;
    for (size_t at = 0; (at = bytes.find(from, at)) != bytes.npos; at += to.size(), ++found)
      bytes.replace(at, from.size(), to);
    ASSERT_GT(found, 0u) << "the container has no '" << from << "'";
    for (size_t at = 0; (at = bytes.find("xxh3", at)) != bytes.npos;)
      bytes.replace(at, 4, "none");
    write(name, bytes);
  }
};

TEST_F(BadInput, AFileThatDoesNotExist) {
  EXPECT_THAT(failure("nowhere.ursa"), HasSubstr("nowhere.ursa"));
  EXPECT_THAT(runExpectingError("ursa-run", {"nowhere.ursa", "--list"}), HasSubstr("nowhere.ursa"));
}

TEST_F(BadInput, AFileThatIsNotAContainer) {
  write("text.ursa", "This is no container of device images, but it is long enough to be one.\n");
  EXPECT_THAT(failure("text.ursa"), HasSubstr("text.ursa"));
  write("empty.ursa", "");
  EXPECT_THAT(failure("empty.ursa"), HasSubstr("empty.ursa"));
}

TEST_F(BadInput, AContainerWithOneBitFlipped) {
  std::ostringstream text;
  text << std::ifstream(image("constants"), std::ios::binary).rdbuf();
  std::string bytes = text.str();
  bytes[bytes.find("BC\xc0\xde") + 400] ^= 1;
  write("damaged.ursa", bytes);
  EXPECT_THAT(failure("damaged.ursa"), AllOf(HasSubstr("damaged.ursa"), HasSubstr("checksum")));
}

// A container that was not damaged, of bitcode that was before: LLVM's reader crashes on it.
TEST_F(BadInput, BitcodeThatCrashesLlvm) {
  std::ostringstream text;
  text << std::ifstream(image("constants"), std::ios::binary).rdbuf();
  const std::string whole = text.str();
  const size_t inside = whole.find("[Ursa/kernels]");
  ASSERT_NE(inside, whole.npos);
  std::string properties = whole.c_str() + whole.rfind('\0', inside) + 1;
  for (size_t at = 0; (at = properties.find("xxh3", at)) != properties.npos;)
    properties.replace(at, 4, "none"); // of other code
  size_t crashes = 0;
  for (const std::filesystem::directory_entry &entry :
       std::filesystem::directory_iterator(sourceDir() + "/tests/fuzz/corpus/bitcode")) {
    if (!entry.path().filename().string().starts_with("crash-"))
      continue;
    std::ostringstream code;
    code << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::vector<std::byte> container =
        testing::buildImage("host-x86_64", "scalars", properties, code.str());
    write("bad.ursa", {reinterpret_cast<const char *>(container.data()), container.size()});
    const Outcome outcome = run("ursa-run", {"bad.ursa", "--kernel", "scalars", "--global", "1",
                                             "--device", "host", "--arg", "out:56:o"});
    EXPECT_EQ(outcome.status, 1) << entry.path() << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("error: ")) << entry.path();
    crashes += outcome.err.find("LLVM cannot handle the program: it crashed") != std::string::npos;
  }
  EXPECT_GT(crashes, 0u);
}

TEST_F(BadInput, ATruncatedContainer) {
  const auto size = std::filesystem::file_size(image("constants"));
  for (auto part : {size / 4, size / 2, size - 9}) {
    std::filesystem::copy_file(image("constants"), path("cut.ursa"),
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(path("cut.ursa"), part);
    EXPECT_THAT(failure("cut.ursa"), HasSubstr("cut.ursa")) << part;
  }
}

TEST_F(BadInput, AFileOfManyGigabytes) {
  // Both files are sparse. The first is not a container; the second declares that it is one object.
  write("zeros.ursa", "");
  std::filesystem::resize_file(path("zeros.ursa"), uint64_t{1} << 36);
  EXPECT_THAT(failure("zeros.ursa"),
              AllOf(HasSubstr("zeros.ursa"), HasSubstr("is not a container")));
  const std::string magic("\x10\xff\x10\xad\x01\0\0\0\0\0\0\0\x10\0\0\0", 16);
  write("huge.ursa", magic);
  std::filesystem::resize_file(path("huge.ursa"), uint64_t{1} << 36);
  EXPECT_THAT(failure("huge.ursa"),
              AllOf(HasSubstr("huge.ursa"), HasSubstr("68719476736 bytes; at most")));
}

TEST_F(BadInput, APropertyWithAWrongSize) {
  // The payload begins with its length in bits; here it is larger than the payload.
  std::ostringstream text;
  text << std::ifstream(image("constants"), std::ios::binary).rdbuf();
  const std::string bytes = text.str();
  const size_t at = bytes.find("\nnumber=2|");
  ASSERT_NE(at, bytes.npos);
  const std::string property = bytes.substr(at, 14);
  writePatched("lie.ursa", property, property.substr(0, 10) + "////");
  EXPECT_THAT(failure("lie.ursa"), HasSubstr("lie.ursa"));
}

TEST_F(BadInput, AnImageForAnotherProcessor) {
  writePatched("other.ursa", "host-x86_64", "host-arm_64");
  EXPECT_THAT(failure("other.ursa", {"--arg", "out:56:o"}), HasSubstr("host-arm_64"));
}

TEST_F(BadInput, AKernelThatDoesNotExist) {
  EXPECT_THAT(failure(image("constants"), {}, "missing"),
              AllOf(HasSubstr("'missing'"), HasSubstr("scalars")));
}

TEST_F(BadInput, AConstantThatDoesNotExist) {
  EXPECT_THAT(withOutput({"--set", "missing=1"}),
              AllOf(HasSubstr("'missing'"), HasSubstr("number")));
}

TEST_F(BadInput, AConstantThatDoesNotFit) {
  EXPECT_THAT(withOutput({"--set", "tiny=300"}), HasSubstr("300 does not fit i8"));
  EXPECT_THAT(withOutput({"--set", "flag=2"}), HasSubstr("'2' is not a bool"));
  EXPECT_THAT(withOutput({"--set", "everything={1,2}"}), HasSubstr("everything"));
  EXPECT_THAT(withOutput({"--set", "number"}), HasSubstr("--set number"));
}

TEST_F(BadInput, AConstantFileOfTheWrongSize) {
  write("three", "abc");
  EXPECT_THAT(withOutput({"--set", "number=@three"}),
              HasSubstr("Constant 'number' is 4 bytes; file 'three' has 3"));
  EXPECT_THAT(withOutput({"--set", "number=@none"}), HasSubstr("'none' does not exist"));
}

TEST_F(BadInput, ArgumentsThatTheKernelDoesNotTake) {
  EXPECT_THAT(failure(image("constants")), HasSubstr("takes 1 arguments; 0 were given"));
  EXPECT_THAT(
      failure(image("constants"), {"--arg", "i32:1"}),
      HasSubstr("Argument 0 ('out') of kernel 'scalars' is a pointer to global memory; i32"));
  EXPECT_THAT(
      failure(image("saxpy"), {"--arg", "i32:1", "--arg", "out:4:x", "--arg", "out:4:y"}, "saxpy"),
      HasSubstr("Argument 0 ('a') of kernel 'saxpy' is a float of 4 bytes; i32 was given"));
}

TEST_F(BadInput, AnArgumentFileThatDoesNotExist) {
  EXPECT_THAT(failure(image("constants"), {"--arg", "in:none"}),
              HasSubstr("'none' does not exist"));
}

TEST_F(BadInput, AnOutputThatCannotBeWritten) {
  EXPECT_THAT(failure(image("constants"), {"--arg", "out:56:no/such/folder"}),
              HasSubstr("no/such/folder"));
}

TEST_F(BadInput, AnOutputDeviceThatIsFull) {
  EXPECT_THAT(failure(image("constants"), {"--arg", "out:56:/dev/full"}),
              HasSubstr("'/dev/full' cannot be written: No space left"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(BadInput, AnEndlessInput) {
  EXPECT_THAT(failure(image("constants"), {"--arg", "in:/dev/zero"}),
              HasSubstr("'/dev/zero' has more than 1073741824 bytes"));
  EXPECT_THAT(withOutput({"--set", "number=@/dev/zero"}),
              HasSubstr("'/dev/zero' has more than 4 bytes"));
}

TEST_F(BadInput, ADeviceSelectorThatMatchesNoDevice) {
  EXPECT_THAT(runExpectingError("ursa-run", {"--devices"}, {{"ONEAPI_DEVICE_SELECTOR", "cuda:*"}}),
              HasSubstr("ONEAPI_DEVICE_SELECTOR='cuda:*' selects none of"));
}

TEST_F(BadInput, StandardOutputThatIsFull) {
  for (const std::string command : {"ursa-info", "ursa-info --json", "ursa-run --devices"}) {
    const Outcome outcome =
        run("/bin/sh", {"-c", "exec " + std::string(binDir()) + "/" + command + " >/dev/full"});
    EXPECT_EQ(outcome.status, 1) << command;
    EXPECT_THAT(outcome.err, HasSubstr("Standard output cannot be written: No space left"));
  }
}

TEST_F(BadInput, ADeviceThatDoesNotExist) {
  EXPECT_THAT(withOutput({"--device", "moon:0"}),
              AllOf(HasSubstr("'moon:0'"), HasSubstr("host:0")));
}

TEST_F(BadInput, ALocalSizeThatDiffersFromTheRequiredOne) {
  EXPECT_THAT(failure(image("work_items"), {"--local", "1", "--arg", "out:4:o"}, "groups_of_four"),
              HasSubstr("requires the local size 4; 1 was given"));
}

TEST_F(BadInput, SizesThatOverflow) {
  const std::string most = "18446744073709551615";
  const auto launch = [&](const std::string &global, const std::string &bytes) {
    return runExpectingError("ursa-run", {image("constants"), "--kernel", "scalars", "--global",
                                          global, "--arg", "out:" + bytes + ":o"});
  };
  EXPECT_THAT(launch("4294967296,4294967296", "56"), HasSubstr("Global size 4294967296"));
  EXPECT_THAT(launch(most, "56"), HasSubstr("Global size " + most));
  EXPECT_THAT(launch("18446744073709551616", "56"), HasSubstr("--global '18446744073709551616'"));
  EXPECT_THAT(launch("1", most), HasSubstr("Allocating " + most + " bytes"));
  EXPECT_THAT(launch("1", "9223372036854775807"), HasSubstr("Allocating 9223372036854775807"));
  EXPECT_THAT(launch("1", most + "0"), HasSubstr("'" + most + "0'"));
  EXPECT_THAT(failure(image("work_items"), {"--offset", most, "--arg", "out:16:o"}, "positions"),
              HasSubstr("offset of dimension 0 is " + most));
}

TEST_F(BadInput, AnUnknownMode) {
  EXPECT_THAT(withOutput({"--mode", "magic"}), HasSubstr("'magic'"));
}

TEST_F(BadInput, AnInvalidSpecializationVariable) {
  EXPECT_THAT(runExpectingError(
                  "ursa-run",
                  {image("constants"), "--kernel", "scalars", "--global", "1", "--arg", "out:56:o"},
                  {{"URSA_SPECIALIZATION", "magic"}}),
              HasSubstr("magic"));
}

TEST_F(BadInput, UnknownOptions) {
  EXPECT_THAT(runExpectingError("ursa-run", {"--magic"}), HasSubstr("--magic"));
  EXPECT_THAT(runExpectingError("ursa-run", {}), HasSubstr("FILE.ursa"));
}

} // namespace
} // namespace ursa

// ursa-cache, and processes that share the cache, run as a user runs them.
#include "integration/program.h"
#include "support/paths.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class CacheProgram : public ProgramTest {
protected:
  CacheProgram() { fs::create_directory(path("work")); }

  const Variables variables_ = {{"URSA_CACHE", "1"},
                                {"URSA_CACHE_DIR", path("cache").string()},
                                {"URSA_CACHE_SIZE", "1M"},
                                {"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"}};

  /// Runs the kernel with a value and returns what the dynamic linker says of the files it opens.
  std::string compile(int scale, const Variables &more = {}) const {
    Variables variables = variables_;
    variables.insert(variables.end(), more.begin(), more.end());
    variables.emplace_back("LD_DEBUG", "files");
    const Outcome outcome =
        run("ursa-run",
            {URSA_TEST_IMAGES "/specialization.ursa", "--device", "host:0", "--mode", "native",
             "--kernel", "show", "--global", "1", "--set", "scale=" + std::to_string(scale),
             "--arg", "out:12:" + path("out").string()},
            variables);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(readArray<int32_t>("out"), (std::vector<int32_t>{scale, 7, 9}));
    return outcome.err;
  }
  std::string cache(std::vector<std::string> arguments) const {
    return runSuccessfully("ursa-cache", arguments, variables_);
  }
};

TEST_F(CacheProgram, TheSecondProcessDoesNotOpenTheCompiler) {
  EXPECT_THAT(compile(5), HasSubstr("libursa_host_jit"));
  const std::string second = compile(5);
  EXPECT_THAT(second, Not(HasSubstr("libursa_host_jit")));
  EXPECT_THAT(second, Not(HasSubstr("libLLVM")));
  EXPECT_THAT(compile(6), HasSubstr("libursa_host_jit")) << "another value";
}

// PoCL compiles a kernel when it is launched. That another process finds the program must cost no
// compilation of kernels that nobody launches.
TEST_F(CacheProgram, PoclCompilesOnlyWhatIsLaunched) {
  Variables variables = variables_;
  variables.insert(variables.end(),
                   {{"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_opencl.so.0"},
                    {"POCL_CACHE_DIR", path("pocl").string()}});
  std::string entries;
  for (int i = 0; i < 2; ++i) {
    runSuccessfully("ursa-run",
                    {URSA_TEST_IMAGES "/specialization.ursa", "--device", "opencl:0", "--mode",
                     "native", "--kernel", "show", "--global", "1", "--set", "scale=5", "--arg",
                     "out:12:" + path("out").string()},
                    variables);
    EXPECT_EQ(readArray<int32_t>("out"), (std::vector<int32_t>{5, 7, 9}));
    std::set<std::string> compiled;
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(path("pocl")))
      if (entry.is_directory() && entry.path().filename().string().starts_with("show"))
        compiled.insert(entry.path().filename().string());
    EXPECT_THAT(compiled, testing::ElementsAre("show"));
    EXPECT_THAT(cache({"list"}), HasSubstr("\n1 entry, "));
  }
}

// An update of LLVM, by its build id: the library that links it stays as it is.
TEST_F(CacheProgram, AnotherLlvmCompilesAnew) {
  const std::string said = compile(5);
  const std::string name = "/libLLVM.so.";
  const size_t at = said.find(name);
  ASSERT_NE(at, said.npos) << said;
  const size_t begin = said.find_last_of(" \t\n", at) + 1;
  const fs::path library = said.substr(begin, said.find_first_of("; \t\n", at) - begin);
  fs::create_directory(path("update"));
  const fs::path update = path("update") / library.filename();
  fs::copy_file(library, update);
  std::fstream file(update, std::ios::binary | std::ios::in | std::ios::out);
  std::string begins(1 << 16, '\0');
  file.read(begins.data(), static_cast<std::streamsize>(begins.size()));
  constexpr std::string_view kNote("\x03\0\0\0GNU\0", 8);
  const size_t note = begins.find(kNote);
  ASSERT_NE(note, begins.npos) << library;
  file.seekp(static_cast<std::streamoff>(note + kNote.size()));
  file.put(static_cast<char>(begins[note + kNote.size()] ^ 1));
  file.close();

  EXPECT_THAT(compile(5), Not(HasSubstr("libursa_host_jit")));
  EXPECT_THAT(compile(5, {{"LD_LIBRARY_PATH", path("update").string()}}),
              HasSubstr("libursa_host_jit"));
  EXPECT_THAT(compile(5, {{"LD_LIBRARY_PATH", path("update").string()}}),
              Not(HasSubstr("libursa_host_jit")));
}

TEST_F(CacheProgram, AnotherLibraryOfBuiltInsCompilesAnew) {
  compile(5);
  write("library.bc", "");
  EXPECT_THAT(compile(5, {{"URSA_LIBCLC", path("library.bc").string()}}),
              HasSubstr("libursa_host_jit"));
}

TEST_F(CacheProgram, ListsEntries) {
  EXPECT_EQ(cache({"list"}), "0 entries, 0 B of 1.0 MiB in " + path("cache").string() + "\n");
  compile(5);
  const std::string text = cache({"list"});
  EXPECT_THAT(text, HasSubstr("  host      machine code\n"));
  EXPECT_THAT(text, HasSubstr("  host      contents of a module\n"));
  EXPECT_THAT(text, HasSubstr("\n2 entries, "));
  EXPECT_THAT(cache({"list", "-v"}), HasSubstr("\n    kind: machine code\n    compiler: "));
  const json all = json::parse(cache({"list", "--json"}));
  EXPECT_EQ(all.at("folder"), path("cache").string());
  EXPECT_EQ(all.at("limit"), 1 << 20);
  ASSERT_EQ(all.at("entries").size(), 2u);
  for (const json &entry : all.at("entries")) {
    EXPECT_EQ(entry.at("bytes"),
              fs::file_size(path("cache") / entry.at("name").get<std::string>()));
    EXPECT_TRUE(entry.at("intact"));
    EXPECT_EQ(entry.at("key").at("adapter"), "host");
  }
}

TEST_F(CacheProgram, VerifyRemovesDamagedEntries) {
  compile(5);
  EXPECT_EQ(cache({"verify"}), "2 intact, 0 damaged\n");
  const json all = json::parse(cache({"list", "--json"}));
  const auto name = all.at("entries").at(0).at("name").get<std::string>();
  write("cache/" + name, "damaged");
  EXPECT_THAT(cache({"list"}), HasSubstr("damaged\n"));
  const Outcome outcome = run("ursa-cache", {"verify"}, variables_);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, name + " was damaged and is removed\n1 intact, 1 damaged\n");
  EXPECT_EQ(cache({"verify"}), "1 intact, 0 damaged\n");
  compile(5);
  EXPECT_EQ(cache({"verify"}), "2 intact, 0 damaged\n");
}

TEST_F(CacheProgram, PrunesAndClears) {
  compile(5);
  compile(6);
  EXPECT_EQ(cache({"prune"}), "0 removed\n");
  EXPECT_EQ(cache({"prune", "--unused", "1"}), "0 removed\n");
  EXPECT_EQ(cache({"prune", "--size", "10"}), "3 removed\n");
  compile(5);
  EXPECT_EQ(cache({"clear"}), "2 removed\n");
  compile(5);
  EXPECT_EQ(runSuccessfully("ursa-cache", {"clear", "--dir", path("cache").string()},
                            {{"URSA_CACHE", "0"}}),
            "2 removed\n");
}

TEST_F(CacheProgram, RefusesWhatItCannotUse) {
  compile(5);
  fs::permissions(path("cache"), fs::perms::group_write, fs::perm_options::add);
  for (const char *command : {"list", "verify", "prune", "clear"})
    EXPECT_THAT(runExpectingError("ursa-cache", {command}, variables_),
                HasSubstr("others may write to it (mode 720)"));
  EXPECT_THAT(runExpectingError("ursa-cache", {"list"}, {{"URSA_CACHE", "0"}}),
              HasSubstr("There is no cache: URSA_CACHE is 0"));
  EXPECT_THAT(runExpectingError("ursa-cache", {"prune", "--size", "much"},
                                {{"URSA_CACHE", "1"}, {"URSA_CACHE_DIR", path("none").string()}}),
              HasSubstr("The size 'much' is invalid"));
  EXPECT_THAT(runExpectingError("ursa-cache", {}), HasSubstr("'ursa-cache --help'"));
  EXPECT_THAT(runExpectingError("ursa-cache", {"remove"}), HasSubstr("'ursa-cache --help'"));
  EXPECT_THAT(runExpectingError("ursa-cache", {"prune", "--unused", "-3"}),
              HasSubstr("'ursa-cache --help'"));
}

} // namespace
} // namespace ursa

// Every tool with standard streams that are full or closed: output that is lost is an error, a
// message that is lost is not, and files do not change.
#include "integration/program.h"
#include "support/paths.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <regex>

namespace ursa {
namespace {

using testing::HasSubstr;

/// A command, run in a folder with the files of StandardStreams::run.
struct Command {
  const char *words; ///< for a shell, "IMAGE" is an image
  bool fails = false;
};

void PrintTo(const Command &command, std::ostream *out) { *out << command.words; }

constexpr const char *kLost[] = {"/dev/full", "&-"};

class StandardStreams : public ProgramTest, public testing::WithParamInterface<Command> {
protected:
  StandardStreams() {
    write("table", "[Code|Other]\na|b\n");
    write("list", "one\ntwo\n");
    write("kernel.cl", "kernel void copy(global int *to) { to[get_global_id(0)] = 1; }\n");
    write("module.ll", "target triple = \"spirv64-unknown-unknown\"\n"
                       "define spir_kernel void @empty() {\n  ret void\n}\n");
    before_ = contents();
  }

  /// Runs the command with redirections in an otherwise unchanged folder.
  Outcome runWith(const std::string &redirections) {
    for (const auto &[name, bytes] : contents())
      if (!before_.contains(name))
        std::filesystem::remove_all(path(name));
    std::string words = GetParam().words;
    if (const size_t at = words.find("IMAGE"); at != words.npos)
      words.replace(at, 5, image("saxpy"));
    Outcome outcome =
        run("/bin/sh", {"-c", fmt::format("exec {}/{} {}", binDir(), words, redirections)},
            {{"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"},
             {"URSA_CACHE", "1"},
             {"URSA_CACHE_DIR", path("cache").string()}});
    // Free memory and the names of temporary folders differ between runs.
    static const std::regex changing("[0-9]+|/ursa-[A-Za-z0-9]{6}");
    outcome.out = std::regex_replace(outcome.out, changing, "#");
    outcome.err = std::regex_replace(outcome.err, changing, "#");
    return outcome;
  }

  /// The files of the folder, with hashes of what they contain.
  std::map<std::string, size_t> contents() const {
    std::map<std::string, size_t> all;
    for (const auto &entry : std::filesystem::directory_iterator(path("")))
      if (entry.is_regular_file()) {
        const std::string name = entry.path().filename().string();
        all[name] = std::hash<std::string>()(read(name));
      }
    return all;
  }

  std::map<std::string, size_t> before_;
};

TEST_P(StandardStreams, OnlyLostOutputIsAnError) {
  const Outcome normal = runWith("");
  const auto files = contents();
  ASSERT_EQ(normal.status != 0, GetParam().fails) << normal.out << normal.err;
  const int expected = normal.out.empty() ? normal.status : 1;
  // Outputs appear together or not at all, and standard output may be one of them.
  const auto filesWithoutOutput =
      testing::AnyOf(testing::Eq(files), testing::Eq(expected == normal.status ? files : before_));
  for (const std::string lost : kLost) {
    SCOPED_TRACE(lost);
    const Outcome withoutOutput = runWith(">" + lost);
    EXPECT_EQ(withoutOutput.status, expected) << withoutOutput.err;
    EXPECT_THAT(contents(), filesWithoutOutput);
    if (expected != normal.status)
      EXPECT_THAT(withoutOutput.err, HasSubstr("error: Standard output cannot be written: "));
    else
      EXPECT_EQ(withoutOutput.err, normal.err);

    const Outcome withoutMessages = runWith("2>" + lost);
    EXPECT_EQ(withoutMessages.status, normal.status);
    EXPECT_EQ(withoutMessages.out, normal.out);
    EXPECT_EQ(contents(), files);

    EXPECT_EQ(runWith(fmt::format(">{0} 2>{0}", lost)).status, expected);
    EXPECT_THAT(contents(), filesWithoutOutput);
    EXPECT_EQ(runWith("<&- >" + lost + " 2>&-").status, expected);
    EXPECT_THAT(contents(), filesWithoutOutput);
  }
}

constexpr bool kFails = true;

INSTANTIATE_TEST_SUITE_P(
    Runtime, StandardStreams,
    testing::Values(Command{"ursa-run --help"}, Command{"ursa-run --version"},
                    Command{"ursa-run --devices"}, Command{"ursa-run --devices --json"},
                    Command{"ursa-run IMAGE --list"}, Command{"ursa-run", kFails},
                    Command{"ursa-run --magic", kFails},
                    Command{"ursa-run nothing.ursa --list", kFails}, Command{"ursa-info --help"},
                    Command{"ursa-info --version"}, Command{"ursa-info"}, Command{"ursa-info -v"},
                    Command{"ursa-info --json"}, Command{"ursa-info --magic", kFails},
                    Command{"ursa-cache --help"}, Command{"ursa-cache list --help"},
                    Command{"ursa-cache --version"}, Command{"ursa-cache list"},
                    Command{"ursa-cache list --json"}, Command{"ursa-cache verify"},
                    Command{"ursa-cache prune"}, Command{"ursa-cache clear"},
                    Command{"ursa-cache", kFails}, Command{"ursa-cache prune --size much", kFails},
                    Command{"ursa-demo --help"}, Command{"ursa-demo nothing.png", kFails},
                    Command{"ursa-demo --magic", kFails}));

INSTANTIATE_TEST_SUITE_P(
    Compiler, StandardStreams,
    testing::Values(
        Command{"ursac --help"}, Command{"ursac --version"}, Command{"ursac --list-targets"},
        Command{"ursac --targets=spirv64 kernel.cl -o kernel.ursa"},
        Command{"ursac -v --targets=spirv64 kernel.cl -o kernel.ursa"}, Command{"ursac", kFails},
        Command{"ursac --magic", kFails}, Command{"ursac nothing.cl", kFails},
        Command{"ursac++ --help"}, Command{"ursac++ --version"}, Command{"ursac++ --list-targets"},
        Command{"ursac++", kFails}, Command{"ursac++ nothing.cpp", kFails},
        Command{"ursa-objdump --help"}, Command{"ursa-objdump --help-list"},
        Command{"ursa-objdump --version"}, Command{"ursa-objdump IMAGE"},
        Command{"ursa-objdump --json IMAGE"}, Command{"ursa-objdump --extract=. IMAGE"},
        Command{"ursa-objdump", kFails}, Command{"ursa-objdump nothing", kFails},
        Command{"ursa-codegen --help"}, Command{"ursa-codegen --version"},
        Command{"ursa-codegen module.ll"}, Command{"ursa-codegen module.ll -o module.spv"},
        Command{"ursa-codegen --magic", kFails}, Command{"ursa-codegen table", kFails},
        Command{"ursa-file-table --help"}, Command{"ursa-file-table --version"},
        Command{"ursa-file-table -extract=Other table"},
        Command{"ursa-file-table -extract=Other table -o out"},
        Command{"ursa-file-table -extract=None table", kFails}, Command{"ursa-foreach --help"},
        Command{"ursa-foreach --version"},
        Command{"ursa-foreach -in-file-list=list -in-replace={} -- echo {}"},
        Command{"ursa-foreach -in-file-list=list -in-replace={} -out-replace=out -out-dir=. "
                "-out-file-list=made -- cp list out"},
        Command{"ursa-foreach -in-file-list=list -in-replace={} -- false {}", kFails},
        Command{"ursa-offload-wrapper --help"}, Command{"ursa-offload-wrapper --version"},
        Command{"ursa-offload-wrapper -kind=ursa IMAGE -o -"},
        Command{"ursa-offload-wrapper -kind=ursa IMAGE -o image.ll"},
        Command{"ursa-offload-wrapper -kind=ursa table -o out.o", kFails},
        Command{"ursa-post-link --help"}, Command{"ursa-post-link --version"},
        Command{"ursa-post-link module.ll -out-dir=."},
        Command{"ursa-post-link -symbols -split=kernel module.ll -o out.table"},
        Command{"ursa-post-link table", kFails}));

#ifdef URSA_HAS_BENCH
INSTANTIATE_TEST_SUITE_P(Benchmarks, StandardStreams,
                         testing::Values(Command{"ursa-bench --help"}, Command{"ursa-bench --list"},
                                         Command{"ursa-bench --json", kFails},
                                         Command{"ursa-bench nothing", kFails}));
#endif

/// A run's report is lost, but neither its outputs nor those of its kernels.
TEST_F(ProgramTest, ReportsOfRunsAreOutput) {
  const std::string words = fmt::format(
      "exec {}/ursa-run {} --kernel groups_of_four --global 4 --arg out:16:o --device host:0",
      binDir(), image("work_items"));
  const std::string expected =
      (run("/bin/sh", {"-c", words}).status == 0) ? read("o") : std::string();
  for (const std::string lost : kLost) {
    std::filesystem::remove(path("o"));
    EXPECT_EQ(run("/bin/sh", {"-c", fmt::format("{} >{}", words, lost)}).status, 1);
    EXPECT_EQ(read("o"), expected);
    std::filesystem::remove(path("o"));
    EXPECT_EQ(run("/bin/sh", {"-c", fmt::format("{} 2>{}", words, lost)}).status, 0);
    EXPECT_EQ(read("o"), expected);
  }
}

} // namespace
} // namespace ursa

// No tool writes over a file that it reads, by whatever name the output is given.
#include "integration/program.h"
#include "support/paths.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>

namespace ursa {
namespace {

namespace fs = std::filesystem;

/// A command, and the one of its inputs that it is told to write.
struct Overwriting {
  const char *input;
  const char *words; ///< for a shell; OUTPUT stands for a name of the input
};

void PrintTo(const Overwriting &command, std::ostream *out) { *out << command.words; }

class KeptInputs : public ProgramTest {
protected:
  KeptInputs() {
    write("table", "[Code|Other]\na|b\n");
    write("other.table", "[Code|Other]\nc|d\n");
    write("tables", "[Table]\ntable\nother.table\n");
    write("list", "one\n");
    write("column", "one\n");
    write("property", "");
    write("kernel.cl", "kernel void copy(global int *to) { to[get_global_id(0)] = 1; }\n");
    write("source.cpp", "int main() { return 0; }\n");
    write("module.ll", "target triple = \"spirv64-unknown-unknown\"\n"
                       "define spir_kernel void @empty() {\n  ret void\n}\n");
    write("batch", "[Code|Symbols]\ncode|symbols\n");
    write("code", "code");
    write("symbols", "empty\n");
    writeArray<float>("x", {1, 2, 3, 4});
    writeArray<float>("y", {1, 2, 3, 4});
    write("a", std::string(4, '\0'));
    write("in_0.out", "row");
    write("rows", "in_0.out\n");
    for (const char *name : {"saxpy", "constants"})
      fs::copy_file(image(name), path(std::string(name) + ".ursa"));
    fs::copy_file(image("saxpy"), path("saxpy-0.bc"));
  }

  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto &entry : fs::directory_iterator(path("")))
      all[entry.path().filename().string()] = read(entry.path().filename().string());
    return all;
  }

  /// Runs a command for a shell, which must fail with a message and change nothing.
  void expectRefusal(const std::string &words, const std::string &message) {
    SCOPED_TRACE(words);
    const auto before = contents();
    const Outcome outcome =
        run("/bin/sh", {"-c", fmt::format("exec {}/{}", binDir(), words)},
            {{"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"}});
    EXPECT_EQ(outcome.status, 1) << outcome.out;
    EXPECT_EQ(outcome.err, "error: " + message + "\n");
    EXPECT_EQ(contents(), before);
  }
};

class KeptInput : public KeptInputs, public testing::WithParamInterface<Overwriting> {};

TEST_P(KeptInput, IsNoOutputByAnyName) {
  const auto &[input, command] = GetParam();
  fs::create_symlink(input, path("link"));
  fs::create_symlink("link", path("second-link"));
  fs::create_hard_link(path(input), path("hard-link"));
  for (const std::string &output :
       {std::string(input), fmt::format("./{}", input), path(input).string(), std::string("link"),
        std::string("second-link"), std::string("hard-link")}) {
    std::string words = command;
    words.replace(words.find("OUTPUT"), 6, output);
    expectRefusal(words, fmt::format("The output '{}' is also an input.", output));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Compiler, KeptInput,
    testing::Values(
        Overwriting{"kernel.cl", "ursac kernel.cl -o OUTPUT"},
        Overwriting{"kernel.cl", "ursac -c kernel.cl -o OUTPUT"},
        Overwriting{"kernel.cl", "ursac kernel.cl -MD -MF OUTPUT -o kernel.ursa"},
        Overwriting{"module.ll", "ursac kernel.cl module.ll -o OUTPUT"},
        Overwriting{"source.cpp", "ursac++ source.cpp -o OUTPUT"},
        Overwriting{"source.cpp", "ursac++ -c source.cpp -o OUTPUT"},
        Overwriting{"source.cpp", "ursac++ -E source.cpp -o OUTPUT"},
        Overwriting{"source.cpp", "ursac++ -c source.cpp -MD -MF OUTPUT -o source.o"},
        Overwriting{"module.ll", "ursa-post-link module.ll -out-dir=. -o OUTPUT"},
        Overwriting{"module.ll", "ursa-post-link module.ll -ir-output-only -o OUTPUT"},
        Overwriting{"module.ll", "ursa-post-link -ir-output-only -o OUTPUT <module.ll"},
        Overwriting{"module.ll", "ursa-codegen module.ll -o OUTPUT"},
        Overwriting{"module.ll", "ursa-codegen - -o OUTPUT <module.ll"},
        Overwriting{"table", "ursa-file-table -extract=Other table -o OUTPUT"},
        Overwriting{"column", "ursa-file-table -replace=Code,0 table column -o OUTPUT"},
        Overwriting{"column", "ursa-file-table -replace_cell=Code,0 table column -o OUTPUT"},
        Overwriting{"other.table", "ursa-file-table -merge table other.table -o OUTPUT"},
        Overwriting{"other.table", "ursa-file-table -merge=Table tables -o OUTPUT"},
        Overwriting{"table", "ursa-file-table -copy_single_file=Table,0 tables -o OUTPUT"},
        Overwriting{"list", "ursa-foreach -in-file-list=list -in-replace={} -out-file-list=OUTPUT "
                            "-out-replace=out -out-dir=. -- cp {} out"},
        Overwriting{"saxpy.ursa", "ursa-offload-wrapper -kind=ursa saxpy.ursa -o OUTPUT"},
        Overwriting{"code", "ursa-offload-wrapper -kind=sycl code -o OUTPUT"},
        Overwriting{"symbols", "ursa-offload-wrapper -entries=symbols code -o OUTPUT"},
        Overwriting{"property", "ursa-offload-wrapper -properties=property code -o OUTPUT"},
        Overwriting{"batch", "ursa-offload-wrapper -batch batch -o OUTPUT"},
        Overwriting{"symbols", "ursa-offload-wrapper -batch batch -o OUTPUT"}));

INSTANTIATE_TEST_SUITE_P(
    Run, KeptInput,
    testing::Values(
        Overwriting{"constants.ursa", "ursa-run constants.ursa --kernel scalars --global 1 "
                                      "--arg out:56:OUTPUT"},
        Overwriting{"a", "ursa-run constants.ursa --kernel scalars --global 1 --set number=@a "
                         "--arg out:56:OUTPUT"},
        Overwriting{"x", "ursa-run saxpy.ursa --kernel saxpy --global 4 --arg f32:2 --arg in:x "
                         "--arg inout:y:OUTPUT"},
        Overwriting{"y", "ursa-run saxpy.ursa --kernel saxpy --global 4 --arg f32:2 "
                         "--arg out:16:OUTPUT --arg inout:y:z"},
        Overwriting{"a", "ursa-run saxpy.ursa --kernel saxpy --global 4 --arg bytes:@a --arg in:x "
                         "--arg inout:y:OUTPUT"}));

TEST_F(KeptInputs, FilesThatAreNamedAfterOthers) {
  expectRefusal("ursa-foreach -in-file-list=rows -in-replace={} -out-replace=in -out-dir=. -- "
                "cp {} in",
                "The output './in_0.out' is also an input.");
  expectRefusal("ursa-objdump --extract=. saxpy.ursa saxpy-0.bc",
                "The output './saxpy-0.bc' is also an input.");
  fs::rename(path("module.ll"), path("out_0.ll"));
  expectRefusal("ursa-post-link -S out_0.ll -o out.table",
                "The output 'out_0.ll' is also an input.");
}

TEST_F(KeptInputs, StandardOutputIsAnOutput) {
  expectRefusal("ursa-objdump saxpy.ursa >>saxpy.ursa", "The output '-' is also an input.");
  expectRefusal("ursa-file-table -extract=Other table >>table", "The output '-' is also an input.");
}

TEST_F(KeptInputs, TwoOutputsOfARunAreTwoFiles) {
  write("old", "");
  fs::create_symlink("old", path("link"));
  fs::create_hard_link(path("old"), path("hard"));
  for (const auto &[one, other] : std::vector<std::pair<std::string, std::string>>{
           {"new", "./new"}, {"old", path("old").string()}, {"old", "link"}, {"hard", "link"}})
    expectRefusal(fmt::format("ursa-run saxpy.ursa --kernel saxpy --global 4 --arg f32:2 "
                              "--arg out:16:{} --arg inout:y:{}",
                              one, other),
                  fmt::format("The file '{}' would be written twice.", other));
}

TEST_F(KeptInputs, TwoSourcesAreTwoObjects) {
  fs::create_directory(path("sub"));
  fs::copy_file(path("source.cpp"), path("sub/source.cpp"));
  const Outcome outcome = run("ursac++", {"-c", "source.cpp", "sub/source.cpp"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "error: The file 'source.o' would be written twice.\n");
  EXPECT_FALSE(fs::exists(path("source.o")));
}

} // namespace
} // namespace ursa

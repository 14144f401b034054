// Options of DPC++, icpx and acpp on the command line of ursac++: the whole table, and targets.
#include "compiler/tools/foreign_options.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

using ursa::compiler::tools::displayName;
using ursa::compiler::tools::ForeignOption;
using ursa::compiler::tools::foreignOptions;
using ursa::compiler::tools::TranslatedOptions;
using ursa::compiler::tools::translateForeignOptions;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Form = ForeignOption::Form;
using Effect = ForeignOption::Effect;
using Words = std::vector<std::string>;

namespace {

Expected<TranslatedOptions> tryTranslate(const Words &words) {
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  return translateForeignOptions(pointers);
}

TranslatedOptions translate(const Words &words) {
  auto result = tryTranslate(words);
  if (result)
    return std::move(*result);
  ADD_FAILURE() << join(words, " ") << ": " << toString(result.takeError());
  return {};
}

Words translated(const Words &words) { return translate(words).words; }

std::string errorOf(const Words &words) {
  auto result = tryTranslate(words);
  return result ? "none" : toString(result.takeError());
}

/// The words that a command line has for an option.
Words sampleOf(const ForeignOption &option, StringRef spelling, StringRef value) {
  switch (option.form) {
  case Form::Flag:
    return {spelling.str()};
  case Form::Joined:
    return {(spelling + value).str()};
  case Form::Optional:
    return {(spelling + "=" + value).str()};
  case Form::Separate:
    return {spelling.str(), value.str()};
  case Form::JoinedAndSeparate:
    return {(spelling + "spir64").str(), value.str()};
  }
  return {};
}

/// What functions make of options, with a value for each.
const std::map<std::string, std::pair<std::string, Words>> kRead = {
    {"-fsycl-targets=", {"native_cpu", {"--targets=host-x86_64"}}},
    {"--offload-arch=", {"sm_90", {"--targets=nvptx64-sm_90,nvptx64"}}},
    {"--cuda-gpu-arch=", {"sm_90", {"--targets=nvptx64-sm_90,nvptx64"}}},
    {"-Xsycl-target-backend", {"--cuda-gpu-arch=sm_90", {}}},
    {"-Xsycl-target-backend=", {"--cuda-gpu-arch=sm_90", {}}},
    {"-Xsycl-target-frontend", {"-DA -O1", {"-Xarch_device", "-DA", "-Xarch_device", "-O1"}}},
    {"-Xsycl-target-frontend=", {"-DA", {"-Xarch_device", "-DA"}}},
    {"-fsycl-host-compiler-options=",
     {"-g '-DA=b c'", {"-Xarch_host", "-g", "-Xarch_host", "-DA=b c"}}},
    {"-fsycl-default-sub-group-size=",
     {"32", {"-Xarch_device", "-fplugin-arg-ursa-sub-group-size=32"}}},
    {"-fp-model=", {"strict", {"-ffp-model=strict"}}},
    {"-fp-model", {"fast=2", {"-ffp-model=aggressive"}}},
    {"--acpp-targets=", {"omp;cuda:sm_90", {"--targets=host-x86_64,nvptx64-sm_90,nvptx64"}}},
    {"--acpp-platform=", {"cpu", {"--targets=host-x86_64"}}},
    {"--acpp-gpu-arch=", {"sm_90", {"--targets=nvptx64-sm_90,nvptx64"}}},
};

Words replacementOf(const ForeignOption &option, StringRef value) {
  Words words;
  for (StringRef word : split(option.words, ' ')) {
    std::string text = word.str();
    if (const std::size_t place = text.find('%'); place != std::string::npos)
      text.replace(place, 1, value);
    words.push_back(text);
  }
  return words;
}

void check(const ForeignOption &option, StringRef spelling) {
  const auto read = kRead.find(option.spelling.str());
  ASSERT_EQ(option.effect == Effect::Read, read != kRead.end());
  const std::string value = read == kRead.end() ? "7" : read->second.first;
  const Words sample = sampleOf(option, spelling, value);
  if (option.effect == Effect::Refused) {
    EXPECT_EQ(errorOf(sample),
              "The option '" + sample[0] + "' is not supported: " + option.text.str() + ".");
    return;
  }
  const TranslatedOptions result = translate(sample);
  EXPECT_THAT(result.warnings, IsEmpty());
  if (option.effect == Effect::Noted)
    EXPECT_THAT(result.notes, ElementsAre("The option '" + sample[0] +
                                          "' is ignored: " + option.text.str() + "."));
  else
    EXPECT_THAT(result.notes, IsEmpty());
  switch (option.effect) {
  case Effect::Own:
    EXPECT_EQ(result.words, sample);
    break;
  case Effect::Replaced:
    EXPECT_EQ(result.words, replacementOf(option, value));
    break;
  case Effect::Read:
    EXPECT_EQ(result.words, read->second.second);
    break;
  default:
    EXPECT_THAT(result.words, IsEmpty());
  }
}

} // namespace

TEST(ForeignOptions, EveryRowOfTheTable) {
  for (const ForeignOption &option : foreignOptions()) {
    const auto [before, after] = option.spelling.split("[no-]");
    const bool isNegatable = before.size() != option.spelling.size();
    for (StringRef no : {"", "no-"}) {
      if (!no.empty() && !isNegatable)
        continue;
      const std::string spelling = (before + no + after).str();
      SCOPED_TRACE(spelling);
      check(option, spelling);
    }
  }
}

TEST(ForeignOptions, TheTableHasOneRowForAWord) {
  std::set<std::string> seen;
  for (const ForeignOption &option : foreignOptions()) {
    SCOPED_TRACE(option.spelling.str());
    EXPECT_TRUE(seen.insert(displayName(option)).second);
    EXPECT_EQ(option.effect == Effect::Replaced, !option.words.empty());
    EXPECT_EQ(option.effect == Effect::Replaced, option.text.empty());
    EXPECT_EQ(option.form == Form::Flag, option.value.empty());
    EXPECT_FALSE(option.text.ends_with("."));
  }
  EXPECT_GT(seen.size(), 100U);
}

TEST(ForeignOptions, UnknownOnesAreWarnings) {
  for (const std::string word : {"-fsycl-nonsense", "-fsycl-nonsense=1", "-fno-sycl-nonsense",
                                 "--acpp-nonsense", "--hipsycl-nonsense=1", "-fsycl-rdc=x"}) {
    const TranslatedOptions result = translate({"-O2", word, "a.cpp"});
    EXPECT_THAT(result.words, ElementsAre("-O2", "a.cpp"));
    EXPECT_THAT(result.warnings, ElementsAre("The unknown option '" + word + "' is ignored."));
  }
}

TEST(ForeignOptions, OthersStayInOrder) {
  const Words words = {"-O2",        "-x",    "c++", "-std=c++20", "-qnonsense",
                       "--nonsense", "a.cpp", "-o",  "a"};
  EXPECT_EQ(translated(words), words);
}

TEST(ForeignOptions, ValuesOfOtherOptionsStay) {
  const Words words = {"-o",     "-fsycl-x", "-Xlinker", "-Xs",
                       "-mllvm", "-fsycl-x", "-Xclang",  "-fother"};
  EXPECT_EQ(translated(words), words);
  EXPECT_THAT(translated({"--", "-fsycl-x"}), ElementsAre("--", "-fsycl-x"));
  EXPECT_THAT(translated({"-fsycl-targets=native_cpu", "--", "a.cpp"}),
              ElementsAre("--targets=host-x86_64", "--", "a.cpp"));
}

TEST(ForeignOptions, OptionsOfDpcppsInnerCompiler) {
  EXPECT_THAT(translated({"-Xclang", "-fsycl-disable-range-rounding"}), IsEmpty());
  EXPECT_THAT(errorOf({"-Xclang", "-fsycl-allow-func-ptr"}), HasSubstr("'-fsycl-allow-func-ptr'"));
}

TEST(ForeignOptions, OldNamesOfAcpp) {
  EXPECT_THAT(translated({"--hipsycl-targets=omp"}), ElementsAre("--targets=host-x86_64"));
  EXPECT_THAT(translated({"--opensycl-targets=omp.accelerated"}),
              ElementsAre("--targets=host-x86_64"));
  EXPECT_THAT(translated({"--hipsycl-dryrun"}), ElementsAre("-###"));
  EXPECT_THAT(translated({"--acpp-dryrun=false"}), IsEmpty());
}

TEST(ForeignOptions, TwoDashes) {
  EXPECT_THAT(translated({"--fsycl-targets=native_cpu", "--fsycl-link"}),
              ElementsAre("-fsycl-link", "--targets=host-x86_64"));
}

TEST(ForeignOptions, MissingValues) {
  EXPECT_EQ(errorOf({"-Xs"}), "The option '-Xs' needs a value.");
  EXPECT_EQ(errorOf({"-Xsycl-target-backend=spir64"}),
            "The option '-Xsycl-target-backend=spir64' needs a value.");
}

TEST(ForeignOptions, FloatModels) {
  for (const std::string model : {"precise", "source", "double", "extended"})
    EXPECT_THAT(translated({"-fp-model=" + model}), ElementsAre("-ffp-model=precise"));
  EXPECT_THAT(translated({"-fp-model", "consistent"}),
              ElementsAre("-ffp-model=precise", "-ffp-contract=off"));
  EXPECT_THAT(translated({"-fp-model=fast"}), ElementsAre("-ffp-model=fast"));
  EXPECT_THAT(translated({"-fp-model=fast=1"}), ElementsAre("-ffp-model=fast"));
  EXPECT_THAT(errorOf({"-fp-model=odd"}), HasSubstr("The value 'odd' of -fp-model"));
}

TEST(ForeignOptions, DefaultSizesOfSubGroups) {
  for (const std::string size : {"automatic", "primary"})
    EXPECT_THAT(translated({"-fsycl-default-sub-group-size=" + size}), IsEmpty());
  for (const std::string size : {"0", "-8", "large", ""})
    EXPECT_THAT(errorOf({"-fsycl-default-sub-group-size=" + size}),
                HasSubstr("The value '" + size + "' of -fsycl-default-sub-group-size"));
}

// ---- targets

TEST(ForeignTargets, TheDefaultTargetsServe) {
  for (const std::string name : {"spir64", "spir64-unknown-unknown", "spirv64",
                                 "spirv64-unknown-unknown", "spir64-unknown-unknown-sycldevice"}) {
    const TranslatedOptions result = translate({"-fsycl-targets=" + name});
    EXPECT_THAT(result.words, IsEmpty()) << name;
    EXPECT_THAT(result.notes, IsEmpty()) << name;
  }
}

TEST(ForeignTargets, OthersAreNotBuilt) {
  for (const std::string name : {"amdgcn-amd-amdhsa", "amd_gpu_gfx90a", "intel_gpu_pvc",
                                 "spir64_gen", "spir64_fpga", "spir64_gen-unknown-unknown"}) {
    const TranslatedOptions result = translate({"-fsycl-targets=" + name});
    EXPECT_THAT(result.words, IsEmpty()) << name;
    EXPECT_THAT(result.notes,
                ElementsAre("The target '" + name + "' is not built; the default targets serve."));
  }
}

TEST(ForeignTargets, TheHost) {
  for (const std::string name :
       {"spir64_x86_64", "native_cpu", "x86_64", "x86_64-unknown-linux-gnu"})
    EXPECT_THAT(translated({"-fsycl-targets=" + name}), ElementsAre("--targets=host-x86_64"));
}

TEST(ForeignTargets, NvidiasProcessors) {
  EXPECT_THAT(translated({"-fsycl-targets=nvptx64-nvidia-cuda"}),
              ElementsAre("--targets=nvptx64-sm_70,nvptx64"));
  EXPECT_THAT(translated({"-fsycl-targets=nvidia_gpu_sm_90,nvidia_gpu_sm_80"}),
              ElementsAre("--targets=nvptx64-sm_90,nvptx64-sm_80,nvptx64"));
  EXPECT_THAT(translated({"-Xsycl-target-backend=nvptx64-nvidia-cuda", "--cuda-gpu-arch=sm_90",
                          "-fsycl-targets=nvptx64-nvidia-cuda"}),
              ElementsAre("--targets=nvptx64-sm_90,nvptx64"));
  EXPECT_THAT(translated({"-fsycl-targets=nvptx64-nvidia-cuda", "-Xsycl-target-backend",
                          "--offload-arch=sm_90"}),
              ElementsAre("--targets=nvptx64-sm_90,nvptx64"));
  EXPECT_THAT(translated({"-fsycl-targets=nvptx64-nvidia-cuda", "--offload-arch=sm_90"}),
              ElementsAre("--targets=nvptx64-sm_90,nvptx64"));
  EXPECT_THAT(translated({"-fsycl-targets=spir64,nvptx64-nvidia-cuda"}),
              ElementsAre("--targets=default,nvptx64-sm_70,nvptx64"));
  EXPECT_THAT(translated({"-fsycl-targets=spir64", "--offload-arch=sm_90"}),
              ElementsAre("--targets=default,nvptx64-sm_90,nvptx64"));
}

TEST(ForeignTargets, ProcessorsOfOthersAreNotBuilt) {
  const TranslatedOptions result = translate({"--offload-arch=gfx90a"});
  EXPECT_THAT(result.words, IsEmpty());
  EXPECT_THAT(result.notes,
              ElementsAre("The target 'gfx90a' is not built; the default targets serve."));
}

TEST(ForeignTargets, NamesOfUrsa) {
  EXPECT_THAT(translated({"-fsycl-targets=host-x86_64,vulkan1.2"}),
              ElementsAre("--targets=host-x86_64,vulkan1.2"));
  EXPECT_THAT(translated({"-fsycl-targets=mars"}), ElementsAre("--targets=mars"));
  EXPECT_THAT(translated({"--targets=spirv64,spirv64"}), ElementsAre("--targets=spirv64,spirv64"));
  EXPECT_THAT(translated({"--targets="}), ElementsAre("--targets="));
  EXPECT_THAT(translated({"-fsycl-targets="}), ElementsAre("--targets="));
  EXPECT_THAT(translated({"--targets=host-x86_64", "-Xursa-target=host-x86_64", "--aot"}),
              ElementsAre("-Xursa-target=host-x86_64", "--aot", "--targets=host-x86_64"));
}

TEST(ForeignTargets, TheLastWordsChoose) {
  EXPECT_THAT(translated({"-fsycl-targets=native_cpu", "--targets=spirv64"}),
              ElementsAre("--targets=spirv64"));
  EXPECT_THAT(translated({"--targets=spirv64", "-fsycl-targets=spir64"}), IsEmpty());
  EXPECT_THAT(translate({"-fsycl-targets=amdgcn-amd-amdhsa", "--targets=spirv64"}).notes,
              IsEmpty());
}

TEST(ForeignTargets, OptionsOfBackends) {
  EXPECT_THAT(
      translated({"-fsycl-targets=host-x86_64", "-Xsycl-target-backend=host-x86_64", "--aot"}),
      ElementsAre("--targets=host-x86_64", "-Xursa-target=host-x86_64", "--aot"));
  EXPECT_THAT(translated({"-fsycl-targets=host-x86_64", "-Xsycl-target-backend", "--aot"}),
              ElementsAre("--targets=host-x86_64", "-Xursa-target", "--aot"));
  const TranslatedOptions jit = translate({"-Xsycl-target-backend=spir64", "-options -cl-fast"});
  EXPECT_THAT(jit.words, IsEmpty());
  EXPECT_THAT(jit.notes, ElementsAre(HasSubstr("'-options', '-cl-fast' of -Xsycl-target-backend")));
  const TranslatedOptions intel = translate(
      {"-fsycl-targets=intel_gpu_pvc", "-Xsycl-target-backend=spir64_gen", "-device pvc"});
  EXPECT_THAT(intel.words, IsEmpty());
  EXPECT_THAT(intel.notes, SizeIs(1)); // about the target only
  EXPECT_THAT(translate({"-Xsycl-target-backend", "-device pvc"}).notes,
              ElementsAre(HasSubstr("'-device pvc'")));
}

TEST(ForeignTargets, FlowsOfAcpp) {
  EXPECT_THAT(translated({"--acpp-targets=generic"}), IsEmpty());
  EXPECT_THAT(translated({"--acpp-targets=\"generic\""}), IsEmpty());
  EXPECT_THAT(translated({"--acpp-targets=omp.library-only"}),
              ElementsAre("--targets=host-x86_64"));
  EXPECT_THAT(translated({"--acpp-targets=cuda:sm_80,sm_90"}),
              ElementsAre("--targets=nvptx64-sm_80,nvptx64-sm_90,nvptx64"));
  EXPECT_THAT(translated({"--acpp-targets=omp;cuda.explicit-multipass:sm_61;sm_70"}),
              ElementsAre("--targets=host-x86_64,nvptx64-sm_61,nvptx64-sm_70,nvptx64"));
  EXPECT_THAT(translated({"--acpp-targets=cuda-nvcxx:cc90"}),
              ElementsAre("--targets=nvptx64-sm_90,nvptx64"));
  EXPECT_THAT(translated({"--acpp-targets=cuda-nvcxx"}),
              ElementsAre("--targets=nvptx64-sm_70,nvptx64"));
  const TranslatedOptions hip = translate({"--acpp-targets=omp;hip:gfx906"});
  EXPECT_THAT(hip.words, ElementsAre("--targets=default,host-x86_64"));
  EXPECT_THAT(hip.notes,
              ElementsAre("The target 'hip:gfx906' is not built; the default targets serve."));
  EXPECT_THAT(translate({"--acpp-targets=mars"}).warnings, ElementsAre(HasSubstr("flow 'mars'")));
}

TEST(ForeignTargets, PlatformsOfAcpp) {
  EXPECT_THAT(translated({"--acpp-platform=cuda", "--acpp-gpu-arch=sm_90"}),
              ElementsAre("--targets=nvptx64-sm_90,nvptx64"));
  EXPECT_THAT(translated({"--acpp-platform=cpu"}), ElementsAre("--targets=host-x86_64"));
  EXPECT_THAT(translate({"--acpp-platform=rocm"}).notes, SizeIs(1));
}

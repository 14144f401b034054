// The table of foreign_options.h. Options of one group and text are one entry of the man page,
// which tests/package/check_foreign_options.py writes.
#include "compiler/tools/foreign_options.h"

using namespace llvm;

namespace ursa::compiler::tools {
namespace {

using Group = ForeignOption::Group;
using Form = ForeignOption::Form;
using Effect = ForeignOption::Effect;

/// Options without a value, and those whose value follows in the same word.
constexpr ForeignOption row(Group group, Effect effect, StringLiteral spelling, StringLiteral value,
                            StringLiteral text) {
  return {group, value.empty() ? Form::Flag : Form::Joined, effect, spelling, value, "", text};
}

constexpr ForeignOption own(Group group, StringLiteral spelling, StringLiteral value,
                            StringLiteral text) {
  return row(group, Effect::Own, spelling, value, text);
}
constexpr ForeignOption read(Group group, StringLiteral spelling, StringLiteral value,
                             StringLiteral text) {
  return row(group, Effect::Read, spelling, value, text);
}
constexpr ForeignOption ignored(Group group, StringLiteral spelling, StringLiteral value,
                                StringLiteral text) {
  return row(group, Effect::Ignored, spelling, value, text);
}
constexpr ForeignOption noted(Group group, StringLiteral spelling, StringLiteral value,
                              StringLiteral text) {
  return row(group, Effect::Noted, spelling, value, text);
}
constexpr ForeignOption refused(Group group, StringLiteral spelling, StringLiteral value,
                                StringLiteral text) {
  return row(group, Effect::Refused, spelling, value, text);
}
constexpr ForeignOption replaced(Group group, StringLiteral spelling, StringLiteral value,
                                 StringLiteral words) {
  return {
      group, value.empty() ? Form::Flag : Form::Joined, Effect::Replaced, spelling, value, words,
      ""};
}
constexpr ForeignOption withForm(Form form, ForeignOption option) {
  option.form = form;
  return option;
}

constexpr StringLiteral kTargets = "Set the targets of device code, by the names of TARGETS OF "
                                   "OTHER COMPILERS or those of --list-targets";
constexpr StringLiteral kProcessors =
    "Set the NVIDIA processor, as sm_90; without other targets, device code is for it alone";
constexpr StringLiteral kBackend =
    "Set the NVIDIA processor by --cuda-gpu-arch= or --offload-arch= among the options; options "
    "for a target of Ursa are as with -Xursa-target; others are ignored with a note";
constexpr StringLiteral kFrontend = "Pass options to the device pass";
constexpr StringLiteral kFpModel = "Set -ffp-model: precise, strict, and fast (also fast=1) are "
                                   "clang's, fast=2 is its aggressive, consistent is precise "
                                   "without contraction; source, double and extended are precise";
constexpr StringLiteral kOtherTools = "it is for a tool of another compiler";
constexpr StringLiteral kLibrary = "the device library is linked as far as it is used";
constexpr StringLiteral kOptimization = "-O chooses the optimizations of device code";
constexpr StringLiteral kRounding = "ranges are not rounded up";
constexpr StringLiteral kWidth = "indexes have 64 bits";
constexpr StringLiteral kBitcode = "objects hold device code as LLVM bitcode";
constexpr StringLiteral kPrecision =
    "quotients and square roots are as precise as the device makes them";
constexpr StringLiteral kInside = "it concerns the insides of another compiler";
constexpr StringLiteral kWhole = "the device code of a program is linked as a whole, as IR";
constexpr StringLiteral kEsimd = "kernels with explicit SIMD are not supported";
constexpr StringLiteral kNoEsimd = "there are no kernels with explicit SIMD";
constexpr StringLiteral kFpga = "there is no target for FPGAs; the default targets serve";
constexpr StringLiteral kImages = "images are made when a program is linked, for --targets=";
constexpr StringLiteral kPstl = "algorithms of the standard library run on the host";
constexpr StringLiteral kNoPstl =
    "it concerns algorithms of the standard library, which run on the host";
constexpr StringLiteral kMkl = "oneMKL is not linked; name its libraries with -l";
constexpr StringLiteral kProcessor = "-march= chooses the processor of the host";
constexpr StringLiteral kIntel = "there are no libraries of Intel's compiler";
constexpr StringLiteral kReports = "there are no such reports";
constexpr StringLiteral kDiagnostics = "-W chooses the warnings";
constexpr StringLiteral kAccuracy =
    "floating point is as -fp-model= and the host's math library have it";
constexpr StringLiteral kBackends = "it concerns a back end of acpp";
constexpr StringLiteral kDump = "--save-temps keeps the device code of each source";

constexpr ForeignOption kOptions[] = {
    own(Group::Dpcpp, "-fsycl", "", "Sources are SYCL with and without it"),
    read(Group::Dpcpp, "-fsycl-targets=", "TARGET,...", kTargets),
    read(Group::Dpcpp, "--offload-arch=", "PROCESSOR,...", kProcessors),
    read(Group::Dpcpp, "--cuda-gpu-arch=", "PROCESSOR,...", kProcessors),
    withForm(Form::Separate, read(Group::Dpcpp, "-Xsycl-target-backend", "OPTIONS", kBackend)),
    withForm(Form::JoinedAndSeparate,
             read(Group::Dpcpp, "-Xsycl-target-backend=", "TARGET OPTIONS", kBackend)),
    withForm(Form::Separate, read(Group::Dpcpp, "-Xsycl-target-frontend", "OPTIONS", kFrontend)),
    withForm(Form::JoinedAndSeparate,
             read(Group::Dpcpp, "-Xsycl-target-frontend=", "TARGET OPTIONS", kFrontend)),
    withForm(Form::Separate, noted(Group::Dpcpp, "-Xsycl-target-linker", "OPTIONS", kOtherTools)),
    withForm(Form::JoinedAndSeparate,
             noted(Group::Dpcpp, "-Xsycl-target-linker=", "TARGET OPTIONS", kOtherTools)),
    withForm(Form::Separate, noted(Group::Dpcpp, "-Xs", "OPTIONS", kOtherTools)),
    noted(Group::Dpcpp, "-Xs", "OPTION", kOtherTools),
    withForm(Form::Separate, noted(Group::Dpcpp, "-Xdevice-post-link", "OPTIONS", kOtherTools)),
    withForm(Form::Separate, noted(Group::Dpcpp, "-Xspirv-translator", "OPTIONS", kOtherTools)),
    withForm(Form::JoinedAndSeparate,
             noted(Group::Dpcpp, "-Xspirv-translator=", "TARGET OPTIONS", kOtherTools)),
    withForm(Form::Optional,
             own(Group::Dpcpp, "-fsycl-device-code-split", "MODE", "Split the code into images")),
    own(Group::Dpcpp, "-fsycl-device-only", "",
        "Compile for devices only, to LLVM bitcode (NAME.bc), or with -S to LLVM IR as text"),
    own(Group::Dpcpp, "-fsycl-link", "",
        "Link the device code only, to an object that registers the images with a program"),
    refused(Group::Dpcpp, "-fsycl-link=", "KIND", "there is no target for FPGAs"),
    own(Group::Dpcpp, "-fsycl-max-parallel-link-jobs=", "N", "Compile N images at once"),
    replaced(Group::Dpcpp, "-fsycl-host-compiler=", "PROGRAM", "--host-compiler=%"),
    read(Group::Dpcpp, "-fsycl-host-compiler-options=", "OPTIONS", "Pass options to the host pass"),
    replaced(Group::Dpcpp, "-foffload-static-lib=", "FILE", "%"),
    replaced(Group::Dpcpp, "-foffload-whole-static-lib=", "FILE",
             "-Wl,--whole-archive % -Wl,--no-whole-archive"),
    withForm(Form::Optional, replaced(Group::Dpcpp, "-fsycl-help", "BACKEND", "--list-targets")),
    refused(Group::Dpcpp, "-fno-sycl", "", "sources are SYCL; compile others by another compiler"),
    refused(Group::Dpcpp, "-fsycl-host-only", "", "an object without device code has no kernels"),
    refused(Group::Dpcpp, "-fsycl-link-targets=", "TARGET,...", kImages),
    refused(Group::Dpcpp, "-fsycl-add-targets=", "TARGET:FILE,...", kImages),
    withForm(Form::Optional,
             refused(Group::Dpcpp, "-fsyclbin", "STATE",
                     "device images are in files of Ursa's own form, which ursac(1) writes")),
    refused(Group::Dpcpp, "-fsycl-esimd-", "OPTION", kEsimd),
    refused(Group::Dpcpp, "-fsycl-allow-func-ptr", "",
            "device code cannot call functions by pointers"),
    noted(Group::Dpcpp, "-fintelfpga", "", kFpga),
    read(Group::Dpcpp, "-fsycl-default-sub-group-size=", "SIZE",
         "Give kernels without reqd_sub_group_size that attribute; a device without sub-groups of "
         "this size refuses them. automatic and primary: the size that the device prefers"),
    noted(Group::Dpcpp, "-fsycl-allow-device-image-dependencies", "",
          "a library's device code is linked with that library only"),
    noted(Group::Dpcpp, "-fsycl-allow-device-dependencies", "",
          "a library's device code is linked with that library only"),
    withForm(Form::Optional, noted(Group::Dpcpp, "-fsycl-pstl-offload", "DEVICE", kPstl)),
    noted(Group::Dpcpp, "-fsycl-dump-device-code=", "FOLDER", kDump),
    withForm(Form::Optional, noted(Group::Dpcpp, "-save-offload-code", "FOLDER", kDump)),

    ignored(Group::DpcppIgnored, "-f[no-]sycl-unnamed-lambda", "", "kernels need no names"),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-id-queries-fit-in-int", "", kWidth),
    ignored(Group::DpcppIgnored, "-fsycl-id-queries-range=", "TYPE", kWidth),
    ignored(Group::DpcppIgnored, "-sycl-std=", "VERSION", "SYCL 2020 has the names of 1.2.1, too"),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-rdc", "", kWhole),
    ignored(Group::DpcppIgnored, "-f[no-]gpu-rdc", "", kWhole),
    withForm(Form::Optional, ignored(Group::DpcppIgnored, "-foffload-lto", "MODE", kWhole)),
    ignored(Group::DpcppIgnored, "-fno-offload-lto", "", kWhole),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-device-lib=", "LIST", kLibrary),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-device-lib-jit-link", "", kLibrary),
    ignored(Group::DpcppIgnored, "-fsycl-libspirv-path=", "FILE", kLibrary),
    ignored(Group::DpcppIgnored, "-fno-sycl-libspirv", "", kLibrary),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-early-optimizations", "", kOptimization),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-dead-args-optimization", "", kOptimization),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-optimize-non-user-code", "", kOptimization),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-force-inline-kernel-lambda", "", kOptimization),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-decompose-functor", "", kOptimization),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-remove-unused-external-funcs", "", kOptimization),
    ignored(Group::DpcppIgnored, "-fgpu-inline-threshold=", "N", kOptimization),
    ignored(Group::DpcppIgnored, "-fsycl-range-rounding=", "MODE", kRounding),
    ignored(Group::DpcppIgnored, "-fsycl-disable-range-rounding", "", kRounding),
    ignored(Group::DpcppIgnored, "-fsycl-exp-range-rounding", "", kRounding),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-use-bitcode", "", kBitcode),
    ignored(Group::DpcppIgnored, "-fsycl-device-obj=", "FORM", kBitcode),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-fp32-prec-sqrt", "", kPrecision),
    ignored(Group::DpcppIgnored, "-f[no-]offload-fp32-prec-sqrt", "", kPrecision),
    ignored(Group::DpcppIgnored, "-f[no-]offload-fp32-prec-div", "", kPrecision),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-explicit-simd", "", kNoEsimd),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-device-code-split-esimd", "", kNoEsimd),
    ignored(Group::DpcppIgnored, "-fno-sycl-esimd-", "OPTION", kNoEsimd),
    ignored(Group::DpcppIgnored, "-fno-sycl-allow-func-ptr", "",
            "device code cannot call functions by pointers"),
    ignored(Group::DpcppIgnored, "-fno-sycl-allow-device-image-dependencies", "", kWhole),
    ignored(Group::DpcppIgnored, "-fno-sycl-allow-device-dependencies", "", kWhole),
    ignored(Group::DpcppIgnored, "-fno-sycl-pstl-offload", "", kNoPstl),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-instrument-device-code", "", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-embed-ir", "", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-add-default-spec-consts-image", "", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-preserve-device-nonsemantic-metadata", "", kInside),
    ignored(Group::DpcppIgnored, "-fsycl-footer-path=", "FOLDER", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]sycl-link-huge-device-code", "", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]link-huge-device-code", "", kInside),
    ignored(Group::DpcppIgnored, "-ftarget-compile-fast", "", kInside),
    ignored(Group::DpcppIgnored, "-ftarget-register-alloc-mode=", "MODES", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]target-export-symbols", "", kInside),
    ignored(Group::DpcppIgnored, "-fpreview-breaking-changes", "", kInside),
    ignored(Group::DpcppIgnored, "-f[no-]bundle-offload-arch", "", kInside),
    ignored(Group::DpcppIgnored, "--[no-]offload-new-driver", "", kInside),
    ignored(Group::DpcppIgnored, "-reuse-exe=", "FILE", kInside),
    ignored(Group::DpcppIgnored, "--intel", "", kInside),
    ignored(Group::DpcppIgnored, "--cuda-path=", "FOLDER", kInside),
    ignored(Group::DpcppIgnored, "--rocm-path=", "FOLDER", kInside),

    replaced(Group::Icpx, "-qopenmp", "", "-fopenmp"),
    replaced(Group::Icpx, "-fiopenmp", "", "-fopenmp"),
    replaced(Group::Icpx, "-qno-openmp", "", "-fno-openmp"),
    replaced(Group::Icpx, "-qopenmp-simd", "", "-fopenmp-simd"),
    replaced(Group::Icpx, "-fiopenmp-simd", "", "-fopenmp-simd"),
    noted(Group::Icpx, "-fopenmp-targets=", "TARGET,...",
          "target regions of OpenMP run on the host"),
    read(Group::Icpx, "-fp-model=", "MODEL", kFpModel),
    withForm(Form::Separate, read(Group::Icpx, "-fp-model", "MODEL", kFpModel)),
    replaced(Group::Icpx, "-qtbb", "", "-ltbb"),
    withForm(Form::Optional, noted(Group::Icpx, "-qmkl", "KIND", kMkl)),
    withForm(Form::Optional, noted(Group::Icpx, "-qmkl-ilp64", "KIND", kMkl)),
    noted(Group::Icpx, "-qmkl-sycl-impl=", "LIST", kMkl),
    ignored(Group::Icpx, "-qdpl", "", "oneDPL's headers are found by -I"),
    replaced(Group::Icpx, "-xHost", "", "-march=native"),
    replaced(Group::Icpx, "-xCORE-AVX2", "", "-march=haswell"),
    replaced(Group::Icpx, "-xCORE-AVX512", "", "-march=skylake-avx512"),
    noted(Group::Icpx, "-xCORE-", "PROCESSOR", kProcessor),
    noted(Group::Icpx, "-xCOMMON-", "PROCESSOR", kProcessor),
    noted(Group::Icpx, "-xMIC-", "PROCESSOR", kProcessor),
    noted(Group::Icpx, "-xAVX", "", kProcessor),
    noted(Group::Icpx, "-xSSE", "VERSION", kProcessor),
    ignored(Group::Icpx, "-ax", "PROCESSOR,...", kProcessor),
    ignored(Group::Icpx, "-[no-]ipo", "", "objects with device code hold machine code"),
    ignored(Group::Icpx, "-fimf-", "OPTION", kAccuracy),
    ignored(Group::Icpx, "-fp-speculation=", "MODE", kAccuracy),
    ignored(Group::Icpx, "-[no-]ftz", "", kAccuracy),
    ignored(Group::Icpx, "-[no-]prec-div", "", kAccuracy),
    ignored(Group::Icpx, "-[no-]prec-sqrt", "", kAccuracy),
    ignored(Group::Icpx, "-qopt-", "OPTION", kReports),
    ignored(Group::Icpx, "-[no-]traceback", "", kReports),
    ignored(Group::Icpx, "-diag-", "OPTION", kDiagnostics),
    ignored(Group::Icpx, "-wd", "NUMBER", kDiagnostics),
    ignored(Group::Icpx, "-static-intel", "", kIntel),
    ignored(Group::Icpx, "-shared-intel", "", kIntel),
    withForm(Form::Optional, ignored(Group::Icpx, "-no-intel-lib", "LIBRARY", kIntel)),

    read(
        Group::Acpp, "--acpp-targets=", "FLOW[:TARGET,...];...",
        "Set the targets of device code: generic means the default targets, omp the host, cuda and "
        "cuda-nvcxx NVIDIA's processors of the list; for hip the default targets serve"),
    read(Group::Acpp, "--acpp-platform=", "PLATFORM",
         "Set the targets of device code: cpu, cuda (the processor of --acpp-gpu-arch=) or rocm "
         "(for "
         "which the default targets serve)"),
    read(Group::Acpp, "--acpp-gpu-arch=", "PROCESSOR", kProcessors),
    withForm(Form::Optional, replaced(Group::Acpp, "--acpp-dryrun", "ON", "-###")),
    withForm(Form::Optional, replaced(Group::Acpp, "--acpp-save-temps", "ON", "--save-temps")),
    replaced(Group::Acpp, "--acpp-version", "", "--version"),
    withForm(Form::Optional, noted(Group::Acpp, "--acpp-stdpar", "ON", kPstl)),
    withForm(Form::Optional, ignored(Group::Acpp, "--acpp-stdpar-system-usm", "ON", kNoPstl)),
    withForm(Form::Optional,
             ignored(Group::Acpp, "--acpp-stdpar-unconditional-offload", "ON", kNoPstl)),
    ignored(Group::Acpp, "--acpp-stdpar-prefetch-mode=", "MODE", kNoPstl),
    withForm(Form::Optional, ignored(Group::Acpp, "--acpp-use-accelerated-cpu", "ON", kBackends)),
    withForm(Form::Optional, ignored(Group::Acpp, "--acpp-explicit-multipass", "ON", kBackends)),
    withForm(Form::Optional, ignored(Group::Acpp, "--acpp-export-all", "ON", kBackends)),
    ignored(Group::Acpp, "--acpp-clang=", "PROGRAM", kBackends),
    ignored(Group::Acpp, "--acpp-nvcxx=", "PROGRAM", kBackends),
    ignored(Group::Acpp, "--acpp-cpu-cxx=", "PROGRAM", kBackends),
    ignored(Group::Acpp, "--acpp-clang-include-path=", "FOLDER", kBackends),
    ignored(Group::Acpp, "--acpp-cuda-path=", "FOLDER", kBackends),
    ignored(Group::Acpp, "--acpp-rocm-path=", "FOLDER", kBackends),
    ignored(Group::Acpp, "--acpp-config-file-dir=", "FOLDER", kBackends),
    ignored(Group::Acpp, "--acpp-sequential-link-line=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-sequential-cxx-flags=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-omp-link-line=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-omp-cxx-flags=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-rocm-link-line=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-rocm-cxx-flags=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-cuda-link-line=", "OPTIONS", kBackends),
    ignored(Group::Acpp, "--acpp-cuda-cxx-flags=", "OPTIONS", kBackends),
};

} // namespace

ArrayRef<ForeignOption> foreignOptions() { return kOptions; }

} // namespace ursa::compiler::tools

// ursa-post-link IN.bc|IN.ll: runs the post-link passes on device IR, splits it into images, and
// writes their code, property sets and symbols, with a file table that names them:
//
//   [Code|Properties|Symbols]
//   out_0.bc|out_0.prop|out_0.sym
#include "compiler/tools/post_link.h"
#include "compiler/tools/tool_main.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace {

using ursa::compiler::passes::SplitMode;
using ursa::format::ConstantMode;

cl::OptionCategory category("ursa-post-link options");
cl::opt<std::string> input(cl::Positional, cl::init("-"), cl::desc("<device IR>"),
                           cl::cat(category));
cl::list<std::string> outputs("o",
                              cl::desc("File table to write, or code with -ir-output-only; with a "
                                       "target, each for one"),
                              cl::value_desc("[target,]file"), cl::cat(category));
cl::opt<std::string> outDir("out-dir", cl::desc("Folder of the files that the table names"),
                            cl::value_desc("folder"), cl::cat(category));
cl::opt<bool> assembly("S", cl::desc("Write code as text"), cl::cat(category));
cl::opt<bool> irOnly("ir-output-only", cl::desc("Write the code only, without a table"),
                     cl::cat(category));
cl::opt<bool> symbols("symbols", cl::desc("Write symbol files"), cl::cat(category));
cl::opt<bool> exportedSymbols("emit-exported-symbols",
                              cl::desc("Write properties of functions that other images may call"),
                              cl::cat(category));
cl::opt<bool> paramInfo("emit-param-info",
                        cl::desc("Write properties of kernel arguments that were removed"),
                        cl::cat(category));
cl::opt<bool> programMetadata("emit-program-metadata",
                              cl::desc("Write properties of required work-group sizes"),
                              cl::cat(category));
cl::opt<bool> importedSymbols("emit-imported-symbols",
                              cl::desc("Write properties of functions that other images define"),
                              cl::cat(category));
cl::opt<bool> kernelNames("emit-kernel-names", cl::desc("Write properties of kernels"),
                          cl::cat(category));
cl::opt<bool> deviceGlobals("device-globals",
                            cl::desc("Write properties of variables of class device_global"),
                            cl::cat(category));
cl::opt<bool> onlyKernels("emit-only-kernels-as-entry-points",
                          cl::desc("Make no images for functions that other images may call"),
                          cl::cat(category));
cl::opt<bool>
    defaultValueImages("generate-device-image-default-spec-consts",
                       cl::desc("Write each image with constants once more, with the defaults "
                                "in their place"),
                       cl::cat(category));
cl::opt<ConstantMode> specConst(
    "spec-const", cl::desc("How specialization constants are lowered"),
    cl::values(clEnumValN(ConstantMode::Native, "native", "to __spirv_SpecConstant calls"),
               clEnumValN(ConstantMode::Emulated, "emulation", "to reads of a buffer"),
               clEnumValN(ConstantMode::Native, "rt", "the same as native"),
               clEnumValN(ConstantMode::Folded, "default", "to their defaults")),
    cl::cat(category));
cl::opt<SplitMode> split(
    "split", cl::desc("How code is split into images"),
    cl::values(clEnumValN(SplitMode::None, "none", "one image"),
               clEnumValN(SplitMode::PerSource, "source", "an image for each source"),
               clEnumValN(SplitMode::PerKernel, "kernel", "an image for each kernel"),
               clEnumValN(SplitMode::Auto, "auto", "per source where that changes nothing else")),
    cl::init(SplitMode::None), cl::cat(category));

// Options that build systems for DPC++ pass. They describe the default behaviour, or have no
// effect.
cl::opt<bool> properties("properties", cl::desc("Write property files, as without the option"),
                         cl::cat(category));
cl::opt<bool> force("f", cl::desc("Write bitcode to terminals, as without the option"),
                    cl::cat(category));
cl::opt<bool> allowDependencies("allow-device-image-dependencies",
                                cl::desc("Images may need others; ours hold what they need"),
                                cl::cat(category));
enum class OptimizationLevel { O0, O1, O2, O3, Os, Oz };
cl::opt<OptimizationLevel>
    optimization("O", cl::Prefix,
                 cl::desc("Optimization level of explicit SIMD, of which there is none"),
                 cl::values(clEnumValN(OptimizationLevel::O0, "0", ""),
                            clEnumValN(OptimizationLevel::O1, "1", ""),
                            clEnumValN(OptimizationLevel::O2, "2", ""),
                            clEnumValN(OptimizationLevel::O3, "3", ""),
                            clEnumValN(OptimizationLevel::Os, "s", ""),
                            clEnumValN(OptimizationLevel::Oz, "z", "")),
                 cl::cat(category));
cl::opt<bool> splitEsimd("split-esimd",
                         cl::desc("Refuse kernels of explicit SIMD, which would need it"),
                         cl::cat(category));
cl::opt<bool> noEsimdOptimization("force-disable-esimd-opt",
                                  cl::desc("Do not optimize explicit SIMD, as without the option"),
                                  cl::cat(category));
cl::opt<std::string>
    deviceLibraries("device-lib-dir",
                    cl::desc("Folder of DPC++'s device libraries, of which none is "
                             "added to the images"),
                    cl::value_desc("folder"), cl::cat(category));
cl::opt<bool> lowerEsimd("lower-esimd", cl::desc("The same as -split-esimd"), cl::cat(category));

/// Rejects options that conflict with -ir-output-only, which only writes code.
Error checkCodeOnly() {
  if (outputs.size() > 1)
    return createStringError("The option -o can be given once with -ir-output-only.");
  const std::pair<const cl::opt<bool> *, bool> others[] = {
      {&symbols, symbols},
      {&exportedSymbols, exportedSymbols},
      {&paramInfo, paramInfo},
      {&programMetadata, programMetadata},
      {&importedSymbols, importedSymbols},
      {&kernelNames, kernelNames},
      {&properties, properties},
      {&splitEsimd, splitEsimd},
      {&defaultValueImages, defaultValueImages}};
  for (const auto &[option, isSet] : others)
    if (isSet)
      return createStringError("The options -" + option->ArgStr +
                               " and -ir-output-only exclude each other.");
  return Error::success();
}

Error run() {
  if (irOnly)
    if (Error error = checkCodeOnly())
      return error;
  ursa::compiler::tools::PostLinkOptions options;
  options.input = input;
  for (const std::string &output : outputs) {
    const auto [target, path] = StringRef(output).split(',');
    if (StringRef(output).contains(','))
      options.outputs.push_back({target.str(), path.str()});
    else
      options.outputs.push_back({"", output});
    if (options.outputs.back().path.empty())
      return createStringError("The option -o=" + output + " names no file.");
  }
  if (options.outputs.empty())
    options.outputs.push_back({"", "-"});
  options.folder = outDir;
  if (specConst.getNumOccurrences() > 0)
    options.mode = specConst;
  if (defaultValueImages && !options.mode)
    return createStringError("The option -" + defaultValueImages.ArgStr + " needs -spec-const.");
  options.split = {split, onlyKernels, assembly};
  options.assembly = assembly;
  options.codeOnly = irOnly;
  options.symbols = symbols;
  options.properties = {exportedSymbols, paramInfo,   programMetadata,
                        importedSymbols, kernelNames, deviceGlobals};
  options.rejectEsimd = splitEsimd || lowerEsimd;
  options.defaultValueImages = defaultValueImages;
  return ursa::compiler::tools::runPostLink(options);
}

} // namespace

int main(int argc, char **argv) {
  return ursa::compiler::tools::toolMain(
      argc, argv, category, "Runs the passes that follow linking on device IR.\n", run);
}

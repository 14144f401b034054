// ursa-post-link IN.bc|IN.ll: runs the passes that follow linking on device IR and writes the
// lowered code, its property sets and its symbols, with a file table that names them:
//
//   [Code|Properties|Symbols]
//   out_0.bc|out_0.prop|out_0.sym
#include "compiler/image/device_image.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

enum class ModeOption { Keep, Native, Emulation };

cl::OptionCategory category("ursa-post-link options");
cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("<device IR>"),
                           cl::cat(category));
cl::opt<std::string> output("o", cl::desc("File table to write, or code with -ir-output-only"),
                            cl::value_desc("file"), cl::init("-"), cl::cat(category));
cl::opt<bool> assembly("S", cl::desc("Write code as text"), cl::cat(category));
cl::opt<bool> irOnly("ir-output-only", cl::desc("Write the code only, without a table"),
                     cl::cat(category));
cl::opt<bool> symbols("symbols", cl::desc("Write symbol files"), cl::cat(category));
cl::opt<ModeOption>
    specConst("spec-const", cl::desc("How specialization constants are lowered"),
              cl::values(clEnumValN(ModeOption::Native, "native", "to __spirv_SpecConstant calls"),
                         clEnumValN(ModeOption::Emulation, "emulation", "to reads of a buffer")),
              cl::init(ModeOption::Keep), cl::cat(category));
cl::opt<std::string> split("split", cl::desc("How code is split into images: none"),
                           cl::init("none"), cl::cat(category));

Error writeText(const Twine &path, function_ref<void(raw_ostream &)> write) {
  const std::string name = path.str();
  Error error = writeToOutput(name, [&](raw_ostream &out) {
    write(out);
    return Error::success();
  });
  if (!error)
    return error;
  return createStringError("The file '" + name +
                           "' cannot be written: " + toString(std::move(error)) + ".");
}

Error writeTable(const Module &module, const ursa::PostLinkResult &result,
                 function_ref<void(raw_ostream &)> writeCode) {
  auto properties = ursa::propertyText(ursa::propertySets(result));
  if (!properties)
    return properties.takeError();
  SmallString<128> stem(output == "-" ? sys::path::filename(module.getModuleIdentifier())
                                      : StringRef(output));
  sys::path::replace_extension(stem, "");
  const std::string row = (stem + "_0").str();
  const std::string code = row + (assembly ? ".ll" : ".bc");
  if (Error error = writeText(code, writeCode))
    return error;
  if (Error error = writeText(row + ".prop", [&](raw_ostream &out) { out << *properties; }))
    return error;
  if (symbols)
    if (Error error =
            writeText(row + ".sym", [&](raw_ostream &out) { out << ursa::symbolText(result); }))
      return error;
  return writeText(output, [&](raw_ostream &out) {
    out << "[Code|Properties" << (symbols ? "|Symbols" : "") << "]\n";
    out << code << "|" << row << ".prop" << (symbols ? "|" + row + ".sym" : "") << "\n";
  });
}

Error run() {
  if (split != "none")
    return createStringError("The split mode '" + split + "' is not known; only 'none' is.");
  LLVMContext context;
  SMDiagnostic diagnostic;
  auto module = parseIRFile(input, diagnostic, context);
  if (!module)
    return createStringError("The file '" + input + "' is no LLVM IR: " + diagnostic.getMessage() +
                             ".");
  std::optional<ursa::SpecConstantMode> mode;
  if (specConst != ModeOption::Keep)
    mode = specConst == ModeOption::Native ? ursa::SpecConstantMode::Native
                                           : ursa::SpecConstantMode::Emulation;
  auto result = ursa::postLink(*module, mode);
  if (!result)
    return result.takeError();
  auto writeCode = [&](raw_ostream &out) {
    if (assembly)
      module->print(out, nullptr);
    else
      WriteBitcodeToFile(*module, out);
  };
  return irOnly ? writeText(output, writeCode) : writeTable(*module, *result, writeCode);
}

} // namespace

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs the passes that follow linking on device IR.\n");
  if (Error error = run()) {
    errs() << "error: " << toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}

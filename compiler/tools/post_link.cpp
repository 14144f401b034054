// See post_link.h.
#include "compiler/tools/post_link.h"

#include "compiler/image/file_table.h"
#include "compiler/image/lowered_image.h"
#include "compiler/image/optional_properties.h"
#include "compiler/image/output_files.h"
#include "compiler/image/target_features.h"
#include "compiler/passes/metadata_reader.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa {
namespace {

class PostLink {
public:
  explicit PostLink(const PostLinkOptions &options) : options_(options) {
    std::vector<std::string> titles = {kCodeColumn.str(), kPropertiesColumn.str()};
    if (options.symbols)
      titles.push_back(kSymbolsColumn.str());
    tables_.resize(options.outputs.size(), FileTable(titles));
  }

  Error run() {
    if (Error error = read())
      return error;
    if (Error error = options_.codeOnly ? writeCodeOnly() : writeImages())
      return error;
    return files_.commit();
  }

private:
  Error read() {
    SMDiagnostic diagnostic;
    module_ = parseIRFile(options_.input, diagnostic, context_).release();
    if (!module_)
      return createStringError("The file '" + options_.input +
                               "' is no LLVM IR: " + diagnostic.getMessage() + ".");
    std::string problem;
    raw_string_ostream out(problem);
    if (verifyModule(*module_, &out))
      return createStringError("The file '" + options_.input + "' is no valid LLVM IR: " + problem);
    if (Error error = options_.refuseEsimd ? checkEsimd() : Error::success())
      return error;
    if (Error error = checkMetadata(*module_))
      return createStringError("The file '" + options_.input +
                               "' is no valid device IR: " + toString(std::move(error)));
    return Error::success();
  }

  Error checkEsimd() const {
    for (const Function &function : *module_)
      if (isKernel(function) && function.hasMetadata("sycl_explicit_simd"))
        return createStringError("Kernel '" + function.getName() +
                                 "' is written for explicit SIMD (ESIMD), which cannot be lowered; "
                                 "only SYCL kernels can.");
    return Error::success();
  }

  Error writeCodeOnly() {
    if (options_.split.mode == SplitMode::PerSource || options_.split.mode == SplitMode::PerKernel)
      return createStringError("With -ir-output-only there is one image; code cannot be split.");
    if (auto result = postLink(*module_, options_.mode); !result)
      return result.takeError();
    return files_.add(options_.outputs.front().path, code(*module_));
  }

  Error writeImages() {
    const ModuleSplitter splitter(*module_, options_.split);
    if (splitter.size() == 0) {
      std::unique_ptr<Module> twin = options_.defaultsTwin ? CloneModule(*module_) : nullptr;
      if (Error error = writeWithTwin(*module_, [&] { return std::move(twin); }))
        return error;
    }
    for (std::size_t i = 0; i < splitter.size(); ++i)
      if (Error error = writeWithTwin(*splitter.extract(i), [&] { return splitter.extract(i); }))
        return error;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      auto text = tables_[i].text();
      if (!text)
        return text.takeError();
      if (Error error = files_.add(options_.outputs[i].path, *text))
        return error;
    }
    return Error::success();
  }

  Error writeWithTwin(Module &module, function_ref<std::unique_ptr<Module>()> makeTwin) {
    auto image = lowerImage(module, options_.mode, options_.properties);
    if (!image)
      return image.takeError();
    if (Error error = writeRow(module, *image))
      return error;
    if (!options_.defaultsTwin || !image->hasConstants)
      return Error::success();
    const std::unique_ptr<Module> twin = makeTwin();
    auto folded = lowerImage(*twin, SpecConstantMode::DefaultValues, options_.properties);
    return folded ? writeRow(*twin, *folded) : folded.takeError();
  }

  /// One image: a row of each table.
  Error writeRow(const Module &module, const LoweredImage &image) {
    std::string codePath;
    auto wanted = tablesThatWant(module);
    if (!wanted)
      return wanted.takeError();
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (!(*wanted)[i])
        continue;
      const PostLinkOptions::Output &output = options_.outputs[i];
      const std::string stem = rowStem(output);
      if (codePath.empty()) {
        codePath = stem + (options_.assembly ? ".ll" : ".bc");
        if (Error error = files_.add(codePath, code(module)))
          return error;
      }
      std::vector<std::string> row = {codePath, stem + ".prop"};
      std::vector<PropertySet> sets = image.properties;
      sets.push_back(compileTarget(output.target));
      auto text = propertyText(sets);
      if (!text)
        return text.takeError();
      if (Error error = files_.add(row.back(), *text))
        return error;
      if (options_.symbols) {
        row.push_back(stem + ".sym");
        if (Error error = files_.add(row.back(), image.symbols))
          return error;
      }
      if (Error error = tables_[i].addRow(std::move(row)))
        return error;
    }
    ++index_;
    return Error::success();
  }

  /// Which tables have the image: not those of targets that lack what it uses.
  Expected<std::vector<bool>> tablesThatWant(const Module &module) const {
    std::vector<bool> wanted(tables_.size(), true);
    std::optional<ImageRequirements> requirements; // nobody wants to know without targets
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (options_.outputs[i].target.empty())
        continue;
      if (!requirements) {
        auto found = requirementsOf(module);
        if (!found)
          return found.takeError();
        requirements = std::move(*found);
      }
      wanted[i] = isForTarget(*requirements, options_.outputs[i].target);
    }
    return wanted;
  }

  /// The path of a row's files without their extensions.
  std::string rowStem(const PostLinkOptions::Output &output) const {
    StringRef table = output.path == "-" ? StringRef(options_.input) : output.path;
    if (table == "-")
      table = "stdin";
    SmallString<128> path;
    if (!options_.folder.empty())
      path = options_.folder;
    else if (output.path != "-")
      path = sys::path::parent_path(table);
    sys::path::append(path, sys::path::stem(table) +
                                (output.target.empty() ? "" : "_" + output.target) + "_" +
                                Twine(index_));
    return std::string(path);
  }

  StringRef code(const Module &module) {
    if (!options_.assembly) {
      writeImageBitcode(module, code_);
      return code_;
    }
    code_.clear();
    raw_svector_ostream out(code_);
    module.print(out, nullptr);
    return code_;
  }

  const PostLinkOptions &options_;
  // Never destroyed: taking thousands of kernels apart would cost time just before the process
  // ends.
  LLVMContext &context_ = *new LLVMContext;
  Module *module_ = nullptr;
  std::vector<FileTable> tables_; ///< of each output
  OutputFiles files_;
  std::size_t index_ = 0; ///< of the next row
  SmallString<0> code_;
};

} // namespace

Error runPostLink(const PostLinkOptions &options) { return PostLink(options).run(); }

} // namespace ursa

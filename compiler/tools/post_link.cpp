// See post_link.h.
#include "compiler/tools/post_link.h"

#include "compiler/image/file_table.h"
#include "compiler/image/lowered_image.h"
#include "compiler/image/optional_properties.h"
#include "compiler/image/output_files.h"
#include "compiler/image/target_features.h"
#include "compiler/passes/device_requirements.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/union_constants.h"
#include "compiler/targets/common/fatal_errors.h"
#include "compiler/targets/common/untrusted_ir.h"
#include "support/readable_names.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa::compiler::tools {
namespace {

class PostLink {
public:
  explicit PostLink(const PostLinkOptions &options) : options_(options) {
    std::vector<std::string> titles = {image::kCodeColumn.str(), image::kPropertiesColumn.str()};
    if (options.symbols)
      titles.push_back(image::kSymbolsColumn.str());
    tables_.resize(options.outputs.size(), image::FileTable(titles));
    omitted_.resize(options.outputs.size());
    rows_.resize(options.outputs.size());
  }

  Error run() {
    if (Error error = read())
      return error;
    if (Error error = options_.codeOnly ? writeCodeOnly() : splitAndWriteImages())
      return error;
    return files_.commit();
  }

private:
  Error read() {
    const targets::FileInWork file(options_.input);
    files_.addInput(options_.input);
    auto module = targets::parseUntrustedIrFile(options_.input, context_);
    if (!module)
      return createStringError("The file '" + options_.input +
                               "' is not LLVM IR: " + toString(module.takeError()) + ".");
    module_ = module->release();
    if (const std::string problem = targets::reasonOfInvalidity(*module_); !problem.empty())
      return createStringError("The file '" + options_.input +
                               "' is not valid LLVM IR: " + problem);
    if (Error error = options_.rejectEsimd ? checkEsimd() : Error::success())
      return error;
    if (Error error = passes::lowerSizeAttributes(*module_))
      return error;
    if (Error error = passes::checkMetadata(*module_))
      return createStringError("The file '" + options_.input +
                               "' is not valid device IR: " + toString(std::move(error)));
    passes::completeUnionConstants(*module_);
    return Error::success();
  }

  Error checkEsimd() const {
    for (const Function &function : *module_)
      if (passes::isKernel(function) && function.hasMetadata("sycl_explicit_simd"))
        return createStringError("Kernel '" + function.getName() +
                                 "' is written for explicit SIMD (ESIMD), which cannot be lowered; "
                                 "only SYCL kernels can.");
    return Error::success();
  }

  Error writeCodeOnly() {
    if (options_.split.mode == passes::SplitMode::PerSource ||
        options_.split.mode == passes::SplitMode::PerKernel)
      return createStringError("With -ir-output-only there is one image; code cannot be split.");
    if (auto result = image::postLink(*module_, options_.mode); !result)
      return result.takeError();
    return files_.add(options_.outputs.front().path, code(*module_));
  }

  Error splitAndWriteImages() {
    const passes::ModuleSplitter splitter(*module_, options_.split);
    if (Error error = splitter.checkVariables())
      return error;
    if (splitter.size() == 0) {
      std::unique_ptr<Module> defaults =
          options_.defaultValueImages ? CloneModule(*module_) : nullptr;
      if (Error error = writeImage(*module_, [&] { return std::move(defaults); }))
        return error;
    }
    for (std::size_t i = 0; i < splitter.size(); ++i)
      if (Error error = writeImage(*splitter.extract(i), [&] { return splitter.extract(i); }))
        return error;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (Error error = reportOmitted(i))
        return error;
      auto text = tables_[i].text();
      if (!text)
        return text.takeError();
      if (Error error = files_.add(options_.outputs[i].path, *text))
        return error;
    }
    return Error::success();
  }

  Error writeImage(Module &module, function_ref<std::unique_ptr<Module>()> cloneModule) {
    auto image = image::lowerImage(module, options_.mode, options_.properties);
    if (!image)
      return image.takeError();
    for (const std::string &function : image->notExported)
      errs() << "warning: Function '" << readableName(function)
             << "' reads specialization constants, which are emulated, so that functions of other "
                "images cannot call it; it is not exported.\n";
    if (Error error = writeRow(module, *image))
      return error;
    if (!options_.defaultValueImages || !image->hasConstants)
      return Error::success();
    const std::unique_ptr<Module> defaults = cloneModule();
    auto folded = image::lowerImage(*defaults, format::ConstantMode::Folded, options_.properties);
    return folded ? writeRow(*defaults, *folded) : folded.takeError();
  }

  /// Writes one image, a row of each table.
  Error writeRow(const Module &module, const image::LoweredImage &image) {
    std::string codePath;
    auto included = tablesForImage(module, image);
    if (!included)
      return included.takeError();
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (!(*included)[i])
        continue;
      const PostLinkOptions::Output &output = options_.outputs[i];
      const std::string stem = rowStem(output);
      if (codePath.empty()) {
        codePath = stem + (options_.assembly ? ".ll" : ".bc");
        if (Error error = files_.add(codePath, code(module)))
          return error;
      }
      std::vector<std::string> row = {codePath, stem + ".prop"};
      std::vector<format::PropertySet> sets = image.properties;
      image::addCompileTarget(sets, output.target);
      auto text = image::propertyText(sets);
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
      ++rows_[i];
    }
    ++index_;
    return Error::success();
  }

  /// Returns which tables include the image: those of targets that lack a required feature do not.
  Expected<std::vector<bool>> tablesForImage(const Module &module,
                                             const image::LoweredImage &image) {
    std::vector<bool> included(tables_.size(), true);
    std::optional<image::ImageRequirements> requirements; // computed only if an output has a target
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (options_.outputs[i].target.empty())
        continue;
      if (!requirements) {
        auto found = image::requirementsOf(module);
        if (!found)
          return found.takeError();
        requirements = std::move(*found);
      }
      const std::string missing = image::missingFeatures(options_.outputs[i].target, *requirements);
      included[i] = missing.empty();
      std::string text = entryNames(image) + " " + missing;
      // The variant with folded defaults follows its image, and lacks the same features.
      if (!included[i] && (omitted_[i].empty() || omitted_[i].back() != text))
        omitted_[i].push_back(std::move(text));
    }
    return included;
  }

  /// Describes an image by its entry points: "The image of 'a', 'b'".
  static std::string entryNames(const image::LoweredImage &image) {
    SmallVector<StringRef, 8> names;
    StringRef(image.symbols).split(names, '\n', -1, /*KeepEmpty=*/false);
    std::string text = names.empty() ? "The module" : "The image of";
    for (StringRef name : names)
      text += (name == names.front() ? " '" : ", '") + name.str() + "'";
    return text;
  }

  /// Warns about each image that a table omits. Fails if the table has no other.
  Error reportOmitted(std::size_t table) const {
    const std::string &target = options_.outputs[table].target;
    if (!omitted_[table].empty() && rows_[table] == 0)
      return createStringError("No image is left for target '" + target + "': " +
                               omitted_[table].front() + ", which the target does not have." +
                               (options_.split.mode == passes::SplitMode::None
                                    ? " With -split=source, other kernels are in other images."
                                    : ""));
    for (const std::string &text : omitted_[table])
      errs() << "warning: " << withReadableNames(text) << ", which target '" << target
             << "' does not have; it is left out of '" << options_.outputs[table].path << "'.\n";
    return Error::success();
  }

  /// Returns the path of a row's files without extension.
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
      image::writeImageBitcode(module, code_);
      return code_;
    }
    code_.clear();
    raw_svector_ostream out(code_);
    module.print(out, nullptr);
    return code_;
  }

  const PostLinkOptions &options_;
  // Never destroyed: freeing thousands of kernels takes time just before the process exits.
  LLVMContext &context_ = *new LLVMContext;
  Module *module_ = nullptr;
  std::vector<image::FileTable> tables_;          ///< one table for each output
  std::vector<std::size_t> rows_;                 ///< number of rows of each table
  std::vector<std::vector<std::string>> omitted_; ///< omitted images and missing features by table
  image::OutputFiles files_;
  std::size_t index_ = 0; ///< index of the next row
  SmallString<0> code_;
};

} // namespace

Error runPostLink(const PostLinkOptions &options) { return PostLink(options).run(); }

} // namespace ursa::compiler::tools

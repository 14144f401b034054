// ursa-offload-wrapper: embeds device images in an object file or bitcode, to be linked into a
// program (compiler/image/offload_wrapper.h).
//
//   ursa-offload-wrapper -kind=sycl -target=spir64 -format=spirv -entries=a.sym -properties=a.prop
//                        a.spv -o a.o
//   ursa-offload-wrapper -kind=sycl -target=spir64 -batch a.table -o a.o
//   ursa-offload-wrapper -kind=ursa a.ursa -o a.o
//
// Options for images apply to all inputs after them.
#include "compiler/image/file_table.h"
#include "compiler/image/offload_wrapper.h"
#include "compiler/image/output_files.h"
#include "compiler/tools/tool_main.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

#include <map>
#include <memory>

using namespace llvm;

namespace {

using ursa::compiler::image::FileTable;
using ursa::compiler::image::ImageFormat;
using ursa::compiler::image::StoredImage;

cl::OptionCategory category("ursa-offload-wrapper options");

cl::list<std::string> inputs(cl::Positional, cl::desc("<images>"), cl::cat(category));
cl::opt<std::string> output("o",
                            cl::desc("File to write: bitcode for .bc, IR for .ll, else an object"),
                            cl::value_desc("file"), cl::Required, cl::cat(category));
cl::list<std::string> kinds("kind",
                            cl::desc("How the program registers images: sycl, by the "
                                     "descriptor; ursa, a container"),
                            cl::value_desc("sycl|ursa"), cl::cat(category));
cl::list<std::string> targets("target", cl::desc("Target of the images"), cl::value_desc("target"),
                              cl::cat(category));
cl::list<ImageFormat>
    formats("format", cl::desc("Format of the images"),
            cl::values(clEnumValN(ImageFormat::None, "none", "unspecified"),
                       clEnumValN(ImageFormat::Native, "native", "the device's own"),
                       clEnumValN(ImageFormat::SpirV, "spirv", "SPIR-V"),
                       clEnumValN(ImageFormat::Bitcode, "llvmbc", "LLVM bitcode")),
            cl::cat(category));
cl::list<std::string> compileOptions("compile-opts", cl::desc("Options for the device compiler"),
                                     cl::value_desc("options"), cl::cat(category));
cl::list<std::string> linkOptions("link-opts", cl::desc("Options for the device linker"),
                                  cl::value_desc("options"), cl::cat(category));
cl::list<std::string> entries("entries", cl::desc("Symbol file of the images"),
                              cl::value_desc("file"), cl::cat(category));
cl::list<std::string> properties("properties", cl::desc("Property file of the images"),
                                 cl::value_desc("file"), cl::cat(category));
cl::opt<bool> batch("batch", cl::desc("The input is a file table, a row an image"),
                    cl::cat(category));
cl::opt<std::string>
    descriptorName("desc-name",
                   cl::desc("Name the descriptor .sycl_offloading.NAME and make it "
                            "visible"),
                   cl::value_desc("name"), cl::cat(category));
cl::opt<std::string> host("host", cl::desc("Triple of the program; without it, this machine's"),
                          cl::value_desc("triple"), cl::cat(category));
cl::opt<bool> emitRegistration("emit-reg-funcs", cl::desc("Write constructor and destructor"),
                               cl::init(true), cl::cat(category));

/// Files that were read, which must not be overwritten.
std::vector<std::string> filesRead;

Expected<std::string> readFile(StringRef path) {
  filesRead.push_back(path.str());
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("The file '" + path +
                             "' cannot be read: " + buffer.getError().message() + ".");
  return (*buffer)->getBuffer().str();
}

/// The files of one image; absent ones are empty.
struct ImageFiles {
  std::string code, manifest, entries, properties;
};

/// The images of a command line, with the options that apply to each.
class Images {
public:
  Expected<std::vector<StoredImage>> read() {
    for (const auto &[place, step] : stepsInOrder())
      if (Error error = step())
        return error;
    if (Error error = finishGroup())
      return error;
    if (images_.empty())
      return createStringError("No image was given.");
    return std::move(images_);
  }

private:
  using Step = std::function<Error()>;

  /// Returns the action of each option and input, by its position on the command line.
  std::map<unsigned, Step> stepsInOrder() {
    std::map<unsigned, Step> steps;
    const auto addTextOptions = [&](cl::list<std::string> &list, std::string &setting) {
      for (unsigned i = 0; i < list.size(); ++i)
        steps[list.getPosition(i)] = [this, &list, &setting, i] {
          Error error = finishGroup();
          setting = list[i];
          return error;
        };
    };
    addTextOptions(targets, settings_.target);
    addTextOptions(compileOptions, settings_.compileOptions);
    addTextOptions(linkOptions, settings_.linkOptions);
    addTextOptions(entries, entries_);
    addTextOptions(properties, properties_);
    for (unsigned i = 0; i < formats.size(); ++i)
      steps[formats.getPosition(i)] = [this, i] {
        Error error = finishGroup();
        settings_.format = formats[i];
        return error;
      };
    for (unsigned i = 0; i < inputs.size(); ++i)
      steps[inputs.getPosition(i)] = [this, i] {
        group_.push_back(inputs[i]);
        return Error::success();
      };
    return steps;
  }

  /// Completes a group of inputs: an image with an optional manifest, or a table.
  Error finishGroup() {
    const std::vector<std::string> group = std::move(group_);
    group_.clear();
    if (group.empty())
      return Error::success();
    if (batch)
      return group.size() == 1 ? addTable(group[0])
                               : createStringError("With -batch there is one input; " +
                                                   Twine(group.size()) + " were given.");
    if (group.size() > 2)
      return createStringError("'" + group[2] +
                               "' is one input too many for an image and its manifest.");
    return add({group[0], group.size() == 2 ? group[1] : "", entries_, properties_});
  }

  Error addTable(const std::string &path) {
    filesRead.push_back(path);
    auto table = FileTable::read(path);
    if (!table)
      return table.takeError();
    if (auto code = table->column(ursa::compiler::image::kCodeColumn); !code)
      return code.takeError();
    for (std::size_t row = 0; row < table->rows(); ++row) {
      const auto cell = [&](StringRef title) {
        return table->hasColumn(title) ? table->cell(row, cantFail(table->column(title))) : "";
      };
      if (Error error = add({cell(ursa::compiler::image::kCodeColumn),
                             cell(ursa::compiler::image::kManifestColumn),
                             cell(ursa::compiler::image::kSymbolsColumn),
                             cell(ursa::compiler::image::kPropertiesColumn)}))
        return error;
    }
    return Error::success();
  }

  Error add(const ImageFiles &files) {
    StoredImage image = settings_;
    auto code = readFile(files.code);
    if (!code)
      return code.takeError();
    image.code = std::move(*code);
    if (!files.manifest.empty()) {
      auto manifest = readFile(files.manifest);
      if (!manifest)
        return manifest.takeError();
      image.manifest = std::move(*manifest);
    }
    if (!files.entries.empty()) {
      auto text = readFile(files.entries);
      if (!text)
        return text.takeError();
      image.entries = ursa::compiler::image::readSymbolText(*text);
    }
    if (!files.properties.empty()) {
      auto text = readFile(files.properties);
      if (!text)
        return text.takeError();
      auto sets = ursa::compiler::image::readPropertyText(*text);
      if (!sets)
        return createStringError("The property file '" + files.properties + "' cannot be used. " +
                                 toString(sets.takeError()));
      image.properties = std::move(*sets);
    }
    images_.push_back(std::move(image));
    return Error::success();
  }

  StoredImage settings_; ///< options for the images after them
  std::string entries_, properties_;
  std::vector<std::string> group_; ///< adjacent inputs
  std::vector<StoredImage> images_;
};

/// Returns the concatenated containers of all inputs.
Expected<std::string> readContainers() {
  std::string bytes;
  for (const std::string &input : inputs) {
    auto file = readFile(input);
    if (!file)
      return file.takeError();
    if (auto images = ursa::compiler::image::readContainerImages(*file); !images)
      return createStringError("The file '" + input + "' cannot be used. " +
                               toString(images.takeError()));
    bytes += *file;
  }
  if (bytes.empty())
    return createStringError("No container was given.");
  return bytes;
}

Expected<std::unique_ptr<Module>> wrap(LLVMContext &context) {
  ursa::compiler::image::WrapperOptions options;
  options.triple = host.empty() ? sys::getProcessTriple() : host;
  options.descriptorName = descriptorName;
  options.emitRegistration = emitRegistration;
  for (const std::string &kind : kinds)
    if (kind != kinds.front() || (kind != "sycl" && kind != "ursa"))
      return createStringError("The kind '" + kind +
                               "' is not known; all images are of kind sycl, or of kind ursa.");
  if (!kinds.empty() && kinds.front() == "ursa") {
    auto bytes = readContainers();
    return bytes ? ursa::compiler::image::wrapContainer(*bytes, options, context)
                 : bytes.takeError();
  }
  auto images = Images().read();
  return images ? ursa::compiler::image::wrapImages(*images, options, context) : images.takeError();
}

Error run() {
  LLVMContext context;
  auto module = wrap(context);
  if (!module)
    return module.takeError();
  std::string bytes;
  raw_string_ostream out(bytes);
  if (StringRef(output).ends_with(".ll")) {
    (*module)->print(out, nullptr);
  } else if (StringRef(output).ends_with(".bc")) {
    WriteBitcodeToFile(**module, out);
  } else {
    auto object = ursa::compiler::image::emitObject(**module);
    if (!object)
      return object.takeError();
    bytes = std::move(*object);
  }
  return ursa::compiler::image::writeOutput(output, bytes, filesRead);
}

} // namespace

int main(int argc, char **argv) {
  return ursa::compiler::tools::toolMain(argc, argv, category,
                                         "Embeds device images in a program.\n", run);
}

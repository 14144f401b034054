// ursa-objdump: shows the device images in containers, objects and programs.
#include "compiler/image/image_report.h"
#include "compiler/image/output_files.h"
#include "compiler/image/program_reader.h"
#include "compiler/tools/tool_main.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {

cl::OptionCategory category("ursa-objdump options");
cl::list<std::string> inputs(cl::Positional, cl::OneOrMore, cl::desc("<files>"), cl::cat(category));
cl::opt<bool> json("json", cl::desc("Print JSON, with all properties"), cl::cat(category));
cl::opt<std::string> extract(
    "extract",
    cl::desc("Write the code of the images to files of this folder, which is made if need be"),
    cl::value_desc("folder"), cl::cat(category));

Expected<std::vector<ursa::compiler::image::StoredImage>> read(const std::string &path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("The file '" + path +
                             "' cannot be read: " + buffer.getError().message() + ".");
  const StringRef bytes = (*buffer)->getBuffer();
  if (ursa::compiler::image::isContainer(bytes)) {
    auto images = ursa::compiler::image::readContainerImages(bytes);
    if (images)
      return images;
    return createStringError("The file '" + path + "' cannot be used. " +
                             toString(images.takeError()));
  }
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return createStringError("The file '" + path +
                             "' is not a container of device images, an object or a program.");
  auto images = ursa::compiler::image::readProgramImages(bytes);
  if (images)
    return images;
  std::string problem = toString(images.takeError());
  return createStringError("The file '" + path + "' " + problem +
                           (StringRef(problem).ends_with(".") ? "" : "."));
}

/// Writes the code of images to FILE-0.spv, FILE-1.bc, …
Error extractCode(const std::vector<ursa::compiler::image::ReportedFile> &files) {
  if (const std::error_code code = sys::fs::create_directories(extract))
    return createStringError("The folder '" + extract + "' cannot be made: " + code.message() +
                             ".");
  ursa::compiler::image::OutputFiles outputs;
  for (const ursa::compiler::image::ReportedFile &file : files)
    outputs.addInput(file.path);
  for (const ursa::compiler::image::ReportedFile &file : files)
    for (std::size_t i = 0; i < file.images.size(); ++i) {
      const ursa::compiler::image::ImageFormat format =
          ursa::compiler::image::detectFormat(file.images[i].code);
      SmallString<128> path(extract);
      sys::path::append(path,
                        sys::path::stem(file.path) + "-" + Twine(i) +
                            (format == ursa::compiler::image::ImageFormat::SpirV     ? ".spv"
                             : format == ursa::compiler::image::ImageFormat::Bitcode ? ".bc"
                                                                                     : ".bin"));
      if (Error error = outputs.add(std::string(path), file.images[i].code))
        return error;
    }
  return outputs.commit();
}

Error run() {
  std::vector<ursa::compiler::image::ReportedFile> files;
  for (const std::string &path : inputs) {
    auto images = read(path);
    if (!images)
      return images.takeError();
    files.push_back({path, std::move(*images)});
  }
  if (!extract.empty())
    return extractCode(files);
  std::string text;
  raw_string_ostream out(text);
  if (Error error = json ? ursa::compiler::image::writeJsonReport(files, out)
                         : ursa::compiler::image::writeTextReport(files, out))
    return error;
  return ursa::compiler::image::writeOutput("-", text, {inputs.begin(), inputs.end()});
}

} // namespace

int main(int argc, char **argv) {
  return ursa::compiler::tools::toolMain(argc, argv, category, "Shows device images of files.\n",
                                         run);
}

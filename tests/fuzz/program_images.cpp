// Fuzzes the reader of device images in objects and programs, and the reports of what it finds.
#include "compiler/image/image_report.h"
#include "compiler/image/program_reader.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "This does not hold: %s.\n", what);
  std::abort();
}

void requireSentence(llvm::Error error) {
  require(!llvm::toString(std::move(error)).empty(), "an error has a sentence");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto images =
      ursa::compiler::image::readProgramImages({reinterpret_cast<const char *>(data), size});
  if (!images) {
    requireSentence(images.takeError());
    return 0;
  }
  size_t bytes = 0;
  for (const ursa::compiler::image::StoredImage &image : *images) {
    bytes += image.code.size();
    for (const std::string &entry : image.entries)
      bytes += entry.size();
  }
  require(bytes <= 16 * size + (1 << 20), "a file holds what it describes");
  std::string text;
  llvm::raw_string_ostream out(text);
  if (llvm::Error error = ursa::compiler::image::writeTextReport({{"fuzzed", *images}}, out))
    requireSentence(std::move(error));
  if (llvm::Error error = ursa::compiler::image::writeJsonReport({{"fuzzed", *images}}, out))
    requireSentence(std::move(error));
  return 0;
}

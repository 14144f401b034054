// Runs a fuzz target over the files of folders, in the order of their names: the corpus in every
// test run, without a fuzzer. Each name is printed before its file runs, so that the last one is
// the culprit.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace fs = std::filesystem;

int main(int argc, char **argv) {
  std::set<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    const size_t before = files.size();
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(argv[i], error))
      if (entry.is_regular_file())
        files.insert(entry.path());
    if (files.size() == before) {
      std::fprintf(stderr, "The folder '%s' holds no inputs.\n", argv[i]);
      return 1;
    }
  }
  for (const fs::path &file : files) {
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
      std::fprintf(stderr, "The file '%s' cannot be read.\n", file.c_str());
      return 1;
    }
    const std::vector<uint8_t> input{std::istreambuf_iterator<char>(stream), {}};
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%zu inputs replayed.\n", files.size());
  return files.empty() ? 1 : 0;
}

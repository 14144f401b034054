// The code generator of the CUDA adapter as a program, by its C interface:
//
//   nvptx-compile IMAGE.bc --inspect                      its kernels and constants
//   nvptx-compile IMAGE.bc --capability=90 [-O0] [--with-offset|--without-offset] [ID=BYTES...]
//                                                       PTX, with constants as hex digits
#include "adapters/cuda/jit/nvptx_jit.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string bytesOfHex(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

struct Printed {
  std::string text;
  ursa_nvptx_output_t functions() {
    return {this,
            [](void *self, const char *words, size_t size) {
              static_cast<Printed *>(self)->text.append(words, size);
            },
            [](void *self, const char *name, size_t size) {
              static_cast<Printed *>(self)->text.append("kernel ").append(name, size) += '\n';
            },
            [](void *self, uint32_t id, uint32_t size) {
              static_cast<Printed *>(self)->text +=
                  "constant " + std::to_string(id) + ": " + std::to_string(size) + " bytes\n";
            }};
  }
};

} // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty())
    return 2;
  std::ifstream file(words[0], std::ios::binary);
  const std::string bitcode(std::istreambuf_iterator<char>(file), {});
  ursa_nvptx_input_t input = {bitcode.data(),       bitcode.size(), nullptr, 0, 70, 2,
                              URSA_NVPTX_FORMS_BOTH};
  bool isInspection = false;
  std::vector<std::string> values;
  values.reserve(words.size());
  std::vector<ursa_nvptx_constant_t> constants;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (word == "--inspect") {
      isInspection = true;
    } else if (word == "-O0") {
      input.level = 0;
    } else if (word == "--with-offset") {
      input.forms = URSA_NVPTX_FORMS_WITH_OFFSET;
    } else if (word == "--without-offset") {
      input.forms = URSA_NVPTX_FORMS_WITHOUT_OFFSET;
    } else if (word.starts_with("--capability=")) {
      input.computeCapability = static_cast<uint32_t>(std::stoul(word.substr(13)));
    } else {
      const size_t equals = word.find('=');
      values.push_back(bytesOfHex(std::string_view(word).substr(equals + 1)));
      constants.push_back({static_cast<uint32_t>(std::stoul(word.substr(0, equals))),
                           static_cast<uint32_t>(values.back().size()), values.back().data()});
    }
  }
  input.constants = constants.data();
  input.constantCount = constants.size();
  Printed printed;
  const ursa_nvptx_output_t output = printed.functions();
  const ursa_nvptx_jit_t &jit = *ursaNvptxJit();
  const ur_result_t result = isInspection ? jit.inspect(bitcode.data(), bitcode.size(), &output)
                                          : jit.compile(&input, &output);
  if (result != UR_RESULT_SUCCESS) {
    std::fprintf(stderr, "error %d: %s\n", static_cast<int>(result), printed.text.c_str());
    return 1;
  }
  std::fputs(printed.text.c_str(), stdout);
  return 0;
}

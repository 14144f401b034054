#include "adapters/host/program/kernel_variant.h"

#include "adapters/host/program/compiled_programs.h"

#include <sstream>

namespace ursa::host {

using format::host::KernelInfo;

namespace {

// Returns the code of the kernel in a program; none if it cannot take the kernel's place.
std::optional<KernelCode> codeOf(std::unique_ptr<jit::Program> program, const KernelInfo &kernel) {
  const KernelInfo *const info = program->kernel(kernel.name);
  if (!info || info->argumentBytes != kernel.argumentBytes ||
      info->staticLocalBytes > kernel.staticLocalBytes)
    return std::nullopt;
  return KernelCode{std::move(program), info};
}

} // namespace

bool canHaveVariants(const KernelInfo &kernel) {
  return kernel.name.find_first_of(" \t\n\v\f\r,") == std::string::npos;
}

BuildSource variantOf(const BuildSource &source, const KernelInfo &kernel,
                      const std::string &option) {
  std::string options;
  std::istringstream words(source.options);
  for (std::string word; words >> word;)
    if (!word.starts_with(jit::kKernelsOption))
      options += word + ' ';
  options += fmt::format("{}{} {}", jit::kKernelsOption, kernel.name, option);
  return {source.image, source.constants, options};
}

Result<KernelCode> buildVariant(const BuildSource &variant, const KernelInfo &kernel) {
  std::string buildLog;
  URSA_TRY(auto program, buildImage(*variant.image, variant.constants, variant.options, buildLog));
  auto code = codeOf(std::move(program), kernel);
  if (!code)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "The code of kernel '{}' does not take the same arguments.", kernel.name);
  return *std::move(code);
}

std::optional<KernelCode> storedVariant(const BuildSource &variant, const KernelInfo &kernel) {
  auto program = storedImage(*variant.image, variant.constants, variant.options);
  return program ? codeOf(std::move(program), kernel) : std::nullopt;
}

} // namespace ursa::host

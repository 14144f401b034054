#include "core/bundles/kernel_arguments.h"

#include <nlohmann/json.hpp>

namespace ursa {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKernelsSet = "Ursa/kernels";

ursa_kernel_arg_kind_t kindOf(const std::string &name) {
  if (name == "value")
    return URSA_KERNEL_ARG_KIND_VALUE;
  if (name == "pointer")
    return URSA_KERNEL_ARG_KIND_POINTER;
  return name == "local" ? URSA_KERNEL_ARG_KIND_LOCAL : URSA_KERNEL_ARG_KIND_OTHER;
}

/// Throws Json::exception if a member is missing or of another type.
ursa_kernel_arg_info_t readArgument(const Json &json) {
  ursa_kernel_arg_info_t info{};
  info.kind = kindOf(json.at("kind").get<std::string>());
  if (info.kind == URSA_KERNEL_ARG_KIND_VALUE || info.kind == URSA_KERNEL_ARG_KIND_POINTER)
    info.size = json.at("size").get<uint32_t>();
  info.parameter = json.value("parameter", UINT32_MAX);
  info.offset = json.value("offset", uint32_t{0});
  return info;
}

} // namespace

Result<std::vector<ursa_kernel_arg_info_t>> describeArguments(const DeviceImage &image,
                                                              const std::string &kernel) {
  const auto bad = [&](std::string_view why) {
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The image for '{}' does not describe the arguments of kernel '{}': {}",
                     image.target, kernel, why);
  };
  const Property *property = image.properties.find(kKernelsSet, kernel);
  if (!property)
    return bad("it has no such property in set 'Ursa/kernels'.");
  try {
    const auto *text = reinterpret_cast<const char *>(property->value.data());
    const Json json = Json::parse(text, text + property->value.size());
    std::vector<ursa_kernel_arg_info_t> all;
    for (const Json &argument : json.at("args"))
      all.push_back(readArgument(argument));
    return all;
  } catch (const Json::exception &error) {
    return bad(error.what());
  }
}

} // namespace ursa

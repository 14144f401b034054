#include "core/selection/kernel_description.h"

#include "format/kernel_description.h"
#include "format/names.h"
#include "support/readable_names.h"

#include <nlohmann/json.hpp>

#include <span>
#include <utility>

namespace ursa::core::selection {
namespace {

using Json = nlohmann::json;

ursa_kernel_arg_kind_t kindOf(const std::string &name) {
  if (name == format::kernel_description::kValue)
    return URSA_KERNEL_ARG_KIND_VALUE;
  if (name == format::kernel_description::kPointer)
    return URSA_KERNEL_ARG_KIND_POINTER;
  return name == format::kernel_description::kLocal ? URSA_KERNEL_ARG_KIND_LOCAL
                                                    : URSA_KERNEL_ARG_KIND_OTHER;
}

/// Throws Json::exception if a member is missing or of another type.
ursa_kernel_arg_info_t readArgument(const Json &json) {
  ursa_kernel_arg_info_t info{};
  info.kind = kindOf(json.at(format::kernel_description::kKind).get<std::string>());
  if (info.kind == URSA_KERNEL_ARG_KIND_VALUE || info.kind == URSA_KERNEL_ARG_KIND_POINTER)
    info.size = json.at(format::kernel_description::kSize).get<uint32_t>();
  if (json.contains(format::kernel_description::kDeviceGlobal))
    info.kind = URSA_KERNEL_ARG_KIND_DEVICE_GLOBAL;
  info.parameter = json.value(format::kernel_description::kParameter, UINT32_MAX);
  info.offset = json.value(format::kernel_description::kOffset, uint32_t{0});
  return info;
}

/// Reads what an image says of a kernel. @p read may throw Json::exception.
template <class Read>
auto readDescription(const format::DeviceImage &image, const std::string &kernel, const Read &read)
    -> Result<decltype(read(std::declval<const Json &>()))> {
  const auto bad = [&](std::string_view why) {
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The image for '{}' does not describe the kernel '{}': {}", image.target,
                     kernel, why);
  };
  const format::Property *property = image.findProperty(format::kKernels, kernel);
  if (!property)
    return bad(fmt::format("it has no such property in set '{}'.", format::kKernels));
  try {
    const auto *text = reinterpret_cast<const char *>(property->value.data());
    return read(Json::parse(text, text + property->value.size()));
  } catch (const Json::exception &error) {
    return bad(error.what());
  }
}

template <class Number> std::vector<std::byte> bytesOf(const std::vector<Number> &numbers) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

} // namespace

Result<std::vector<ursa_kernel_arg_info_t>> describeArguments(const format::DeviceImage &image,
                                                              const std::string &kernel) {
  return readDescription(image, kernel, [](const Json &json) {
    std::vector<ursa_kernel_arg_info_t> all;
    for (const Json &argument : json.at(format::kernel_description::kArguments))
      all.push_back(readArgument(argument));
    return all;
  });
}

Result<std::vector<std::byte>> describeRequirement(const format::DeviceImage &image,
                                                   const std::string &kernel,
                                                   ursa_kernel_requirement_t requirement) {
  switch (requirement) {
  case URSA_KERNEL_REQUIREMENT_ASPECTS:
    return readDescription(image, kernel, [](const Json &json) {
      return bytesOf(json.value(format::kernel_description::kAspects, std::vector<uint32_t>()));
    });
  case URSA_KERNEL_REQUIREMENT_WORK_GROUP_SIZE:
    return readDescription(image, kernel, [](const Json &json) {
      auto sizes = json.value(format::kernel_description::kWorkGroupSize,
                              json.value(format::kernel_description::kHierarchicalWorkGroupSize,
                                         std::vector<uint64_t>()));
      if (!sizes.empty())
        sizes.resize(3, 1);
      return bytesOf(sizes);
    });
  case URSA_KERNEL_REQUIREMENT_SUB_GROUP_SIZE:
    return readDescription(image, kernel, [](const Json &json) {
      std::vector<uint32_t> size;
      if (json.contains(format::kernel_description::kSubGroupSize))
        size.push_back(json.at(format::kernel_description::kSubGroupSize).get<uint32_t>());
      return bytesOf(size);
    });
  case URSA_KERNEL_REQUIREMENT_DEVICE_GLOBALS:
    return readDescription(image, kernel, [](const Json &json) {
      std::vector<char> names;
      for (const Json &argument : json.at(format::kernel_description::kArguments))
        if (argument.contains(format::kernel_description::kDeviceGlobal)) {
          const auto name =
              argument.at(format::kernel_description::kDeviceGlobal).get<std::string>();
          names.insert(names.end(), name.c_str(), name.c_str() + name.size() + 1);
        }
      return bytesOf(names);
    });
  case URSA_KERNEL_REQUIREMENT_ASPECT_USES:
    return readDescription(image, kernel, [](const Json &json) {
      std::vector<char> texts;
      for (const auto &each :
           json.value(format::kernel_description::kAspectUses, std::vector<std::string>())) {
        const std::string text = withReadableNames(each);
        texts.insert(texts.end(), text.c_str(), text.c_str() + text.size() + 1);
      }
      return bytesOf(texts);
    });
  case URSA_KERNEL_REQUIREMENT_FORCE_UINT32:
    break;
  }
  return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no requirement {} of kernels.",
                   static_cast<uint32_t>(requirement));
}

} // namespace ursa::core::selection

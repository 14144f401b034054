// Reads the property sets of device images.
#include "tools/run/image_info.h"

#include "client/failure.h"
#include "format/names.h"
#include "format/spec_constants.h"
#include "support/readable_names.h"
#include "tools/run/constant_value.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ursa::run {

using client::fail;
using nlohmann::json;

namespace {

std::string asText(const std::vector<std::byte> &bytes) {
  return std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

ArgumentInfo readArgument(const json &value) {
  ArgumentInfo argument;
  argument.name = value.value("name", "");
  argument.space = value.value("space", "");
  argument.type = value.value("type", "");
  argument.size = value.at("size").get<size_t>();
  const std::string kind = value.at("kind").get<std::string>();
  if (kind == "pointer")
    argument.kind = ArgumentInfo::Kind::Pointer;
  else if (kind == "local")
    argument.kind = ArgumentInfo::Kind::Local;
  else if (kind == "image")
    argument.kind = ArgumentInfo::Kind::Image;
  else if (kind == "sampler")
    argument.kind = ArgumentInfo::Kind::Sampler;
  else if (kind != "value")
    fail("argument '{}' is of the unknown kind '{}'", argument.name, kind);
  return argument;
}

KernelInfo readKernel(const std::string &target, const Property &property) {
  try {
    const json value = json::parse(asText(property.value));
    KernelInfo kernel;
    kernel.name = property.name;
    for (const json &argument : value.at("args"))
      kernel.arguments.push_back(readArgument(argument));
    if (value.contains("reads"))
      kernel.constants = value["reads"].get<std::vector<std::string>>();
    if (value.contains("reqd_work_group_size"))
      kernel.requiredLocalSize = value["reqd_work_group_size"].get<std::array<size_t, 3>>();
    return kernel;
  } catch (const std::exception &error) {
    fail("Image '{}' describes kernel '{}' in a malformed way: {}.", target, property.name,
         error.what());
  }
}

/// Returns the extent of a constant in the emulation buffer.
format::ConstantExtent extentOf(const std::string &target, const Property &property) {
  const auto leaves = format::leavesOf({property.name, asText(property.value)});
  if (!leaves)
    fail("Image '{}' describes constant '{}' in {} bytes; a multiple of {} was expected.", target,
         property.name, property.value.size(), sizeof(format::LeafDescriptor));
  return format::extentOf(*leaves);
}

const Property *find(const ImageProperties &image, std::string_view set, std::string_view name) {
  for (const Property &property : image.properties)
    if (property.set == set && property.name == name)
      return &property;
  return nullptr;
}

ConstantInfo readConstant(const ImageProperties &image, const Property &property, size_t slotStart,
                          size_t valueSize) {
  ConstantInfo constant;
  constant.name = property.name;
  constant.size = valueSize;
  const Property *type = find(image, format::kSpecTypes, property.name);
  if (!type)
    return constant;
  constant.typeSpelling = asText(type->value);
  constant.type = parseConstantType(constant.typeSpelling);
  constant.size = constant.type->size;

  // Trailing members that the blob does not contain are zero.
  std::vector<std::byte> value(constant.size);
  if (const Property *defaults = find(image, format::kSpecDefaults, format::kSpecDefaultsBlob)) {
    const size_t start = std::min(slotStart, defaults->value.size());
    const size_t length = std::min(constant.size, defaults->value.size() - start);
    std::copy_n(defaults->value.begin() + static_cast<std::ptrdiff_t>(start), length,
                value.begin());
  }
  constant.defaultText = formatConstantValue(*constant.type, value);
  return constant;
}

template <class T> bool contains(const std::vector<T> &items, const std::string &name) {
  return std::any_of(items.begin(), items.end(), [&](const T &item) { return item.name == name; });
}

template <class T>
const T &findNamed(const std::vector<T> &items, std::string_view name, std::string_view what) {
  std::vector<std::string> names;
  for (const T &item : items) {
    if (item.name == name)
      return item;
    names.push_back(item.name);
  }
  const auto isReadable = [name](const T &item) { return readableName(item.name) == name; };
  if (std::count_if(items.begin(), items.end(), isReadable) == 1)
    return *std::find_if(items.begin(), items.end(), isReadable);
  if (names.empty())
    fail("No image of the file has a {0} '{1}'; it has no {0} at all.", what, name);
  fail("No image of the file has a {} '{}'; there are {}.", what, name, fmt::join(names, ", "));
}

} // namespace

const KernelInfo &FileInfo::kernel(std::string_view name) const {
  return findNamed(kernels, name, "kernel");
}

const ConstantInfo &FileInfo::constant(std::string_view name) const {
  return findNamed(constants, name, "specialization constant");
}

FileInfo describeImages(const std::vector<ImageProperties> &images) {
  FileInfo info;
  for (const ImageProperties &image : images) {
    info.targets.push_back(image.target);
    size_t slotStart = 0;
    for (const Property &property : image.properties) {
      if (property.set == format::kKernels && !contains(info.kernels, property.name))
        info.kernels.push_back(readKernel(image.target, property));
      if (property.set != format::kSpecConstants)
        continue;
      const format::ConstantExtent extent = extentOf(image.target, property);
      if (!contains(info.constants, property.name))
        info.constants.push_back(readConstant(image, property, slotStart, extent.value));
      slotStart += extent.padding;
    }
  }
  return info;
}

} // namespace ursa::run

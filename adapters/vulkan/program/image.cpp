#include "adapters/vulkan/program/image.h"
#include "format/kernel_requirements.h"
#include "format/vulkan_module.h"
#include "format/vulkan_reflection.h"

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <sstream>

namespace ursa::vulkan {
namespace {

namespace names = format::vulkan::reflection;
using format::vulkan::kImageHeaderBytes;
using format::vulkan::kImageMagic;
using Json = nlohmann::json;

constexpr uint64_t kMaxArguments = 1024;
constexpr uint64_t kMostArgumentBytes = 64 << 10;
constexpr uint64_t kMostLocalBytes = 1 << 30;
constexpr uint64_t kMostSubGroup = 1 << 10;

template <class... Args> Error invalid(fmt::format_string<Args...> format, Args &&...args) {
  return Error{UR_RESULT_ERROR_INVALID_BINARY,
               "The Vulkan image is not valid: " +
                   fmt::format(format, std::forward<Args>(args)...)};
}

// Reads members of a JSON object of the reflection. A value that is missing, or of the wrong type
// or range, is an error that names it.
class Object {
public:
  static Result<Object> of(const Json &json, std::string what) {
    if (!json.is_object())
      return invalid("{} is not an object.", what);
    return Object(json, std::move(what));
  }

  bool has(const char *name) const { return json_->contains(name); }
  const std::string &what() const { return what_; }

  Result<uint64_t> number(const char *name, uint64_t most = UINT64_MAX) const {
    const auto found = json_->find(name);
    if (found == json_->end() || !found->is_number_unsigned())
      return invalid("{} has no number '{}'.", what_, name);
    const auto value = found->get<uint64_t>();
    if (value > most)
      return invalid("'{}' of {} is {}; at most {} is possible.", name, what_, value, most);
    return value;
  }
  Result<uint32_t> number32(const char *name, uint64_t most = UINT32_MAX) const {
    URSA_TRY(const uint64_t value, number(name, most));
    return static_cast<uint32_t>(value);
  }
  Result<bool> boolean(const char *name) const {
    const auto found = json_->find(name);
    if (found == json_->end())
      return false;
    if (!found->is_boolean())
      return invalid("'{}' of {} is neither true nor false.", name, what_);
    return found->get<bool>();
  }
  Result<std::string> text(const char *name) const {
    const auto found = json_->find(name);
    if (found == json_->end() || !found->is_string())
      return invalid("{} has no string '{}'.", what_, name);
    return found->get<std::string>();
  }
  /// Calls a function that returns Result<void> for each element; an absent array has none.
  template <class Function> Result<void> each(const char *name, Function &&function) const {
    const auto found = json_->find(name);
    if (found == json_->end())
      return {};
    if (!found->is_array())
      return invalid("'{}' of {} is not an array.", name, what_);
    for (const Json &element : *found)
      URSA_CHECK(function(element));
    return {};
  }
  Result<Object> object(const char *name) const {
    const auto found = json_->find(name);
    if (found == json_->end())
      return invalid("{} has no '{}'.", what_, name);
    return of(*found, fmt::format("'{}' of {}", name, what_));
  }

private:
  Object(const Json &json, std::string what) : json_(&json), what_(std::move(what)) {}

  const Json *json_;
  std::string what_;
};

Result<uint64_t> numberOf(const Json &json, const std::string &what, uint64_t most) {
  if (!json.is_number_unsigned() || json.get<uint64_t>() > most)
    return invalid("an element of {} is not a number, or is more than {}.", what, most);
  return json.get<uint64_t>();
}

Result<std::string> textOf(const Json &json, const std::string &what) {
  if (!json.is_string())
    return invalid("an element of {} is not a string.", what);
  return json.get<std::string>();
}

Result<std::span<const std::byte>> partOf(std::span<const std::byte> body, const Object &object) {
  URSA_TRY(const uint64_t offset, object.number(names::kOffset));
  URSA_TRY(const uint64_t size, object.number(names::kSize));
  if (offset > body.size() || size > body.size() - offset)
    return invalid("{} is {} bytes at {}, beyond the end of the body of {}.", object.what(), size,
                   offset, body.size());
  return body.subspan(offset, size);
}

Result<ImageArgument> readArgument(const Json &json, const ImageKernel &kernel) {
  URSA_TRY(const Object object,
           Object::of(json, fmt::format("argument {} of kernel '{}'", kernel.arguments.size(),
                                        kernel.name)));
  URSA_TRY(const std::string kind, object.text(names::kKind));
  ImageArgument argument;
  if (kind == names::kLocal) {
    argument.isLocal = true;
    URSA_TRY(argument.specId, object.number32(names::kSpecId, format::vulkan::kSpecOffsetMask - 1));
    if (argument.specId < format::vulkan::kSpecLocalArguments)
      return invalid("the SpecId {} of {} is less than {}.", argument.specId, object.what(),
                     format::vulkan::kSpecLocalArguments);
    return argument;
  }
  argument.isPointer = kind == names::kPointer;
  if (kind != names::kValue && !argument.isPointer)
    return invalid("the kind '{}' of {} is unknown.", kind, object.what());
  URSA_TRY(argument.offset, object.number32(names::kOffset, kernel.argumentBytes));
  URSA_TRY(argument.size, object.number32(names::kSize, kernel.argumentBytes - argument.offset));
  if (argument.size == 0)
    return invalid("{} has 0 bytes.", object.what());
  if (argument.isPointer && argument.size != sizeof(uint64_t))
    return invalid("{} is a pointer of {} bytes.", object.what(), argument.size);
  const std::string pointers = "'pointers' of " + object.what();
  URSA_CHECK(object.each(names::kPointers, [&](const Json &item) -> Result<void> {
    URSA_TRY(const uint64_t offset, numberOf(item, pointers, argument.size));
    if (argument.size - offset < sizeof(uint64_t))
      return invalid("a pointer at {} of {} ends beyond its {} bytes.", offset, object.what(),
                     argument.size);
    argument.pointers.push_back(static_cast<uint32_t>(offset));
    return {};
  }));
  return argument;
}

Result<void> readModule(ImageKernel &kernel, const Object &object,
                        std::span<const std::byte> body) {
  URSA_TRY(const Object module, object.object(names::kModule));
  URSA_TRY(const auto bytes, partOf(body, module));
  if (bytes.size() % sizeof(uint32_t) != 0)
    return invalid("{} has {} bytes, which is not a whole number of words.", module.what(),
                   bytes.size());
  kernel.words.resize(bytes.size() / sizeof(uint32_t));
  if (!bytes.empty())
    std::memcpy(kernel.words.data(), bytes.data(), bytes.size());
  auto constants = constantsOf(kernel.words);
  kernel.masksOffset = hasSpecId(kernel.words, format::vulkan::kSpecOffsetMask);
  if (!constants)
    return invalid("{}: {}", module.what(), constants.error().message);
  kernel.constants = *std::move(constants);
  const std::string ids = "'constants' of " + object.what();
  return object.each(names::kConstants, [&](const Json &json) -> Result<void> {
    URSA_TRY(const uint64_t id, numberOf(json, ids, UINT32_MAX - format::vulkan::kSpecConstants));
    const auto found = std::lower_bound(
        kernel.constants.begin(), kernel.constants.end(), id,
        [](const ImageConstant &constant, uint64_t wanted) { return constant.id < wanted; });
    if (found == kernel.constants.end() || found->id != id)
      return invalid("the module of kernel '{}' has no specialization constant {}.", kernel.name,
                     id);
    return {};
  });
}

Result<void> readLocalSize(ImageKernel &kernel, const Object &object) {
  if (!object.has(names::kLocalSize))
    return {};
  std::vector<uint32_t> sizes;
  const std::string what = "'localSize' of " + object.what();
  URSA_CHECK(object.each(names::kLocalSize, [&](const Json &json) -> Result<void> {
    URSA_TRY(const uint64_t size, numberOf(json, what, 1 << 20));
    sizes.push_back(static_cast<uint32_t>(size));
    return {};
  }));
  if (sizes.size() != 3 || std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    return invalid("the local size of kernel '{}' is not three numbers above 0.", kernel.name);
  kernel.localSize = {sizes[0], sizes[1], sizes[2]};
  return {};
}

Result<ImageKernel> readKernel(const Json &json, std::span<const std::byte> body) {
  URSA_TRY(Object object, Object::of(json, "a kernel"));
  ImageKernel kernel;
  URSA_TRY(kernel.name, object.text(names::kName));
  if (kernel.name.empty() || kernel.name.find('\0') != std::string::npos)
    return invalid("a kernel has an invalid name.");
  URSA_TRY(object, Object::of(json, fmt::format("kernel '{}'", kernel.name)));
  URSA_CHECK(readModule(kernel, object, body));
  URSA_TRY(kernel.argumentBytes, object.number32(names::kArgumentBytes, kMostArgumentBytes));
  URSA_TRY(kernel.argumentBuffer, object.boolean(names::kArgumentBuffer));
  if (!kernel.argumentBuffer &&
      kernel.argumentBytes > format::vulkan::kPushBytes - format::vulkan::kPushArguments)
    return invalid("{} bytes of arguments of kernel '{}' do not fit in the push constants.",
                   kernel.argumentBytes, kernel.name);
  URSA_CHECK(object.each(names::kArguments, [&](const Json &argument) -> Result<void> {
    if (kernel.arguments.size() == kMaxArguments)
      return invalid("kernel '{}' has more than {} arguments.", kernel.name, kMaxArguments);
    URSA_TRY(const ImageArgument read, readArgument(argument, kernel));
    kernel.arguments.push_back(read);
    return {};
  }));
  URSA_TRY(kernel.data, object.boolean(names::kData));
  URSA_CHECK(readLocalSize(kernel, object));
  if (object.has(names::kSubGroupSize)) {
    URSA_TRY(kernel.subGroupSize, object.number32(names::kSubGroupSize, kMostSubGroup));
    if (!std::has_single_bit(kernel.subGroupSize))
      return invalid("the sub-group size {} of kernel '{}' is not a power of two.",
                     kernel.subGroupSize, kernel.name);
  }
  URSA_TRY(kernel.localBytes, object.number32(names::kLocalBytes, kMostLocalBytes));
  const std::string capabilities = "'capabilities' of " + object.what();
  URSA_CHECK(object.each(names::kCapabilities, [&](const Json &name) -> Result<void> {
    URSA_TRY(std::string text, textOf(name, capabilities));
    kernel.capabilities.push_back(std::move(text));
    return {};
  }));
  return kernel;
}

Result<ImageData> readData(const Object &object, std::span<const std::byte> body) {
  ImageData data;
  URSA_TRY(const auto bytes, partOf(body, object));
  if (bytes.empty())
    return invalid("the data segment has 0 bytes.");
  data.bytes.assign(bytes.begin(), bytes.end());
  if (object.has(names::kAlign)) {
    URSA_TRY(data.align, object.number(names::kAlign, 1 << 16));
  }
  if (data.align == 0 || (data.align & (data.align - 1)) != 0)
    return invalid("the alignment {} of the data segment is not a power of two.", data.align);
  URSA_CHECK(object.each(names::kRelocations, [&](const Json &json) -> Result<void> {
    URSA_TRY(const uint64_t at, numberOf(json, "the relocations", UINT64_MAX));
    if (bytes.size() < sizeof(uint64_t) || at > bytes.size() - sizeof(uint64_t))
      return invalid("a relocation at {} lies outside the data segment of {} bytes.", at,
                     bytes.size());
    data.relocations.push_back(at);
    return {};
  }));
  URSA_CHECK(object.each(names::kVariables, [&](const Json &json) -> Result<void> {
    URSA_TRY(const Object entry, Object::of(json, "a variable"));
    ImageVariable variable;
    URSA_TRY(variable.name, entry.text(names::kName));
    URSA_TRY(variable.offset, entry.number(names::kOffset, bytes.size()));
    URSA_TRY(variable.size, entry.number(names::kSize, bytes.size() - variable.offset));
    data.variables.push_back(std::move(variable));
    return {};
  }));
  return data;
}

Result<ImageFormat> readFormat(const Json &json) {
  URSA_TRY(const Object entry, Object::of(json, "a format of printf"));
  ImageFormat format;
  URSA_TRY(format.text, entry.text(names::kText));
  URSA_CHECK(entry.each(names::kArguments, [&](const Json &size) -> Result<void> {
    URSA_TRY(const uint64_t bytes, numberOf(size, "a format of printf", 128));
    format.sizes.push_back(static_cast<uint32_t>(bytes));
    return {};
  }));
  return format;
}

Result<ImagePrintf> readPrintf(const Object &object, const std::optional<ImageData> &data) {
  ImagePrintf printf;
  if (!data || data->bytes.size() < sizeof(uint64_t))
    return invalid("it has printf formats, but no data segment.");
  URSA_TRY(printf.slot, object.number(names::kSlot, data->bytes.size() - sizeof(uint64_t)));
  URSA_CHECK(object.each(names::kFormats, [&](const Json &json) -> Result<void> {
    URSA_TRY(ImageFormat format, readFormat(json));
    printf.formats.push_back(std::move(format));
    return {};
  }));
  URSA_CHECK(object.each(names::kStrings, [&](const Json &json) -> Result<void> {
    URSA_TRY(std::string text, textOf(json, "the strings of printf"));
    printf.strings.push_back(std::move(text));
    return {};
  }));
  return printf;
}

Result<Image> readReflection(const Json &json, std::span<const std::byte> body) {
  URSA_TRY(const Object object, Object::of(json, "the reflection"));
  Image image;
  // Each kernel has a module of its own: if they overlapped, an image could be made of few bytes
  // that takes any amount of memory.
  size_t moduleBytes = 0;
  URSA_CHECK(object.each(names::kKernels, [&](const Json &kernel) -> Result<void> {
    URSA_TRY(ImageKernel read, readKernel(kernel, body));
    moduleBytes += read.words.size() * sizeof(uint32_t);
    if (moduleBytes > body.size())
      return invalid("the modules of its kernels overlap: those of the first {} have {} bytes, and "
                     "the body has {}.",
                     image.kernels.size() + 1, moduleBytes, body.size());
    image.kernels.push_back(std::move(read));
    return {};
  }));
  std::sort(image.kernels.begin(), image.kernels.end(),
            [](const ImageKernel &a, const ImageKernel &b) { return a.name < b.name; });
  const auto twice = std::adjacent_find(
      image.kernels.begin(), image.kernels.end(),
      [](const ImageKernel &a, const ImageKernel &b) { return a.name == b.name; });
  if (twice != image.kernels.end())
    return invalid("there are two kernels '{}'.", twice->name);
  URSA_CHECK(object.each(names::kConstants, [&](const Json &item) -> Result<void> {
    URSA_TRY(const Object entry, Object::of(item, "a constant of the image"));
    ImageConstant constant;
    URSA_TRY(constant.id, entry.number32(names::kId, UINT32_MAX - format::vulkan::kSpecConstants));
    URSA_TRY(constant.size, entry.number32(names::kSize, sizeof(uint64_t)));
    image.constants.push_back(constant);
    return {};
  }));
  if (object.has(names::kData)) {
    URSA_TRY(const Object data, object.object(names::kData));
    URSA_TRY(image.data, readData(data, body));
  }
  for (const ImageKernel &kernel : image.kernels)
    if (kernel.data && !image.data)
      return invalid("kernel '{}' reads a data segment, but the image has none.", kernel.name);
  if (object.has(names::kPrintf)) {
    URSA_TRY(const Object printf, object.object(names::kPrintf));
    URSA_TRY(image.printf, readPrintf(printf, image.data));
  }
  return image;
}

} // namespace

const ImageKernel *Image::find(std::string_view name) const {
  const auto found = std::lower_bound(
      kernels.begin(), kernels.end(), name,
      [](const ImageKernel &kernel, std::string_view wanted) { return kernel.name < wanted; });
  return found != kernels.end() && found->name == name ? &*found : nullptr;
}

Result<ImageKernel> readRequirements(std::string_view kernel, std::string_view lines) {
  format::KernelRequirements requirements;
  if (const std::string line = format::readKernelRequirements(lines, requirements); !line.empty())
    return invalid("kernel '{}' requires '{}', which is unknown.", kernel, line);
  ImageKernel result;
  result.name = kernel;
  result.capabilities = std::move(requirements.capabilities);
  result.subGroupSize = requirements.subGroupSize;
  result.localSize = requirements.localSize;
  result.localBytes = requirements.localBytes;
  return result;
}

Result<Image> readImage(std::span<const std::byte> bytes) {
  if (bytes.size() < kImageHeaderBytes ||
      std::memcmp(bytes.data(), kImageMagic, sizeof(kImageMagic)) != 0)
    return Error{UR_RESULT_ERROR_INVALID_BINARY,
                 fmt::format("The {} bytes are not a Vulkan image.", bytes.size())};
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + sizeof(kImageMagic), sizeof(length));
  uint32_t checksum = 0; // 0 if there is none
  std::memcpy(&checksum, bytes.data() + sizeof(kImageMagic) + sizeof(length), sizeof(checksum));
  const auto rest = bytes.subspan(kImageHeaderBytes);
  if (checksum != 0 && checksum != static_cast<uint32_t>(XXH3_64bits(rest.data(), rest.size())))
    return invalid("its {} bytes are damaged: the checksum does not match.", bytes.size());
  const uint64_t bodyAt = kImageHeaderBytes + (uint64_t{length} + format::vulkan::kImageAlign - 1) /
                                                  format::vulkan::kImageAlign *
                                                  format::vulkan::kImageAlign;
  if (bodyAt > bytes.size())
    return invalid("its reflection of {} bytes does not fit in the {} bytes of the image.", length,
                   bytes.size());
  const auto *text = reinterpret_cast<const char *>(bytes.data() + kImageHeaderBytes);
  // A valid reflection is not nested deeper than this; the parser's recursion is limited to it.
  constexpr int kMaxDepth = 8;
  bool isTooDeep = false;
  const Json json = Json::parse(
      text, text + length,
      [&](int depth, Json::parse_event_t, Json &) {
        isTooDeep |= depth > kMaxDepth;
        return !isTooDeep;
      },
      /*allow_exceptions=*/false);
  if (json.is_discarded() || isTooDeep)
    return invalid("its reflection of {} bytes is not valid JSON.", length);
  return readReflection(json, bytes.subspan(bodyAt));
}

} // namespace ursa::vulkan

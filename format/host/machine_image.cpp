#include "format/host/machine_image.h"

#include "format/host/byte_stream.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace ursa::format::host {
namespace {

constexpr std::string_view kElfMagic = "\177ELF";
constexpr std::string_view kMagic = "UrsaHost";
constexpr size_t kTrailerBytes = sizeof(uint64_t) + sizeof(uint64_t) + kMagic.size();
constexpr uint32_t kSlotAlignment = 8; ///< alignment of arguments in the argument block
/// An upper limit for the sizes in a kernel's description; no compiled kernel reaches it.
constexpr uint64_t kMaxBytes = uint64_t{1} << 30;

// Increment kMachineAbi when these layouts change.
static_assert(sizeof(LaunchSizes) == 13 * sizeof(uint64_t) && sizeof(ImageArgument) == 56 &&
              offsetof(ImageArgument, pitch) == 8 && offsetof(ImageArgument, extent) == 32 &&
              offsetof(ImageArgument, openclOrder) == 44 && offsetof(ImageArgument, type) == 52);

uint64_t checksumOf(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

uint32_t aligned(uint32_t offset) { return (offset + kSlotAlignment - 1) & ~(kSlotAlignment - 1); }

void writeKernel(ByteWriter &out, const KernelInfo &kernel) {
  out.text(kernel.name);
  out.number(static_cast<uint32_t>(kernel.arguments.size()));
  for (const KernelArgument &argument : kernel.arguments) {
    out.number(static_cast<uint8_t>(argument.kind));
    out.number(static_cast<uint8_t>(argument.imageType));
    out.number(argument.size);
  }
  out.number(kernel.staticLocalBytes);
  out.number(kernel.itemBytes);
  out.number(kernel.privateBytes);
  out.number(kernel.stackBytes);
  out.number(kernel.itemInstructions);
  const std::array<uint32_t, 3> none{};
  for (const uint32_t size : kernel.requiredGroupSize.value_or(none))
    out.number(size);
  out.number(kernel.requiredSubGroupSize);
  out.number(kernel.subGroupSize);
  out.number(static_cast<uint8_t>(kernel.hasBarriers));
  out.number(static_cast<uint32_t>(kernel.shapingArguments.size()));
  for (const ShapingArgument &argument : kernel.shapingArguments) {
    out.number(argument.index);
    out.number(static_cast<uint8_t>(argument.isLength));
  }
  out.number(kernel.width);
  out.number(static_cast<uint32_t>(kernel.rivalWidths.size()));
  for (const uint32_t width : kernel.rivalWidths)
    out.number(width);
}

Error broken(std::string_view what) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "The description of the machine code cannot be used: {}.", what);
}

Result<void> readArguments(ByteReader &in, KernelInfo &kernel) {
  constexpr size_t kArgumentBytes = 6;
  kernel.arguments.resize(in.count(kArgumentBytes));
  for (KernelArgument &argument : kernel.arguments) {
    const auto kind = in.number<uint8_t>();
    const auto type = in.number<uint8_t>();
    argument.size = in.number<uint32_t>();
    if (kind > static_cast<uint8_t>(ArgumentKind::Local) ||
        type > static_cast<uint8_t>(ImageType::Image3D))
      return broken(fmt::format("kernel '{}' has an argument of an unknown kind", kernel.name));
    argument.kind = static_cast<ArgumentKind>(kind);
    argument.imageType = static_cast<ImageType>(type);
    argument.offset = aligned(kernel.argumentBytes);
    if (argument.size > kMaxBytes - argument.offset ||
        (argument.kind != ArgumentKind::Value && argument.size != sizeof(uint64_t)))
      return broken(
          fmt::format("kernel '{}' has an argument of {} bytes", kernel.name, argument.size));
    kernel.argumentBytes = argument.offset + argument.size;
  }
  return {};
}

Result<void> readShapingArguments(ByteReader &in, KernelInfo &kernel) {
  constexpr size_t kBytes = 5;
  kernel.shapingArguments.resize(in.count(kBytes));
  for (auto &[index, isLength] : kernel.shapingArguments) {
    index = in.number<uint32_t>();
    isLength = in.number<uint8_t>() != 0;
    if (index >= kernel.arguments.size() || kernel.arguments[index].kind != ArgumentKind::Value)
      return broken(fmt::format("kernel '{}' has no argument {} by value", kernel.name, index));
  }
  return {};
}

bool isWidth(uint32_t width) {
  constexpr uint32_t kMost = 64;
  return std::has_single_bit(width) && width <= kMost;
}

Result<void> readWidths(ByteReader &in, KernelInfo &kernel) {
  kernel.width = in.number<uint32_t>();
  kernel.rivalWidths.resize(in.count(sizeof(uint32_t)));
  for (uint32_t &width : kernel.rivalWidths)
    width = in.number<uint32_t>();
  if (!isWidth(kernel.width) || !std::ranges::all_of(kernel.rivalWidths, isWidth))
    return broken(fmt::format("kernel '{}' has packs of an impossible width", kernel.name));
  return {};
}

Result<KernelInfo> readKernel(ByteReader &in) {
  KernelInfo kernel;
  kernel.name = in.text();
  URSA_CHECK(readArguments(in, kernel));
  for (uint64_t *bytes :
       {&kernel.staticLocalBytes, &kernel.itemBytes, &kernel.privateBytes, &kernel.stackBytes}) {
    *bytes = in.number<uint64_t>();
    if (*bytes > kMaxBytes)
      return broken(fmt::format("kernel '{}' requires {} bytes", kernel.name, *bytes));
  }
  kernel.itemInstructions = in.number<uint64_t>();
  std::array<uint32_t, 3> size{};
  for (uint32_t &extent : size)
    extent = in.number<uint32_t>();
  if (size[0] != 0 || size[1] != 0 || size[2] != 0)
    kernel.requiredGroupSize = size;
  kernel.requiredSubGroupSize = in.number<uint32_t>();
  kernel.subGroupSize = in.number<uint32_t>();
  if (kernel.subGroupSize == 0)
    return broken(fmt::format("kernel '{}' has sub-groups of no work-items", kernel.name));
  kernel.hasBarriers = in.number<uint8_t>() != 0;
  URSA_CHECK(readShapingArguments(in, kernel));
  URSA_CHECK(readWidths(in, kernel));
  if (kernel.requiredGroupSize && (size[0] == 0 || size[1] == 0 || size[2] == 0))
    return broken(fmt::format("kernel '{}' requires the work-group size {} x {} x {}", kernel.name,
                              size[0], size[1], size[2]));
  return kernel;
}

Result<MachineDescription> readDescription(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  if (const auto abi = in.number<uint32_t>(); abi != kMachineAbi)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The machine code is for version {} of the host's interface; this adapter has "
                     "version {}.",
                     abi, kMachineAbi);
  MachineDescription description;
  description.cpu = in.text();
  constexpr size_t kMinBytes = 4; // minimum size of a named element
  for (uint32_t count = in.count(kMinBytes); count > 0 && !in.isBroken(); --count) {
    URSA_TRY(KernelInfo kernel, readKernel(in));
    if (!description.kernels.empty() && description.kernels.back().name >= kernel.name)
      return broken(fmt::format("kernel '{}' is not in ascending order", kernel.name));
    description.kernels.push_back(std::move(kernel));
  }
  for (uint32_t count = in.count(kMinBytes); count > 0 && !in.isBroken(); --count) {
    VariableInfo variable;
    variable.name = in.text();
    variable.size = in.number<uint64_t>();
    description.variables.push_back(std::move(variable));
  }
  for (uint32_t count = in.count(kMinBytes); count > 0 && !in.isBroken(); --count)
    description.imports.push_back(in.text());
  if (!in.isDone())
    return broken("it is truncated, or followed by other bytes");
  return description;
}

} // namespace

bool isMachineCode(std::span<const std::byte> bytes) {
  return bytes.size() >= kElfMagic.size() &&
         std::memcmp(bytes.data(), kElfMagic.data(), kElfMagic.size()) == 0;
}

std::vector<std::byte> writeMachineImage(std::span<const std::byte> object,
                                         const MachineDescription &description) {
  ByteWriter text;
  text.number(kMachineAbi);
  text.text(description.cpu);
  text.number(static_cast<uint32_t>(description.kernels.size()));
  for (const KernelInfo &kernel : description.kernels)
    writeKernel(text, kernel);
  text.number(static_cast<uint32_t>(description.variables.size()));
  for (const VariableInfo &variable : description.variables) {
    text.text(variable.name);
    text.number(static_cast<uint64_t>(variable.size));
  }
  text.number(static_cast<uint32_t>(description.imports.size()));
  for (const std::string &import : description.imports)
    text.text(import);

  ByteWriter trailer;
  trailer.number(static_cast<uint64_t>(text.bytes().size()));
  std::vector<std::byte> image(object.begin(), object.end());
  const auto append = [&image](const std::vector<std::byte> &bytes) {
    image.insert(image.end(), bytes.begin(), bytes.end());
  };
  append(text.bytes());
  append(trailer.bytes());
  ByteWriter end;
  end.number(checksumOf(image));
  end.raw(kMagic);
  append(end.bytes());
  return image;
}

Result<MachineDescription> readMachineImage(std::span<const std::byte> image) {
  if (!isMachineCode(image) || image.size() < kTrailerBytes ||
      std::memcmp(image.data() + image.size() - kMagic.size(), kMagic.data(), kMagic.size()) != 0)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program of {} bytes is no machine code for this device: no description "
                     "of kernels is at its end.",
                     image.size());
  ByteReader trailer(image.last(kTrailerBytes));
  const auto size = trailer.number<uint64_t>();
  const auto expected = trailer.number<uint64_t>();
  const size_t before = image.size() - kTrailerBytes;
  const uint64_t actual = checksumOf(image.first(before + sizeof(uint64_t)));
  if (actual != expected)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The machine code is damaged: its checksum is {:016x}; {:016x} was expected.",
                     actual, expected);
  if (size > before)
    return broken(fmt::format("it has {} bytes of {}", size, image.size()));
  return readDescription(image.subspan(before - size, size));
}

} // namespace ursa::format::host

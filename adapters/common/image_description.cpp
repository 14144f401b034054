#include "adapters/common/image_description.h"

namespace ursa::adapter {
namespace {

struct NamedType {
  ur_mem_type_t type;
  const char *name;
};
constexpr NamedType kTypes[] = {
    {UR_MEM_TYPE_IMAGE1D, "image1d_t"}, {UR_MEM_TYPE_IMAGE1D_ARRAY, "image1d_array_t"},
    {UR_MEM_TYPE_IMAGE2D, "image2d_t"}, {UR_MEM_TYPE_IMAGE2D_ARRAY, "image2d_array_t"},
    {UR_MEM_TYPE_IMAGE3D, "image3d_t"}, {UR_MEM_TYPE_IMAGE1D, "image1d_buffer_t"},
};

Error bad(std::string sentence) {
  return Error{UR_RESULT_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR, std::move(sentence)};
}

} // namespace

const char *imageTypeName(ur_mem_type_t type) {
  for (const NamedType &known : kTypes)
    if (known.type == type)
      return known.name;
  return "image";
}

std::optional<ur_mem_type_t> imageTypeNamed(std::string_view name) {
  for (const NamedType &known : kTypes)
    if (name == known.name)
      return known.type;
  return std::nullopt;
}

Result<void> checkImageDescription(const ur_image_desc_t &description, const void *host) {
  if (description.stype != UR_STRUCTURE_TYPE_IMAGE_DESC)
    return bad(fmt::format("The structure type {} is not that of an image description.",
                           static_cast<int>(description.stype)));
  switch (description.type) {
  case UR_MEM_TYPE_IMAGE1D:
  case UR_MEM_TYPE_IMAGE1D_ARRAY:
  case UR_MEM_TYPE_IMAGE2D:
  case UR_MEM_TYPE_IMAGE2D_ARRAY:
  case UR_MEM_TYPE_IMAGE3D:
    break;
  default:
    return bad(fmt::format("This device does not support images of memory type {}.",
                           static_cast<int>(description.type)));
  }
  if (description.numMipLevel != 0 || description.numSamples != 0)
    return bad(fmt::format(
        "This device does not support images with mip levels or samples; {} and {} were given.",
        description.numMipLevel, description.numSamples));
  if (!host && (description.rowPitch != 0 || description.slicePitch != 0))
    return bad(fmt::format("Row pitch {} and slice pitch {} were given without a host pointer.",
                           description.rowPitch, description.slicePitch));
  return {};
}

Result<HostPitches> hostPitches(bool is1DArray, size_t pixelBytes, const ur_rect_region_t &region,
                                size_t rowPitch, size_t slicePitch) {
  const size_t packedRow = region.width * pixelBytes;
  const size_t row = rowPitch ? rowPitch : packedRow;
  const size_t packedSlice = is1DArray ? row : row * region.height;
  const size_t slice = slicePitch ? slicePitch : packedSlice;
  if (row < packedRow || (slicePitch && slice < packedSlice) || row > SIZE_MAX >> 17 ||
      slice > SIZE_MAX >> 17)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "Row pitch {} and slice pitch {} do not fit a region of {} x {} x {} pixels "
                     "of {} bytes.",
                     rowPitch, slicePitch, region.width, region.height, region.depth, pixelBytes);
  return HostPitches{is1DArray ? slice : row, slice};
}

} // namespace ursa::adapter

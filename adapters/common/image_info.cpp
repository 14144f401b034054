#include "adapters/common/image_info.h"

namespace ursa::adapter {

Result<void> answerImageQuery(const InfoWriter &writer, ur_image_info_t query,
                              const ImageFacts &facts) {
  switch (query) {
  case UR_IMAGE_INFO_FORMAT:
    return writer.value(facts.format);
  case UR_IMAGE_INFO_ELEMENT_SIZE:
    return writer.value(facts.pixelBytes);
  case UR_IMAGE_INFO_ROW_PITCH:
    return writer.value(facts.rowPitch);
  case UR_IMAGE_INFO_SLICE_PITCH:
    return writer.value(facts.slicePitch);
  case UR_IMAGE_INFO_WIDTH:
    return writer.value(facts.width);
  case UR_IMAGE_INFO_HEIGHT:
    return writer.value(facts.height);
  case UR_IMAGE_INFO_DEPTH:
    return writer.value(facts.depth);
  case UR_IMAGE_INFO_ARRAY_SIZE:
    return writer.value(facts.arraySize);
  case UR_IMAGE_INFO_NUM_MIP_LEVELS:
  case UR_IMAGE_INFO_NUM_SAMPLES:
    return writer.value<uint32_t>(0);
  default:
    return InfoWriter::unknown("urMemImageGetInfo", query);
  }
}

} // namespace ursa::adapter

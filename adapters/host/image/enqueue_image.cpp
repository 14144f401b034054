#include "adapters/common/image_commands.h"
#include "adapters/host/memory/memory.h"
#include "adapters/host/queue/enqueue.h"
#include "adapters/host/queue/queue.h"

namespace ursa::host {
namespace {

using compiler::host::Image;

ur_mem_type_t typeOf(format::host::ImageType type) {
  return adapter::imageTypeNamed(format::host::nameOf(type)).value_or(UR_MEM_TYPE_IMAGE1D);
}

Rows rowsOf(const Image &image, const ur_rect_offset_t &origin) {
  const uint64_t offset =
      origin.x * image.pitch[0] + origin.y * image.pitch[1] + origin.z * image.pitch[2];
  return {image.data + offset, image.pitch[1], image.pitch[2]};
}

// Converts the width of a region from pixels to bytes.
Extent inBytes(const Image &image, const ur_rect_region_t &region) {
  return {region.width * image.pitch[0], region.height, region.depth};
}

struct ImageCommands : Commands {
  static std::optional<adapter::ImageLayout> layoutOf(const ur_mem_handle_t_ &memory) {
    if (!memory.image)
      return std::nullopt;
    const Image &image = memory.image->pixels;
    return adapter::ImageLayout{typeOf(image.type),
                                image.format.format(),
                                image.pitch[0],
                                {image.extent[0], image.extent[1], image.extent[2]}};
  }

  static Result<WorkPointer> transfer(ur_mem_handle_t_ &memory, const adapter::ImageRegion &region,
                                      void *host, const adapter::HostPitches &pitches,
                                      bool isRead) {
    const Image &image = memory.image->pixels;
    const Rows onHost{static_cast<std::byte *>(host), pitches.row, pitches.slice};
    const Rows pixels = rowsOf(image, region.origin);
    return createCopy(isRead ? onHost : pixels, isRead ? pixels : onHost,
                      inBytes(image, region.size), {&memory});
  }

  static Result<WorkPointer> copyImage(ur_mem_handle_t_ &to, const ur_rect_offset_t &toOrigin,
                                       ur_mem_handle_t_ &from, const ur_rect_offset_t &fromOrigin,
                                       const ur_rect_region_t &region) {
    return createCopy(rowsOf(to.image->pixels, toOrigin), rowsOf(from.image->pixels, fromOrigin),
                      inBytes(from.image->pixels, region), {&from, &to});
  }
};

} // namespace

void fillImageCommands(ur_dditable_t &table) { adapter::fillImageEnqueues<ImageCommands>(table); }

} // namespace ursa::host

// Commands that copy pixels of ordinary images.
#include "adapters/common/image_commands.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/image/image_copy.h"
#include "adapters/cuda/image/image_replicas.h"
#include "adapters/cuda/image/mem_image.h"
#include "adapters/cuda/queue/queue.h"

namespace ursa::cuda {
namespace {

bool is1DArray(const ImageMemory &image) { return image.shape.type == UR_MEM_TYPE_IMAGE1D_ARRAY; }

// The layers of a 1D array are rows for UR, and slices for the driver.
CopySide sideOf(const ImageMemoryPointer &image, const ur_rect_offset_t &origin) {
  CopySide side;
  side.image = image;
  side.x = origin.x * image->pixel.bytes;
  side.y = is1DArray(*image) ? 0 : origin.y;
  side.z = is1DArray(*image) ? origin.y : origin.z;
  return side;
}

Extent extentOf(const ImageMemory &image, const ur_rect_region_t &region) {
  const uint64_t width = region.width * image.pixel.bytes;
  if (is1DArray(image))
    return {width, 1, region.height};
  return {width, region.height, region.depth};
}

// Copies a row at a time. Layers of a 1D array on one side are rows on the other.
WorkResult copyRows(NativeContext &native, const ImageMemoryPointer &to, ur_rect_offset_t toOrigin,
                    const ImageMemoryPointer &from, ur_rect_offset_t fromOrigin,
                    const ur_rect_region_t &region) {
  auto work = std::make_shared<Work>();
  std::vector<WorkPointer> rows;
  for (uint64_t y = 0; y < region.height; ++y, ++toOrigin.y, ++fromOrigin.y) {
    ImageCopy row;
    row.to = sideOf(to, toOrigin);
    row.from = sideOf(from, fromOrigin);
    row.extent = {region.width * from->pixel.bytes, 1, 1};
    URSA_TRY(WorkPointer made, makeImageCopy(native, std::move(row)));
    rows.push_back(std::move(made));
  }
  work->submit = [rows = std::move(rows)](Submission &at) -> Result<void> {
    for (const WorkPointer &row : rows)
      URSA_CHECK(row->submit(at));
    return {};
  };
  work->keeps = {to, from};
  return WorkPointer(std::move(work));
}

// Replicas on other devices have to be brought up to date after work that writes to an image.
WorkResult notingWrite(ur_mem_handle_t_ &memory, WorkResult made) {
  ImageReplicas *const replicas = memory.image->replicas.get();
  if (!made || !replicas)
    return made;
  auto work = std::make_shared<Work>(**made);
  work->keeps.push_back(memory.image);
  work->submit = [replicas, inner = *std::move(made)](Submission &at) {
    auto submitted = inner->submit(at);
    replicas->noteWrite(at);
    return submitted;
  };
  return WorkPointer(std::move(work));
}

struct ImageCommands : Commands {
  static std::optional<adapter::ImageLayout> layoutOf(const ur_mem_handle_t_ &memory) {
    if (!memory.image)
      return std::nullopt;
    const ImageMemory &image = *memory.image->pixels;
    const ImageShape &shape = image.shape;
    adapter::ImageLayout layout{shape.type, image.format, image.pixel.bytes};
    if (is1DArray(image))
      layout.extent = {shape.width, shape.layers, 1};
    else
      layout.extent = {shape.width, shape.rows(), shape.slices()};
    return layout;
  }

  static WorkResult transfer(ur_mem_handle_t_ &memory, const adapter::ImageRegion &region,
                             void *host, const adapter::HostPitches &pitches, bool isRead) {
    const ImageMemoryPointer &image = memory.image->pixels;
    NativeContext &native = image->native;
    if (pitches.row > native.device.maxPitch)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "Rows of the host's memory are {} bytes apart; at most {} are possible.",
                       pitches.row, native.device.maxPitch);
    URSA_TRY(const Current current, native.enter());
    CopySide memorySide;
    memorySide.rows = {hostLocation(host), pitches.row, pitches.slice};
    memorySide.isPageable = !native.knows(memorySide.rows.start.address);
    CopySide imageSide = sideOf(image, region.origin);
    ImageCopy copy;
    copy.to = isRead ? memorySide : imageSide;
    copy.from = isRead ? imageSide : memorySide;
    copy.extent = extentOf(*image, region.size);
    auto work = makeImageCopy(native, std::move(copy));
    return isRead ? std::move(work) : notingWrite(memory, std::move(work));
  }

  static WorkResult copyImage(ur_mem_handle_t_ &to, const ur_rect_offset_t &toOrigin,
                              ur_mem_handle_t_ &from, const ur_rect_offset_t &fromOrigin,
                              const ur_rect_region_t &region) {
    const ImageMemoryPointer &source = from.image->pixels;
    const ImageMemoryPointer &destination = to.image->pixels;
    if (is1DArray(*source) != is1DArray(*destination) && region.height > 1)
      return notingWrite(
          to, copyRows(source->native, destination, toOrigin, source, fromOrigin, region));
    ImageCopy copy;
    copy.from = sideOf(source, fromOrigin);
    copy.to = sideOf(destination, toOrigin);
    copy.extent = extentOf(*source, region);
    return notingWrite(to, makeImageCopy(source->native, std::move(copy)));
  }
};

} // namespace

void fillMemImageCommands(ur_dditable_t &table) {
  adapter::fillImageEnqueues<ImageCommands>(table);
}

} // namespace ursa::cuda

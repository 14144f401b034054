// The work of the commands on buffers and USM (memory_commands.h), for adapters that create the
// work of a command before they enqueue or record it: checks the parameters, and passes rows of
// memory to the adapter.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"
#include "adapters/common/memory_checks.h"
#include "adapters/common/memory_commands.h"

#include <array>

namespace ursa::adapter {

/// Rows of bytes; the first begins at the location.
template <class Location> struct Rows {
  Location start{};
  uint64_t rowPitch = 0;
  uint64_t slicePitch = 0;
};

/// The size of a region.
struct Extent {
  uint64_t width = 0; ///< bytes
  uint64_t height = 1;
  uint64_t depth = 1;

  uint64_t bytes() const { return width * height * depth; }
};

/// The buffers that a command uses; null where there is none.
using UsedBuffers = std::array<ur_mem_handle_t, 2>;

/// A Location is one of bytes. The errors of checkBuffer and checkBuffers are null, an image,
/// and a buffer of another context. copy and fill get the buffers that the work retains. A fill
/// copies the pattern, which continues from row to row.
template <class Traits>
concept MemoryWorkTraits = EnqueueTraits<Traits> &&
    requires(ur_context_handle_t context, ur_mem_handle_t buffer, const void *address, size_t bytes,
             const typename Traits::Location &location, uint64_t offset,
             const Rows<typename Traits::Location> &rows, const Extent &extent,
             const UsedBuffers &buffers) {
  { location + offset } -> std::convertible_to<typename Traits::Location>;
  { Traits::checkBuffer(context, buffer) } -> ResultOfNothing;
  { Traits::checkBuffers(context, buffer, buffer) } -> ResultOfNothing;
  { Traits::bufferLocation(buffer, bytes) } -> std::convertible_to<typename Traits::Location>;
  { Traits::hostLocation(address) } -> std::convertible_to<typename Traits::Location>;
  { Traits::usmLocation(context, address) } -> std::convertible_to<typename Traits::Location>;
  {
    Traits::copy(context, rows, rows, extent, buffers)
    } -> std::same_as<Result<typename Traits::WorkPointer>>;
  {
    Traits::fill(context, rows, extent, address, bytes, buffers)
    } -> std::same_as<Result<typename Traits::WorkPointer>>;
};

/// Satisfies MemoryEnqueueWork and MemoryAppendWork of memory_commands.h.
template <MemoryWorkTraits Adapter> struct MemoryWork {
  using Location = typename Adapter::Location;
  using Work = Result<typename Adapter::WorkPointer>;
  using Memory = typename Adapter::Memory;

  static Work bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                         size_t size, void *destination) {
    URSA_CHECK(checkBufferPart(context, buffer, offset, size));
    URSA_CHECK(checkPointer(destination, "of the destination"));
    return copy(context, Adapter::hostLocation(destination),
                Adapter::bufferLocation(buffer, offset), size, {buffer});
  }

  static Work bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                          size_t size, const void *source) {
    URSA_CHECK(checkBufferPart(context, buffer, offset, size));
    URSA_CHECK(checkPointer(source, "of the source"));
    return copy(context, Adapter::bufferLocation(buffer, offset), Adapter::hostLocation(source),
                size, {buffer});
  }

  static Work bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                         ur_mem_handle_t destination, size_t sourceOffset, size_t destinationOffset,
                         size_t size) {
    URSA_CHECK(Adapter::checkBuffers(context, source, destination));
    URSA_CHECK(checkPart(sizeOf(source), sourceOffset, size));
    URSA_CHECK(checkPart(sizeOf(destination), destinationOffset, size));
    return copy(context, Adapter::bufferLocation(destination, destinationOffset),
                Adapter::bufferLocation(source, sourceOffset), size, {source, destination});
  }

  static Work bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer, const void *pattern,
                         size_t patternSize, size_t offset, size_t size) {
    URSA_CHECK(checkBufferPart(context, buffer, offset, size));
    URSA_CHECK(checkPointer(pattern, "of the pattern"));
    URSA_CHECK(checkAlignedPattern(patternSize, offset, size));
    return Adapter::fill(context, {Adapter::bufferLocation(buffer, offset), size, size}, {size},
                         pattern, patternSize, {buffer});
  }

  static Work bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer, PitchedBox from,
                             void *destination, PitchedBox to, const ur_rect_region_t &region) {
    URSA_CHECK(Adapter::checkBuffer(context, buffer));
    URSA_TRY(const auto source, bufferRows(buffer, from, region));
    URSA_TRY(const auto target, hostRows(destination, to, region));
    return Adapter::copy(context, target, source, extentOf(region), {buffer});
  }

  static Work bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer, PitchedBox to,
                              const void *source, PitchedBox from, const ur_rect_region_t &region) {
    URSA_CHECK(Adapter::checkBuffer(context, buffer));
    URSA_TRY(const auto target, bufferRows(buffer, to, region));
    URSA_TRY(const auto origin, hostRows(source, from, region));
    return Adapter::copy(context, target, origin, extentOf(region), {buffer});
  }

  static Work bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source, PitchedBox from,
                             ur_mem_handle_t destination, PitchedBox to,
                             const ur_rect_region_t &region) {
    URSA_CHECK(Adapter::checkBuffers(context, source, destination));
    URSA_TRY(const auto origin, bufferRows(source, from, region));
    URSA_TRY(const auto target, bufferRows(destination, to, region));
    return Adapter::copy(context, target, origin, extentOf(region), {source, destination});
  }

  static Work usmCopy(ur_context_handle_t context, void *destination, const void *source,
                      size_t size) {
    URSA_CHECK(checkUsmCopy(destination, source, size));
    return copy(context, Adapter::usmLocation(context, destination),
                Adapter::usmLocation(context, source), size, {});
  }

  static Work usmFill(ur_context_handle_t context, void *memory, const void *pattern,
                      size_t patternSize, size_t size) {
    URSA_CHECK(checkUsmFill(memory, pattern, patternSize, size));
    return Adapter::fill(context, {Adapter::usmLocation(context, memory), size, size}, {size},
                         pattern, patternSize, {});
  }

  static Work usmCopy2D(ur_context_handle_t context, void *destination, size_t destinationPitch,
                        const void *source, size_t sourcePitch, size_t width, size_t height) {
    URSA_CHECK(checkUsmCopy2D(destination, destinationPitch, source, sourcePitch, width, height));
    return Adapter::copy(
        context,
        {Adapter::usmLocation(context, destination), destinationPitch, destinationPitch * height},
        {Adapter::usmLocation(context, source), sourcePitch, sourcePitch * height}, {width, height},
        {});
  }

  static Work usmFill2D(ur_context_handle_t context, void *memory, size_t pitch,
                        const void *pattern, size_t patternSize, size_t width, size_t height) {
    URSA_CHECK(checkUsmFill2D(memory, pitch, pattern, patternSize, width, height));
    return Adapter::fill(context, {Adapter::usmLocation(context, memory), pitch, pitch * height},
                         {width, height}, pattern, patternSize, {});
  }

  // The adapter ignores hints.
  static Work usmPrefetch(ur_context_handle_t, const void *memory, size_t size,
                          ur_usm_migration_flags_t flags) {
    URSA_CHECK(checkUsmPrefetch(memory, size, flags));
    return typename Adapter::WorkPointer();
  }

  static Work usmAdvise(ur_context_handle_t, const void *memory, size_t size,
                        ur_usm_advice_flags_t advice) {
    URSA_CHECK(checkUsmAdvice(memory, size, advice));
    return typename Adapter::WorkPointer();
  }

  template <Callable<Work(ur_context_handle_t)> Create>
  static ur_result_t enqueue(const EnqueueParameters &parameters, Create &&create) {
    return enqueueWork<Adapter>(parameters, std::forward<Create>(create));
  }

private:
  static size_t sizeOf(const Memory *buffer) { return buffer->size; }

  static Extent extentOf(const ur_rect_region_t &region) {
    return {region.width, region.height, region.depth};
  }

  static Result<void> checkBufferPart(ur_context_handle_t context, ur_mem_handle_t buffer,
                                      size_t offset, size_t size) {
    URSA_CHECK(Adapter::checkBuffer(context, buffer));
    return checkPart(sizeOf(buffer), offset, size);
  }

  static Result<Rows<Location>> bufferRows(ur_mem_handle_t buffer, const PitchedBox &box,
                                           const ur_rect_region_t &region) {
    URSA_TRY(const PitchedBox complete, completeBufferBox(box, region, sizeOf(buffer)));
    return Rows<Location>{Adapter::bufferLocation(buffer, complete.start()), complete.rowPitch,
                          complete.slicePitch};
  }

  static Result<Rows<Location>> hostRows(const void *memory, const PitchedBox &box,
                                         const ur_rect_region_t &region) {
    URSA_CHECK(checkPointer(memory, "of the host memory"));
    URSA_TRY(const PitchedBox complete, completeBox(box, region));
    return Rows<Location>{Adapter::hostLocation(memory) + complete.start(), complete.rowPitch,
                          complete.slicePitch};
  }

  static Work copy(ur_context_handle_t context, const Location &to, const Location &from,
                   size_t size, const UsedBuffers &buffers) {
    return Adapter::copy(context, {to, size, size}, {from, size, size}, {size}, buffers);
  }
};

} // namespace ursa::adapter

// See container_writer.h.
#include "compiler/image/container_writer.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace ursa {

std::string writeContainer(const std::vector<ContainerImage> &images) {
  std::string file;
  for (const ContainerImage &image : images) {
    object::OffloadBinary::OffloadingImage object;
    object.TheImageKind = image.kind;
    object.TheOffloadKind = object::OFK_SYCL;
    object.StringData["triple"] = image.triple;
    object.StringData["arch"] = "";
    object.StringData["ursa-target"] = image.target;
    object.StringData["properties"] = image.properties;
    object.StringData["symbols"] = image.symbols;
    object.Image = MemoryBuffer::getMemBuffer(image.code, "", /*RequiresNullTerminator=*/false);
    file += object::OffloadBinary::write(object).str();
    file.resize(alignTo(file.size(), object::OffloadBinary::getAlignment()));
  }
  return file;
}

} // namespace ursa

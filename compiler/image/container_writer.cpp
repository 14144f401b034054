// See container_writer.h.
#include "compiler/image/container_writer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ursa {
namespace {

// Readers detect damaged images by this checksum.
std::string checksum(const ContainerImage &image) {
  std::string text;
  for (const std::string *part : {&image.target, &image.symbols, &image.properties})
    text.append(*part).push_back('\0');
  return utohexstr(xxh3_64bits(text + image.code), /*LowerCase=*/true, /*Width=*/16);
}

} // namespace

std::string writeContainer(const std::vector<ContainerImage> &images) {
  std::string file;
  for (const ContainerImage &image : images) {
    const std::string hash = checksum(image);
    object::OffloadBinary::OffloadingImage object;
    object.TheImageKind = image.kind;
    object.TheOffloadKind = object::OFK_SYCL;
    object.StringData["triple"] = image.triple;
    object.StringData["arch"] = "";
    object.StringData["ursa-target"] = image.target;
    object.StringData["properties"] = image.properties;
    object.StringData["symbols"] = image.symbols;
    object.StringData["xxh3"] = hash;
    object.Image = MemoryBuffer::getMemBuffer(image.code, "", /*RequiresNullTerminator=*/false);
    file += object::OffloadBinary::write(object).str();
    file.resize(alignTo(file.size(), object::OffloadBinary::getAlignment()));
  }
  return file;
}

} // namespace ursa

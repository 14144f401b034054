// See fat_object.h.
#include "compiler/image/fat_object.h"

#include "compiler/image/offload_wrapper.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ursa::compiler::image {

Expected<std::string> writeFatObject(StringRef bitcode, StringRef deviceTriple,
                                     const std::string &hostTriple) {
  object::OffloadBinary::OffloadingImage image;
  image.TheImageKind = object::IMG_Bitcode;
  image.TheOffloadKind = object::OFK_SYCL;
  image.StringData["triple"] = deviceTriple;
  image.StringData["arch"] = "";
  image.Image = MemoryBuffer::getMemBuffer(bitcode, "", /*RequiresNullTerminator=*/false);
  const SmallString<0> bytes = object::OffloadBinary::write(image);
  LLVMContext context;
  Module module("ursa.device", context);
  const Triple triple(hostTriple);
  module.setTargetTriple(triple);
  module.setDataLayout(triple.computeDataLayout());
  embedBufferInModule(module, MemoryBufferRef(bytes, "device"), kContainerSection,
                      Align(object::OffloadBinary::getAlignment()));
  return emitObject(module);
}

Expected<std::vector<std::unique_ptr<MemoryBuffer>>> readFatObject(MemoryBufferRef file) {
  SmallVector<object::OffloadFile, 2> binaries;
  if (Error error = object::extractOffloadBinaries(file, binaries))
    return createStringError("cannot be read: " + toString(std::move(error)) + ".");
  std::vector<std::unique_ptr<MemoryBuffer>> parts;
  for (const object::OffloadFile &binary : binaries) {
    const object::OffloadBinary &image = *binary.getBinary();
    if (image.getImageKind() == object::IMG_Bitcode && image.getTriple().starts_with("spir") &&
        image.getString("ursa-target").empty())
      parts.push_back(MemoryBuffer::getMemBufferCopy(image.getImage(), file.getBufferIdentifier()));
  }
  return parts;
}

} // namespace ursa::compiler::image

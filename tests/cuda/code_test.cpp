// The code of programs: PTX and objects, which are untrusted.
#include "adapters/cuda/program/code.h"

#include <gmock/gmock.h>

#include <cstring>

#include <elf.h>

namespace ursa::cuda {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto *bytes = reinterpret_cast<const std::byte *>(text.data());
  return std::vector<std::byte>(bytes, bytes + text.size());
}

template <class T> void append(std::vector<std::byte> &bytes, const T &value) {
  const auto *first = reinterpret_cast<const std::byte *>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(value));
}

// An object with two kernels and a function.
std::vector<std::byte> object(uint16_t machine = 190) {
  const std::string_view names("\0first\0second\0helper\0", 21);
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_machine = machine;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shoff = sizeof(header);
  Elf64_Shdr none = {};
  Elf64_Shdr text = {};
  text.sh_type = SHT_STRTAB;
  text.sh_offset = sizeof(header) + 3 * sizeof(Elf64_Shdr);
  text.sh_size = names.size();
  Elf64_Shdr symbols = {};
  symbols.sh_type = SHT_SYMTAB;
  symbols.sh_link = 1;
  symbols.sh_offset = text.sh_offset + text.sh_size;
  symbols.sh_size = 3 * sizeof(Elf64_Sym);
  std::vector<std::byte> bytes;
  append(bytes, header);
  append(bytes, none);
  append(bytes, text);
  append(bytes, symbols);
  const auto text_ = bytesOf(names);
  bytes.insert(bytes.end(), text_.begin(), text_.end());
  Elf64_Sym symbol = {};
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_other = 0x10;
  symbol.st_name = 1;
  append(bytes, symbol);
  symbol.st_name = 7;
  append(bytes, symbol);
  symbol.st_name = 14;
  symbol.st_other = 0;
  append(bytes, symbol);
  return bytes;
}

TEST(CudaCode, PtxGetsATerminatingZero) {
  const auto code = readCode(bytesOf(".version 7.0\n.visible .entry k(.param .u32 a) { ret; }\n"
                                     ".visible .entry k_with_offset() { ret; }\n"
                                     ".visible .entry other_with_offset() { ret; }"));
  ASSERT_TRUE(code) << code.error().message;
  EXPECT_EQ((*code)->form, CodeForm::Ptx);
  EXPECT_EQ((*code)->bytes.back(), std::byte{0});
  EXPECT_THAT(kernelNames(**code), ElementsAre("k", "other_with_offset"));
}

TEST(CudaCode, NamesOfObjects) {
  const auto code = readCode(object());
  ASSERT_TRUE(code) << code.error().message;
  EXPECT_EQ((*code)->form, CodeForm::Cubin);
  EXPECT_THAT(kernelNames(**code), ElementsAre("first", "second"));
}

TEST(CudaCode, OtherFormsAreRefused) {
  for (const std::string_view text : {"", "\x03\x02\x23\x07", "version 7.0", "// .version"}) {
    const auto code = readCode(bytesOf(text));
    ASSERT_FALSE(code);
    EXPECT_EQ(code.error().code, UR_RESULT_ERROR_INVALID_BINARY);
    EXPECT_THAT(code.error().message, HasSubstr("neither PTX nor bitcode nor a CUBIN"));
  }
  const auto other = readCode(object(EM_X86_64));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("for another machine than a CUDA device"));
}

// The driver gets no object that ends before its tables do.
TEST(CudaCode, TruncatedObjectsAreRefused) {
  const std::vector<std::byte> whole = object();
  for (size_t size = SELFMAG; size < whole.size(); ++size) {
    const auto code = readCode(std::span(whole).first(size));
    ASSERT_FALSE(code) << size;
    EXPECT_EQ(code.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  }
}

TEST(CudaCode, ChangedObjectsAreReadWithinTheirEnd) {
  const std::vector<std::byte> whole = object();
  for (size_t at = SELFMAG; at < whole.size(); ++at)
    for (const std::byte value : {std::byte{0x7f}, std::byte{0xff}}) {
      std::vector<std::byte> changed = whole;
      changed[at] = value;
      const auto code = readCode(changed);
      if (code) {
        EXPECT_LE(kernelNames(**code).size(), 3u);
      }
    }
}

TEST(CudaCode, NotesAboutImagesAndSamplers) {
  const auto code = readCode(bytesOf(R"(.version 7.0
.visible .entry k(.param .u64 .ptr .global .align 1 a, .param .u64 .ptr .align 1 b, .param .u64 c, .param .u32 d) { ret; }
// ursa-argument k 0 image2d_array_t read_only
// ursa-argument k 1 sampler_t
// ursa-argument k 2 image1d_buffer_t
// ursa-argument k 3 image9d_t
// ursa-argument k 4 sampler_t
// ursa-argument k
// ursa-argument other 0 image2d_t
// ursa-argument )"));
  ASSERT_TRUE(code);
  const auto &parameters = (*code)->kernels.at("k").parameters;
  ASSERT_EQ(parameters.size(), 4u);
  using adapter::ParameterKind;
  EXPECT_EQ(parameters[0].kind, ParameterKind::Image);
  EXPECT_EQ(parameters[0].imageType, UR_MEM_TYPE_IMAGE2D_ARRAY);
  EXPECT_TRUE(parameters[0].isReadOnly);
  EXPECT_EQ(parameters[1].kind, ParameterKind::Sampler);
  EXPECT_EQ(parameters[2].kind, ParameterKind::Image);
  EXPECT_EQ(parameters[2].imageType, UR_MEM_TYPE_IMAGE1D);
  EXPECT_FALSE(parameters[2].isReadOnly);
  EXPECT_EQ(parameters[3].kind, ParameterKind::Value);
  EXPECT_EQ((*code)->kernels.size(), 1u);
}

TEST(CudaCode, NotesAboutFormsThatAreLeft) {
  const auto code = readCode(bytesOf(R"(.version 7.0
.visible .entry k(.param .u32 a) { ret; }
.visible .entry other(.param .u32 a) { ret; }
// ursa-offset-form k
// ursa-offset-form unknown
// ursa-offset-form )"));
  ASSERT_TRUE(code);
  EXPECT_EQ((*code)->kernels.size(), 2u);
  EXPECT_TRUE((*code)->kernels.at("k").leavesOffsetForm);
  EXPECT_FALSE((*code)->kernels.at("other").leavesOffsetForm);
}

// PTX with objects for compute capabilities behind it.
std::vector<std::byte> withObjects(const std::vector<uint32_t> &capabilities) {
  std::vector<std::byte> bytes = bytesOf(".version 7.0\n.visible .entry k(.param .u32 a) { ret; }");
  bytes.push_back(std::byte{0});
  for (const uint32_t capability : capabilities) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
    const auto magic = bytesOf("ursacub1");
    bytes.insert(bytes.end(), magic.begin(), magic.end());
    const std::vector<std::byte> made = object();
    append(bytes, capability);
    append(bytes, uint32_t{0});
    append(bytes, uint64_t{made.size()});
    bytes.insert(bytes.end(), made.begin(), made.end());
  }
  return bytes;
}

TEST(CudaCode, ObjectsBehindPtx) {
  const auto code = readCode(withObjects({80, 90, 86}));
  ASSERT_TRUE(code) << code.error().message;
  EXPECT_EQ((*code)->form, CodeForm::Ptx);
  EXPECT_EQ((*code)->bytes, (*readCode(withObjects({})))->bytes);
  EXPECT_THAT(kernelNames(**code), ElementsAre("k"));
  const std::vector<PtxObject> &objects = (*code)->objects;
  ASSERT_EQ(objects.size(), 3u);
  EXPECT_EQ(objects[1].bytes, object());
  const auto chosen = [&](uint32_t device) {
    const PtxObject *found = objectFor(objects, device);
    return found ? found->computeCapability : 0;
  };
  EXPECT_EQ(chosen(80), 80u);
  EXPECT_EQ(chosen(86), 86u);
  EXPECT_EQ(chosen(89), 86u);
  EXPECT_EQ(chosen(90), 90u);
  EXPECT_EQ(chosen(75), 0u);
  EXPECT_EQ(chosen(100), 0u);
}

TEST(CudaCode, OtherBytesBehindPtxAreIgnored) {
  std::vector<std::byte> bytes = withObjects({});
  bytes.resize(bytes.size() + 100, std::byte{7});
  const auto code = readCode(bytes);
  ASSERT_TRUE(code) << code.error().message;
  EXPECT_TRUE((*code)->objects.empty());
  EXPECT_EQ((*code)->bytes.back(), std::byte{0});
}

TEST(CudaCode, TruncatedObjectsBehindPtxAreRefused) {
  const std::vector<std::byte> whole = withObjects({80, 90});
  const size_t first = withObjects({}).size() + 64; // in the first object
  for (size_t size = first; size < whole.size(); ++size) {
    if (size >= withObjects({80}).size() && size <= (withObjects({80}).size() + 7) / 8 * 8)
      continue; // one object and padding
    const auto code = readCode(std::span(whole).first(size));
    ASSERT_FALSE(code) << size;
    EXPECT_EQ(code.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  }
}

TEST(CudaCode, ChangedObjectsBehindPtxAreReadWithinTheirEnd) {
  const std::vector<std::byte> whole = withObjects({80});
  for (size_t at = withObjects({}).size(); at < whole.size(); ++at) {
    std::vector<std::byte> changed = whole;
    changed[at] = std::byte{0xff};
    (void)readCode(changed); // for the sanitizers
  }
}

} // namespace
} // namespace ursa::cuda

#include "adapters/cuda/program/code.h"

#include "format/code.h"
#include "format/ptx.h"

#include <cstring>
#include <optional>

#include <elf.h>

namespace ursa::cuda {
namespace {

using Bytes = std::span<const std::byte>;

constexpr uint16_t kMachineCuda = 190;    // EM_CUDA
constexpr unsigned char kIsKernel = 0x10; // of a symbol's other flags: an entry point

bool isElf(Bytes bytes) {
  return bytes.size() >= SELFMAG && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0;
}

bool liesIn(uint64_t offset, uint64_t size, Bytes bytes) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

Error invalid(Bytes bytes, const char *what) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY, "The CUBIN of {} bytes is invalid: {}.",
                   bytes.size(), what);
}

template <class T> T valueAt(Bytes bytes, uint64_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

std::string textAt(Bytes bytes, const Elf64_Shdr &table, uint32_t at) {
  if (at >= table.sh_size)
    return "";
  const auto *text = reinterpret_cast<const char *>(bytes.data()) + table.sh_offset;
  return std::string(text + at, strnlen(text + at, table.sh_size - at));
}

void readSymbols(Bytes bytes, const Elf64_Shdr &symbols, const Elf64_Shdr &names,
                 adapter::ptx::Kernels &kernels) {
  for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = valueAt<Elf64_Sym>(bytes, symbols.sh_offset + at);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && (symbol.st_other & kIsKernel))
      if (std::string name = textAt(bytes, names, symbol.st_name); !name.empty())
        kernels[std::move(name)];
  }
}

Result<adapter::ptx::Kernels> readElf(Bytes bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr))
    return invalid(bytes, "it ends in its header");
  const auto header = valueAt<Elf64_Ehdr>(bytes, 0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != kMachineCuda)
    return invalid(bytes, "it is for another machine than a CUDA device");
  if (header.e_phnum != 0 &&
      (header.e_phentsize != sizeof(Elf64_Phdr) ||
       !liesIn(header.e_phoff, uint64_t{header.e_phnum} * sizeof(Elf64_Phdr), bytes)))
    return invalid(bytes, "its program headers do not lie in it");
  for (unsigned i = 0; i < header.e_phnum; ++i)
    if (const auto segment = valueAt<Elf64_Phdr>(bytes, header.e_phoff + i * sizeof(Elf64_Phdr));
        !liesIn(segment.p_offset, segment.p_filesz, bytes))
      return invalid(bytes, "a segment does not lie in it");
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0 ||
      !liesIn(header.e_shoff, uint64_t{header.e_shnum} * sizeof(Elf64_Shdr), bytes))
    return invalid(bytes, "its section headers do not lie in it");
  std::vector<Elf64_Shdr> sections;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    sections.push_back(valueAt<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr)));
    if (sections.back().sh_type != SHT_NOBITS &&
        !liesIn(sections.back().sh_offset, sections.back().sh_size, bytes))
      return invalid(bytes, "a section does not lie in it");
  }
  adapter::ptx::Kernels kernels;
  for (const Elf64_Shdr &section : sections)
    if (section.sh_type == SHT_SYMTAB && section.sh_link < sections.size() &&
        sections[section.sh_link].sh_type != SHT_NOBITS)
      readSymbols(bytes, section, sections[section.sh_link], kernels);
  return kernels;
}

} // namespace

Result<CodePointer> readCode(Bytes bytes) {
  auto code = std::make_shared<Code>();
  code->bytes.assign(bytes.begin(), bytes.end());
  if (isElf(bytes)) {
    code->form = CodeForm::Cubin;
    URSA_TRY(code->kernels, readElf(bytes));
    return CodePointer(std::move(code));
  }
  if (format::isBitcode(format::codeOf(bytes))) {
    code->form = CodeForm::Bitcode;
    return CodePointer(std::move(code));
  }
  if (!adapter::ptx::isPtx(bytes))
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program of {} bytes is neither PTX nor bitcode nor a CUBIN for a CUDA "
                     "device.",
                     bytes.size());
  URSA_TRY(PtxAndObjects parts, splitPtx(bytes));
  code->bytes.assign(parts.ptx.begin(), parts.ptx.end());
  code->bytes.push_back(std::byte{0});
  code->kernels = adapter::ptx::readKernels(
      {reinterpret_cast<const char *>(parts.ptx.data()), parts.ptx.size()});
  for (const PtxObject &object : parts.objects)
    URSA_CHECK(readElf(object.bytes));
  code->objects = std::move(parts.objects);
  return CodePointer(std::move(code));
}

Result<CodePointer> readSpirv(std::span<const std::byte> words) {
  auto code = std::make_shared<Code>();
  code->form = CodeForm::Spirv;
  URSA_TRY(code->module, spirv::Module::parse(words));
  code->bytes.assign(words.begin(), words.end());
  for (const std::string &name : code->module->kernels())
    code->kernels[name];
  for (const spirv::Constant &constant : code->module->constants())
    code->constants.push_back({constant.id, constant.defaultValue.size()});
  return CodePointer(std::move(code));
}

std::vector<std::string> kernelNames(const Code &code) {
  std::vector<std::string> names;
  for (const auto &[name, kernel] : code.kernels) {
    const bool isForm =
        name.ends_with(format::ptx::kWithOffsetSuffix) &&
        code.kernels.contains(name.substr(0, name.size() - format::ptx::kWithOffsetSuffix.size()));
    if (!isForm)
      names.push_back(name);
  }
  return names;
}

} // namespace ursa::cuda

// Memory export for import by others, and peer access.
#include "conformance/harness.h"

#include <sys/mman.h>
#include <unistd.h>

namespace ursa::conformance {
namespace {

class MemorySharing : public DeviceTest {
protected:
  ur_usm_type_t typeOf(const void *address) {
    ur_usm_type_t type = UR_USM_TYPE_FORCE_UINT32;
    EXPECT_OK(urUSMGetMemAllocInfo(context_, address, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                   nullptr));
    return type;
  }

  /// Returns a number of exported memory, by an import as another API's.
  int importedNumber(int descriptor, size_t index) {
    size_t granularity = 1;
    EXPECT_OK(urVirtualMemGranularityGetInfo(context_, device_, 1,
                                             UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM,
                                             sizeof(granularity), &granularity, nullptr));
    ur_exp_file_descriptor_t file{UR_STRUCTURE_TYPE_EXP_FILE_DESCRIPTOR, nullptr, descriptor};
    ur_exp_external_mem_desc_t description{UR_STRUCTURE_TYPE_EXP_EXTERNAL_MEM_DESC, &file};
    ur_exp_external_mem_handle_t memory = nullptr;
    EXPECT_OK(urBindlessImagesImportExternalMemoryExp(
        context_, device_, granularity, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &description, &memory))
        << lastError();
    void *mapped = nullptr;
    EXPECT_OK(urBindlessImagesMapExternalLinearMemoryExp(context_, device_, 0, granularity, memory,
                                                         &mapped))
        << lastError();
    int number = 0;
    EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, &number, static_cast<int *>(mapped) + index,
                                 sizeof(number), 0, nullptr, nullptr))
        << lastError();
    EXPECT_OK(urBindlessImagesFreeMappedLinearMemoryExp(context_, device_, mapped));
    EXPECT_OK(urBindlessImagesReleaseExternalMemoryExp(context_, device_, memory));
    return number;
  }
};

TEST_F(MemorySharing, ExportedMemoryIsShared) {
  void *memory = nullptr;
  ASSERT_OK(urMemoryExportAllocExportableMemoryExp(context_, device_, 64, 1000 * sizeof(int),
                                                   UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory))
      << lastError();
  EXPECT_EQ(typeOf(memory), UR_USM_TYPE_DEVICE);
  int descriptor = -1;
  ASSERT_OK(urMemoryExportExportMemoryHandleExp(
      context_, device_, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, memory, &descriptor));
  const int first = 1;
  run(kernel("ids", "iota"), Arguments().pointer(memory).value(first), {1000, 1, 1});
  // The exported handle stays valid on its own.
  ASSERT_OK(urMemoryExportFreeExportableMemoryExp(context_, device_, memory));
  if (!capabilities().mapsHostMemory) {
    EXPECT_EQ(importedNumber(descriptor, 999), 1000);
    return;
  }
  void *imported = mmap(nullptr, 4000, PROT_READ, MAP_SHARED, descriptor, 0);
  ASSERT_NE(imported, MAP_FAILED);
  EXPECT_EQ(static_cast<int *>(imported)[999], 1000);
  munmap(imported, 4000);
  EXPECT_EQ(close(descriptor), 0);
}

TEST_F(MemorySharing, InvalidExports) {
  void *memory = nullptr;
  EXPECT_EQ(urMemoryExportAllocExportableMemoryExp(context_, device_, 0, 0,
                                                   UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory),
            UR_RESULT_ERROR_INVALID_USM_SIZE);
  EXPECT_EQ(urMemoryExportAllocExportableMemoryExp(context_, device_, 3, 64,
                                                   UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urMemoryExportAllocExportableMemoryExp(context_, device_, 0, 64,
                                                   UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(memory, nullptr);
  Shared<int> ordinary(context_, device_, 16);
  int descriptor = -1;
  EXPECT_EQ(urMemoryExportExportMemoryHandleExp(context_, device_,
                                                UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, ordinary.data(),
                                                &descriptor),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urMemoryExportFreeExportableMemoryExp(context_, device_, ordinary.data()),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(descriptor, -1);
}

// A device is a peer of itself; sub-devices of one device are peers of each other.
TEST_F(MemorySharing, Peers) {
  int value = 0;
  ASSERT_OK(urUsmP2PPeerAccessGetInfoExp(device_, device_, UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT,
                                         sizeof(value), &value, nullptr));
  EXPECT_EQ(value, 1);
  EXPECT_OK(urUsmP2PEnablePeerAccessExp(device_, device_));
  EXPECT_OK(urUsmP2PDisablePeerAccessExp(device_, device_));
  EXPECT_EQ(urUsmP2PPeerAccessGetInfoExp(device_, device_, static_cast<ur_exp_peer_info_t>(7),
                                         sizeof(value), &value, nullptr),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

} // namespace
} // namespace ursa::conformance

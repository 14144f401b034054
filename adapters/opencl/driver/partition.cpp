// Sub-devices, created by clCreateSubDevices.
#include "adapters/opencl/driver/device.h"
#include "support/last_error.h"

#include <algorithm>
#include <memory>

namespace ursa::opencl {
namespace {

constexpr std::pair<cl_device_affinity_domain, ur_device_affinity_domain_flag_t> kDomains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L4_CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L3_CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, UR_DEVICE_AFFINITY_DOMAIN_FLAG_L1_CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE,
     UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE}};

Result<std::vector<cl_device_partition_property>> isLongList(cl_device_info query,
                                                             cl_device_id id) {
  URSA_TRY(const std::vector<std::byte> bytes, URSA_CL_BYTES(clGetDeviceInfo, query, id));
  const auto *first = reinterpret_cast<const cl_device_partition_property *>(bytes.data());
  return std::vector(first, first + bytes.size() / sizeof(cl_device_partition_property));
}

struct ReleaseDevice {
  using pointer = cl_device_id;
  void operator()(cl_device_id device) const { clReleaseDevice(device); }
};
using HeldDevice = std::unique_ptr<cl_device_id, ReleaseDevice>;

// Drivers report different errors for an unsupported domain.
Result<void> checkDomain(cl_device_id device, cl_device_affinity_domain domain) {
  URSA_TRY(const auto native, URSA_CL_VALUE(cl_device_affinity_domain, clGetDeviceInfo,
                                            CL_DEVICE_PARTITION_AFFINITY_DOMAIN, device));
  if (!(native & domain))
    return makeError(
        UR_RESULT_ERROR_DEVICE_PARTITION_FAILED,
        "The device cannot be partitioned by affinity domain {:#x}; it supports {:#x}.", domain,
        native);
  return {};
}

// Converts UR's properties to OpenCL's: UR repeats the kind for each count, OpenCL states it once.
Result<std::vector<cl_device_partition_property>>
clProperties(cl_device_id device, const ur_device_partition_properties_t &properties) {
  std::vector<cl_device_partition_property> list;
  const ur_device_partition_t kind = properties.pProperties[0].type;
  for (size_t i = 1; i < properties.PropCount; ++i)
    if (properties.pProperties[i].type != kind || kind != UR_DEVICE_PARTITION_BY_COUNTS)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "A partition has properties of one type, and only counts may be repeated.");
  switch (kind) {
  case UR_DEVICE_PARTITION_EQUALLY:
    return std::vector<cl_device_partition_property>{
        CL_DEVICE_PARTITION_EQUALLY,
        static_cast<cl_device_partition_property>(properties.pProperties[0].value.equally), 0};
  case UR_DEVICE_PARTITION_BY_COUNTS:
    list.push_back(CL_DEVICE_PARTITION_BY_COUNTS);
    for (size_t i = 0; i < properties.PropCount; ++i)
      list.push_back(properties.pProperties[i].value.count);
    list.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
    list.push_back(0);
    return list;
  case UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    for (const auto &[theirs, ours] : kDomains)
      if (properties.pProperties[0].value.affinity_domain == static_cast<uint32_t>(ours)) {
        URSA_CHECK(checkDomain(device, theirs));
        return std::vector<cl_device_partition_property>{
            CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
            static_cast<cl_device_partition_property>(theirs), 0};
      }
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The affinity domain {:#x} is not defined.",
                     properties.pProperties[0].value.affinity_domain);
  default:
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "OpenCL does not support partition type {}.",
                     static_cast<int>(kind));
  }
}

} // namespace

Result<void> answerPartitions(const adapter::InfoWriter &writer,
                              const ur_device_handle_t_ &device) {
  URSA_TRY(const auto native, isLongList(CL_DEVICE_PARTITION_PROPERTIES, device.id));
  std::vector<ur_device_partition_t> ways;
  for (const auto way : native)
    if (way == CL_DEVICE_PARTITION_EQUALLY)
      ways.push_back(UR_DEVICE_PARTITION_EQUALLY);
    else if (way == CL_DEVICE_PARTITION_BY_COUNTS)
      ways.push_back(UR_DEVICE_PARTITION_BY_COUNTS);
    else if (way == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
      ways.push_back(UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return writer.array(std::span<const ur_device_partition_t>(ways));
}

Result<void> answerAffinityDomains(const adapter::InfoWriter &writer,
                                   const ur_device_handle_t_ &device) {
  URSA_TRY(const auto native, URSA_CL_VALUE(cl_device_affinity_domain, clGetDeviceInfo,
                                            CL_DEVICE_PARTITION_AFFINITY_DOMAIN, device.id));
  ur_device_affinity_domain_flags_t domains = 0;
  for (const auto &[theirs, ours] : kDomains)
    if (native & theirs)
      domains |= ours;
  return writer.value(domains);
}

ur_result_t partitionDevice(ur_device_handle_t hDevice,
                            const ur_device_partition_properties_t *pProperties,
                            uint32_t NumDevices, ur_device_handle_t *phSubDevices,
                            uint32_t *pNumDevicesRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pProperties);
    URSA_POINTER(pProperties->pProperties);
    if (pProperties->PropCount == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "PropCount is 0.");
    URSA_TRY(const auto properties, clProperties(hDevice->id, *pProperties));
    cl_uint count = 0;
    URSA_CHECK(checkCl(clCreateSubDevices(hDevice->id, properties.data(), 0, nullptr, &count),
                       "clCreateSubDevices"));
    if (phSubDevices) {
      std::vector<cl_device_id> ids(count);
      URSA_CHECK(
          checkCl(clCreateSubDevices(hDevice->id, properties.data(), count, ids.data(), nullptr),
                  "clCreateSubDevices"));
      const std::vector<HeldDevice> made(ids.begin(), ids.end());
      std::vector<adapter::Ref<ur_device_handle_t_>> parts;
      for (cl_device_id id : ids) {
        URSA_TRY(auto part, openDevice(*hDevice->platform, id));
        URSA_CHECK(checkCl(clRetainDevice(id), "clRetainDevice"));
        part->parent = hDevice;
        part->partition.assign(pProperties->pProperties,
                               pProperties->pProperties + pProperties->PropCount);
        adapter::retain(hDevice);
        hDevice->platform->addSubDevice(part.get());
        parts.push_back(adapter::Ref<ur_device_handle_t_>::adopt(part.release()));
      }
      for (size_t i = 0; i < std::min<size_t>(NumDevices, parts.size()); ++i)
        phSubDevices[i] = parts[i].detach();
    }
    if (pNumDevicesRet)
      *pNumDevicesRet = count;
    return {};
  });
}

} // namespace ursa::opencl

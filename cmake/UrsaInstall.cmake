# The files that `cmake --install` installs. The tree can be moved as a whole: programs find libraries, the
# loader its adapters and ursac its headers relative to themselves.
#
#   bin/                      ursac, ursac++, ursa-cache, ursa-info, ursa-run; ursa-post-link, ursa-file-table, …
#   include/ursa/             ursa.h, ur_api.h, …: the include folder of users
#   include/ursa/unified-runtime/  the same by the path that users of UR include
#   include/ursa-device/      headers of kernels
#   include/ursa-sycl/        <sycl/sycl.hpp>
#   include/ursa-mock/        the GoogleMock adapter: <ursa/mock_adapter.h>
#   lib/                      loader, libursa_sycl and its plugin for clang, libursa_sycl_images, adapters, the kernel compilers of the host and the CUDA
#                             adapter, the OpenCL adapter's probe; cmake/Ursa, pkgconfig
#   share/man/man1/           a page for each program
#   share/bash-completion/completions/  completion of ursac, ursac++, ursa-cache, ursa-run and ursa-info
#   share/ursa/compat/        packages of other names (IntelSYCL, AdaptiveCpp, hipSYCL), and libsycl.so
#   share/ursa/toolchain.cmake  makes ursac++ the compiler of a project that looks for these
#   share/ursa/examples/      a unit test with the mock adapter and a smallest adapter, to be built on their own
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Ursa)
file(RELATIVE_PATH bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})

# A partial tree installs what it has.
set(programs)
foreach(program ursac ursac++ ursa-cache ursa-codegen ursa-file-table ursa-foreach ursa-info ursa-objdump ursa-offload-wrapper ursa-post-link ursa-run)
  if(TARGET ${program})
    list(APPEND programs ${program})
  endif()
endforeach()
get_directory_property(folders DIRECTORY ${PROJECT_SOURCE_DIR}/adapters SUBDIRECTORIES)
set(adapters)
foreach(folder IN LISTS folders)
  cmake_path(GET folder FILENAME name)
  if(TARGET ur_adapter_${name})
    list(APPEND adapters ur_adapter_${name})
  endif()
endforeach()

# Programs and libraries have the run path of the installed tree from the start. CMake would otherwise end the
# build tree's with an empty entry, to have space for the other one, and an empty entry is the current folder.
set(run_path "$ORIGIN/${bin_to_lib}")
if(NOT bin_to_lib STREQUAL "../lib") # where the build tree has its libraries
  list(APPEND run_path "$ORIGIN/../lib")
endif()
get_property(llvm_run_path GLOBAL PROPERTY URSA_LLVM_RUN_PATH)
function(ursa_set_run_path)
  cmake_parse_arguments(arg "" "" "TARGETS;PATH" ${ARGN})
  set_target_properties(${arg_TARGETS} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${arg_PATH}")
endfunction()
ursa_set_run_path(TARGETS ${programs} PATH ${run_path} ${llvm_run_path})
set_target_properties(ur_loader PROPERTIES EXPORT_NAME loader)
set_target_properties(ursa_headers PROPERTIES EXPORT_NAME headers)
target_include_directories(ursa_headers INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ursa>)

install(TARGETS ur_loader ursa_headers EXPORT UrsaTargets)
if(TARGET ursac)
  install(TARGETS ursac EXPORT UrsaTargets)
  list(REMOVE_ITEM programs ursac)
endif()
if(TARGET ursac++)
  install(TARGETS ursac++ EXPORT UrsaTargets)
  list(REMOVE_ITEM programs ursac++)
endif()
install(TARGETS ${programs})
ursa_set_run_path(TARGETS ur_loader ${adapters} PATH)
foreach(compiler ursa_host_jit_library ursa_nvptx_jit_library) # which adapters open
  if(TARGET ${compiler})
    ursa_set_run_path(TARGETS ${compiler} PATH ${llvm_run_path})
    list(APPEND adapters ${compiler})
  endif()
endforeach()
set_target_properties(ursa_sycl_images PROPERTIES EXPORT_NAME sycl_images)
ursa_set_run_path(TARGETS ursa_sycl_images PATH "$ORIGIN")
install(TARGETS ursa_sycl_images EXPORT UrsaTargets)
if(TARGET ursa_sycl)
  ursa_set_run_path(TARGETS ursa_sycl PATH "$ORIGIN")
  install(TARGETS ursa_sycl LIBRARY)
endif()
if(TARGET ursa_sycl_plugin)
  ursa_set_run_path(TARGETS ursa_sycl_plugin PATH ${llvm_run_path})
  install(TARGETS ursa_sycl_plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(TARGETS ${adapters} LIBRARY NAMELINK_SKIP) # nobody links an adapter
if(TARGET ursa-opencl-probe) # which the adapter starts
  ursa_set_run_path(TARGETS ursa-opencl-probe PATH)
  install(TARGETS ursa-opencl-probe RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(EXPORT UrsaTargets NAMESPACE Ursa:: DESTINATION ${package_folder})

install(DIRECTORY include/ur/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ursa FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include/ur include/ur/ur_*.h include/ur/ur_*.hpp)
foreach(header IN LISTS headers)
  set(forwarder ${PROJECT_BINARY_DIR}/install/unified-runtime/${header})
  file(CONFIGURE OUTPUT ${forwarder} CONTENT "/* The path that users of Unified Runtime include. */\n#include \"../${header}\"\n")
  install(FILES ${forwarder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ursa/unified-runtime)
endforeach()

install(DIRECTORY compiler/frontend/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ursa-device)
install(DIRECTORY sycl/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ursa-sycl)

# The mock adapter is made of core's data; the folders are those of its #include lines.
set(mock_folder ${CMAKE_INSTALL_INCLUDEDIR}/ursa-mock)
install(FILES tests/mock/mock_adapter.h tests/mock/mock_loader.h DESTINATION ${mock_folder}/ursa)
install(FILES core/api/functions.h DESTINATION ${mock_folder}/core/api)
install(FILES core/api/generated/functions.inc core/api/generated/own_functions.inc core/api/generated/dispatch_handles.inc
        DESTINATION ${mock_folder}/core/api/generated)

install(DIRECTORY examples/adapter examples/mock examples/sycl DESTINATION ${CMAKE_INSTALL_DATADIR}/ursa/examples)

file(GLOB pages CONFIGURE_DEPENDS docs/man/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# Bash looks a completion up by the name of the command.
foreach(program ursac ursac++ ursa-cache ursa-run ursa-info)
  install(FILES tools/completion/ursa.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME ${program})
endforeach()

configure_package_config_file(
  cmake/UrsaConfig.cmake.in ${PROJECT_BINARY_DIR}/install/UrsaConfig.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/install/UrsaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/install/UrsaConfig.cmake ${PROJECT_BINARY_DIR}/install/UrsaConfigVersion.cmake
              cmake/UrsaKernels.cmake cmake/UrsaSycl.cmake
        DESTINATION ${package_folder})

# For projects that know other compilers of SYCL only.
set(compat_folder ${CMAKE_INSTALL_DATADIR}/ursa/compat)
file(RELATIVE_PATH toolchain_to_prefix /${CMAKE_INSTALL_DATADIR}/ursa /)
file(RELATIVE_PATH compat_cmake_to_prefix /${compat_folder}/lib/cmake /)
configure_file(cmake/compat/toolchain.cmake.in ${PROJECT_BINARY_DIR}/install/toolchain.cmake @ONLY)
configure_file(cmake/compat/UrsaCompat.cmake.in ${PROJECT_BINARY_DIR}/install/UrsaCompat.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/install/toolchain.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/ursa)
install(FILES ${PROJECT_BINARY_DIR}/install/UrsaCompat.cmake DESTINATION ${compat_folder}/lib/cmake)
foreach(package IntelSYCL AdaptiveCpp hipSYCL)
  install(FILES cmake/compat/${package}Config.cmake DESTINATION ${compat_folder}/lib/cmake/${package})
  install(FILES cmake/compat/ConfigVersion.cmake DESTINATION ${compat_folder}/lib/cmake/${package}
          RENAME ${package}ConfigVersion.cmake)
endforeach()
if(TARGET ursa_sycl)
  file(RELATIVE_PATH compat_to_lib /${compat_folder}/lib /${CMAKE_INSTALL_LIBDIR})
  install(CODE "file(CREATE_LINK ${compat_to_lib}/libursa_sycl.so \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${compat_folder}/lib/libsycl.so\" SYMBOLIC)")
endif()

file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_to_prefix ${pc_to_prefix})
configure_file(cmake/ursa.pc.in ${PROJECT_BINARY_DIR}/install/ursa.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/install/ursa.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

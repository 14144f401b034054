# The few shapes that targets of this project have.

# ursa_add_module(NAME SOURCES... ): a static part of a larger library. Include root: the source tree.
function(ursa_add_module name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC ursa_headers PRIVATE ursa_options)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
endfunction()

# ursa_add_library(TARGET NAME SYMBOLS SOURCES...): libNAME.so.0, which exports SYMBOLS (a pattern) only.
function(ursa_add_library target name symbols)
  add_library(${target} SHARED ${ARGN})
  target_link_libraries(${target} PUBLIC ursa_headers PRIVATE ursa_options)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  string(TOUPPER lib${name}_0.0 node)
  set(map ${CMAKE_CURRENT_BINARY_DIR}/${target}.map)
  file(WRITE ${map} "${node} {\n  global:\n    ${symbols};\n  local:\n    *;\n};\n")
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,--no-undefined)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} VERSION 0.12.0 SOVERSION 0)
endfunction()

# ursa_add_adapter(NAME SOURCES...): libur_adapter_NAME.so.0, which exports the 26 table getters only.
function(ursa_add_adapter name)
  ursa_add_library(ur_adapter_${name} ur_adapter_${name} "urGet*ProcAddrTable; ursaAdapterGetError" ${ARGN})
endfunction()

# ursa_add_tool(NAME SOURCES...): an executable in bin/.
function(ursa_add_tool name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE ursa_headers ursa_options)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
endfunction()

# ursa_add_test(NAME SOURCES... [LIBS libs...] [FILTER filter] [COST cost] [UNITY]): a GoogleTest program; each of its
# tests that the filter lets through is one ctest test, in folders that set URSA_SUITE with the label suite. COST: of a
# test that takes long, to begin with it. UNITY: its files are compiled together in presets that do so, which pays for
# files that instantiate much, such as the mock adapter.
function(ursa_add_test name)
  cmake_parse_arguments(arg "UNITY" "FILTER;COST" "LIBS;ENVIRONMENT" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ursa_headers ursa_options ursa_test_paths ${arg_LIBS} GTest::gmock GTest::gtest
                                        GTest::gmock_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
                                             ${PROJECT_SOURCE_DIR}/tests)
  target_precompile_headers(${name} REUSE_FROM ursa_test_headers)
  if(arg_UNITY)
    # Template instantiations take memory: GCC needs 1.7 GB for seven of the mock adapter's.
    set_target_properties(${name} PROPERTIES UNITY_BUILD "${URSA_UNITY_TESTS}" UNITY_BUILD_BATCH_SIZE 4)
  endif()
  if(URSA_SUITE)
    add_dependencies(ursa_suites ${name})
  endif()
  ursa_discover_tests(${name} FILTER "${arg_FILTER}" COST "${arg_COST}" ENVIRONMENT ${arg_ENVIRONMENT})
endfunction()

# ursa_add_program_test(NAME STATUS PATTERN COMMAND...): a test that a program ends with an exit status and that all of
# its output fits a regular expression. Unlike PASS_REGULAR_EXPRESSION it looks at both.
function(ursa_add_program_test name)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_test(NAME ${name} COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/support/expect_output.py ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()

# ursa_discover_tests(NAME [PREFIX prefix] [FILTER tests] [COST cost] [ENVIRONMENT VARIABLE=VALUE...]): the tests of a
# program, or once more in another environment, with a prefix to their names.
function(ursa_discover_tests name)
  cmake_parse_arguments(arg "" "PREFIX;FILTER;COST" "ENVIRONMENT" ${ARGN})
  include(GoogleTest)
  # One value, until three functions have unpacked the list that it is in.
  string(REPLACE ";" "\\\\\\\\\\\\\\;" environment "${arg_ENVIRONMENT}")
  set(properties)
  if(URSA_SUITE)
    set(properties LABELS suite)
  endif()
  if(arg_COST)
    list(APPEND properties COST ${arg_COST})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES TEST_PREFIX "${arg_PREFIX}" TEST_LIST
                       "${name}_${arg_PREFIX}" TEST_FILTER "${arg_FILTER}" PROPERTIES TIMEOUT 300 ${properties} ENVIRONMENT
                       "${environment}")
endfunction()

# ursa_add_pocl_il_tests(NAMES... [FILTER filter]): the tests of these programs once more, on the driver of
# URSA_POCL_IL, which takes SPIR-V as it is. They begin with "opencl-il." and have the label opencl-il.
function(ursa_add_pocl_il_tests)
  if(NOT URSA_POCL_IL)
    return()
  endif()
  cmake_parse_arguments(arg "" "FILTER" "" ${ARGN})
  foreach(name IN LISTS arg_UNPARSED_ARGUMENTS)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES TEST_PREFIX opencl-il. TEST_LIST ${name}_il
                         TEST_FILTER "${arg_FILTER}"
                         PROPERTIES TIMEOUT 300 LABELS opencl-il ENVIRONMENT OCL_ICD_VENDORS=${URSA_POCL_IL})
  endforeach()
endfunction()

# ursa_add_sycl_library(NAME SOURCE HEADERS FILES...): a shared library of one source that ursac++ compiles. Sanitizers'
# run times do not mix with it.
function(ursa_add_sycl_library name source)
  cmake_parse_arguments(arg "" "" "HEADERS" ${ARGN})
  set(library ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/lib${name}.so)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sycl/include/*.hpp)
  add_custom_command(
    OUTPUT ${library}
    COMMAND ursac++ -std=c++20 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror -I${PROJECT_SOURCE_DIR}
            ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${library}
    DEPENDS ${source} ${arg_HEADERS} ${headers} ursac ursac++ ursa_sycl ursa_sycl_images ursa_sycl_plugin
    COMMENT "Compiling SYCL ${source}"
    VERBATIM)
  add_custom_target(${name}_build DEPENDS ${library})
  add_library(${name} SHARED IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${library} IMPORTED_NO_SONAME ON
                                           INTERFACE_LINK_LIBRARIES ursa_sycl)
  add_dependencies(${name} ${name}_build)
endfunction()

# ursa_add_components(FOLDERS...): adds those that exist, so that a partial tree configures.
function(ursa_add_components)
  foreach(component IN LISTS ARGN)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${component}/CMakeLists.txt)
      add_subdirectory(${component})
    endif()
  endforeach()
endfunction()

# ursa_add_kernels. Its files go where the installed programs look too.
include(UrsaKernels)
set(URSA_KERNEL_FOLDER ${CMAKE_BINARY_DIR}/share/ursa)

# A kernel compiled by the installed ursac and run by the installed ursa-run, in FOLDER.
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/input "ABCD")
execute_process(COMMAND ${PREFIX}/bin/ursac ${CMAKE_CURRENT_LIST_DIR}/add_one.cl -o ${FOLDER}/add_one.ursa
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PREFIX}/bin/ursa-run add_one.ursa --kernel add_one --global 4 --arg inout:input:output
                WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/output output)
if(NOT output STREQUAL "BCDE")
  message(FATAL_ERROR "The kernel made '${output}' of 'ABCD'; 'BCDE' was expected.")
endif()
execute_process(COMMAND ${PREFIX}/bin/ursa-info -v OUTPUT_VARIABLE info COMMAND_ERROR_IS_FATAL ANY)
if(NOT info MATCHES "library +${PREFIX}/[^\n]*/libur_adapter_host.so.0")
  message(FATAL_ERROR "The installed ursa-info uses another adapter:\n${info}")
endif()

# Installs BUILD, then moves the tree to PREFIX: what is used there was found relative to itself.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-staged)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}-staged
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}-staged ${PREFIX})

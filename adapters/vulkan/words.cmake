# Writes the words of a SPIR-V module as an initializer: cmake -DMODULE=file -DOUTPUT=file -P words.cmake
file(READ ${MODULE} bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUTPUT} "${words}")

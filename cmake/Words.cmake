# Writes the words of a file as an initializer: cmake -DMODULE=file -DOUTPUT=file -P Words.cmake
file(READ ${MODULE} bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUTPUT} "${words}")

# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a .ts lacks a text of the sources, holds one that is gone, or leaves one unfinished.
# Arguments: LUPDATE, TS (the file), ROOT (the sources), WORK (a scratch folder).
cmake_path(GET TS FILENAME name)
file(MAKE_DIRECTORY ${WORK})
file(COPY_FILE ${TS} ${WORK}/${name})
set(plurals)
if(name STREQUAL "onceover_en.ts")
  set(plurals -pluralonly)
endif()
execute_process(
  COMMAND ${LUPDATE} -silent -locations none -no-obsolete ${plurals} -source-language en -extensions cpp,h
          -I ${ROOT} -I ${ROOT}/backend
          ${ROOT}/models ${ROOT}/views ${ROOT}/app -ts ${WORK}/${name}
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "lupdate failed")
endif()
file(READ ${TS} before)
file(READ ${WORK}/${name} after)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "${name} is not what the sources say: run `ninja onceover_lupdate` and fill in what is unfinished")
endif()
if(after MATCHES "type=\"unfinished\"")
  message(FATAL_ERROR "${name} has unfinished texts")
endif()

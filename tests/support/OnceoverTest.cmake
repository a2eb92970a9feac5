# SPDX-License-Identifier: GPL-3.0-or-later
# onceover_test(<name> LABEL <label> [LIBS <targets>…] [SOURCES <files>…] [DEPENDS <programs>…] [TIMEOUT <seconds>] [SERIAL])
# A Qt Test program from tst_<name>.cpp. A run without its database counts as skipped, never as passed. DEPENDS: programs
# that it starts; SERIAL: nothing else runs beside it. Its account goes to results/ as well, where run.sh sums it up.
function(onceover_test name)
  cmake_parse_arguments(TEST "SERIAL" "LABEL;TIMEOUT" "LIBS;SOURCES;DEPENDS" ${ARGN})
  set(program tst_${name})
  add_executable(${program} ${program}.cpp ${TEST_SOURCES})
  set_target_properties(${program} PROPERTIES AUTOMOC ON)
  target_compile_definitions(${program} PRIVATE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII
                             ONCEOVER_SOURCE_DIR="${CMAKE_SOURCE_DIR}" ONCEOVER_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  target_link_libraries(${program} PRIVATE Onceover::Flags Qt6::Core Qt6::Test ${TEST_LIBS})
  if(TEST_DEPENDS)
    add_dependencies(${program} ${TEST_DEPENDS})
  endif()
  if(NOT TARGET onceover_tests_${TEST_LABEL})
    add_custom_target(onceover_tests_${TEST_LABEL})
  endif()
  add_dependencies(onceover_tests_${TEST_LABEL} ${program})

  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/results)
  add_test(NAME ${program} COMMAND ${program} -o ${CMAKE_BINARY_DIR}/results/${program}.txt,txt -o -,txt)
  set_tests_properties(${program} PROPERTIES LABELS ${TEST_LABEL} SKIP_REGULAR_EXPRESSION "SKIP   :" TIMEOUT ${TEST_TIMEOUT}
                       COST ${TEST_TIMEOUT} # The long ones first: none is left alone at the end.
                       ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
  if(TEST_SERIAL)
    set_tests_properties(${program} PROPERTIES RUN_SERIAL ON)
  endif()
endfunction()

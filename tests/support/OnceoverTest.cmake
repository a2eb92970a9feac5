# SPDX-License-Identifier: GPL-3.0-or-later
# onceover_test(<name> LABEL <label> [LIBS <targets>…] [SOURCES <files>…])
# A Qt Test program from tst_<name>.cpp. A run without its database counts as skipped, never as passed.
function(onceover_test name)
  cmake_parse_arguments(TEST "" "LABEL" "LIBS;SOURCES" ${ARGN})
  set(program tst_${name})
  add_executable(${program} ${program}.cpp ${TEST_SOURCES})
  set_target_properties(${program} PROPERTIES AUTOMOC ON)
  target_compile_definitions(${program} PRIVATE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII
                             ONCEOVER_SOURCE_DIR="${CMAKE_SOURCE_DIR}" ONCEOVER_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  target_link_libraries(${program} PRIVATE Onceover::Flags Qt6::Core Qt6::Test ${TEST_LIBS})
  add_test(NAME ${program} COMMAND ${program})
  set_tests_properties(${program} PROPERTIES LABELS ${TEST_LABEL} SKIP_REGULAR_EXPRESSION "SKIP   :"
                       ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
endfunction()

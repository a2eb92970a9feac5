# SPDX-License-Identifier: GPL-3.0-or-later
# A layer is a static library with an include root of its own: ${CMAKE_BINARY_DIR}/include/<layer> holds one link, named
# like the layer, to its source folder. Code reads "core/money.h"; a layer that is not linked cannot be included.

# onceover_layer(<layer> [ALIAS <name>] SOURCES <files>…)
function(onceover_layer layer)
  cmake_parse_arguments(LAYER "" "ALIAS" "SOURCES" ${ARGN})
  add_library(onceover_${layer} STATIC ${LAYER_SOURCES})
  add_library(Onceover::${LAYER_ALIAS} ALIAS onceover_${layer})
  set(root ${CMAKE_BINARY_DIR}/include/${layer})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${layer} SYMBOLIC)
  target_include_directories(onceover_${layer} PUBLIC ${root})
  target_link_libraries(onceover_${layer} PRIVATE Onceover::Flags)
endfunction()

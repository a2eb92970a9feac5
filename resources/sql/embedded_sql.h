// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sql/migrations.h"
#include "sql/statements.h"

#include <vector>

/// The generated side of the lookups: whole lists, in the order of the files.
namespace onceover::sql::embedded {

const std::vector<Statement>& statements();
const std::vector<Migration>& migrations();
const std::vector<Provision>& provisions();

} // namespace onceover::sql::embedded

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"
#include "store/connection.h"

namespace onceover::store {

/// What a session wants from the schema. An older schema serves nobody; a newer one may be read when its `reader_min`
/// allows this program, and is never written (BUILD.md, Versions).
enum class SchemaUse { Read, Act };

/// Did the server refuse because this login lacks a privilege (42501)?
[[nodiscard]] bool isMissingPrivilege(const Failure& failure);

/// The same failure as a refusal that people can act on: MissingRole, found = the login.
[[nodiscard]] Failure asMissingRole(Failure failure, const Connection& connection);

/// Connects when necessary and says where: installation, login, person, duties held, server. Failures carry the
/// statement "connect"; refusals: SchemaTooOld (found: the version, "0" when there is no schema), SchemaTooNew,
/// MissingRole (found: the login, which holds no duty that may look), SelfCheckFailed (no installation row).
[[nodiscard]] Result<ServerIdentity> connectAndIdentify(Connection& connection, SchemaUse use);

} // namespace onceover::store

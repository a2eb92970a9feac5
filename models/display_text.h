// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every word, amount and instant that people read, in the console and in onceoverctl, comes from these headers; all
// text goes through tr(). Plain forms (logs, exports, wire) are core's.
#include "models/act_text.h"
#include "models/connection_text.h"
#include "models/failure_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/reckoning_text.h"
#include "models/schedule_text.h"
#include "models/state_text.h"
#include "models/time_text.h"

#pragma once

/// Options as plain structs with tables: the types a key can have, how C++ values are read and
/// rendered, and the tables that describe a struct.
#include <trainer/option_table.h>
#include <trainer/option_type.h>
#include <trainer/option_values.h>

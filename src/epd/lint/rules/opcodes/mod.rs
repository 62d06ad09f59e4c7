//! Rules on operations and their operands.

pub(crate) mod duplicate_opcode;
pub(crate) mod large_integer;
pub(crate) mod operand_count;
pub(crate) mod operand_order;
pub(crate) mod operand_range;
pub(crate) mod operand_type;
pub(crate) mod operation_order;
pub(crate) mod plus_sign;
pub(crate) mod unknown_opcode;
pub(crate) mod unquoted_string;

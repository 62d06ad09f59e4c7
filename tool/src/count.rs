//! Makes a program that notes which of its functions are called.

use walrus::ir::{Const, Instr, MemArg, Store, StoreKind, Value};
use walrus::{FunctionId, Module};

use crate::names::{lasting, mark_of};

/// Adds an exported memory `seen`, in which function number `n` sets byte `n` when it is called. Returns the
/// marks of the functions in that order, each with a blank and the name; empty for a function without one.
pub fn count(module: &mut Module) -> Vec<String> {
    let functions: Vec<FunctionId> = module.funcs.iter_local().map(|(id, _)| id).collect();
    let pages = functions.len() as u64 / 65_536 + 1;
    let memory = module.memories.add_local(false, false, pages, Some(pages), None);
    module.exports.add("seen", memory);
    let mut marks = Vec::with_capacity(functions.len());
    for (number, id) in functions.into_iter().enumerate() {
        let function = module.funcs.get_mut(id);
        marks.push(lasting(function).map_or_else(String::new, |name| format!("{} {name}", mark_of(&name))));
        let note: [Instr; 3] = [
            Const { value: Value::I32(i32::try_from(number).unwrap_or_default()) }.into(),
            Const { value: Value::I32(1) }.into(),
            Store { memory, kind: StoreKind::I32_8 { atomic: false }, arg: MemArg { align: 1, offset: 0 } }
                .into(),
        ];
        let local = function.kind.unwrap_local_mut();
        let entry = local.entry_block();
        local.block_mut(entry).instrs.splice(0..0, note.map(|instr| (instr, Default::default())));
    }
    marks
}

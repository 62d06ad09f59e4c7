//! Divides the data of a program.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::{Result, bail};
use walrus::ir::{Const, Load, Store, Value, Visitor};
use walrus::{ConstExpr, DataId, DataKind, Module};

/// What may be an address in a function: every constant of 32 bits, both halves of one of 64, and what loads and
/// stores add to theirs.
#[derive(Default)]
pub struct Used(pub HashSet<u32>);

impl<'instr> Visitor<'instr> for Used {
    fn visit_const(&mut self, instr: &Const) {
        match instr.value {
            Value::I32(value) => self.0.extend([value.cast_unsigned()]),
            Value::I64(value) => {
                let bits = value.cast_unsigned();
                self.0.extend(
                    [bits, bits >> 32].into_iter().filter_map(|half| u32::try_from(half & 0xffff_ffff).ok()),
                );
            }
            _ => {}
        }
    }

    fn visit_load(&mut self, instr: &Load) {
        self.0.extend(u32::try_from(instr.arg.offset));
    }

    fn visit_store(&mut self, instr: &Store) {
        self.0.extend(u32::try_from(instr.arg.offset));
    }
}

/// Keeps the data with these addresses only, in segments that cover nothing else: whatever lies between has
/// been in use for long when the late part comes.
///
/// # Errors
/// A segment has no address of its own.
pub fn keep(module: &mut Module, addresses: &[Range<u32>]) -> Result<()> {
    for id in segments(module) {
        let start = start(module, id)?;
        let DataKind::Active { memory, .. } = module.data.get(id).kind else { continue };
        for kept in addresses {
            let value = &module.data.get(id).value;
            let within = within(kept, start, value.len());
            if within.is_empty() {
                continue;
            }
            let offset = i32::try_from(start)? + i32::try_from(within.start)?;
            let kind = DataKind::Active { memory, offset: ConstExpr::Value(Value::I32(offset)) };
            let value = value[within].to_vec();
            let new = module.data.add(kind, value);
            module.memories.get_mut(memory).data_segments.insert(new);
        }
        module.memories.get_mut(memory).data_segments.remove(&id);
        module.data.delete(id);
    }
    Ok(())
}

/// Writes zeros over the data with these addresses, which cost next to nothing in a compressed file.
///
/// # Errors
/// A segment has no address of its own.
pub fn empty(module: &mut Module, addresses: &[Range<u32>]) -> Result<()> {
    for id in segments(module) {
        let start = start(module, id)?;
        let value = &mut module.data.get_mut(id).value;
        for emptied in addresses {
            let within = within(emptied, start, value.len());
            value[within].fill(0);
        }
    }
    Ok(())
}

fn segments(module: &Module) -> Vec<DataId> {
    module.data.iter().map(walrus::Data::id).collect()
}

fn start(module: &Module, id: DataId) -> Result<u32> {
    match &module.data.get(id).kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(offset)), .. } => Ok(offset.cast_unsigned()),
        _ => bail!("a segment of data has no address"),
    }
}

/// The part of a segment that has these addresses.
fn within(addresses: &Range<u32>, start: u32, len: usize) -> Range<usize> {
    let at = |address: u32| (address.saturating_sub(start) as usize).min(len);
    at(addresses.start)..at(addresses.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        for (offset, value) in [(100, b"abcdefgh".as_slice()), (120, b"xyz")] {
            let kind = DataKind::Active { memory, offset: ConstExpr::Value(Value::I32(offset)) };
            let id = module.data.add(kind, value.to_vec());
            module.memories.get_mut(memory).data_segments.insert(id);
        }
        module
    }

    /// The segments of data of a program after it was written and read again.
    fn written(mut module: Module) -> Vec<(u32, Vec<u8>)> {
        let module = Module::from_buffer(&module.emit_wasm()).unwrap();
        let value = |id| (start(&module, id).unwrap(), module.data.get(id).value.clone());
        segments(&module).into_iter().map(value).collect()
    }

    fn check(addresses: &[(u32, u32)], first: &[(u32, &[u8])], late: &[(u32, &[u8])]) {
        let addresses: Vec<Range<u32>> = addresses.iter().map(|&(start, end)| start..end).collect();
        let expected = |all: &[(u32, &[u8])]| -> Vec<(u32, Vec<u8>)> {
            all.iter().map(|(at, value)| (*at, value.to_vec())).collect()
        };
        let mut module = program();
        empty(&mut module, &addresses).unwrap();
        assert_eq!(written(module), expected(first), "{addresses:?}");
        let mut module = program();
        keep(&mut module, &addresses).unwrap();
        assert_eq!(written(module), expected(late), "{addresses:?}");
    }

    #[test]
    fn each_byte_is_in_one_part() {
        check(&[], &[(100, b"abcdefgh"), (120, b"xyz")], &[]);
        check(&[(100, 108)], &[(100, b"\0\0\0\0\0\0\0\0"), (120, b"xyz")], &[(100, b"abcdefgh")]);
        check(
            &[(101, 103), (104, 105)],
            &[(100, b"a\0\0d\0fgh"), (120, b"xyz")],
            &[(101, b"bc"), (104, b"e")],
        );
        check(&[(106, 121)], &[(100, b"abcdef\0\0"), (120, b"\0yz")], &[(106, b"gh"), (120, b"x")]);
        check(&[(90, 95), (110, 115), (130, 140)], &[(100, b"abcdefgh"), (120, b"xyz")], &[]);
    }
}

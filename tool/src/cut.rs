//! Cuts a program in two.
//!
//! The first part has everything but the late functions. Where it needs one of those it has a way in: a stub
//! of the same type that calls through a table, and asks the page to load the late part if the table is still
//! empty. The late part imports memory, tables and functions from the first and fills that table. It brings
//! the data to which only its own functions refer.
//! Whatever the profile says, the two together do what the program did.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::{Context, Result};
use walrus::ir::{Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportId, ImportKind, ImportedFunction, Module, RefType, TableId,
};

use crate::data;
use crate::linked::Linked;
use crate::names::mark;

/// The module that the late part imports from.
const FIRST: &str = "first";

/// The two parts, and the number of functions in each.
pub struct Parts {
    pub first: Vec<u8>,
    pub late: Vec<u8>,
    pub stay: usize,
    pub go: usize,
    pub ways_in: usize,
    /// Bytes of data in the late part.
    pub data: usize,
}

/// The functions to move, by their numbers in the program.
struct Plan {
    /// Those that the first part calls, in the order of the table.
    ways_in: Vec<usize>,
    go: HashSet<usize>,
}

/// Cuts the program that `read` returns, the same on every call, given what the linker told about its data and
/// the marks of functions that may be late.
///
/// # Errors
/// The program cannot be read.
pub fn cut(read: &dyn Fn() -> Result<Module>, linked: &Linked, listed: &HashSet<&str>) -> Result<Parts> {
    let mut first = read()?;
    let plan = plan(&first, listed);
    let all = first.funcs.iter_local().count();
    let late_data = late_data(&first, linked, &plan);
    let mut late = read()?;
    let needs = make_late(&mut late, &plan, &late_data)?;
    make_first(&mut first, &plan, &needs, &late_data)?;
    Ok(Parts {
        first: first.emit_wasm(),
        late: late.emit_wasm(),
        stay: all - plan.go.len(),
        go: plan.go.len(),
        ways_in: plan.ways_in.len(),
        data: late_data.iter().map(|addresses| addresses.len()).sum(),
    })
}

/// The addresses of the data to which only late functions refer.
fn late_data(module: &Module, linked: &Linked, plan: &Plan) -> Vec<Range<u32>> {
    let mut late: HashSet<&str> = HashSet::new();
    let mut stay: HashSet<&str> = HashSet::new();
    let mut used = data::Used::default();
    for (id, local) in module.funcs.iter_local() {
        let is_late = plan.go.contains(&id.index());
        if let Some(name) = &module.funcs.get(id).name {
            if is_late { &mut late } else { &mut stay }.insert(name);
        }
        if !is_late {
            dfs_in_order(&mut used, local, local.entry_block());
        }
    }
    linked.late(&|name| late.contains(name) && !stay.contains(name), &used.0)
}

struct Called<'a>(&'a mut Vec<FunctionId>);

impl<'instr> Visitor<'instr> for Called<'_> {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.0.push(*id);
    }
}

/// Searches from everything that the browser can call or that pointers can point at, down to the first late
/// function on each path. Functions that are not reached are called by late functions only.
fn plan(module: &Module, listed: &HashSet<&str>) -> Plan {
    let mut open: Vec<FunctionId> = module.start.into_iter().collect();
    open.extend(module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) => Some(id),
        _ => None,
    }));
    for element in module.elements.iter() {
        match &element.items {
            ElementItems::Functions(ids) => open.extend(ids),
            ElementItems::Expressions(_, items) => open.extend(items.iter().filter_map(|item| match item {
                ConstExpr::RefFunc(id) => Some(*id),
                _ => None,
            })),
        }
    }
    let mut stay: HashSet<FunctionId> = HashSet::new();
    let mut ways_in = Vec::new();
    let mut is_way_in = HashSet::new();
    while let Some(id) = open.pop() {
        let function = module.funcs.get(id);
        let FunctionKind::Local(local) = &function.kind else { continue };
        if mark(function).is_some_and(|mark| listed.contains(mark.as_str())) {
            if is_way_in.insert(id) {
                ways_in.push(id.index());
            }
        } else if stay.insert(id) {
            dfs_in_order(&mut Called(&mut open), local, local.entry_block());
        }
    }
    ways_in.sort_unstable();
    let go = module.funcs.iter_local().filter(|(id, _)| !stay.contains(id)).map(|(id, _)| id.index());
    Plan { go: go.collect(), ways_in }
}

/// Imports of the late part from the first: the kind and number of each, and its name.
type Needs = Vec<(Need, String)>;

enum Need {
    Function(usize),
    Table(usize),
    Global(usize),
    Memory(usize),
    WaysIn,
}

/// Keeps the late functions with their data, and fills those that have a stub into the table; everything else
/// is imported.
fn make_late(module: &mut Module, plan: &Plan, data: &[Range<u32>]) -> Result<Needs> {
    for id in module.exports.iter().map(walrus::Export::id).collect::<Vec<_>>() {
        module.exports.delete(id);
    }
    module.start = None;
    data::keep(module, data)?;
    for id in module.elements.iter().map(walrus::Element::id).collect::<Vec<_>>() {
        module.elements.delete(id);
    }
    let imports = &mut module.imports;
    for memory in module.memories.iter_mut() {
        memory.import = Some(imports.add(FIRST, "", memory.id()));
    }
    for table in module.tables.iter_mut() {
        table.elem_segments.clear();
        table.import = Some(imports.add(FIRST, "", table.id()));
    }
    for id in module.globals.iter().map(walrus::Global::id).collect::<Vec<_>>() {
        module.globals.get_mut(id).kind = GlobalKind::Import(imports.add(FIRST, "", id));
    }
    for function in module.funcs.iter_mut() {
        if matches!(function.kind, FunctionKind::Local(_)) && !plan.go.contains(&function.id().index()) {
            let import = imports.add(FIRST, "", function.id());
            function.kind = FunctionKind::Import(ImportedFunction { import, ty: function.ty() });
        }
    }
    let size = plan.ways_in.len() as u64;
    let (table, ways_in) = module.add_import_table(FIRST, "", false, size, Some(size), RefType::FUNCREF);
    let by_number: HashMap<usize, FunctionId> =
        module.funcs.iter().map(|function| (function.id().index(), function.id())).collect();
    let entries: Option<Vec<FunctionId>> = plan.ways_in.iter().map(|at| by_number.get(at).copied()).collect();
    let offset = ConstExpr::Value(walrus::ir::Value::I32(0));
    let items = ElementItems::Functions(entries.context("the program changed while it was cut")?);
    let element = module.elements.add(ElementKind::Active { table, offset }, items);
    module.tables.get_mut(table).elem_segments.insert(element);
    walrus::passes::gc::run(module);
    Ok(name_imports(module, ways_in))
}

/// Gives short names to the imports from the first part, including those from JavaScript.
fn name_imports(module: &mut Module, ways_in: ImportId) -> Needs {
    let mut needs = Needs::new();
    for import in module.imports.iter_mut() {
        let need = match import.kind {
            _ if import.id() == ways_in => Need::WaysIn,
            ImportKind::Function(id) => Need::Function(id.index()),
            ImportKind::Table(id) => Need::Table(id.index()),
            ImportKind::Memory(id) => Need::Memory(id.index()),
            ImportKind::Global(id) => Need::Global(id.index()),
            ImportKind::Tag(_) => continue,
        };
        // No name in JavaScript begins with this character.
        let name = format!("+{}", needs.len());
        FIRST.clone_into(&mut import.module);
        import.name.clone_from(&name);
        needs.push((need, name));
    }
    needs
}

/// Replaces the late functions by stubs, empties their data, and exports what the late part needs.
fn make_first(module: &mut Module, plan: &Plan, needs: &Needs, data: &[Range<u32>]) -> Result<()> {
    data::empty(module, data)?;
    let nothing = module.types.add(&[], &[]);
    let (bring, _) = module.add_import_func("late", "bring", nothing);
    let size = plan.ways_in.len() as u64;
    let table = module.tables.add_local(false, size, Some(size), RefType::FUNCREF);
    let functions: HashMap<usize, FunctionId> =
        module.funcs.iter().map(|function| (function.id().index(), function.id())).collect();
    for (slot, number) in plan.ways_in.iter().enumerate() {
        let id = *functions.get(number).context("a function is gone")?;
        way_in(module, id, table, i32::try_from(slot)?, bring);
    }
    for (need, name) in needs {
        let item: ExportItem = match need {
            Need::Function(at) => (*functions.get(at).context("a function is gone")?).into(),
            Need::Table(at) => by_index(module.tables.iter().map(|t| (t.id().index(), t.id())), *at)?.into(),
            Need::Global(at) => {
                by_index(module.globals.iter().map(|g| (g.id().index(), g.id())), *at)?.into()
            }
            Need::Memory(at) => {
                by_index(module.memories.iter().map(|m| (m.id().index(), m.id())), *at)?.into()
            }
            Need::WaysIn => table.into(),
        };
        module.exports.add(name, item);
    }
    walrus::passes::gc::run(module);
    Ok(())
}

fn by_index<T>(mut all: impl Iterator<Item = (usize, T)>, index: usize) -> Result<T> {
    let found = all.find(|(at, _)| *at == index).context("a table, global or memory is gone")?;
    Ok(found.1)
}

/// Turns a function into one that calls through the table, and that first has the late part loaded if it is
/// missing.
fn way_in(module: &mut Module, id: FunctionId, table: TableId, slot: i32, bring: FunctionId) {
    let ty = module.funcs.get(id).ty();
    let (params, results) = {
        let ty = module.types.get(ty);
        (ty.params().to_vec(), ty.results().to_vec())
    };
    let locals: Vec<_> = params.iter().map(|&param| module.locals.add(param)).collect();
    let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
    let mut body = builder.func_body();
    body.i32_const(slot).table_get(table).ref_is_null().if_else(
        None,
        |then| {
            then.call(bring);
        },
        |_| {},
    );
    for &local in &locals {
        body.local_get(local);
    }
    body.i32_const(slot).call_indirect(ty, table);
    module.funcs.get_mut(id).kind = FunctionKind::Local(builder.local_func(locals));
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::ValType;

    /// A program of functions that call each other: the name of each, its calls, and whether the browser can
    /// call it.
    fn program(functions: &[(&str, &[usize], bool)]) -> Module {
        let mut module = Module::default();
        let ids: Vec<FunctionId> = functions
            .iter()
            .map(|(name, _, is_exported)| {
                let builder = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I64]);
                let parameter = module.locals.add(ValType::I32);
                let id = builder.finish(vec![parameter], &mut module.funcs);
                module.funcs.get_mut(id).name = Some((*name).to_owned());
                if *is_exported {
                    module.exports.add(name, id);
                }
                id
            })
            .collect();
        for (at, (_, calls, _)) in functions.iter().enumerate() {
            let body = module.funcs.get_mut(ids[at]).kind.unwrap_local_mut();
            let mut body = body.builder_mut().func_body();
            for &called in *calls {
                body.i32_const(1).call(ids[called]).drop();
            }
            body.i64_const(7);
        }
        module
    }

    fn names(wasm: &[u8]) -> Vec<String> {
        let module = Module::from_buffer(wasm).unwrap();
        let mut names: Vec<String> =
            module.funcs.iter_local().filter_map(|(id, _)| module.funcs.get(id).name.clone()).collect();
        names.sort();
        names
    }

    fn check(functions: &[(&str, &[usize], bool)], late: &[&str], first: &[&str], rest: &[&str]) {
        let read = || Ok(program(functions));
        let marks: Vec<String> = program(functions)
            .funcs
            .iter()
            .filter(|function| function.name.as_deref().is_some_and(|name| late.contains(&name)))
            .filter_map(mark)
            .collect();
        let listed = marks.iter().map(String::as_str).collect();
        let parts = cut(&read, &Linked::default(), &listed).unwrap();
        assert_eq!(names(&parts.first), first);
        assert_eq!(names(&parts.late), rest);
        // The imports of the late part are exported by the first, under the same names.
        let (first, late) =
            (Module::from_buffer(&parts.first).unwrap(), Module::from_buffer(&parts.late).unwrap());
        for import in late.imports.iter() {
            assert_eq!(import.module, FIRST);
            assert!(first.exports.iter().any(|export| export.name == import.name), "{}", import.name);
        }
        assert!(first.imports.iter().all(|import| import.module == "late" && import.name == "bring"));
    }

    #[test]
    fn late_functions_go_and_ways_in_stay() {
        let functions: &[(&str, &[usize], bool)] = &[
            ("main", &[1, 2], true),
            ("early", &[], false),
            ("dialog", &[1, 3], false),
            ("row", &[], false),
        ];
        // A stub has the name of its function. A function called only by late ones moves with them.
        check(functions, &["dialog"], &["dialog", "early", "main"], &["dialog", "row"]);
        check(functions, &["dialog", "row"], &["dialog", "early", "main"], &["dialog", "row"]);
    }

    #[test]
    fn without_late_functions_nothing_goes() {
        check(&[("main", &[1], true), ("early", &[0], false)], &[], &["early", "main"], &[]);
    }

    #[test]
    fn an_exported_function_can_be_late() {
        check(&[("main", &[], true), ("other", &[0], true)], &["other"], &["main", "other"], &["other"]);
    }
}

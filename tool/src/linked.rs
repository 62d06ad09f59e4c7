//! What the linker tells about the data of a program: where each piece is, and what refers to it.
//!
//! The linker writes it with `--emit-relocs`
//! (<https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md>). Later steps drop it, but they move
//! no data, so it still holds for the optimised program.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use wasmparser::{
    DataKind, KnownCustom, Linking, LinkingSectionReader, Operator, Parser, Payload, RelocSectionReader,
    RelocationType, SymbolInfo,
};

/// A piece of data that can only be referred to as a whole.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    addresses: Range<u32>,
    /// The pieces whose addresses are in this one.
    refers_to: Vec<usize>,
}

/// The data of a linked program and the references to it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// By their addresses; none overlap.
    pieces: Vec<Piece>,
    /// The functions that refer to data: their names, and the numbers of the pieces.
    functions: Vec<(String, Vec<usize>)>,
}

impl Linked {
    /// Reads it from the program that the linker wrote.
    ///
    /// # Errors
    /// This is no program, or it was linked without `--emit-relocs`.
    pub fn read(program: &[u8]) -> Result<Self> {
        let sections = Sections::of(program)?;
        ensure!(!sections.symbols.is_empty(), "the program was linked without --emit-relocs");
        let mut linked = Self { pieces: sections.pieces(), functions: Vec::new() };
        let mut by_function: Vec<Vec<usize>> = vec![Vec::new(); sections.functions.len()];
        for reference in &sections.references {
            let Some(piece) = sections.target(reference).and_then(|address| linked.piece_at(address)) else {
                continue;
            };
            if Some(reference.section) == sections.code {
                let after = sections.functions.partition_point(|(start, _)| *start <= reference.offset);
                let at = after.checked_sub(1).context("a reference before all functions")?;
                by_function[at].push(piece);
            } else if Some(reference.section) == sections.data
                && let Some(from) = sections.address_of(reference.offset).and_then(|a| linked.piece_at(a))
            {
                linked.pieces[from].refers_to.push(piece);
            }
        }
        let names = sections.functions.into_iter().map(|(_, name)| name);
        linked.functions = names.zip(by_function).filter(|(_, pieces)| !pieces.is_empty()).collect();
        Ok(linked)
    }

    /// The addresses of all data to which only late functions refer, themselves or through other such data.
    ///
    /// `is_late` is asked with the name of a function. A function that the optimised program does not have is
    /// part of others, so it is not late. `others` are further addresses that the first part uses.
    pub fn late(&self, is_late: &dyn Fn(&str) -> bool, others: &HashSet<u32>) -> Vec<Range<u32>> {
        let mut stays = vec![false; self.pieces.len()];
        let first = self.functions.iter().filter(|(name, _)| !is_late(name)).flat_map(|(_, pieces)| pieces);
        let mut open: Vec<usize> = first.copied().collect();
        open.extend(others.iter().filter_map(|&address| self.piece_at(address)));
        while let Some(piece) = open.pop() {
            if !std::mem::replace(&mut stays[piece], true) {
                open.extend(&self.pieces[piece].refers_to);
            }
        }
        let mut late: Vec<Range<u32>> = Vec::new();
        for (piece, _) in self.pieces.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            match late.last_mut() {
                Some(last) if last.end == piece.addresses.start => last.end = piece.addresses.end,
                _ => late.push(piece.addresses.clone()),
            }
        }
        late
    }

    fn piece_at(&self, address: u32) -> Option<usize> {
        let after = self.pieces.partition_point(|piece| piece.addresses.start <= address);
        let at = after.checked_sub(1)?;
        self.pieces[at].addresses.contains(&address).then_some(at)
    }
}

/// A place that has the address of a symbol.
struct Reference {
    section: u32,
    offset: u32,
    symbol: u32,
}

/// What is read from the sections of the program.
#[derive(Default)]
struct Sections {
    code: Option<u32>,
    data: Option<u32>,
    /// Where each function begins in the section of code, and its name.
    functions: Vec<(u32, String)>,
    /// For each segment of data, its address and where it is in its section.
    segments: Vec<(u32, Range<u32>)>,
    /// The addresses of each symbol, if it is data.
    symbols: Vec<Option<Range<u32>>>,
    references: Vec<Reference>,
}

impl Sections {
    fn of(program: &[u8]) -> Result<Self> {
        let mut sections = Self::default();
        let mut number = 0;
        let mut imported = 0;
        let mut starts = Vec::new();
        let mut code_start = 0;
        for payload in Parser::new(0).parse_all(program) {
            let payload = payload?;
            let is_section = payload.as_section().is_some();
            match payload {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionStart { range, .. } => {
                    sections.code = Some(number);
                    code_start = range.start;
                }
                Payload::CodeSectionEntry(body) => {
                    starts.push(u32::try_from(body.range().start - code_start)?);
                    // Functions are no sections of their own.
                    continue;
                }
                Payload::DataSection(data) => {
                    sections.data = Some(number);
                    let section_start = data.range().start;
                    for segment in data {
                        let segment = segment?;
                        let DataKind::Active { offset_expr, .. } = &segment.kind else {
                            bail!("a segment of data without an address");
                        };
                        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                            bail!("a segment of data whose address is not a number");
                        };
                        let end = u32::try_from(segment.range.end - section_start)?;
                        let start = end - u32::try_from(segment.data.len())?;
                        sections.segments.push((value.cast_unsigned(), start..end));
                    }
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Name(names) => {
                        for part in names {
                            if let wasmparser::Name::Function(names) = part? {
                                for name in names {
                                    let name = name?;
                                    let Some(at) = name.index.checked_sub(imported) else { continue };
                                    let start = *starts.get(at as usize).context("a name of no function")?;
                                    let name = rustc_demangle::demangle(name.name).to_string();
                                    sections.functions.push((start, name));
                                }
                            }
                        }
                    }
                    KnownCustom::Linking(linking) => sections.read_symbols(linking)?,
                    KnownCustom::Reloc(references) => sections.read_references(&references)?,
                    _ => {}
                },
                _ => {}
            }
            number += u32::from(is_section);
        }
        // A function without a name keeps its data where it is.
        let named: HashSet<u32> = sections.functions.iter().map(|(start, _)| *start).collect();
        sections.functions.extend(
            starts.into_iter().filter(|start| !named.contains(start)).map(|start| (start, String::new())),
        );
        sections.functions.sort();
        Ok(sections)
    }

    fn read_symbols(&mut self, linking: LinkingSectionReader<'_>) -> Result<()> {
        for part in linking.subsections() {
            let Linking::SymbolTable(symbols) = part? else { continue };
            for symbol in symbols {
                let addresses = match symbol? {
                    SymbolInfo::Data { symbol: Some(data), .. } => {
                        let (segment, _) =
                            self.segments.get(data.index as usize).context("a symbol of no segment")?;
                        let start = segment + data.offset;
                        Some(start..start + data.size)
                    }
                    _ => None,
                };
                self.symbols.push(addresses);
            }
        }
        Ok(())
    }

    fn read_references(&mut self, reader: &RelocSectionReader<'_>) -> Result<()> {
        for entry in reader.entries() {
            let entry = entry?;
            let is_address = matches!(
                entry.ty,
                RelocationType::MemoryAddrLeb
                    | RelocationType::MemoryAddrSleb
                    | RelocationType::MemoryAddrI32
                    | RelocationType::MemoryAddrRelSleb
                    | RelocationType::MemoryAddrLocrelI32
            );
            let is_known = is_address
                || matches!(
                    entry.ty,
                    RelocationType::FunctionIndexLeb
                        | RelocationType::FunctionIndexI32
                        | RelocationType::TableIndexSleb
                        | RelocationType::TableIndexI32
                        | RelocationType::TypeIndexLeb
                        | RelocationType::GlobalIndexLeb
                        | RelocationType::GlobalIndexI32
                        | RelocationType::TableNumberLeb
                        | RelocationType::FunctionOffsetI32
                        | RelocationType::SectionOffsetI32
                );
            // Any other may be an address, too.
            ensure!(is_known, "a reference of a kind that is not known: {:?}", entry.ty);
            if is_address {
                let (section, offset) = (reader.section_index(), entry.offset);
                self.references.push(Reference { section, offset, symbol: entry.index });
            }
        }
        Ok(())
    }

    /// The data, where symbols that overlap are one piece.
    fn pieces(&self) -> Vec<Piece> {
        let mut all: Vec<Range<u32>> =
            self.symbols.iter().flatten().filter(|addresses| !addresses.is_empty()).cloned().collect();
        all.sort_by_key(|addresses| addresses.start);
        let mut pieces: Vec<Piece> = Vec::new();
        for addresses in all {
            match pieces.last_mut() {
                Some(last) if addresses.start < last.addresses.end => {
                    last.addresses.end = last.addresses.end.max(addresses.end);
                }
                _ => pieces.push(Piece { addresses, refers_to: Vec::new() }),
            }
        }
        pieces
    }

    /// The address that a reference has: that of its symbol, since what is added to it stays within the symbol
    /// or is taken off again.
    fn target(&self, reference: &Reference) -> Option<u32> {
        Some(self.symbols.get(reference.symbol as usize)?.as_ref()?.start)
    }

    /// The address of a byte of the section of data.
    fn address_of(&self, offset: u32) -> Option<u32> {
        let (address, range) = self.segments.iter().find(|(_, range)| range.contains(&offset))?;
        Some(address + offset - range.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(functions: &[(&str, &[usize])], refers_to: &[&[usize]]) -> Linked {
        let pieces = refers_to.iter().zip((100..).step_by(10));
        Linked {
            pieces: pieces.map(|(to, at)| Piece { addresses: at..at + 10, refers_to: to.to_vec() }).collect(),
            functions: functions.iter().map(|(name, to)| ((*name).to_owned(), to.to_vec())).collect(),
        }
    }

    fn check(linked: &Linked, others: &[u32], late: &[(u32, u32)]) {
        let late: Vec<Range<u32>> = late.iter().map(|&(start, end)| start..end).collect();
        let others = others.iter().copied().collect();
        assert_eq!(linked.late(&|name| name.starts_with("late"), &others), late, "{linked:?}");
    }

    #[test]
    fn data_goes_where_only_late_functions_refer_to_it() {
        check(&linked(&[("main", &[0]), ("late", &[1])], &[&[], &[]]), &[], &[(110, 120)]);
        check(&linked(&[("main", &[0]), ("late", &[0, 1, 2])], &[&[], &[], &[]]), &[], &[(110, 130)]);
        // Through other data, in a ring.
        check(&linked(&[("main", &[0]), ("late", &[3])], &[&[1], &[0], &[3], &[2]]), &[], &[(120, 140)]);
        check(&linked(&[("main", &[0]), ("late", &[1])], &[&[1], &[]]), &[], &[]);
        // Any address within a piece keeps it.
        check(&linked(&[("late", &[0, 1])], &[&[], &[]]), &[115], &[(100, 110)]);
        check(&linked(&[("late", &[0, 1])], &[&[], &[]]), &[99, 120], &[(100, 120)]);
        // A function without a name, or one that was inlined, is not late.
        check(&linked(&[("", &[0]), ("late", &[1])], &[&[], &[]]), &[], &[(110, 120)]);
    }

    /// A program as linkers write it: functions `main` and `late` refer to 1,000 and 1,010, and the data at 1,000
    /// to that at 1,004.
    fn program(with_relocations: bool) -> Vec<u8> {
        use wasm_encoder::{
            CodeSection, ConstExpr, CustomSection, DataSection, DataSymbolDefinition, Function,
            FunctionSection, LinkingSection, MemorySection, MemoryType, Module, NameMap, NameSection,
            SymbolTable, TypeSection,
        };
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        for address in [1000, 1010] {
            functions.function(0);
            let mut body = Function::new([]);
            // A constant of five bytes, as the linker needs it to write another one over it.
            let [a, b, ..] = u32::to_le_bytes(address << 1 & 0x7f00 | address & 0x7f);
            body.raw([0x41, a | 0x80, b | 0x80, 0x80, 0x80, 0x00, 0x1a, 0x0b]);
            code.function(&body);
        }
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(1000), *b"\xec\x03\0\0piecesdata");
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&memories).section(&code).section(&data);
        if with_relocations {
            let mut symbols = SymbolTable::new();
            for (offset, size) in [(0, 4), (4, 6), (10, 4)] {
                let place = Some(DataSymbolDefinition { index: 0, offset, size });
                symbols.data(0, &format!("at{offset}"), place);
            }
            module.section(LinkingSection::new().symbol_table(&symbols));
            // The section, the number of places; for each its kind, where it is, its symbol, what is added.
            let in_code = [3, 2, 4, 4, 0, 0, 4, 14, 2, 0];
            let in_data = [4, 1, 5, 7, 1, 0];
            for (name, places) in [("reloc.CODE", in_code.as_slice()), ("reloc.DATA", &in_data)] {
                module.section(&CustomSection { name: name.into(), data: places.into() });
            }
        }
        let mut names = NameMap::new();
        names.append(0, "main");
        names.append(1, "late");
        let mut section = NameSection::new();
        section.functions(&names);
        module.section(&section);
        module.finish()
    }

    #[test]
    fn what_the_linker_wrote_is_read() {
        let read = Linked::read(&program(true)).unwrap();
        let piece = |addresses: (u32, u32), refers_to: &[usize]| Piece {
            addresses: addresses.0..addresses.1,
            refers_to: refers_to.to_vec(),
        };
        assert_eq!(
            read.pieces,
            [piece((1000, 1004), &[1]), piece((1004, 1010), &[]), piece((1010, 1014), &[])]
        );
        assert_eq!(read.functions, [("main".to_owned(), vec![0]), ("late".to_owned(), vec![2])]);
        check(&read, &[], &[(1010, 1014)]);
    }

    #[test]
    fn a_program_without_relocations_is_refused() {
        let error = Linked::read(&program(false)).unwrap_err();
        assert!(error.to_string().contains("--emit-relocs"), "{error}");
    }
}

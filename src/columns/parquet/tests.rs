//! Files of this program and of others, whole and damaged.

use std::io::{self, Read as _};
use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array,
    Int16Array, LargeStringArray, RecordBatch, StringArray, StructArray, UInt64Array,
};
use arrow_schema::{DataType, Field};
use proptest::prelude::*;

use super::{Writer, rows};
use crate::columns::{Columns, Filling};
use crate::epd::conventions::Conventions;
use crate::epd::{LineKind, parse};
use crate::source::Whole;

/// A file with these lines, in batches of one.
fn written(opcodes: &[&str], lines: &[&[u8]]) -> Vec<u8> {
    let columns = Columns::all(opcodes.iter().map(|&opcode| opcode.to_owned())).expect("opcodes");
    let mut writer = Writer::new(columns.schema()).expect("a writer");
    let mut out = Vec::new();
    for (line, number) in lines.iter().zip(1..) {
        let mut filling = Filling::new(&columns);
        filling.push(number, &parse(line), &Conventions::default());
        writer.write(&filling.finish().expect("rows"), &mut out).expect("a batch");
    }
    writer.finish(&mut out).expect("a file");
    out
}

fn table(bytes: Vec<u8>) -> io::Result<String> {
    let mut text = String::new();
    rows(Whole::Bytes(bytes), &Arc::default())?.read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn columns_are_a_table() {
    let lines: [&[u8]; 4] = [
        b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4 Kd2; ce 120; id \"a\"; tcri \"a\" \"b\";",
        b"# remark",
        b"4k3/8/8/8/8/8/8/4K3 b - - 3 9 ce x; id \"=K\xf6nig, \";",
        b"8/8 w bm Zz; resign;",
    ];
    let text = table(written(&["bm", "ce", "fmvn", "id", "resign", "tcri"], &lines)).expect("rows");
    let expect = "line,placement,side,castling,en_passant,severity,bm,ce,fmvn,id,resign,tcri\n\
        1,4k3/8/8/8/8/8/4P3/4K3,w,-,-,error,e4 Kd2,120,,a,,\"\"\"a\"\" \"\"b\"\"\"\n\
        3,4k3/8/8/8/8/8/8/4K3,b,-,-,error,,,9,\"'=König, \",,\n\
        4,8/8,w,bm,Zz,error,,,,,,\n";
    assert_eq!(text, expect);
}

/// A file with these columns.
fn file<const COUNT: usize>(columns: [(&str, ArrayRef); COUNT]) -> Vec<u8> {
    let columns = columns.map(|(name, array)| (name, array, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).expect("a batch");
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("rows");
    writer.into_inner().expect("a file")
}

#[test]
fn types_of_other_programs_are_read() {
    let column = |array: ArrayRef, expect: &str| {
        assert_eq!(table(file([("x", array)])).expect("rows"), expect);
    };
    let mut lists = ListBuilder::new(StringBuilder::new());
    lists.append_value([Some("e4"), None, Some("Kd2")]);
    lists.append_null();
    column(Arc::new(lists.finish()), "x,\ne4 Kd2,\n,\n");
    column(Arc::new(StringArray::from(vec![Some("a\r\nb"), None])), "x,\na  b,\n,\n");
    column(Arc::new(LargeStringArray::from(vec!["a,"])), "x,\n\"a,\",\n");
    column(Arc::new(BinaryArray::from(vec![&b"a\xff"[..]])), "x,\na\u{fffd},\n");
    column(Arc::new(Int16Array::from(vec![Some(-5), None])), "x,\n-5,\n,\n");
    column(Arc::new(UInt64Array::from(vec![u64::MAX])), "x,\n18446744073709551615,\n");
    column(Arc::new(Float64Array::from(vec![1500.0, f64::NAN, -0.35])), "x,\n1500,\n,\n'-0.350,\n");
    column(Arc::new(Float32Array::from(vec![0.1, 0.0625])), "x,\n0.100,\n0.0625,\n");
    let decimals = Decimal128Array::from(vec![-35, 100]).with_precision_and_scale(5, 2).expect("decimals");
    column(Arc::new(decimals), "x,\n'-0.35,\n1.00,\n");
    column(Arc::new(BooleanArray::from(vec![true])), "x,\ntrue,\n");
    let inner: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
    let field = Arc::new(Field::new("y", DataType::Utf8, true));
    let nested: ArrayRef = Arc::new(StructArray::from(vec![(field, inner)]));
    // These have no place in a record.
    for array in [nested, Arc::new(Date32Array::from(vec![1]))] {
        let beside: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
        assert_eq!(table(file([("x", Arc::clone(&array)), ("y", beside)])).expect("rows"), "y,\na,\n");
        assert!(table(file([("x", array)])).is_err());
    }
}

#[test]
fn damage_is_an_error_or_other_rows_and_never_a_panic() {
    let lines: [&[u8]; 2] =
        [b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";", b"4k3/8/8/8/8/8/8/4K3 b - - ce 5;"];
    let whole = written(&["bm", "ce", "id"], &lines);
    assert!(table(whole.clone()).is_ok());
    for length in 0..whole.len() {
        assert!(table(whole[..length].to_vec()).is_err(), "{length}");
    }
    for at in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            let _ = table(bytes);
        }
    }
}

proptest! {
    #[test]
    fn any_records_become_rows(lines in proptest::collection::vec(proptest::collection::vec(
        prop_oneof![any::<u8>(), proptest::sample::select(b"8/ w-bm id;\"".to_vec())], 0..60
    ), 0..5)) {
        let lines: Vec<&[u8]> = lines.iter().map(Vec::as_slice).collect();
        let text = table(written(&["bm", "ce", "id"], &lines)).expect("rows");
        let records = lines.iter().filter(|line| parse(line).kind == LineKind::Record).count();
        prop_assert_eq!(text.lines().count(), 1 + records);
    }
}

//! How a report on the first records begins.

/// A table in CSV without the columns in which no row has anything.
pub fn without_empty_columns(table: &str) -> String {
    let rows: Vec<Vec<&str>> = table.lines().map(cells).collect();
    let is_used = |at: usize| rows.iter().skip(1).any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()));
    let mut out = String::new();
    for row in &rows {
        let used = row.iter().enumerate().filter(|(at, _)| is_used(*at)).map(|(_, &cell)| cell);
        out.push_str(&used.collect::<Vec<_>>().join(","));
        out.push('\n');
    }
    out
}

/// The cells of a row, with their quotes.
fn cells(row: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    };
    row.split(is_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_contents_go() {
        let check = |table, expect| assert_eq!(without_empty_columns(table), expect);
        check("run,line,id,bm\r\n,1,a,\r\n,2,,\r\n", "line,id\n1,a\n2,\n");
        check("id,bm,x\r\n\"a,b\",,1\r\n\"c\"\"d,\",,\r\n", "id,x\n\"a,b\",1\n\"c\"\"d,\",\n");
        check("run,line\r\n", "\n");
    }
}

//! Tests of sheets.

use super::*;
use crate::diagram::testing::{diagram, elements, look};
use proptest::prelude::*;

fn layout(columns: u32, rows: u32, solutions: Solutions) -> Layout {
    Layout {
        paper: Paper::A4,
        columns,
        rows,
        solutions,
        title: "Tests & <more>".to_owned(),
        solutions_title: "Solutions".to_owned(),
    }
}

fn entry(number: usize) -> Entry {
    Entry {
        number,
        name: format!("own.{number}"),
        note: "White to move".to_owned(),
        solution: "Ra8#".to_owned(),
        diagram: diagram("6k1/5ppp/8/8/8/8/5PPP/R5K1"),
    }
}

fn pages(layout: &Layout, count: usize) -> Vec<Page> {
    let entries: Vec<Entry> = (1..=count).map(entry).collect();
    let solutions: Vec<_> = entries.iter().map(|e| (e.number, e.name.clone(), e.solution.clone())).collect();
    let (diagrams, all) = layout.page_counts(count, solutions.len());
    let colors = Colors::paper();
    let of_page = |(chunk, number)| layout.page(chunk, number, all, &colors);
    let mut out: Vec<Page> = entries.chunks(layout.per_page()).zip(1..).map(of_page).collect();
    assert_eq!(out.len(), diagrams);
    if layout.solutions == Solutions::AtEnd {
        out.extend(layout.solution_pages(&solutions, diagrams));
    }
    assert_eq!(out.len(), all);
    out
}

#[test]
fn pages_hold_what_they_have_room_for() {
    for (columns, rows, count, expect) in [(2, 3, 6, 1), (3, 3, 10, 2), (3, 4, 25, 3), (1, 1, 1, 1)] {
        let pages = pages(&layout(columns, rows, Solutions::Omitted), count);
        assert_eq!(pages.len(), expect);
        let drawn: usize = pages.iter().map(|page| page.content.matches("<title>").count()).sum();
        assert_eq!(drawn, count);
        assert_eq!(pages.last().map(|page| page.range.1), Some(count));
    }
}

#[test]
fn solutions_stand_where_they_are_wanted() {
    let solved = |solutions| {
        let svg: String =
            pages(&layout(3, 3, solutions), 12).iter().map(|page| page.content.clone()).collect();
        (svg.matches("Ra8#").count(), svg.contains("Solutions"))
    };
    assert_eq!(solved(Solutions::Omitted), (0, false));
    assert_eq!(solved(Solutions::Below), (12, false));
    assert_eq!(solved(Solutions::AtEnd), (12, true));
    // Enough of them to need several pages.
    let pages = pages(&layout(3, 4, Solutions::AtEnd), 240);
    let behind: Vec<&Page> = pages.iter().filter(|page| page.is_solutions).collect();
    assert!(behind.len() > 1);
    assert_eq!(behind[0].range.1 + 1, behind[1].range.0);
    assert_eq!(behind.last().map(|page| page.range.1), Some(240));
}

#[test]
fn files_are_well_formed() {
    let (look, layout) = (look(), layout(3, 3, Solutions::AtEnd));
    let pages = pages(&layout, 20);
    let all = svg(&pages, layout.paper, &look);
    let names = elements(&all);
    assert_eq!(names.iter().filter(|name| *name == "symbol").count(), 12);
    assert!(all.contains(&format!("viewBox=\"0 0 2100 {}\"", 2970 * pages.len())));
    assert!(all.contains("Tests &amp; &lt;more&gt;"));
    elements(&svg(&pages[..1], layout.paper, &look));
    let html = html(&pages, &layout, &look, "en");
    assert_eq!(html.matches("<svg class=\"page\"").count(), pages.len());
    let body = html.split_once("<body>").and_then(|(_, rest)| rest.split_once("</body>")).unwrap().0;
    elements(body);
}

#[test]
fn texts_are_cut_to_their_room() {
    assert_eq!(fitting("short", 1000), "short");
    let cut = fitting(&"long name ".repeat(20), 400);
    assert!(cut.ends_with('…') && width_of(&cut) <= 400, "{cut}");
    assert_eq!(fitting("x", 0), "…");
}

proptest! {
    #[test]
    fn any_name_leaves_it_well_formed(name in ".{0,60}|[<>&\"'/=]{0,20}", columns in 1_u32..5, rows in 1_u32..6) {
        let layout = Layout { title: name.clone(), ..layout(columns, rows, Solutions::Below) };
        let entry = Entry { name: name.clone(), note: name.clone(), solution: name, ..entry(1) };
        let page = layout.page(&[entry], 1, 1, &Colors::paper());
        elements(&svg(&[page], layout.paper, &look()));
    }
}

//! Sheets: many diagrams on pages of paper, with the solutions below them or at the end.

#[cfg(test)]
mod tests;

use crate::diagram::{Colors, Diagram, Look, push};
use crate::text::markup::escaped;

/// Units of the drawing in a millimetre.
const PER_MM: u32 = 10;

/// Blank paper on each side.
const MARGIN: u32 = 12 * PER_MM;

/// Space for the title of a page and for its number.
const HEAD: u32 = 10 * PER_MM;
const FOOT: u32 = 8 * PER_MM;

/// Space between two adjacent diagrams.
const GAP: u32 = 8 * PER_MM;

/// The size of letters, and the height of a line.
const LETTER: u32 = 36;
const LINE: u32 = 48;

/// The columns of a page of solutions, and the height of a line there.
const SOLUTION_COLUMNS: u32 = 2;
const SOLUTION_LINE: u32 = 54;

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Its name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }

    /// Width and height in units of the drawing.
    fn size(self) -> (u32, u32) {
        match self {
            Self::A4 => (2100, 2970),
            Self::Letter => (2159, 2794),
        }
    }
}

/// Where solutions are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solutions {
    /// Nowhere.
    Omitted,
    /// Under each diagram.
    Below,
    /// On separate pages after the diagrams.
    AtEnd,
}

/// One position of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The number printed beside the diagram, from 1.
    pub number: usize,
    /// Its name, usually its `id`.
    pub name: String,
    /// The text below the board: the side to move.
    pub note: String,
    /// The solution; empty if there is none.
    pub solution: String,
    /// The position.
    pub diagram: Diagram,
}

/// The layout of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The size of the pages.
    pub paper: Paper,
    /// Diagrams side by side, at least one.
    pub columns: u32,
    /// Diagrams one below the other, at least one.
    pub rows: u32,
    /// Where solutions are printed.
    pub solutions: Solutions,
    /// The title at the top of each page.
    pub title: String,
    /// The title at the top of the solutions.
    pub solutions_title: String,
}

/// The content of a page, to be framed by [`svg`] or [`html`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The drawing.
    content: String,
    /// Its number among all pages, from 1.
    pub number: usize,
    /// The numbers of its first and last position, or solution.
    pub range: (usize, usize),
    /// Whether it holds solutions.
    pub is_solutions: bool,
}

impl Layout {
    /// The number of diagrams on a page.
    pub fn per_page(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// The number of solutions on a page of solutions.
    fn solutions_per_page(&self) -> usize {
        let (_, height) = self.paper.size();
        (SOLUTION_COLUMNS * ((height - 2 * MARGIN - HEAD - FOOT) / SOLUTION_LINE)) as usize
    }

    /// The number of pages for the diagrams, and for diagrams and solutions together.
    pub fn page_counts(&self, diagrams: usize, solutions: usize) -> (usize, usize) {
        let pages = diagrams.div_ceil(self.per_page());
        let behind = match self.solutions {
            Solutions::AtEnd => solutions.div_ceil(self.solutions_per_page()),
            Solutions::Omitted | Solutions::Below => 0,
        };
        (pages, pages + behind)
    }

    /// A page of diagrams with the given entries: [`Self::per_page`] of them, fewer on the last page. `of` is
    /// the number of pages.
    pub fn page(&self, entries: &[Entry], number: usize, of: usize, colors: &Colors) -> Page {
        let mut content = self.frame(&self.title, number, of);
        let (width, height) = self.paper.size();
        let cell_width = (width - 2 * MARGIN - GAP * (self.columns - 1)) / self.columns;
        let cell_height = (height - 2 * MARGIN - HEAD - FOOT) / self.rows;
        let lines = if self.solutions == Solutions::Below { 3 } else { 2 };
        let room = cell_height.saturating_sub(lines * LINE + GAP / 2);
        for (entry, at) in entries.iter().zip(0..self.columns * self.rows) {
            let x = MARGIN + at % self.columns * (cell_width + GAP);
            let y = MARGIN + HEAD + at / self.columns * cell_height;
            let (units_wide, units_high) = entry.diagram.size();
            // As high as there is room for, unless that would be too wide.
            let side = room.min(cell_width * units_high / units_wide);
            let drawn_width = side * units_wide / units_high;
            let left = (cell_width - drawn_width) / 2;
            push(
                &mut content,
                format_args!("<svg x=\"{x}\" y=\"{y}\" width=\"{cell_width}\" height=\"{cell_height}\">"),
            );
            let board_width = side;
            let number = format!("{}.", entry.number);
            // The number is bold, the name after it is not.
            let name = fitting(&entry.name, board_width.saturating_sub(width_of(&number) + LETTER));
            push(
                &mut content,
                format_args!(
                    "<text x=\"{left}\" y=\"{}\"><tspan font-weight=\"700\">{number}</tspan> {}</text>",
                    LINE - 12,
                    escaped(&name)
                ),
            );
            let note = fitting(&entry.note, board_width);
            text(&mut content, left, LINE + side + LINE - 8, &note);
            if self.solutions == Solutions::Below {
                let solution = fitting(&entry.solution, board_width);
                text(&mut content, left, LINE + side + 2 * LINE - 8, &solution);
            }
            push(
                &mut content,
                format_args!(
                    "<svg x=\"{left}\" y=\"{LINE}\" width=\"{drawn_width}\" height=\"{side}\" \
                     viewBox=\"{}\" role=\"img\"><title>{}</title>{}</svg></svg>",
                    entry.diagram.view_box(),
                    escaped(&entry.diagram.title),
                    entry.diagram.content(colors)
                ),
            );
        }
        let range = range_of(entries.iter().map(|entry| entry.number));
        Page { content, number, range, is_solutions: false }
    }

    /// The pages of solutions after `before` pages of diagrams: number, name and solution of each.
    pub fn solution_pages(&self, solutions: &[(usize, String, String)], before: usize) -> Vec<Page> {
        let per_page = self.solutions_per_page();
        let of = before + solutions.len().div_ceil(per_page);
        let (width, _) = self.paper.size();
        let column_width = (width - 2 * MARGIN - GAP) / SOLUTION_COLUMNS;
        let rows = per_page / SOLUTION_COLUMNS as usize;
        let page = |(chunk, number): (&[(usize, String, String)], usize)| {
            let mut content = self.frame(&self.solutions_title, number, of);
            for (column, part) in (0..SOLUTION_COLUMNS).zip(chunk.chunks(rows)) {
                let x = MARGIN + column * (column_width + GAP);
                for ((at, name, solution), row) in part.iter().zip(0_u32..) {
                    let y = MARGIN + HEAD + (row + 1) * SOLUTION_LINE - 12;
                    let number = format!("{at}.");
                    let room = column_width.saturating_sub(width_of(&number) + LETTER);
                    let solution = fitting(solution, room);
                    // The name is printed if the solution leaves room for it.
                    let rest = room.saturating_sub(width_of(&solution) + LETTER);
                    let name = if rest > 4 * LETTER { fitting(name, rest) } else { String::new() };
                    push(
                        &mut content,
                        format_args!(
                            "<text x=\"{x}\" y=\"{y}\"><tspan font-weight=\"700\">{number}</tspan> {} \
                             <tspan fill=\"#666666\">{}</tspan></text>",
                            escaped(&solution),
                            escaped(&name)
                        ),
                    );
                }
            }
            let range = range_of(chunk.iter().map(|(at, ..)| *at));
            Page { content, number, range, is_solutions: true }
        };
        solutions.chunks(per_page).zip(before + 1..).map(page).collect()
    }

    /// Title and number of a page.
    fn frame(&self, title: &str, number: usize, of: usize) -> String {
        let (width, height) = self.paper.size();
        let mut out = String::new();
        let title = fitting(title, (width - 2 * MARGIN) * 4 / 5);
        push(
            &mut out,
            format_args!(
                "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"46\" font-weight=\"700\">{}</text>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#666666\">{number} / {of}</text>",
                MARGIN + 40,
                escaped(&title),
                width - MARGIN,
                height - MARGIN
            ),
        );
        out
    }
}

fn text(out: &mut String, x: u32, y: u32, text: &str) {
    push(out, format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"#333333\">{}</text>", escaped(text)));
}

fn range_of(mut numbers: impl Iterator<Item = usize>) -> (usize, usize) {
    let first = numbers.next().unwrap_or_default();
    (first, numbers.last().unwrap_or(first))
}

/// The approximate width of a text. The font is unknown here; most are narrower than this.
fn width_of(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX / LETTER).saturating_mul(LETTER * 11 / 20)
}

/// As much of a text as fits a width.
fn fitting(text: &str, width: u32) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    let letters = (width / (LETTER * 11 / 20)).saturating_sub(1) as usize;
    let cut: String = text.chars().take(letters).collect();
    format!("{}…", cut.trim_end())
}

/// Attributes of all text, for white paper.
const LETTERS: &str = "font-family=\"sans-serif\" font-size=\"36\" fill=\"#000000\"";

/// Pages one below the other as one drawing, in millimetres.
pub fn svg(pages: &[Page], paper: Paper, look: &Look) -> String {
    let (width, height) = paper.size();
    let all = height * u32::try_from(pages.len()).unwrap_or(u32::MAX / height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {all}\">\
         <defs>{}</defs><path fill=\"#ffffff\" d=\"M0 0h{width}v{all}H0z\"/>",
        millimetres(width),
        millimetres(all),
        look.pieces.symbols()
    );
    for (page, at) in pages.iter().zip(0_u32..) {
        push(
            &mut out,
            format_args!("<g transform=\"translate(0 {})\" {LETTERS}>{}</g>", at * height, page.content),
        );
    }
    out.push_str("</svg>\n");
    out
}

fn millimetres(units: u32) -> String {
    format!("{}.{}", units / PER_MM, units % PER_MM)
}

/// All pages as one HTML page that prints as it is shown; `lang` is the language of its texts.
pub fn html(pages: &[Page], layout: &Layout, look: &Look, lang: &str) -> String {
    let (width, height) = layout.paper.size();
    let (wide, high) = (millimetres(width), millimetres(height));
    let title = escaped(&layout.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         @page {{ size: {}; margin: 0 }}\nbody {{ margin: 0; background: #888 }}\n\
         .page {{ display: block; width: {wide}mm; height: {high}mm; margin: 8mm auto; background: #fff }}\n\
         .shapes {{ position: absolute; width: 0; height: 0 }}\n\
         @media print {{ body {{ background: #fff }} .page {{ margin: 0; break-after: page }} .page:last-child {{ break-after: auto }} }}\n\
         </style>\n</head>\n<body>\n<svg class=\"shapes\" aria-hidden=\"true\"><defs>{}</defs></svg>\n",
        escaped(lang),
        layout.paper.name(),
        look.pieces.symbols()
    );
    for page in pages {
        push(
            &mut out,
            format_args!(
                "<svg class=\"page\" viewBox=\"0 0 {width} {height}\" {LETTERS}>{}</svg>\n",
                page.content
            ),
        );
    }
    out.push_str("</body>\n</html>\n");
    out
}

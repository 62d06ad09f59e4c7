//! A link as a QR code, drawn as SVG.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// The blank modules around the code, as its standard demands.
const QUIET: i32 = 4;

/// The most characters of a link that a QR code can hold.
pub const MOST_CODED: usize = 2_953;

/// The code of a link as an SVG file; `None` if the link is too long for one.
pub fn qr_svg(link: &str) -> Option<String> {
    let code = QrCode::encode_text(link, QrCodeEcc::Low).ok()?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|&at| code.get_module(at, y)).count();
            if run > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET);
            }
            x += i32::try_from(run).unwrap_or(i32::MAX).max(1);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{px}\" height=\"{px}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#ffffff\" d=\"M0 0h{side}v{side}H0z\"/>\
         <path d=\"{path}\"/></svg>\n",
        px = side * 6
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark modules of a drawing, by rows.
    fn modules(svg: &str) -> Vec<(i32, i32)> {
        let path = svg.rsplit_once("d=\"").unwrap().1.split('"').next().unwrap();
        let mut dark = Vec::new();
        for run in path.split('M').skip(1) {
            let (at, rest) = run.split_once('h').unwrap();
            let (x, y) = at.split_once(' ').unwrap();
            let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            let length: i32 = rest.split('v').next().unwrap().parse().unwrap();
            dark.extend((0..length).map(|at| (x + at - QUIET, y - QUIET)));
        }
        dark
    }

    #[test]
    fn all_modules_are_drawn() {
        let link = "https://example.org/#/p/4k3/8/8/8/8/8/8/4K3_w_-_-";
        let svg = qr_svg(link).unwrap();
        let code = QrCode::encode_text(link, QrCodeEcc::Low).unwrap();
        let all = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let expect: Vec<(i32, i32)> = all.filter(|&(x, y)| code.get_module(x, y)).collect();
        assert_eq!(modules(&svg), expect);
    }

    #[test]
    fn too_long_a_link_has_no_code() {
        assert!(qr_svg(&"a".repeat(MOST_CODED)).is_some());
        assert_eq!(qr_svg(&"a".repeat(MOST_CODED + 1)), None);
    }
}

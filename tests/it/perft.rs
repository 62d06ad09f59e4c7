//! Counts claimed in real files, compared with those of the engine's move generator.

use std::fs;

use epidote::search::Question;
use epidote::search::perft::perft;

use crate::corpus;

/// Checks every record of a file, to a depth and as long as the counts are small enough for a test.
fn check(name: &str, depth: u32, most: u64) {
    let Some(path) = corpus::file(name) else { return };
    let bytes = fs::read(&path).unwrap();
    let mut checked = 0;
    for line in String::from_utf8_lossy(&bytes).lines() {
        let mut parts = line.split(';');
        let fields: Vec<&str> = parts.next().unwrap_or_default().split_whitespace().take(4).collect();
        let fields = fields.join(" ");
        for part in parts {
            let Some((word, count)) = part.trim().split_once(' ') else { continue };
            let Some(plies) = word.strip_prefix('D').and_then(|plies| plies.parse().ok()) else { continue };
            let count: u64 = count.trim().parse().unwrap();
            if plies <= depth && count <= most {
                assert_eq!(perft(&Question::new(&fields), plies, &|| ()), Ok(count), "{line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked} counts checked in {name}");
    println!("{name}: {checked} counts are right");
}

#[test]
fn standard_positions() {
    check("perft_standard_ethereal.epd", 5, 200_000_000);
}

#[test]
fn chess960_positions() {
    check("perft_frc_ethereal.epd", 4, 10_000_000);
}

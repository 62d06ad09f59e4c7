//! Names of functions that are the same in every build.

use walrus::Function;

/// The name of a function without the hashes of crates, which change with the compiler; `None` if it has none.
pub fn lasting(function: &Function) -> Option<String> {
    function.name.as_deref().map(without_hashes)
}

/// The mark of a function in a profile: a hash of its lasting name. `None` if the function has no name.
///
/// The names in a profile would take a hundred kilobytes; the marks of the same functions take twenty.
pub fn mark(function: &Function) -> Option<String> {
    lasting(function).map(|name| mark_of(&name))
}

/// The mark of a lasting name.
pub fn mark_of(name: &str) -> String {
    // FNV-1a, of which forty bits are enough for some thousands of names.
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{:010x}", hash >> 24)
}

/// A name without the parts `[0123456789abcdef]`, which differ between builds of a crate.
fn without_hashes(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        match after.split_once(']') {
            Some((inside, tail)) if !inside.is_empty() && inside.bytes().all(|b| b.is_ascii_hexdigit()) => {
                rest = tail;
            }
            _ => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::without_hashes;

    #[test]
    fn hashes_of_crates_go() {
        for (name, expected) in [
            ("<alloc[1f]::vec::Vec<core[2e]::x>>::push", "<alloc::vec::Vec<core::x>>::push"),
            ("<[u8]>::sort", "<[u8]>::sort"),
            ("a[", "a["),
            ("<[T; 3]>::map", "<[T; 3]>::map"),
        ] {
            assert_eq!(without_hashes(name), expected);
        }
    }
}

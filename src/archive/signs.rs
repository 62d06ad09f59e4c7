//! The first bytes by which packed files are known.

/// Whether a file is packed by gzip (RFC 1952), by its first three bytes.
pub fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b\x08")
}

/// Whether a file is a zip archive, by its first four bytes; the second sign is that of an empty one.
pub fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// Whether a file is packed by Zstandard, by its first four bytes.
pub fn is_zstd(head: &[u8]) -> bool {
    match head {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => true,
        // Frames to be skipped.
        [first, 0x2a, 0x4d, 0x18, ..] => first & 0xf0 == 0x50,
        _ => false,
    }
}

//! Archives for tests.

use crate::archive::Crc32;

/// A member to be written.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) packed: Vec<u8>,
    /// The size to declare.
    pub(super) unpacked: u64,
    pub(super) crc: u32,
}

impl Entry {
    pub(super) fn stored(name: &str, bytes: &[u8]) -> Self {
        let mut crc = Crc32::default();
        crc.update(bytes);
        Self {
            name: name.into(),
            flags: 0,
            method: 0,
            packed: bytes.into(),
            unpacked: bytes.len() as u64,
            crc: crc.value(),
        }
    }

    pub(super) fn deflated(name: &str, bytes: &[u8]) -> Self {
        Self {
            method: 8,
            packed: miniz_oxide::deflate::compress_to_vec(bytes, 6),
            ..Self::stored(name, bytes)
        }
    }
}

/// An archive to be written.
#[derive(Debug, Clone, Default)]
pub(super) struct Archive {
    pub(super) entries: Vec<Entry>,
    /// Bytes in the file before the archive.
    pub(super) before: Vec<u8>,
    pub(super) comment: Vec<u8>,
    pub(super) is_zip64: bool,
}

impl Archive {
    pub(super) fn of(entries: impl IntoIterator<Item = Entry>) -> Self {
        Self { entries: entries.into_iter().collect(), ..Self::default() }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut directory = Vec::new();
        for entry in &self.entries {
            let start = out.len() as u64;
            let common = [
                &entry.flags.to_le_bytes()[..],
                &entry.method.to_le_bytes(),
                &[0; 4],
                &entry.crc.to_le_bytes(),
            ]
            .concat();
            let name_length = low16(entry.name.len() as u64);
            let packed = entry.packed.len() as u64;
            out.extend([b"PK\x03\x04\x14\x00", &common[..], &low32(packed), &low32(entry.unpacked)].concat());
            // This extra field differs from the one in the directory.
            out.extend([&name_length[..], &[5, 0], &entry.name, &[1, 2, 1, 0, 9], &entry.packed].concat());
            let (sizes, extra) = if self.is_zip64 {
                let wide = [entry.unpacked, packed, start].map(u64::to_le_bytes).concat();
                ([[0xff; 4]; 3], [&[0x55, 0x55, 1, 0, 7, 1, 0, 24, 0][..], &wide].concat())
            } else {
                ([packed, entry.unpacked, start].map(low32), Vec::new())
            };
            directory.extend([b"PK\x01\x02\x14\x00\x14\x00", &common[..], &sizes[..2].concat()].concat());
            directory.extend([&name_length[..], &low16(extra.len() as u64), &[2, 0], &[0; 8]].concat());
            directory.extend([&sizes[2][..], &entry.name, &extra, b"\x01!"].concat());
        }
        let (count, size, start) = (self.entries.len() as u64, directory.len() as u64, out.len() as u64);
        out.extend(directory);
        if self.is_zip64 {
            let at = out.len() as u64;
            out.extend([b"PK\x06\x06", &44_u64.to_le_bytes()[..], &[45, 0, 45, 0], &[0; 8]].concat());
            out.extend([count, count, size, start].map(u64::to_le_bytes).concat());
            out.extend([b"PK\x06\x07\0\0\0\0", &at.to_le_bytes()[..], &[1, 0, 0, 0]].concat());
            out.extend(b"PK\x05\x06\0\0\0\0");
            out.extend([0xff; 12]);
        } else {
            out.extend([b"PK\x05\x06\0\0\0\0", &low16(count)[..], &low16(count)].concat());
            out.extend([low32(size), low32(start)].concat());
        }
        out.extend(low16(self.comment.len() as u64));
        [&self.before, &out, &self.comment].map(Vec::as_slice).concat()
    }
}

fn low16(number: u64) -> [u8; 2] {
    u16::try_from(number).expect("a small number").to_le_bytes()
}

fn low32(number: u64) -> [u8; 4] {
    u32::try_from(number).expect("a small number").to_le_bytes()
}

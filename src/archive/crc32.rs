//! The checksum of zip and gzip.

/// The remainders of the 256 bytes. Larger tables are faster, and would be most of the code here.
static REMAINDERS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ 0xedb8_8320 } else { rest >> 1 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
};

/// The CRC-32 of bytes that come in parts.
///
/// ```
/// use epidote::archive::Crc32;
/// let mut crc = Crc32::default();
/// crc.update(b"1234");
/// crc.update(b"56789");
/// assert_eq!(crc.value(), 0xcbf4_3926);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Crc32 {
    value: u32,
}

impl Crc32 {
    /// Takes in the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let step = |rest: u32, &byte: &u8| {
            let [low, ..] = rest.to_le_bytes();
            REMAINDERS[usize::from(low ^ byte)] ^ (rest >> 8)
        };
        self.value = !bytes.iter().fold(!self.value, step);
    }

    /// The checksum of the bytes so far.
    pub fn value(self) -> u32 {
        self.value
    }
}

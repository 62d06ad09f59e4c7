//! Copies of memory by the registers of 16 bytes that every x86-64 processor has.
//!
//! Most copies of this program are of a few bytes: a move, a number, an operand. Up to 128 bytes, all is read
//! before anything is written: first blocks from the start, then blocks that end where the copy ends; the two overlap
//! in the middle. So there is no loop, and it does not matter whether the two places overlap.

use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_storeu_si128};

/// Bytes of a block of a long copy: four registers.
const BLOCK: usize = 64;
/// The most bytes that are copied without a loop.
const WHOLE: usize = 2 * BLOCK;

/// `memcpy` of C. Unlike that, it is right for places that overlap, too.
///
/// # Safety
/// `count` bytes from `from` can be read, and `count` bytes from `to` can be written.
#[cfg(target_env = "musl")]
#[unsafe(no_mangle)]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: what is asked of the caller is the same.
    unsafe { copy(to, from, count) };
    to
}

/// `memmove` of C. That of musl goes on in its `memcpy`, so both are replaced or none.
///
/// # Safety
/// `count` bytes from `from` can be read, and `count` bytes from `to` can be written.
#[cfg(target_env = "musl")]
#[unsafe(no_mangle)]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: what is asked of the caller is the same.
    unsafe { copy(to, from, count) };
    to
}

/// Copies `count` bytes from one place to another. The two may overlap.
///
/// # Safety
/// `count` bytes from `from` can be read, and `count` bytes from `to` can be written.
#[inline]
pub unsafe fn copy(to: *mut u8, from: *const u8, count: usize) {
    // SAFETY: each branch reads and writes within the first `count` bytes: blocks at the start, and blocks that end
    // where these bytes end, are not longer than `count`.
    unsafe {
        match count {
            0 => {}
            1 => ends::<u8>(to, from, count),
            2..4 => ends::<u16>(to, from, count),
            4..8 => ends::<u32>(to, from, count),
            8..16 => ends::<u64>(to, from, count),
            16..=32 => ends::<[Register; 1]>(to, from, count),
            33..=64 => ends::<[Register; 2]>(to, from, count),
            65..=WHOLE => ends::<[Register; 4]>(to, from, count),
            _ => long(to, from, count),
        }
    }
}

/// Bytes that are read and written at once.
trait Piece: Copy {
    const BYTES: usize = size_of::<Self>();

    /// # Safety
    /// [`Self::BYTES`] bytes can be read.
    #[inline]
    unsafe fn read(from: *const u8) -> Self {
        // SAFETY: a piece may have any bytes, and this reading needs no alignment.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    /// # Safety
    /// [`Self::BYTES`] bytes can be written.
    #[inline]
    unsafe fn write(self, to: *mut u8) {
        // SAFETY: this writing needs no alignment.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
}

impl Piece for u8 {}
impl Piece for u16 {}
impl Piece for u32 {}
impl Piece for u64 {}

/// A register of 16 bytes.
#[derive(Clone, Copy)]
struct Register(__m128i);

// Reading an array as such would become a call of `memcpy` again.
impl<const N: usize> Piece for [Register; N] {
    #[inline]
    unsafe fn read(from: *const u8) -> Self {
        // SAFETY: the caller lets all of these bytes be read; the instruction needs no alignment.
        core::array::from_fn(|index| Register(unsafe { _mm_loadu_si128(from.add(16 * index).cast()) }))
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) {
        for (index, register) in self.into_iter().enumerate() {
            // SAFETY: the caller lets all of these bytes be written; the instruction needs no alignment.
            unsafe { _mm_storeu_si128(to.add(16 * index).cast(), register.0) };
        }
    }
}

/// Copies the first and the last piece, which overlap if there are fewer bytes than two pieces have.
///
/// # Safety
/// As [`copy`]; and `count` is from one piece to two.
#[inline]
unsafe fn ends<P: Piece>(to: *mut u8, from: *const u8, count: usize) {
    let last = count - P::BYTES;
    // SAFETY: both pieces lie within the first `count` bytes.
    unsafe {
        let (head, tail) = (P::read(from), P::read(from.add(last)));
        head.write(to);
        tail.write(to.add(last));
    }
}

/// Copies more than [`WHOLE`] bytes block by block, from the end if what is still to be read would be written over.
///
/// # Safety
/// As [`copy`]; and `count` is more than [`BLOCK`].
#[inline(never)]
unsafe fn long(to: *mut u8, from: *const u8, count: usize) {
    type Block = [Register; BLOCK / 16];
    // The last block, or the first one, is read before others are written, since it overlaps them.
    let last = count - BLOCK;
    // The distance of the two places; a place before the other one is very far behind it.
    let overlaps = to.addr().wrapping_sub(from.addr()) < count;
    // SAFETY: `at` is from 0 to `last`, so each block lies within the first `count` bytes.
    unsafe {
        if overlaps {
            let head = Block::read(from);
            let mut at = last;
            while at > 0 {
                Block::read(from.add(at)).write(to.add(at));
                at = at.saturating_sub(BLOCK);
            }
            head.write(to);
        } else {
            let tail = Block::read(from.add(last));
            let mut at = 0;
            while at < last {
                Block::read(from.add(at)).write(to.add(at));
                at += BLOCK;
            }
            tail.write(to.add(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `place[from..from + count]` copied to `place[to..]`, by this and by the library.
    fn check(from: usize, to: usize, count: usize) {
        let place: Vec<u8> = (0..=250).cycle().take(from.max(to) + count + 32).collect();
        let mut expected = place.clone();
        expected.copy_within(from..from + count, to);
        let mut copied = place;
        let start = copied.as_mut_ptr();
        // SAFETY: both ranges lie within the vector, and `start` may read and write all of it.
        unsafe { copy(start.add(to), start.add(from), count) };
        assert!(copied == expected, "{count} bytes from {from} to {to}");
    }

    #[test]
    fn every_short_copy_is_whole_and_touches_nothing_else() {
        for count in 0..=3 * BLOCK {
            for distance in 0..=count + 1 {
                check(0, distance, count);
                check(distance, 0, count);
            }
        }
    }

    proptest! {
        #[test]
        fn every_copy_is_that_of_the_library(from in 0_usize..5_000, to in 0_usize..5_000, count in 0_usize..5_000) {
            check(from, to, count);
        }
    }
}

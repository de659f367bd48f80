//! Integers of a fixed width beyond 128 bits: sums of criteria with separate bits for each.

use std::{
    cmp::Ordering,
    ops::{Add, Sub},
};

/// A signed integer of 64 `K` bits in two's complement, the lowest limb first. Sums wrap around;
/// [`super::Weights::limbs`] returns how many limbs a matching needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const K: usize>([u64; K]);

impl<const K: usize> Wide<K> {
    /// The number 0.
    pub const ZERO: Wide<K> = Wide([0; K]);

    /// Returns `2^bit`, or 0 for a bit beyond the width.
    pub fn bit(bit: usize) -> Wide<K> {
        let mut limbs = [0; K];
        if let Some(limb) = limbs.get_mut(bit / 64) {
            *limb = 1 << (bit % 64);
        }
        Wide(limbs)
    }

    /// Adds `value * 2^shift`.
    pub fn add_at(&mut self, value: u64, shift: usize) {
        let mut limbs = [0; K];
        let (limb, bits) = (shift / 64, shift % 64);
        if let Some(low) = limbs.get_mut(limb) {
            *low = value << bits;
        }
        if bits > 0
            && let Some(high) = limbs.get_mut(limb + 1)
        {
            *high = value >> (64 - bits);
        }
        *self = *self + Wide(limbs);
    }

    /// Returns twice the number.
    pub fn double(self) -> Wide<K> {
        self + self
    }

    /// Returns half of the number, which must be even.
    pub fn half(self) -> Wide<K> {
        let (mut limbs, mut carried) = (self.0, (self.0[K - 1].cast_signed() >> 63).cast_unsigned());
        for limb in limbs.iter_mut().rev() {
            let carries = *limb;
            *limb = carries >> 1 | carried << 63;
            carried = carries;
        }
        Wide(limbs)
    }
}

impl<const K: usize> Add for Wide<K> {
    type Output = Wide<K>;

    #[inline]
    fn add(self, other: Wide<K>) -> Wide<K> {
        let (mut limbs, mut carry) = (self.0, false);
        for (limb, more) in limbs.iter_mut().zip(other.0) {
            let (sum, over) = limb.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, over || again);
        }
        Wide(limbs)
    }
}

impl<const K: usize> Sub for Wide<K> {
    type Output = Wide<K>;

    #[inline]
    fn sub(self, other: Wide<K>) -> Wide<K> {
        let (mut limbs, mut borrow) = (self.0, false);
        for (limb, less) in limbs.iter_mut().zip(other.0) {
            let (rest, under) = limb.overflowing_sub(less);
            let (rest, again) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, under || again);
        }
        Wide(limbs)
    }
}

impl<const K: usize> Ord for Wide<K> {
    #[inline]
    fn cmp(&self, other: &Wide<K>) -> Ordering {
        let top = K - 1;
        let mut order = self.0[top].cast_signed().cmp(&other.0[top].cast_signed());
        for limb in (0..top).rev() {
            if order != Ordering::Equal {
                break;
            }
            order = self.0[limb].cmp(&other.0[limb]);
        }
        order
    }
}

impl<const K: usize> PartialOrd for Wide<K> {
    #[inline]
    fn partial_cmp(&self, other: &Wide<K>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Wide;

    #[test]
    fn sums_carry_and_borrow_as_integers_do() {
        let mut wide = Wide::<2>::ZERO;
        let mut plain = 0i128;
        for (value, shift) in [(u64::MAX, 0), (1, 0), (7, 61), (u64::MAX, 33), (1, 64)] {
            wide.add_at(value, shift);
            plain += i128::from(value) << shift;
            for (minus, at) in [(3u64, 100), (u64::MAX, 1), (1, 0)] {
                let mut taken = Wide::<2>::ZERO;
                taken.add_at(minus, at);
                let (left, expected) = (wide - taken, plain - (i128::from(minus) << at));
                assert_eq!(left < Wide::ZERO, expected < 0, "{plain} {minus} {at}");
                assert_eq!(left + taken, wide);
                assert_eq!(left.double().half(), left, "{plain} {minus} {at}");
                assert_eq!(left.cmp(&wide), expected.cmp(&plain));
            }
        }
        assert_eq!(Wide::<2>::bit(64), Wide([0, 1]));
    }
}

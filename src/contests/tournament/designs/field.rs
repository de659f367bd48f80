//! Finite fields, as tables of logarithms.

/// A field whose elements are the numbers below its order; 0 is its zero.
pub(super) struct Field {
    order: usize,
    characteristic: usize,
    /// The powers of a primitive element.
    powers: Vec<usize>,
    /// The exponent of each element except 0, as a power of the primitive element.
    logarithms: Vec<usize>,
}

impl Field {
    /// Returns the field of an order; `None` if the order is no power of a prime.
    pub fn new(order: usize) -> Option<Field> {
        let characteristic = (2..=order).find(|divisor| order.is_multiple_of(*divisor))?;
        let mut degree = 0;
        while characteristic.pow(degree) < order {
            degree += 1;
        }
        if characteristic.pow(degree) != order {
            return None;
        }
        // Elements are polynomials; their coefficients are the digits of the number. Tries
        // polynomials of the degree as the modulus until all elements except 0 are powers of x. For
        // degree 1, this tries all elements as the primitive one.
        (1..order).find_map(|rest| Field::with(order, characteristic, rest))
    }

    /// Returns the field in which x^degree is `rest`, if x is primitive in it. For a prime order,
    /// `rest` itself must be primitive.
    fn with(order: usize, characteristic: usize, rest: usize) -> Option<Field> {
        let mut field = Field { order, characteristic, powers: Vec::with_capacity(order), logarithms: vec![0; order] };
        let top = order / characteristic;
        let mut power = 1;
        for exponent in 0..order - 1 {
            if power == 0 || exponent > 0 && power == 1 {
                return None;
            }
            field.powers.push(power);
            field.logarithms[power] = exponent;
            power = match top {
                1 => power * rest % order,
                _ => {
                    let mut next = power % top * characteristic;
                    for _ in 0..power / top {
                        next = field.sum(next, rest);
                    }
                    next
                }
            };
        }
        (power == 1).then_some(field)
    }

    /// Returns the sum of two elements.
    pub fn sum(&self, mut a: usize, mut b: usize) -> usize {
        let (mut sum, mut digit) = (0, 1);
        while digit < self.order {
            sum += (a + b) % self.characteristic * digit;
            a /= self.characteristic;
            b /= self.characteristic;
            digit *= self.characteristic;
        }
        sum
    }

    /// Returns the difference of two elements.
    pub fn difference(&self, a: usize, b: usize) -> usize {
        (1..self.characteristic).fold(a, |difference, _| self.sum(difference, b))
    }

    /// Returns an element times the primitive element to the power of `exponent`.
    pub fn times_power(&self, element: usize, exponent: usize) -> usize {
        match element {
            0 => 0,
            _ => self.powers[(self.logarithms[element] + exponent) % (self.order - 1)],
        }
    }

    /// Returns the exponent of an element other than 0, as a power of the primitive element.
    pub fn logarithm(&self, element: usize) -> usize {
        self.logarithms[element]
    }

    /// Returns the primitive element to a power.
    pub fn power(&self, exponent: usize) -> usize {
        self.powers[exponent % (self.order - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn fields_exist_for_powers_of_primes_and_distribute() {
        for order in 2..=64usize {
            let is_power = [2usize, 3, 5, 7].iter().any(|prime| {
                let mut power = *prime;
                while power < order {
                    power *= prime;
                }
                power == order
            }) || (11..=order).contains(&order) && (2..order).all(|divisor| order % divisor != 0);
            let field = Field::new(order);
            assert_eq!(field.is_some(), is_power, "{order}");
            let Some(field) = field else { continue };
            for a in 0..order {
                for b in 0..order {
                    assert_eq!(field.sum(field.difference(a, b), b), a);
                    for exponent in [1, 3] {
                        let (left, right) = (field.times_power(a, exponent), field.times_power(b, exponent));
                        assert_eq!(field.times_power(field.sum(a, b), exponent), field.sum(left, right), "{order}");
                    }
                }
            }
        }
    }
}

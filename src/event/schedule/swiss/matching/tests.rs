//! Tests of matchings.

use super::*;
use proptest::prelude::*;

/// The least cost by trying all.
fn least(left: &[usize], cost: &dyn Fn(usize, usize) -> Option<Cost>) -> Option<Cost> {
    let Some((&first, rest)) = left.split_first() else { return Some(vec![0; 3]) };
    let with = |&partner: &usize| {
        let others: Vec<usize> = rest.iter().copied().filter(|&other| other != partner).collect();
        let sum = least(&others, cost)?;
        Some(sum.iter().zip(cost(first, partner)?).map(|(one, other)| one + other).collect())
    };
    rest.iter().filter_map(with).min()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn no_other_matching_costs_less(
        half in 1_usize..5,
        digits in proptest::collection::vec(
            proptest::option::weighted(0.7, proptest::collection::vec(-3_i64..4, 3)), 64),
    ) {
        let vertices = 2 * half;
        let cost = |a: usize, b: usize| digits[a * 8 + b].clone();
        let all: Vec<usize> = (0..vertices).collect();
        let best = least(&all, &cost);
        let found = least_perfect_matching(vertices, cost);
        let sum = found.map(|mates| {
            let mut sum = vec![0; 3];
            for (a, &b) in mates.iter().enumerate() {
                assert_eq!(mates[b], a);
                if a < b {
                    let cost = cost(a, b).expect("an edge");
                    sum.iter_mut().zip(cost).for_each(|(sum, digit)| *sum += digit);
                }
            }
            sum
        });
        prop_assert_eq!(sum, best);
    }
}

#[test]
fn odd_numbers_and_empty_graphs() {
    assert_eq!(least_perfect_matching(0, |_, _| None), Some(vec![]));
    assert_eq!(least_perfect_matching(3, |_, _| Some(vec![0])), None);
    assert_eq!(least_perfect_matching(2, |_, _| None), None);
}

#[test]
fn a_large_graph_with_many_blossoms() {
    // Triangles joined by dear edges: each must be left by one vertex.
    let vertices = 60;
    let cost = |a: usize, b: usize| Some(vec![i64::from(a / 3 != b / 3), i64::try_from(a * b % 7).ok()?]);
    let mates = least_perfect_matching(vertices, cost).expect("a matching");
    let crossing = mates.iter().enumerate().filter(|&(a, &b)| a / 3 != b / 3).count();
    assert_eq!(crossing, 20);
}

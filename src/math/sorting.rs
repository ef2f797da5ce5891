//! One sort for every type.
//!
//! The standard library's sorts are compiled anew for each type and each order, some 5 kB of
//! WebAssembly every time; with two dozen of them they were a tenth of the page. Here the order is
//! found on positions, by one merge sort, and only the moving is compiled for each type.

use std::cmp::Ordering;

/// Sorts stably by `compare`.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut place = positions(items.len(), &|a, b| compare(&items[a], &items[b]));
    // Moves each cycle of the permutation along itself.
    for start in 0..place.len() {
        let mut here = start;
        while place[here] != start {
            let from = place[here];
            items.swap(here, from);
            place[here] = here;
            here = from;
        }
        place[here] = here;
    }
}

/// Sorts stably by a key.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The positions in sorted order: bottom-up merge sort.
#[inline(never)]
fn positions(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..length).collect();
    let mut merged = sorted.clone();
    let mut width = 1;
    while width < length {
        for start in (0..length).step_by(2 * width) {
            let (middle, end) = ((start + width).min(length), (start + 2 * width).min(length));
            let (mut left, mut right) = (start, middle);
            for place in &mut merged[start..end] {
                let takes_left = left < middle
                    && (right >= end || compare(sorted[left], sorted[right]) != Ordering::Greater);
                let from = if takes_left { &mut left } else { &mut right };
                *place = sorted[*from];
                *from += 1;
            }
        }
        std::mem::swap(&mut sorted, &mut merged);
        width *= 2;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(keys in proptest::collection::vec(0u8..20, 0..70)) {
            let items: Vec<(u8, usize)> = keys.iter().copied().zip(0..).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}

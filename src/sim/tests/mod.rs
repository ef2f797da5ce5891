//! The engine against what is known.

mod estimates;
mod known_queues;

use proptest::prelude::*;

use super::random::{Random, Time};
use super::replicate::{Budget, replicate};
use super::{Events, estimate};

#[test]
fn the_generator_is_the_published_one_and_never_changes() {
    // The first outputs of xoshiro256++ with the state 1, 2, 3, 4, from its authors' C program.
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    let mut state = [0; 32];
    for word in 0..4 {
        state[8 * word] = word as u8 + 1;
    }
    let mut published = Xoshiro256PlusPlus::from_seed(state);
    let expected = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
    assert_eq!(expected.map(|_| published.next_u64()), expected);
    // A link with its seed means these numbers for ever.
    let mut random = Random::new(1, 0);
    assert_eq!([random.bits(), random.bits()], GOLDEN_BITS);
    let mut random = Random::new(1, 7);
    let draws = [random.share(), random.exponential(2.0), random.normal(), random.log_normal(3.0, 0.5)];
    assert_eq!(draws.map(f64::to_bits), GOLDEN_DRAWS);
}

const GOLDEN_BITS: [u64; 2] = [4_577_072_067_518_496_145, 8_161_067_896_715_757_060];
const GOLDEN_DRAWS: [u64; 4] = [
    4_603_523_737_050_323_928,
    4_599_174_111_108_721_754,
    4_609_993_713_704_883_907,
    4_618_146_049_088_485_600,
];

/// Whatever is drawn between them, none is lost and none comes twice.
#[test]
fn exponential_numbers_come_in_blocks_of_the_stream() {
    let (mut random, mut shares) = (Random::new(5, 2), Random::new(5, 2));
    for block in 0..3 {
        let expected: Vec<f64> = (0..16).map(|_| -3.0 * libm::log(shares.share())).collect();
        let (first, rest) = expected.split_at(1);
        assert_eq!(random.exponential(3.0), first[0]);
        assert_eq!(random.share(), shares.share(), "block {block}");
        for number in rest {
            assert_eq!(random.exponential(3.0), *number);
        }
    }
}

#[test]
fn neighbouring_streams_have_nothing_in_common() {
    let mut firsts: Vec<u64> = Vec::new();
    for seed in 0..100 {
        for replication in 0..100 {
            firsts.push(Random::new(seed, replication).bits());
        }
    }
    // Half of the bits of two neighbours differ: 32 ± 4 of 64, so 32 ± 0.04 of ten thousand pairs.
    let differ: u32 = firsts.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
    assert!((f64::from(differ) / 9999.0 - 32.0).abs() < 0.2, "{differ}");
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 10_000);
}

/// Mean and variance of a time, as theory has them.
fn moments(time: Time) -> (f64, f64) {
    match time {
        Time::Constant(seconds) => (seconds, 0.0),
        Time::Exponential(mean) => (mean, mean * mean),
        Time::LogNormal(median, deviation) => {
            let growth = (deviation * deviation).exp();
            (median * growth.sqrt(), median * median * growth * (growth - 1.0))
        }
    }
}

#[test]
fn samplers_have_their_moments() {
    for time in [Time::Constant(0.3), Time::Exponential(0.05), Time::LogNormal(0.02, 0.8)] {
        let mut random = Random::new(5, 0);
        let draws: Vec<f64> = (0..200_000).map(|_| time.draw(&mut random)).collect();
        assert!(draws.iter().all(|draw| draw.is_finite() && *draw >= 0.0));
        let (mean, variance) = moments(time);
        assert!((time.mean() - mean).abs() < 1e-12);
        let squares: Vec<f64> = draws.iter().map(|draw| (draw - mean) * (draw - mean)).collect();
        for (seen, known) in [(draws, mean), (squares, variance)] {
            let interval = estimate::mean(&seen, 0.999).expect("draws");
            let holds = interval.holds(known) || (interval.value - known).abs() < 1e-9 * known.max(1e-3);
            assert!(holds, "{time:?}: {interval:?} is not {known}");
        }
    }
}

#[test]
fn uniform_numbers_are_never_nought() {
    let mut random = Random::new(9, 9);
    let least = (0..1_000_000).map(|_| random.share()).fold(1.0, f64::min);
    assert!(least > 0.0 && least < 1e-5, "{least}");
    assert!((0..1000).all(|_| (2.0..=3.0).contains(&random.between(2.0, 3.0))));
    let happened = (0..100_000).filter(|_| random.happens(0.3)).count() as u32;
    assert!(estimate::share(happened, 100_000, 0.999).expect("trials").holds(0.3), "{happened}");
}

proptest! {
    #[test]
    fn events_come_in_order(steps in prop::collection::vec((any::<bool>(), 0u32..20), 1..300)) {
        let mut events = Events::default();
        let mut waiting: Vec<(f64, usize)> = Vec::new();
        for (number, (put, time)) in steps.into_iter().enumerate() {
            if put || waiting.is_empty() {
                events.put(f64::from(time), number);
                waiting.push((f64::from(time), number));
            } else {
                // The earliest, and of those the first put in: numbers ascend.
                let place = (0..waiting.len())
                    .min_by(|a, b| waiting[*a].partial_cmp(&waiting[*b]).expect("times"))
                    .expect("some");
                prop_assert_eq!(events.take(), Some(waiting.remove(place)));
            }
            prop_assert_eq!(events.len(), waiting.len());
        }
    }
}

#[test]
fn what_never_happens_is_not_put_in() {
    let mut events = Events::default();
    for time in [f64::INFINITY, f64::NAN, f64::NEG_INFINITY] {
        events.put(time, 1);
    }
    assert!(events.is_empty() && events.take().is_none());
}

fn draw(replication: u32) -> Result<f64, u32> {
    Ok(Random::new(3, replication).exponential(1.0))
}

#[test]
fn results_do_not_depend_on_threads() {
    let all = |threads| replicate(Budget { threads, ..Budget::runs(1000) }, draw, |_| false);
    let one = all(1);
    assert_eq!(one.as_ref().map(Vec::len), Ok(1000));
    assert_eq!(one, all(2));
    assert_eq!(one, all(7));
    assert_eq!(one, replicate(Budget::runs(1000).in_batches(64), draw, |_| false));
}

#[test]
fn it_stops_when_it_is_precise_enough_or_the_budget_is_spent() {
    let until = |share: f64, threads| {
        let budget = Budget { threads, ..Budget::runs(20_000).in_batches(100) };
        replicate(budget, draw, |seen| super::replicate::is_precise(seen, 0.95, share)).expect("draws")
    };
    // Half an interval of 1.96/√n is 5 % of a mean of 1 at n = 1537.
    let enough = until(0.05, 2);
    assert!((1200..2000).contains(&enough.len()), "{}", enough.len());
    assert_eq!(enough.len() % 100, 0);
    assert_eq!(enough, until(0.05, 1));
    assert!(estimate::mean(&enough, 0.999).expect("draws").holds(1.0));
    assert_eq!(until(1e-4, 2).len(), 20_000);
}

#[test]
fn the_first_error_in_order_is_given() {
    let fails = |replication| if replication >= 700 { Err(replication) } else { draw(replication) };
    for threads in [1, 2, 5] {
        assert_eq!(replicate(Budget { threads, ..Budget::runs(1000) }, fails, |_| false), Err(700));
    }
}

//! In the page, each calculator is a WebAssembly of its own, loaded when it is opened: it is split off
//! at the functions marked here.

use std::cell::RefCell;

use super::AnyCalculator;

thread_local! {
    static LOADED: RefCell<Vec<&'static dyn AnyCalculator>> = const { RefCell::new(Vec::new()) };
}

/// The calculator with this word, if it is loaded.
pub fn find(id: &str) -> Option<&'static dyn AnyCalculator> {
    LOADED.with_borrow(|loaded| loaded.iter().copied().find(|calculator| calculator.id() == id))
}

/// Notes a calculator that has arrived.
pub(super) fn keep(calculator: &'static dyn AnyCalculator) {
    if find(calculator.id()).is_none() {
        LOADED.with_borrow_mut(|loaded| loaded.push(calculator));
    }
}

/// A split point for each calculator and each simulation, `load` and `load_simulation`.
macro_rules! split_off {
    [$($name:ident: $calculator:ty $(=> $runs:ident)?),+] => {
        mod split {
            use super::*;
            use wasm_split_helpers::{SplitLoaderError, wasm_split};

            $(#[wasm_split($name, fallible)]
            pub(super) fn $name() -> Result<&'static dyn AnyCalculator, SplitLoaderError> {
                Ok(Entry::<$calculator>::leaked())
            }

            $(#[wasm_split($runs, fallible)]
            pub(super) fn $runs() -> Result<&'static dyn AnySimulation, SplitLoaderError> {
                Ok(simulated::simulated::<$calculator>())
            })?)+
        }

        /// Loads the calculator with this word, so that it is found from now on; tells whether it arrived.
        pub async fn load(id: &str) -> bool {
            let arrived = match id {
                $(<$calculator as Calculator>::ID => split::$name().await,)+
                _ => return false,
            };
            arrived.map(loaded::keep).is_ok()
        }

        /// Loads the simulation of the calculator with this word, if it has one and that arrives.
        pub async fn load_simulation(id: &str) -> Option<&'static dyn AnySimulation> {
            match id {
                $($(<$calculator as Calculator>::ID => split::$runs().await.ok(),)?)+
                _ => None,
            }
        }
    };
}
pub(super) use split_off;

//! Quantities: text in, SI inside, canonical text out.
//!
//! The newtypes carry their unit in the type, so that a model cannot mix a duration with a rate.
//! [`read()`] understands what people type, [`write()`] prints the one canonical spelling that a link
//! holds and [`show`] rounds a value for a figure. Reading what [`write()`] wrote gives the same value,
//! bit for bit.

mod number;
mod print;
mod read;
mod slip;
mod span;
#[cfg(test)]
mod tests;
mod units;
pub(crate) use units::distance;

pub use number::bare;
pub(crate) use print::round;
pub use print::{Shown, show, shown, significant, spell, write};
pub use read::{QuantityError, Reading, read};

/// The dimension of a number, and with it how the number is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Whole things: connections, jobs, workers. Canonical `500`.
    Count,
    /// A plain multiple, such as a surge of three times. Canonical `3`.
    Factor,
    /// Time in seconds. Canonical `50ms`, `44min`, `3d`.
    Duration,
    /// Events per second. Canonical `3k/s`, `250/min`.
    Rate,
    /// Bytes. Canonical `1.5TB`, `16MiB`; GB is 10^9 and GiB 2^30.
    Bytes,
    /// Bytes per second. Canonical `140MB/s`.
    ByteRate,
    /// A share in 0..1. Canonical `20pct`.
    Share,
    /// Processor cores. Canonical `1.5`; `500m` reads as half a core.
    Cores,
    /// Money per hour, in whatever currency the person uses. Canonical `2.04`.
    Price,
}

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident in $si:literal { $($(#[$con_doc:meta])* $con:ident / $as:ident = $mul:literal / $div:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
        pub struct $name(f64);

        #[allow(clippy::self_named_constructors, reason = "a unit may be called as its quantity: `Bytes::bytes`")]
        impl $name {
            /// Nothing at all.
            pub const ZERO: Self = Self(0.0);
            $(
                $(#[$con_doc])*
                pub const fn $con(value: f64) -> Self {
                    Self(value * $mul / $div)
                }
                #[doc = concat!("The value as a number; the inverse of `", stringify!($con), "`.")]
                pub const fn $as(self) -> f64 {
                    self.0 * $div / $mul
                }
            )+
            #[doc = concat!("From the SI value (", $si, ").")]
            pub const fn from_si(value: f64) -> Self {
                Self(value)
            }
            #[doc = concat!("The SI value (", $si, ").")]
            pub const fn si(self) -> f64 {
                self.0
            }
        }
    };
}

quantity! {
    /// A span of time.
    Duration in "seconds" {
        /// From seconds.
        seconds / as_seconds = 1.0 / 1.0;
        /// From milliseconds.
        milliseconds / as_milliseconds = 1.0 / 1000.0;
        /// From minutes.
        minutes / as_minutes = 60.0 / 1.0;
        /// From hours.
        hours / as_hours = 3600.0 / 1.0;
        /// From days.
        days / as_days = 86_400.0 / 1.0;
    }
}
quantity! {
    /// How often something happens.
    Rate in "per second" {
        /// From events per second.
        per_second / as_per_second = 1.0 / 1.0;
    }
}
quantity! {
    /// An amount of data.
    Bytes in "bytes" {
        /// From bytes.
        bytes / as_bytes = 1.0 / 1.0;
        /// From megabytes (10^6 bytes).
        megabytes / as_megabytes = 1e6 / 1.0;
        /// From gigabytes (10^9 bytes).
        gigabytes / as_gigabytes = 1e9 / 1.0;
        /// From terabytes (10^12 bytes).
        terabytes / as_terabytes = 1e12 / 1.0;
        /// From mebibytes (2^20 bytes).
        mebibytes / as_mebibytes = 1_048_576.0 / 1.0;
        /// From gibibytes (2^30 bytes).
        gibibytes / as_gibibytes = 1_073_741_824.0 / 1.0;
    }
}
quantity! {
    /// How fast data is written or moved.
    ByteRate in "bytes per second" {
        /// From bytes per second.
        bytes_per_second / as_bytes_per_second = 1.0 / 1.0;
        /// From megabytes (10^6) per second.
        megabytes_per_second / as_megabytes_per_second = 1e6 / 1.0;
    }
}
quantity! {
    /// A share of a whole, 0 to 1.
    Share in "of 1" {
        /// From a fraction of one.
        fraction / as_fraction = 1.0 / 1.0;
        /// From percent.
        percent / as_percent = 1.0 / 100.0;
    }
}
quantity! {
    /// A plain multiple.
    Factor in "times" {
        /// So many times.
        times / as_times = 1.0 / 1.0;
    }
}
quantity! {
    /// Processor cores.
    Cores in "cores" {
        /// From whole cores.
        cores / as_cores = 1.0 / 1.0;
        /// From thousandths of a core.
        millicores / as_millicores = 1.0 / 1000.0;
    }
}
quantity! {
    /// What an hour costs.
    Price in "per hour" {
        /// From an amount per hour.
        per_hour / as_per_hour = 1.0 / 1.0;
    }
}

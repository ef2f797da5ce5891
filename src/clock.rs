//! Clock times: "08:00Z" plus three hours is "11:00 UTC".

use crate::math::decimal;
use crate::quantity::Duration;
use crate::text::cut;

/// A time of day, with a date or without, in a zone given by its offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    date: Option<Date>,
    second_of_day: u32,
    offset_minutes: i16,
}

/// A day, counted from the first of March of the year 0 in the Gregorian calendar.
///
/// Source of the arithmetic: Howard Hinnant, *chrono-compatible low-level date algorithms*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date(i32);

impl Date {
    /// From year, month and day.
    fn new((year, month, day): (i32, i32, i32)) -> Self {
        // Years begin in March here, so that a leap day is the last of its year.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * month + 2) / 5 + day - 1;
        Self(era * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year)
    }

    /// Year, month and day.
    fn civil(self) -> (i32, i32, i32) {
        let (era, day) = (self.0.div_euclid(146_097), self.0.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let year = era * 400 + year;
        if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
    }
}

const EXAMPLE: &str = "Write a time such as 08:00Z, 08:00+02:00 or 2026-10-09T08:00Z.";

impl Clock {
    /// Reads `08:00`, `08:00Z`, `8:00:30 UTC`, `2026-10-09T08:00+02:00`. Without a zone it is UTC, and
    /// the second part of the result says so.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn read(text: &str) -> Result<(Self, Option<String>), String> {
        let text = text.trim();
        let unread = || format!("“{}” is no clock time. {EXAMPLE}", crate::field::shorten(text));
        let (date, rest) = match text.split_once(['T', 't', ' ']) {
            Some((date, rest)) if date.contains('-') && !date.contains(':') => {
                (Some(read_date(date).ok_or_else(unread)?), rest.trim())
            }
            _ => (None, text),
        };
        let zone_at = rest.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').unwrap_or(rest.len());
        let (time, zone) = cut(rest, zone_at);
        let second_of_day = read_time(time).ok_or_else(unread)?;
        let zone = zone.trim();
        let offset_minutes = read_zone(zone).ok_or_else(unread)?;
        let clock = Self { date, second_of_day, offset_minutes };
        let echo = zone.is_empty().then(|| format!("read as {}", clock.after(Duration::ZERO)));
        Ok((clock, echo))
    }

    /// The canonical text: `08:00Z`.
    pub fn write(self) -> String {
        let date = self.date.map_or(String::new(), |date| format!("{}T", date_text(date)));
        let seconds = match self.second_of_day % 60 {
            0 => String::new(),
            seconds => format!(":{seconds:02}"),
        };
        let zone = match self.offset_minutes {
            0 => "Z".into(),
            _ => self.offset_text(),
        };
        format!("{date}{}{seconds}{zone}", minutes_text(self.second_of_day))
    }

    /// The clock time after `duration`, as people read it: `11:15 UTC`, `11:15 UTC the next day`.
    pub fn after(self, duration: Duration) -> String {
        let seconds = duration.as_seconds();
        // To the second while seconds matter, else to the minute.
        let total = f64::from(self.second_of_day) + seconds;
        let total = if seconds.abs() < 600.0 { total.round() } else { (total / 60.0).round() * 60.0 };
        let days = (total / 86_400.0).floor();
        let second_of_day = (total - days * 86_400.0) as u32;
        let shown = match second_of_day % 60 {
            0 => minutes_text(second_of_day),
            seconds => format!("{}:{seconds:02}", minutes_text(second_of_day)),
        };
        let zone = match self.offset_minutes {
            0 => "UTC".into(),
            _ => self.offset_text(),
        };
        let day = match (self.date, days) {
            (_, 0.0) => String::new(),
            (Some(date), days) => {
                let moved = Date(date.0.saturating_add(days.clamp(-1e9, 1e9) as i32));
                match moved.civil() {
                    (-9999..=9999, ..) => format!(" on {}", date_text(moved)),
                    _ => format!(", {} days later", decimal::text(days)),
                }
            }
            (None, 1.0) => " the next day".into(),
            (None, days) => format!(", {} days later", decimal::text(days)),
        };
        format!("{shown} {zone}{day}")
    }

    fn offset_text(self) -> String {
        let sign = if self.offset_minutes < 0 { '-' } else { '+' };
        let minutes = self.offset_minutes.unsigned_abs();
        format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

fn minutes_text(second_of_day: u32) -> String {
    format!("{:02}:{:02}", second_of_day / 3600, second_of_day / 60 % 60)
}

fn date_text(date: Date) -> String {
    let (year, month, day) = date.civil();
    format!("{year:04}-{month:02}-{day:02}")
}

fn read_date(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let civil = (digits(year)? as i32, digits(month)? as i32, digits(day)? as i32);
    let date = Date::new(civil);
    // A day that there is not is another one.
    (date.civil() == civil).then_some(date)
}

fn read_time(text: &str) -> Option<u32> {
    let mut parts = text.split(':');
    let (hour, minute) = (digits(parts.next()?)?, digits(parts.next()?)?);
    let second = match parts.next() {
        Some(second) => digits(second)?,
        None => 0,
    };
    (parts.next().is_none() && hour < 24 && minute < 60 && second < 60)
        .then_some(hour * 3600 + minute * 60 + second)
}

fn read_zone(text: &str) -> Option<i16> {
    if text.is_empty() || ["z", "utc", "gmt"].iter().any(|zone| text.eq_ignore_ascii_case(zone)) {
        return Some(0);
    }
    let (sign, rest) = match (text.strip_prefix('+'), text.strip_prefix(['-', '−'])) {
        (Some(rest), _) => (1, rest),
        (_, Some(rest)) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some((hours, minutes)) => (digits(hours)?, digits(minutes)?),
        None if rest.len() == 4 => (digits(rest.get(..2)?)?, digits(rest.get(2..)?)?),
        None => (digits(rest)?, 0),
    };
    (hours <= 14 && minutes < 60).then_some(sign * (hours * 60 + minutes) as i16)
}

/// One to four ASCII digits.
fn digits(text: &str) -> Option<u32> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        for (text, canonical) in [
            ("08:00Z", "08:00Z"),
            ("8:05", "08:05Z"),
            ("08:00:30 UTC", "08:00:30Z"),
            ("2026-10-09T08:00Z", "2026-10-09T08:00Z"),
            ("2026-10-09 23:59", "2026-10-09T23:59Z"),
            ("08:00+02:00", "08:00+02:00"),
            ("08:00 -0530", "08:00-05:30"),
        ] {
            let (clock, _) = Clock::read(text).expect(text);
            assert_eq!(clock.write(), canonical);
            assert_eq!(Clock::read(canonical).expect(canonical), (clock, None), "{canonical}");
        }
        for text in [
            "",
            "8",
            "24:00",
            "08:60",
            "2026-13-01T08:00",
            "2026-02-30T08:00",
            "08:00 CEST",
            "é:ü",
            "08:00+é0",
        ] {
            assert!(Clock::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn dates_are_those_of_the_time_crate() {
        let first = time::Date::MIN.to_julian_day();
        let origin =
            time::Date::from_calendar_date(0, time::Month::March, 1).expect("a date").to_julian_day();
        for julian in (first..=time::Date::MAX.to_julian_day()).step_by(13) {
            let theirs = time::Date::from_julian_day(julian).expect("a date");
            let civil = (theirs.year(), i32::from(u8::from(theirs.month())), i32::from(theirs.day()));
            assert_eq!((Date(julian - origin).civil(), Date::new(civil)), (civil, Date(julian - origin)));
        }
    }

    #[test]
    fn adds_durations() {
        let at = |text: &str| Clock::read(text).expect(text).0;
        assert_eq!(at("08:00Z").after(Duration::minutes(195.0)), "11:15 UTC");
        assert_eq!(at("08:00Z").after(Duration::seconds(90.4)), "08:01:30 UTC");
        assert_eq!(at("23:00+02:00").after(Duration::hours(2.0)), "01:00 +02:00 the next day");
        assert_eq!(at("2026-12-31T23:00Z").after(Duration::hours(2.0)), "01:00 UTC on 2027-01-01");
        assert_eq!(at("08:00Z").after(Duration::days(3.0)), "08:00 UTC, 3 days later");
        assert_eq!(at("23:59Z").after(Duration::seconds(3599.9)), "00:59 UTC the next day");
    }
}

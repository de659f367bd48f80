//! Uncharged time, in which the host could not continue the match, for example because its store
//! failed.

use std::time::Duration;

use super::Time;
use crate::event::Stall;

/// Maximum outages per turn. A further outage ends the match as a host fault.
pub const MAX_OUTAGES: usize = 1024;

/// Outages of the open turn, earliest first, without overlap. Most turns have none.
#[derive(Clone, Debug, Default)]
pub struct Uncharged {
    outages: Vec<Stall>,
}

impl Uncharged {
    /// Returns the charged time between two moments.
    pub fn elapsed(&self, since: Time, until: Time) -> Duration {
        let within = |outage: &Stall| outage.ended.min(until).since(outage.began.max(since));
        until.since(since).saturating_sub(self.outages.iter().map(within).sum())
    }

    /// Returns the earliest moment at which `span` has elapsed since `start`. For a positive
    /// `span`, this moment is never inside an outage.
    pub fn after(&self, start: Time, span: Duration) -> Time {
        let mut moment = start.after(span);
        for outage in self.outages.iter().filter(|outage| outage.ended > start) {
            if moment <= outage.began {
                break;
            }
            moment = moment.after(outage.ended.since(outage.began.max(start)));
        }
        moment
    }

    pub fn number(&self) -> usize {
        self.outages.len()
    }

    /// Adds an outage later than all others.
    pub fn add(&mut self, outage: Stall) {
        self.outages.push(outage);
    }

    /// Clears the outages for another turn, which opens after all of them.
    pub fn clear(&mut self) {
        self.outages.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outages: &[(u64, u64)]) -> Uncharged {
        let outage = |&(began, ended)| Stall { began: Time(began), ended: Time(ended) };
        Uncharged { outages: outages.iter().map(outage).collect() }
    }

    #[test]
    fn time_elapses_outside_of_outages_alone() {
        let uncharged = of(&[(10, 20), (20, 25), (40, 50)]);
        for (since, until, elapsed) in [
            (0, 5, 5),
            (0, 10, 10),
            (0, 15, 10),
            (0, 25, 10),
            (0, 26, 11),
            (12, 30, 5),
            (12, 18, 0),
            (12, 60, 25),
            (45, 60, 10),
            (50, 60, 10),
            (7, 3, 0),
        ] {
            let found = uncharged.elapsed(Time(since), Time(until));
            assert_eq!(found, Duration::from_nanos(elapsed), "from {since} to {until}");
        }
    }

    #[test]
    fn a_span_is_over_when_it_has_elapsed_and_never_inside_an_outage() {
        let uncharged = of(&[(10, 20), (20, 25), (40, 50)]);
        for start in 0..60 {
            for span in 1..60 {
                let over = uncharged.after(Time(start), Duration::from_nanos(span));
                let elapsed = |until| uncharged.elapsed(Time(start), until).as_nanos() as u64;
                assert_eq!(elapsed(over), span, "{span} from {start} is {over:?}");
                assert_eq!(elapsed(Time(over.0 - 1)), span - 1, "{over:?} is the first moment");
            }
        }
        assert_eq!(of(&[]).after(Time(7), Duration::from_nanos(3)), Time(10));
        assert_eq!(of(&[(1, 9)]).after(Time(u64::MAX), Duration::MAX), Time(u64::MAX), "it does not overflow");
    }
}

//! Determines the caller of a request that a trusted proxy forwards, from a header.
//!
//! Each proxy appends the address that called it, and the client may have written anything before
//! that. So the list is read from its end, as long as the proxy that appended the next address is
//! trusted.

use std::{
    net::{IpAddr, SocketAddr},
    str::FromStr,
};

use ipnet::IpNet;
use tonic::codegen::http::HeaderMap;

/// Maximum number of addresses read from the end of the list.
const MAX_HOPS: usize = 16;

/// The header to which the proxies append. The other one is ignored, since the client could have
/// written it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For: 203.0.113.7, 10.0.0.1`.
    #[default]
    XForwardedFor,
    /// `Forwarded: for=203.0.113.7;proto=https, for=10.0.0.1` (RFC 7239).
    Forwarded,
}

/// A network or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

/// The trusted proxies and the header that they use.
#[derive(Clone, Debug, Default)]
pub struct Forwarding {
    /// Networks of the trusted proxies.
    pub trusted: Vec<Network>,
    pub header: ForwardedHeader,
}

impl Network {
    /// Returns whether the network contains an address. Mapped IPv4 addresses count as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let alone = || text.parse::<IpAddr>().map(IpNet::from);
        let refused = || "expected a network such as 10.0.0.0/8 or 2001:db8::/32, or an address".to_owned();
        text.parse().or_else(|_| alone()).map(Network).map_err(|_| refused())
    }
}

impl FromStr for ForwardedHeader {
    type Err = String;

    fn from_str(text: &str) -> Result<ForwardedHeader, String> {
        match text.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => Ok(ForwardedHeader::XForwardedFor),
            "forwarded" => Ok(ForwardedHeader::Forwarded),
            _ => Err("expected x-forwarded-for or forwarded".to_owned()),
        }
    }
}

impl Forwarding {
    /// Returns whether a trusted proxy has this address.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }

    /// Returns the address of the caller of a request that `peer` sent.
    pub fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let name = match self.header {
            ForwardedHeader::XForwardedFor => "x-forwarded-for",
            ForwardedHeader::Forwarded => "forwarded",
        };
        let lines = headers.get_all(name).iter().rev().map(|line| line.to_str().unwrap_or_default());
        let mut caller = peer;
        for hop in lines.flat_map(|line| line.rsplit(',')).take(MAX_HOPS) {
            let said = match self.header {
                ForwardedHeader::XForwardedFor => address(hop.trim()),
                ForwardedHeader::Forwarded => forwarded_for(hop),
            };
            // If a proxy does not name its caller, the proxy counts as the caller.
            let Some(said) = said else { return caller };
            caller = said;
            if !self.trusts(said) {
                return caller;
            }
        }
        caller
    }
}

/// Parses the address in an element of `Forwarded`. Quoted texts with commas or semicolons are not
/// addresses.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let (_, value) = named.next()?;
    let value = value.trim();
    address(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
}

/// Parses an address with an optional port; IPv6 may be in brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(bracketed).or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusting(header: ForwardedHeader) -> Forwarding {
        let trusted = ["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"];
        Forwarding { trusted: trusted.map(|text| text.parse().expect("a network")).to_vec(), header }
    }

    #[track_caller]
    fn check(header: ForwardedHeader, peer: &str, lines: &[(&'static str, &str)], expected: &str) {
        let mut headers = HeaderMap::new();
        for (name, line) in lines {
            headers.append(*name, line.parse().expect("a header"));
        }
        let address = |text: &str| text.parse().expect("an address");
        assert_eq!(trusting(header).caller(address(peer), &headers), address(expected), "{lines:?}");
    }

    #[test]
    fn the_last_address_counts_that_no_trusted_proxy_has() {
        let check = |peer: &str, line: &str, expected: &str| {
            check(ForwardedHeader::XForwardedFor, peer, &[("x-forwarded-for", line)], expected);
        };
        check("10.0.0.1", "203.0.113.7", "203.0.113.7");
        check("10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7");
        check("::ffff:10.0.0.1", "198.51.100.1, 203.0.113.7, 10.9.9.9", "203.0.113.7");
        check("127.0.0.1", "203.0.113.7:4128", "203.0.113.7");
        check("127.0.0.1", "[2001:db9::1]:4128", "2001:db9::1");
        check("2001:db8::5", "2001:db9::1", "2001:db9::1");
        check("10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3");
        check("10.0.0.1", "203.0.113.7, unknown", "10.0.0.1");
        check("10.0.0.1", "203.0.113.7, _hidden, 10.0.0.2", "10.0.0.2");
        check("10.0.0.1", "", "10.0.0.1");
    }

    #[test]
    fn an_untrusted_caller_counts_as_itself() {
        let lines = [("x-forwarded-for", "203.0.113.7"), ("forwarded", "for=203.0.113.7")];
        for header in [ForwardedHeader::XForwardedFor, ForwardedHeader::Forwarded] {
            check(header, "198.51.100.1", &lines, "198.51.100.1");
            check(header, "11.0.0.1", &lines, "11.0.0.1");
        }
        assert_eq!(
            Forwarding::default().caller([127, 0, 0, 1].into(), &HeaderMap::new()),
            IpAddr::from([127, 0, 0, 1])
        );
    }

    #[test]
    fn the_header_that_the_proxies_do_not_write_is_ignored() {
        let lines = [("forwarded", "for=198.51.100.1"), ("x-forwarded-for", "203.0.113.7")];
        check(ForwardedHeader::XForwardedFor, "10.0.0.1", &lines, "203.0.113.7");
        check(ForwardedHeader::Forwarded, "10.0.0.1", &lines, "198.51.100.1");
    }

    #[test]
    fn forwarded_is_read_as_it_is_written() {
        let check = |line: &str, expected: &str| {
            check(ForwardedHeader::Forwarded, "10.0.0.1", &[("forwarded", line)], expected);
        };
        check("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60");
        check("For=\"[2001:db9:cafe::17]:4711\"", "2001:db9:cafe::17");
        check("for=192.0.2.43, for=\"198.51.100.17:99\"", "198.51.100.17");
        check("proto=https; for = 192.0.2.43", "192.0.2.43");
        check("for=unknown, for=10.0.0.7", "10.0.0.7");
        check("proto=https", "10.0.0.1");
    }

    #[test]
    fn of_many_lines_the_last_is_read_first_and_of_a_long_list_the_end() {
        let header = ForwardedHeader::XForwardedFor;
        check(
            header,
            "10.0.0.1",
            &[("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "203.0.113.7")],
            "203.0.113.7",
        );
        let long = format!("203.0.113.7{}", ", 10.0.0.9".repeat(MAX_HOPS));
        check(header, "10.0.0.1", &[("x-forwarded-for", &long)], "10.0.0.9");
    }

    #[test]
    fn networks_are_read_and_nothing_else() {
        for text in ["10.0.0.0/8", "10.0.0.1", "::1", "2001:db8::/32", "0.0.0.0/0"] {
            assert!(text.parse::<Network>().is_ok(), "{text}");
        }
        for text in ["", "10.0.0.0/33", "localhost", "10.0.0.0/8,::1", "10.0.0"] {
            assert!(text.parse::<Network>().is_err_and(|said| said.contains("expected")), "{text}");
        }
    }
}

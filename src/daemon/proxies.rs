//! Which proxies a server believes: options of `referee serve`.

use clap::Args;

use crate::api::{
    Settings,
    forwarded::{ForwardedHeader, Forwarding, Network},
};

/// The proxies before the server.
#[derive(Args)]
#[command(next_help_heading = "Behind a proxy")]
pub struct ProxyArgs {
    /// A network or address whose connections begin with a header of the PROXY protocol, version 1 or 2; may be repeated. The limits by
    /// address then count whom the header names
    #[arg(long, value_name = "CIDR")]
    pub proxy_protocol_from: Vec<Network>,
    /// A network or address of proxies whose --forwarded-header is believed; may be repeated. The limits by address then count the last
    /// address in it that is none of theirs
    #[arg(long, value_name = "CIDR")]
    pub trust_forwarded_from: Vec<Network>,
    /// The header to which these proxies add the address that they are called from: x-forwarded-for, or forwarded (RFC 7239). The other
    /// one is ignored
    #[arg(long, value_name = "HEADER", default_value = "x-forwarded-for")]
    pub forwarded_header: ForwardedHeader,
}

impl ProxyArgs {
    /// The settings of a server behind these proxies.
    pub fn settings(self, usual: Settings) -> Settings {
        let forwarding = Forwarding { trusted: self.trust_forwarded_from, header: self.forwarded_header };
        Settings { proxy_protocol_from: self.proxy_protocol_from, forwarding, ..usual }
    }
}

//! Options of `referee serve` for the proxies that a server trusts.

use clap::Args;

use crate::api::{
    Settings,
    edge::forwarded::{ForwardedHeader, Forwarding, Network},
};

#[derive(Args)]
#[command(next_help_heading = "Behind a proxy")]
pub struct ProxyArgs {
    /// Network of proxies that send a PROXY protocol header; repeatable. A network or an address;
    /// the header has version 1 or 2. Address limits then count the address in the header
    #[arg(long, value_name = "CIDR")]
    pub proxy_protocol_from: Vec<Network>,
    /// Network of trusted proxies that set --forwarded-header; repeatable. A network or an address.
    /// Address limits then count the last address in the header that is not a proxy
    #[arg(long, value_name = "CIDR")]
    pub trust_forwarded_from: Vec<Network>,
    /// Header that has the client address: x-forwarded-for or forwarded. Trusted proxies add the
    /// address; `forwarded` is RFC 7239. The other header is ignored
    #[arg(long, value_name = "HEADER", default_value = "x-forwarded-for")]
    pub forwarded_header: ForwardedHeader,
}

impl ProxyArgs {
    /// Returns the server settings with these proxies.
    pub fn settings(self, usual: Settings) -> Settings {
        let forwarding = Forwarding { trusted: self.trust_forwarded_from, header: self.forwarded_header };
        Settings { proxy_protocol_from: self.proxy_protocol_from, forwarding, ..usual }
    }
}

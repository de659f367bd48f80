//! Security of a connection: TLS if the address says `https`, and no token sent unencrypted
//! to another machine.

use std::{error::Error as StdError, io, net::IpAddr};

use tokio_rustls::rustls::{
    self,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tonic::{
    codegen::http::Uri,
    transport::{Certificate, ClientTlsConfig, Endpoint},
};

use crate::{connect::ConnectOptions, error::Error};

/// Returns the endpoint of a server, with TLS if its address says `https`.
pub fn endpoint(url: &str, options: &ConnectOptions) -> Result<Endpoint, Error> {
    let endpoint = Endpoint::from_shared(url.to_owned()).map_err(|_| Error::BadUrl { url: url.to_owned() })?;
    match endpoint.uri().scheme_str() {
        Some("http") => Ok(endpoint),
        Some("https") => {
            let config = tls_config(options.tls_ca.as_deref())?;
            endpoint.tls_config(config).map_err(|cause| Error::Tls { cause: with_causes(&cause) })
        }
        Some(scheme) => Err(Error::BadScheme { url: url.to_owned(), scheme: scheme.to_owned() }),
        None => Err(Error::BadUrl { url: url.to_owned() }),
    }
}

fn tls_config(ca: Option<&str>) -> Result<ClientTlsConfig, Error> {
    let Some(pem) = ca else { return Ok(ClientTlsConfig::new().with_native_roots()) };
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
    if certificates.is_ok_and(|certificates| !certificates.is_empty()) {
        Ok(ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)))
    } else {
        Err(Error::BadCa)
    }
}

/// Returns whether traffic to this address is private: it is encrypted, or does not leave this
/// machine.
pub fn is_confidential(server: &Uri) -> bool {
    server.scheme_str() == Some("https") || server.host().is_some_and(is_loopback)
}

/// Returns whether a host is this machine, by its name or address alone. Does not resolve the name.
fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.to_canonical().is_loopback())
}

/// Returns the message of a TLS failure, if the error is one. A retry would fail too.
pub fn tls_failure(error: &(dyn StdError + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        let inside = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let inside = inside.and_then(|inside| inside.downcast_ref::<rustls::Error>());
        match inside.or_else(|| error.downcast_ref()) {
            Some(rustls::Error::InvalidMessage(_)) => {
                return Some("the server does not speak TLS on this port: call http:// instead of https://".to_owned());
            }
            Some(rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer)) => {
                return Some(
                    "the server's certificate is from an unknown authority: give its file with --tls-ca FILE"
                        .to_owned(),
                );
            }
            Some(bad @ (rustls::Error::InvalidCertificate(_) | rustls::Error::AlertReceived(_))) => {
                return Some(bad.to_string());
            }
            _ => {}
        }
        next = error.source();
    }
    None
}

/// Returns the text of a transport error with all its causes, because its own text is too short.
pub fn with_causes(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(&format!(": {inner}"));
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_its_addresses_and_its_name() {
        for host in ["127.0.0.1", "127.8.9.10", "[::1]", "::1", "[::ffff:127.0.0.1]", "localhost", "LocalHost."] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["0.0.0.0", "10.0.0.1", "[::]", "[fe80::1]", "localhost.example.org", "127.0.0.1.example.org", ""] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn a_file_without_a_certificate_is_no_authority() {
        for pem in ["", "rubbish", "-----BEGIN CERTIFICATE-----\n???\n-----END CERTIFICATE-----\n"] {
            assert!(matches!(tls_config(Some(pem)), Err(Error::BadCa)), "{pem}");
        }
    }
}

//! Certificate authorities for tests, and the certificates that they issue.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

/// A certificate authority that only explicitly configured clients trust.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("there is luck");
        Authority(CertifiedIssuer::self_signed(params, key).expect("it signs itself"))
    }

    /// Returns the authority's own certificate.
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// Issues a certificate for this machine. Returns it with its key.
    pub fn issue(&self) -> (String, String) {
        let names = ["127.0.0.1", "::1", "localhost"].map(str::to_owned).to_vec();
        let key = KeyPair::generate().expect("there is luck");
        let certificate = CertificateParams::new(names).expect("names").signed_by(&key, &self.0).expect("it is issued");
        (certificate.pem(), key.serialize_pem())
    }
}

/// Paths of a server's certificate and its key.
pub struct PairFiles {
    pub cert: PathBuf,
    pub key: PathBuf,
}

impl PairFiles {
    /// Writes a new certificate and its key to `directory`.
    pub fn issued(directory: &Path, authority: &Authority) -> PairFiles {
        let files = PairFiles { cert: directory.join("cert.pem"), key: directory.join("key.pem") };
        files.renew(authority);
        files
    }

    /// Replaces both files, as a program that renews certificates does.
    pub fn renew(&self, authority: &Authority) {
        let (cert, key) = authority.issue();
        replace(&self.cert, &cert, 0o644);
        replace(&self.key, &key, 0o600);
    }
}

/// Replaces a file atomically.
pub fn replace(path: &Path, text: &str, mode: u32) {
    let new = path.with_extension("new");
    fs::write(&new, text).expect("it can be written");
    fs::set_permissions(&new, fs::Permissions::from_mode(mode)).expect("it is ours");
    fs::rename(&new, path).expect("it takes its place");
}

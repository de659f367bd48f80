//! Authorities that tests make, and the certificates that they issue.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

/// An authority that only explicitly configured clients trust.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("there is luck");
        Authority(CertifiedIssuer::self_signed(params, key).expect("it signs itself"))
    }

    /// Its own certificate.
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// A new certificate for this machine, and its key.
    pub fn issue(&self) -> (String, String) {
        let names = ["127.0.0.1", "::1", "localhost"].map(str::to_owned).to_vec();
        let key = KeyPair::generate().expect("there is luck");
        let certificate = CertificateParams::new(names).expect("names").signed_by(&key, &self.0).expect("it is issued");
        (certificate.pem(), key.serialize_pem())
    }
}

/// The files of a server's certificate, in a directory.
pub struct PairFiles {
    pub cert: PathBuf,
    pub key: PathBuf,
}

impl PairFiles {
    /// Those of a new certificate.
    pub fn issued(directory: &Path, authority: &Authority) -> PairFiles {
        let files = PairFiles { cert: directory.join("cert.pem"), key: directory.join("key.pem") };
        files.renew(authority);
        files
    }

    /// Replaces both, as a program that renews certificates does.
    pub fn renew(&self, authority: &Authority) {
        let (cert, key) = authority.issue();
        replace(&self.cert, &cert, 0o644);
        replace(&self.key, &key, 0o600);
    }
}

/// Puts a new file in the place of another one.
pub fn replace(path: &Path, text: &str, mode: u32) {
    let new = path.with_extension("new");
    fs::write(&new, text).expect("it can be written");
    fs::set_permissions(&new, fs::Permissions::from_mode(mode)).expect("it is ours");
    fs::rename(&new, path).expect("it takes its place");
}

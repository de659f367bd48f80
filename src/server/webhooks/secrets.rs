//! Signs deliveries, by the Standard Webhooks specification, version 1.0.0 (symmetric signatures).

use std::{fmt, fs, io, os::unix::fs::MetadataExt as _, path::Path, path::PathBuf};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use hmac::{Hmac, Mac as _};
use referee_os::bounded_file;
use sha2::Sha256;

/// Prefix of every secret.
const PREFIX: &str = "whsec_";
/// Length of a key in bytes, according to the specification.
const KEY_BYTES: std::ops::RangeInclusive<usize> = 24..=64;
/// Maximum secrets in a file: the new one, the one that receivers still have, and one more after a
/// mistake.
const MAX_SECRETS: usize = 3;
/// Maximum size of the file in bytes.
const MAX_FILE_BYTES: u64 = 4096;
/// Bits of a file's mode that let any user of the machine read or change the file.
const EVERYBODY: u32 = 0o006;

/// The reason why a file of secrets cannot be used. No variant contains the content of the file.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("--webhook-secret `{}`: {cause}", path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    /// Any user of the machine may read or change the file.
    #[error(
        "--webhook-secret `{}`: mode {mode:03o}, expected a file that only its owner and group can read: chmod 640",
        path.display()
    )]
    Exposed { path: PathBuf, mode: u32 },
    /// The file has invalid content.
    #[error("--webhook-secret `{}`: {found}, expected {expected}", path.display())]
    Unexpected {
        path: PathBuf,
        /// The kind of invalid content.
        found: String,
        /// The expected content.
        expected: String,
    },
}

/// One or more secrets. Each delivery is signed with all of them, so that receivers can change from
/// one secret to another.
#[derive(Clone)]
pub struct Secrets(Vec<Hmac<Sha256>>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} secrets", self.0.len())
    }
}

impl Secrets {
    /// Reads a file with one secret per line, each as `whsec_` and 24 to 64 bytes in base64.
    pub fn read(path: &Path) -> Result<Secrets, SecretError> {
        let unreadable = |cause| SecretError::Unreadable { path: path.to_owned(), cause };
        let unexpected = |(found, expected)| SecretError::Unexpected { path: path.to_owned(), found, expected };
        let mode = fs::metadata(path).map_err(unreadable)?.mode() & 0o777;
        if mode & EVERYBODY != 0 {
            return Err(SecretError::Exposed { path: path.to_owned(), mode });
        }
        Secrets::parse(&bounded_file::read_text(path, MAX_FILE_BYTES).map_err(unreadable)?).map_err(unexpected)
    }

    /// Parses the text of a file of secrets. The error is what was found, and what was expected.
    pub fn parse(text: &str) -> Result<Secrets, (String, String)> {
        let lines = || text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
        let (least, most) = (KEY_BYTES.start(), KEY_BYTES.end());
        let expected = || format!("{PREFIX} and {least} to {most} bytes in base64");
        if !(1..=MAX_SECRETS).contains(&lines().count()) {
            let found = format!("{} secrets", lines().count());
            return Err((found, format!("1 to {MAX_SECRETS} lines, each {}", expected())));
        }
        let secrets = lines().map(|(index, line)| {
            let key = line.strip_prefix(PREFIX).and_then(|key| BASE64_STANDARD.decode(key).ok());
            let key = key.filter(|key| KEY_BYTES.contains(&key.len()));
            let signs = key.and_then(|key| Hmac::new_from_slice(&key).ok());
            signs.ok_or_else(|| (format!("line {} is not a secret", index + 1), expected()))
        });
        Ok(Secrets(secrets.collect::<Result<_, _>>()?))
    }

    /// Returns the value of the header `webhook-signature`: one signature for each secret.
    pub fn sign(&self, delivery_id: &str, unix_seconds: i64, body: &[u8]) -> String {
        let head = format!("{delivery_id}.{unix_seconds}.");
        let sign = |secret: &Hmac<Sha256>| {
            let signature = secret.clone().chain_update(&head).chain_update(body).finalize().into_bytes();
            format!("v1,{}", BASE64_STANDARD.encode(signature))
        };
        self.0.iter().map(sign).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_reference_libraries() {
        // The libraries of Standard Webhooks use this case in their own tests.
        let secrets = Secrets::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n").expect("it is a secret");
        let signed = secrets.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn the_delivery_of_the_page_is_signed_with_the_secret_that_it_names() {
        let page = include_str!("../../../docs/webhooks.md");
        let of = |header: &str| {
            let line = page.lines().find_map(|line| line.strip_prefix(header)?.strip_prefix(": "));
            line.expect("the page has the header")
        };
        let secret = page.split('`').find(|word| word.len() > 30 && word.starts_with(PREFIX)).expect("it names one");
        let body = page.lines().find(|line| line.starts_with("{\"deliveryId\"")).expect("the page has a body");
        let seconds = of("webhook-timestamp").parse().expect("a number");
        let signed = Secrets::parse(secret).expect("it is a secret").sign(of("webhook-id"), seconds, body.as_bytes());
        assert_eq!(of("webhook-signature"), signed);
        assert!(body.contains(of("webhook-id")));
    }

    #[test]
    fn every_secret_signs() {
        let one = format!("whsec_{}", BASE64_STANDARD.encode([1; 24]));
        let two = format!("whsec_{}", BASE64_STANDARD.encode([2; 64]));
        let sign = |text: &str| Secrets::parse(text).expect("they are secrets").sign("msg_1", 2, b"{}");
        assert_eq!(sign(&format!("{one}\n\n  {two}\n")), format!("{} {}", sign(&one), sign(&two)));
        assert_ne!(sign(&one), sign(&two));
    }

    #[test]
    fn bad_secrets_are_named_by_line_and_never_shown() {
        let short = format!("whsec_{}", BASE64_STANDARD.encode([7; 23]));
        let long = format!("whsec_{}", BASE64_STANDARD.encode([7; 65]));
        let good = format!("whsec_{}", BASE64_STANDARD.encode([7; 24]));
        for (text, found) in [
            ("", "0 secrets"),
            ("\n \n", "0 secrets"),
            (&*format!("{good}\n").repeat(4), "4 secrets"),
            ("correct horse battery staple\n", "line 1 is not a secret"),
            (&short, "line 1 is not a secret"),
            (&long, "line 1 is not a secret"),
            (&*format!("{good}\nwhsec_%%%"), "line 2 is not a secret"),
        ] {
            let (said, expected) = Secrets::parse(text).expect_err("it is none");
            assert_eq!(said, found);
            assert!(expected.contains("whsec_ and 24 to 64 bytes in base64"), "{expected}");
        }
    }

    #[test]
    fn a_world_readable_file_is_rejected() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("secret");
        fs::write(&path, format!("whsec_{}", BASE64_STANDARD.encode([7; 32]))).expect("it is written");
        for (mode, is_taken) in [(0o600, true), (0o640, true), (0o644, false), (0o602, false)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
            let read = Secrets::read(&path);
            assert_eq!(read.is_ok(), is_taken, "{mode:o}: {read:?}");
        }
        let said = Secrets::read(&directory.path().join("missing")).expect_err("there is none").to_string();
        assert!(said.starts_with("--webhook-secret `") && said.contains("missing"), "{said}");
    }
}

//! Ed25519 keys (RFC 8032) and signatures.

use std::{fmt, str::FromStr};

use ed25519_dalek::{SigningKey, VerifyingKey, ed25519};

use super::hex::{hex, unhex};

/// A signing key. The secret is never shown.
pub struct Signer {
    key: SigningKey,
}

/// The public key of a signer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub [u8; 64]);

impl Signer {
    /// Creates the signing key with this secret.
    pub fn of_secret(secret: &[u8; 32]) -> Signer {
        Signer { key: SigningKey::from_bytes(secret) }
    }

    /// Returns the public key that checks this key's signatures.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.key.verifying_key().to_bytes())
    }

    /// Signs a text. The same text always gets the same signature.
    pub fn sign(&self, text: &str) -> Signature {
        Signature(ed25519::signature::Signer::sign(&self.key, text.as_bytes()).to_bytes())
    }
}

impl PublicKey {
    pub const EXPECTED: &str = "an Ed25519 key of 64 hexadecimal digits in lower case";

    /// Parses [`PublicKey::EXPECTED`]; `None` if the text has another form, or is not a point of
    /// the curve.
    pub fn of_hex(text: &str) -> Option<PublicKey> {
        let bytes = unhex(text)?;
        VerifyingKey::from_bytes(&bytes).is_ok().then_some(PublicKey(bytes))
    }

    /// Returns whether this key signed this text. Rejects weak keys, and signatures that fit many
    /// texts.
    pub fn has_signed(&self, text: &str, signature: &Signature) -> bool {
        let signature = ed25519::Signature::from_bytes(&signature.0);
        VerifyingKey::from_bytes(&self.0).is_ok_and(|key| key.verify_strict(text.as_bytes(), &signature).is_ok())
    }
}

impl FromStr for PublicKey {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicKey, String> {
        PublicKey::of_hex(text).ok_or_else(|| format!("expected {}", PublicKey::EXPECTED))
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the secret key of {}", self.public_key())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, section 7.1, tests 1 and 2: secret, public key, text, signature.
    const VECTORS: [[&str; 4]; 2] = [
        [
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ],
        [
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "r",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ],
    ];

    #[test]
    fn keys_sign_as_the_standard_says_and_hide_their_secret() {
        for [secret, public, text, signature] in VECTORS {
            let signer = Signer::of_secret(&unhex(secret).expect("a secret"));
            assert_eq!(signer.public_key().to_string(), public);
            assert_eq!(PublicKey::of_hex(public), Some(signer.public_key()));
            assert_eq!(signer.sign(text).to_string(), signature);
            assert!(signer.public_key().has_signed(text, &signer.sign(text)));
            assert!(!signer.public_key().has_signed("another", &signer.sign(text)));
            assert!(!format!("{signer:?}").contains(secret));
        }
        assert_eq!(PublicKey::of_hex("00"), None);
        assert_eq!(PublicKey::of_hex(&VECTORS[0][1].to_uppercase()), None);
    }

    /// A key of order one fits a signature to any text, so it must not count as a signer.
    #[test]
    fn a_weak_key_signs_nothing() {
        let weak = PublicKey::of_hex(&format!("01{}", "00".repeat(31))).expect("a point");
        let signature = Signature(unhex(&format!("01{}", "00".repeat(63))).expect("a signature"));
        assert!(!weak.has_signed("any text", &signature));
    }
}

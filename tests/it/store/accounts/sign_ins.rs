//! Recovery codes and device codes: what every store guarantees.

use crate::store::{
    contract::each,
    sample::{NOW_UNIX_MS, new_account, new_token, player},
};
use referee::store::{
    AccountChange, AccountState, Digest, NewAccount, NewDeviceCode, NewToken, Recovery, Registered, Replaces, Revoked,
    Scope, Scopes, SignIn, SqliteStore, Store, TokenAdded, TokenRow,
};

/// A token limit above the number of tokens in any test.
const MANY: usize = 100;
/// Lifetime of the device codes, in milliseconds.
const WITHIN_MS: i64 = 1_000;

async fn register(store: &Store, name: &str, token: u8, code: u8) {
    let new = NewAccount { recovery_code: Some([code; 32]), ..new_account(name, token) };
    assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
}

/// Returns a recovery of `name` with the code `used`, which creates the token `token` and the code
/// `code`.
fn recovery(name: &str, used: u8, code: u8, token: u8) -> Recovery {
    Recovery {
        player: player(name),
        used: Some([used; 32]),
        code: Some([code; 32]),
        token: new_token(token),
        replaces: Replaces::Nothing,
        most: MANY,
        audit: None,
    }
}

fn row_of(outcome: SignIn) -> TokenRow {
    match outcome {
        SignIn::Token(TokenAdded::New(row)) => row,
        other => panic!("no new token: {other:?}"),
    }
}

async fn knows(store: &Store, token: u8) -> bool {
    store.accounts.grant([token; 32]).await.unwrap().is_some()
}

#[tokio::test]
async fn a_recovery_code_works_once_and_only_for_its_player() {
    each(async |store| {
        register(&store, "ann", 1, 11).await;
        register(&store, "bob", 2, 22).await;
        for (name, used) in [("ann", 22), ("bob", 11), ("unknown", 11), ("ann", 99)] {
            assert_eq!(store.sign_ins.recover(recovery(name, used, 33, 3)).await, Ok(SignIn::WrongCode), "{name}");
        }
        let row = row_of(store.sign_ins.recover(recovery("ann", 11, 12, 3)).await.unwrap());
        assert_eq!(row.player, player("ann"));
        assert!(knows(&store, 1).await && knows(&store, 3).await, "both tokens are valid");
        assert_eq!(store.sign_ins.recover(recovery("ann", 11, 13, 4)).await, Ok(SignIn::WrongCode), "it is used up");
        let all = Recovery { replaces: Replaces::All, ..recovery("ann", 12, 13, 4) };
        row_of(store.sign_ins.recover(all).await.unwrap());
        assert!(!knows(&store, 1).await && !knows(&store, 3).await && knows(&store, 4).await);
        assert!(knows(&store, 2).await, "other players keep theirs");

        let full = Recovery { most: 1, ..recovery("ann", 13, 14, 5) };
        assert_eq!(store.sign_ins.recover(full).await, Ok(SignIn::Token(TokenAdded::Full)));
        row_of(store.sign_ins.recover(recovery("ann", 13, 14, 5)).await.expect("the code was not used up"));
        let change = AccountChange::RecoveryCode([15; 32]);
        store.accounts.change(&player("ann"), change, None).await.unwrap().expect("it is there");
        assert_eq!(store.sign_ins.recover(recovery("ann", 14, 16, 6)).await, Ok(SignIn::WrongCode));
        let banned = AccountState::Banned { reason: "cheats".to_owned() };
        store.accounts.change(&player("ann"), AccountChange::Ban("cheats".to_owned()), None).await.unwrap();
        assert_eq!(store.sign_ins.recover(recovery("ann", 15, 16, 6)).await, Ok(SignIn::Barred(banned)));
        assert_eq!(store.sign_ins.recover(recovery("ann", 14, 16, 6)).await, Ok(SignIn::WrongCode));
    })
    .await;
}

/// Returns a device code with the scope `play`, made with the token `token` of `name`.
fn device_code(name: &str, token: u8, digest: u8) -> NewDeviceCode {
    NewDeviceCode {
        digest: [digest; 32],
        player: player(name),
        token: new_token(token).id,
        scopes: Scopes::of([Scope::Play]),
        created_unix_ms: NOW_UNIX_MS,
        expires_unix_ms: NOW_UNIX_MS + WITHIN_MS,
    }
}

/// Redeems the code `digest` for the token `token`, `after_ms` after the code was made.
async fn redeem(store: &Store, digest: u8, after_ms: i64, token: u8) -> SignIn {
    let token = NewToken { scopes: Scopes::default(), created_unix_ms: NOW_UNIX_MS + after_ms, ..new_token(token) };
    store.sign_ins.redeem_device_code([digest; 32], token, MANY).await.unwrap()
}

#[tokio::test]
async fn a_device_code_gives_one_token_with_its_scopes_until_it_expires() {
    each(async |store| {
        let expires_unix_ms = Some(NOW_UNIX_MS + 5_000);
        let token = Some(NewToken { expires_unix_ms, ..new_token(1) });
        let new = NewAccount { token, ..new_account("ann", 1) };
        assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
        let add =
            async |digest, most| store.sign_ins.add_device_code(device_code("ann", 1, digest), most).await.unwrap();
        assert!(add(11, 2).await && add(12, 2).await && !add(13, 2).await, "two are open");
        assert_eq!(redeem(&store, 13, 0, 3).await, SignIn::WrongCode);
        let row = row_of(redeem(&store, 11, WITHIN_MS - 1, 3).await);
        assert_eq!((row.player, row.scopes), (player("ann"), Scopes::of([Scope::Play])));
        assert_eq!(row.expires_unix_ms, expires_unix_ms, "it lives no longer than the token that made the code");
        assert_eq!(redeem(&store, 11, WITHIN_MS - 1, 4).await, SignIn::WrongCode, "it is used up");
        assert_eq!(redeem(&store, 12, WITHIN_MS, 4).await, SignIn::WrongCode, "it has expired");
        let later = NewDeviceCode { created_unix_ms: NOW_UNIX_MS + WITHIN_MS, ..device_code("ann", 1, 14) };
        assert!(store.sign_ins.add_device_code(later, 1).await.unwrap(), "expired codes are not open");
    })
    .await;
}

#[tokio::test]
async fn a_device_code_ends_with_the_token_that_made_it() {
    each(async |store| {
        register(&store, "ann", 1, 11).await;
        let add = async |digest| store.sign_ins.add_device_code(device_code("ann", 1, digest), MANY).await.unwrap();
        assert!(add(21).await && add(22).await);
        row_of(redeem(&store, 21, 0, 3).await);
        store.accounts.revoke(&player("ann"), Revoked::One(new_token(1).id), None).await.unwrap();
        assert_eq!(redeem(&store, 22, 0, 4).await, SignIn::WrongCode);
        assert!(knows(&store, 3).await, "a redeemed one has made a token of its own");
    })
    .await;
}

#[tokio::test]
async fn codes_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let code: Digest = [11; 32];
    {
        let store = Store::from(SqliteStore::open(directory.path()).unwrap());
        register(&store, "ann", 1, 11).await;
        assert!(store.sign_ins.add_device_code(device_code("ann", 1, 21), MANY).await.unwrap());
        assert_eq!(store.accounts.grant(code).await, Ok(None), "a code is no token");
    }
    let store = Store::from(SqliteStore::open(directory.path()).unwrap());
    row_of(redeem(&store, 21, 0, 3).await);
    row_of(store.sign_ins.recover(recovery("ann", 11, 12, 4)).await.unwrap());
}

//! Guests: what every store guarantees.

use crate::store::{
    contract::each,
    sample::{NOW_UNIX_MS, new_account, new_token, player},
};
use referee::store::{NewAccount, Recovery, Registered, Replaces, SignIn, Store};

const DAY_MS: i64 = 86_400_000;

/// Registers a guest at [`NOW_UNIX_MS`], with a token and a recovery code of this digest.
async fn guest(store: &Store, name: &str, digest: u8) {
    let display_name = "Eve".to_owned();
    let recovery_code = Some([digest; 32]);
    let new = NewAccount { is_guest: true, display_name, recovery_code, ..new_account(name, digest) };
    assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
}

async fn absent(store: &Store, before_ms: i64) -> String {
    let absent = store.guests.absent_guests(NOW_UNIX_MS + before_ms, 9).await.unwrap();
    absent.iter().map(|guest| guest.as_str()).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn guests_are_absent_when_they_have_not_called_for_long() {
    each(async |store| {
        guest(&store, "guest-a", 1).await;
        guest(&store, "guest-b", 2).await;
        assert_eq!(store.accounts.register(new_account("ann", 3)).await, Ok(Registered::New));
        assert_eq!(absent(&store, 0).await, "");
        assert_eq!(absent(&store, 1).await, "guest-a guest-b", "other players never are");
        let see = async |name, at, step| {
            store.guests.see_guests(vec![player(name), player("ann")], NOW_UNIX_MS + at, step).await.unwrap();
        };
        see("guest-a", 10, 11).await;
        assert_eq!(absent(&store, 1).await, "guest-a guest-b", "that was noted lately");
        see("guest-a", 10, 9).await;
        assert_eq!(absent(&store, 1).await, "guest-b");
        assert_eq!(absent(&store, 11).await, "guest-b guest-a", "the longest absent first");
        assert_eq!(store.guests.absent_guests(NOW_UNIX_MS + 11, 1).await, Ok(vec![player("guest-b")]));
    })
    .await;
}

#[tokio::test]
async fn a_released_guest_keeps_its_name_and_nothing_else() {
    each(async |store| {
        guest(&store, "guest-a", 1).await;
        guest(&store, "guest-b", 2).await;
        store.guests.see_guests(vec![player("guest-b")], NOW_UNIX_MS + DAY_MS, 1).await.unwrap();
        let both = vec![player("guest-a"), player("guest-b")];
        let released = store.guests.release_guests(both.clone(), NOW_UNIX_MS + 1).await;
        assert_eq!(released, Ok(vec![player("guest-a")]), "the other called meanwhile");
        let account = store.accounts.account(&player("guest-a")).await.unwrap().expect("it is there");
        assert!(account.is_guest && account.display_name.is_empty(), "{account:?}");
        assert!(store.accounts.grant([1; 32]).await.unwrap().is_none());
        let kept = store.accounts.grant([2; 32]).await.unwrap().expect("it called");
        assert!(kept.is_guest);
        let recovery = Recovery {
            player: player("guest-a"),
            used: Some([1; 32]),
            code: Some([9; 32]),
            token: new_token(9),
            replaces: Replaces::Nothing,
            most: 9,
            audit: None,
        };
        assert_eq!(store.sign_ins.recover(recovery).await, Ok(SignIn::WrongCode));
        let again = NewAccount { is_guest: true, ..new_account("guest-a", 3) };
        assert_eq!(store.accounts.register(again).await, Ok(Registered::Taken));
        let late = NOW_UNIX_MS + 99 * DAY_MS;
        assert_eq!(store.guests.absent_guests(late, 9).await, Ok(vec![player("guest-b")]), "once is enough");
        assert_eq!(store.guests.release_guests(both, NOW_UNIX_MS + 1).await, Ok(Vec::new()));
    })
    .await;
}

//! Accounts, tokens, invites, announcements and the audit log: what every store guarantees.

mod guests;
mod sign_ins;

use crate::store::{
    contract::each,
    sample::{NOW_UNIX_MS, new_account, new_token, player},
};
use referee::store::{
    AccountChange, AccountFilter, AccountState, AuditEntry, NewAccount, NewAnnouncement, NewInvite, NewToken, PublicId,
    Registered, Replaces, Revoked, Scope, Scopes, SqliteStore, Store, StoreError, TokenAdded, sqlite::add_host_token,
};

/// A token limit above the number of tokens in any test.
const MANY: usize = 100;

fn bot(name: &str, owner: &str, digest: u8, most_owned: usize) -> NewAccount {
    NewAccount { owner: Some(player(owner)), most_owned, ..new_account(name, digest) }
}

fn audit(action: &str) -> AuditEntry {
    AuditEntry {
        at_unix_ms: NOW_UNIX_MS,
        actor: "ann".to_owned(),
        token: Some(PublicId::new(7)),
        action: action.to_owned(),
        subject: "bob".to_owned(),
        reason: "why not".to_owned(),
    }
}

async fn names(store: &Store, filter: AccountFilter, after: Option<&str>, limit: usize) -> String {
    let accounts = store.accounts.accounts(filter, after.map(player), limit).await.unwrap();
    accounts.iter().map(|account| account.player.as_str()).collect::<Vec<_>>().join(" ")
}

async fn owner_of(store: &Store, digest: u8) -> Option<String> {
    store.accounts.grant([digest; 32]).await.unwrap().map(|grant| grant.token.player.to_string())
}

async fn actions(store: &Store) -> String {
    let rows = store.administration.audit(None, 99).await.unwrap();
    rows.iter().map(|row| row.entry.action.as_str()).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_name_and_its_lookalikes_are_registered_once() {
    each(async |store| {
        let accounts = &store.accounts;
        assert_eq!(accounts.register(new_account("bob", 1)).await, Ok(Registered::New));
        assert_eq!(accounts.register(new_account("bob", 1)).await, Ok(Registered::Before));
        assert_eq!(accounts.register(new_account("bob", 2)).await, Ok(Registered::Taken));
        assert_eq!(accounts.register(new_account("b0-b", 2)).await, Ok(Registered::LooksLike(player("bob"))));
        assert_eq!(accounts.register(new_account("ann", 1)).await, Ok(Registered::TokenTaken));
        assert_eq!(accounts.register(new_account("ann", 3)).await, Ok(Registered::New));
        assert_eq!((owner_of(&store, 1).await.as_deref(), owner_of(&store, 2).await), (Some("bob"), None));

        accounts.ensure_house(&player("house-search")).await.unwrap();
        accounts.ensure_house(&player("house-search")).await.unwrap();
        let alike = Ok(Registered::LooksLike(player("house-search")));
        assert_eq!(accounts.register(new_account("h0use_5earch", 4)).await, alike);
        accounts.ensure_house(&player("ann")).await.unwrap();
        assert_eq!(owner_of(&store, 3).await, None, "the house's own have no token");
        let refused = accounts.add_token(&player("ann"), new_token(5), Replaces::Nothing, MANY, None).await;
        assert_eq!(refused, Err(StoreError::UnknownPlayer));

        assert!(accounts.account(&player("ann")).await.unwrap().unwrap().is_house);
        assert_eq!(accounts.account(&player("cid")).await, Ok(None));
        let all = AccountFilter::default;
        assert_eq!(names(&store, all(), None, 2).await, "ann bob");
        assert_eq!(names(&store, all(), Some("ann"), 9).await, "bob house-search");
        assert_eq!(names(&store, all(), Some("b"), 1).await, "bob");
    })
    .await;
}

#[tokio::test]
async fn a_player_owns_bots_and_bots_own_no_one() {
    each(async |store| {
        let accounts = &store.accounts;
        accounts.register(new_account("ann", 1)).await.unwrap();
        assert_eq!(accounts.register(bot("one", "ann", 2, 2)).await, Ok(Registered::New));
        assert_eq!(accounts.register(bot("one", "ann", 2, 2)).await, Ok(Registered::Before));
        assert_eq!(accounts.register(new_account("one", 2)).await, Ok(Registered::Taken), "it has another owner");
        assert_eq!(accounts.register(bot("two", "ann", 3, 2)).await, Ok(Registered::New));
        assert_eq!(accounts.register(bot("three", "ann", 4, 2)).await, Ok(Registered::Full));
        assert_eq!(accounts.register(bot("three", "one", 4, 2)).await, Ok(Registered::NoOwner));
        assert_eq!(accounts.register(bot("three", "nobody", 4, 2)).await, Ok(Registered::NoOwner));

        let retired = accounts.change(&player("one"), AccountChange::Retire, None).await.unwrap().unwrap();
        assert_eq!((retired.state, retired.owner), (AccountState::Retired, Some(player("ann"))));
        assert_eq!(accounts.register(bot("three", "ann", 4, 2)).await, Ok(Registered::New), "the retired do not count");
        let revived = accounts.change(&player("one"), AccountChange::Revive { most: 2 }, None).await;
        assert_eq!(revived, Ok(None), "she owns as many as she may");
        let revived = accounts.change(&player("one"), AccountChange::Revive { most: 3 }, None).await.unwrap();
        assert_eq!(revived.unwrap().state, AccountState::Active);
        let own = AccountFilter { owner: Some(player("ann")), ..AccountFilter::default() };
        assert_eq!(names(&store, own.clone(), None, 9).await, "one three two");
        assert_eq!(names(&store, own, Some("one"), 1).await, "three");

        let called = AccountChange::DisplayName("The Three".to_owned());
        let renamed = accounts.change(&player("three"), called, None).await.unwrap().unwrap();
        assert_eq!((renamed.display_name.as_str(), renamed.created_unix_ms), ("The Three", NOW_UNIX_MS));
        let of = vec![player("one"), player("three"), player("nobody")];
        let named = accounts.display_names(of).await.unwrap();
        assert_eq!(named, [(player("three"), "The Three".to_owned())]);
        let unknown = accounts.change(&player("nobody"), AccountChange::Retire, None).await;
        assert_eq!(unknown, Err(StoreError::UnknownPlayer));
    })
    .await;
}

#[tokio::test]
async fn a_ban_is_of_a_player_and_its_bots() {
    each(async |store| {
        let accounts = &store.accounts;
        accounts.register(new_account("ann", 1)).await.unwrap();
        accounts.register(new_account("bob", 2)).await.unwrap();
        accounts.register(bot("one", "ann", 3, 9)).await.unwrap();
        let state = async |digest: u8| accounts.grant([digest; 32]).await.unwrap().unwrap().state;
        // Fills the cache with the states before the ban.
        assert_eq!((state(1).await, state(3).await), (AccountState::Active, AccountState::Active));
        let ban = AccountChange::Ban("cheats".to_owned());
        accounts.change(&player("ann"), ban, Some(audit("ban"))).await.unwrap();
        let banned = AccountState::Banned { reason: "cheats".to_owned() };
        assert_eq!((state(1).await, state(2).await, state(3).await), (banned.clone(), AccountState::Active, banned));
        let barred = accounts.barred(vec![player("bob"), player("one"), player("nobody")]).await.unwrap();
        assert_eq!(barred.iter().map(|account| account.player.as_str()).collect::<Vec<_>>(), ["one"]);
        let filter = AccountFilter { is_banned: true, ..AccountFilter::default() };
        assert_eq!(names(&store, filter, None, 9).await, "ann one");

        accounts.change(&player("one"), AccountChange::Retire, None).await.unwrap();
        accounts.change(&player("ann"), AccountChange::Unban, Some(audit("unban"))).await.unwrap();
        assert_eq!((state(1).await, state(3).await), (AccountState::Active, AccountState::Retired));
        assert_eq!(actions(&store).await, "unban ban");
    })
    .await;
}

#[tokio::test]
async fn a_player_has_several_tokens_and_each_ends_alone() {
    each(async |store| {
        let accounts = &store.accounts;
        let ann = player("ann");
        accounts.register(new_account("ann", 1)).await.unwrap();
        accounts.register(new_account("bob", 9)).await.unwrap();
        let expires = NOW_UNIX_MS + 1_000;
        let laptop = NewToken { scopes: Scopes::of([Scope::Play]), expires_unix_ms: Some(expires), ..new_token(2) };
        let add = async |token: NewToken, replaces, most| accounts.add_token(&ann, token, replaces, most, None).await;
        let Ok(TokenAdded::New(row)) = add(laptop.clone(), Replaces::Nothing, 2).await else { panic!("it is new") };
        assert_eq!((row.name.as_str(), row.scopes, row.expires_unix_ms), ("token 2", laptop.scopes, Some(expires)));
        assert_eq!(accounts.grant([2; 32]).await.unwrap().unwrap().token, row);
        assert_eq!(add(laptop, Replaces::Nothing, 2).await, Ok(TokenAdded::Before(row.clone())));
        assert_eq!(add(new_token(9), Replaces::Nothing, 9).await, Ok(TokenAdded::Taken));
        assert_eq!(add(new_token(3), Replaces::Nothing, 2).await, Ok(TokenAdded::Full));
        let later = |digest| NewToken { created_unix_ms: expires, ..new_token(digest) };
        assert!(matches!(add(later(3), Replaces::Nothing, 2).await, Ok(TokenAdded::New(_))), "one has expired");
        assert_eq!((owner_of(&store, 2).await, accounts.token(row.id).await), (None, Ok(None)), "and has gone");

        let ids = async |after: Option<u64>, limit| {
            let rows = accounts.tokens(&ann, after.map(PublicId::new), limit).await.unwrap();
            rows.iter().map(|row| row.id.number()).collect::<Vec<_>>()
        };
        assert_eq!((ids(None, 9).await, ids(None, 1).await, ids(Some(1), 9).await), (vec![1, 3], vec![1], vec![3]));

        let renewed = add(later(4), Replaces::One(PublicId::new(3)), 2).await;
        assert!(matches!(renewed, Ok(TokenAdded::New(_))), "{renewed:?}");
        assert_eq!((owner_of(&store, 3).await, owner_of(&store, 4).await.as_deref()), (None, Some("ann")));
        assert_eq!(add(later(5), Replaces::One(PublicId::new(3)), 2).await, Ok(TokenAdded::Gone));
        assert_eq!(add(later(5), Replaces::One(PublicId::new(9)), 2).await, Ok(TokenAdded::Gone), "it is bob's");

        assert_eq!(accounts.revoke(&ann, Revoked::One(PublicId::new(9)), Some(audit("revoke"))).await, Ok(0));
        assert_eq!(accounts.revoke(&ann, Revoked::One(PublicId::new(4)), Some(audit("revoke"))).await, Ok(1));
        assert_eq!((owner_of(&store, 4).await, ids(None, 9).await), (None, vec![1]));
        assert!(matches!(add(later(6), Replaces::All, 1).await, Ok(TokenAdded::New(_))));
        assert_eq!((owner_of(&store, 1).await, ids(None, 9).await), (None, vec![6]));
        assert_eq!(accounts.revoke(&ann, Revoked::All, None).await, Ok(1));
        assert_eq!((actions(&store).await.as_str(), owner_of(&store, 9).await.as_deref()), ("revoke", Some("bob")));
    })
    .await;
}

fn invite(id: u64, uses: u32, expires_unix_ms: Option<i64>) -> NewInvite {
    let digest = [u8::try_from(id).unwrap(); 32];
    let (id, note) = (PublicId::new(id), "for a friend".to_owned());
    NewInvite { id, digest, note, uses, created_unix_ms: NOW_UNIX_MS, expires_unix_ms }
}

#[tokio::test]
async fn an_invite_is_used_as_often_as_it_says() {
    each(async |store| {
        let (accounts, administration) = (&store.accounts, &store.administration);
        assert_eq!(administration.add_invite(invite(1, 2, None), 2, audit("invite")).await, Ok(true));
        let soon = Some(NOW_UNIX_MS + 1);
        assert_eq!(administration.add_invite(invite(2, 9, soon), 2, audit("invite")).await, Ok(true));
        assert_eq!(administration.add_invite(invite(3, 1, None), 2, audit("invite")).await, Ok(false));
        let with = |name, digest, code: u8| NewAccount { invite: Some([code; 32]), ..new_account(name, digest) };
        assert_eq!(accounts.register(with("ann", 1, 1)).await, Ok(Registered::New));
        assert_eq!(accounts.register(with("ann", 1, 1)).await, Ok(Registered::Before), "which uses nothing");
        assert_eq!(accounts.register(with("ann", 2, 1)).await, Ok(Registered::Taken));
        assert_eq!(accounts.register(with("bob", 2, 7)).await, Ok(Registered::BadInvite));
        assert_eq!(accounts.register(with("bob", 2, 1)).await, Ok(Registered::New));
        assert_eq!(accounts.register(with("cid", 3, 1)).await, Ok(Registered::BadInvite), "it is used up");
        let late = NewAccount { created_unix_ms: NOW_UNIX_MS + 1, ..with("cid", 3, 2) };
        assert_eq!(accounts.register(late).await, Ok(Registered::BadInvite), "it has expired");
        assert_eq!(accounts.register(with("cid", 3, 2)).await, Ok(Registered::New));

        let listed = administration.invites(None, 9).await.unwrap();
        let seen: Vec<_> = listed.iter().map(|invite| (invite.id.number(), invite.used, invite.uses)).collect();
        assert_eq!(seen, [(1, 2, 2), (2, 1, 9)]);
        assert_eq!(administration.invites(Some(PublicId::new(1)), 9).await.unwrap(), listed[1..]);
        // A used-up invite does not count towards the limit of invites.
        assert_eq!(administration.add_invite(invite(3, 1, None), 2, audit("invite")).await, Ok(true));
        assert_eq!(administration.remove_invite(PublicId::new(3), audit("remove")).await, Ok(true));
        assert_eq!(administration.remove_invite(PublicId::new(3), audit("remove")).await, Ok(false));
        assert_eq!(accounts.register(with("dan", 4, 3)).await, Ok(Registered::BadInvite));
        assert_eq!(actions(&store).await, "remove invite invite invite");
    })
    .await;
}

#[tokio::test]
async fn announcements_are_shown_until_they_are_over() {
    each(async |store| {
        let administration = &store.administration;
        let new = |text: &str, until_unix_ms| NewAnnouncement {
            text: text.to_owned(),
            created_unix_ms: NOW_UNIX_MS,
            until_unix_ms,
        };
        let soon = Some(NOW_UNIX_MS + 10);
        assert_eq!(administration.announce(new("tea", soon), 2, audit("announce")).await, Ok(Some(1)));
        assert_eq!(administration.announce(new("news", None), 2, audit("announce")).await, Ok(Some(2)));
        assert_eq!(administration.announce(new("more", None), 2, audit("announce")).await, Ok(None));
        let shown = async |now| {
            let shown = administration.announcements(now).await.unwrap();
            shown.into_iter().map(|shown| (shown.number, shown.new.text)).collect::<Vec<_>>()
        };
        assert_eq!(shown(NOW_UNIX_MS).await, [(2, "news".to_owned()), (1, "tea".to_owned())]);
        assert_eq!(shown(NOW_UNIX_MS + 10).await, [(2, "news".to_owned())]);
        assert_eq!(administration.withdraw_announcement(2, audit("withdraw")).await, Ok(true));
        assert_eq!(administration.withdraw_announcement(2, audit("withdraw")).await, Ok(false));
        let later = NewAnnouncement { created_unix_ms: NOW_UNIX_MS + 10, ..new("more", None) };
        assert_eq!(administration.announce(later, 1, audit("announce")).await, Ok(Some(3)), "no number comes twice");
        assert_eq!(actions(&store).await, "announce withdraw announce announce");
    })
    .await;
}

#[tokio::test]
async fn the_audit_is_listed_newest_first() {
    each(async |store| {
        let administration = &store.administration;
        for number in 0..5 {
            administration.note(AuditEntry { token: None, ..audit(&format!("a{number}")) }).await.unwrap();
        }
        let first = administration.audit(None, 2).await.unwrap();
        assert_eq!(first[0].entry, AuditEntry { token: None, ..audit("a4") });
        assert_eq!(first.iter().map(|row| row.number).collect::<Vec<_>>(), [5, 4]);
        let second = administration.audit(Some(4), 2).await.unwrap();
        assert_eq!(second.iter().map(|row| row.number).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(administration.audit(Some(1), 2).await, Ok(vec![]));
    })
    .await;
}

/// The command tells a host why it gets no token, and changes nothing.
#[tokio::test]
async fn host_tokens_for_lookalike_names_are_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::from(SqliteStore::open(directory.path()).unwrap());
    store.accounts.register(new_account("alice", 1)).await.unwrap();
    let token = new_token(9);
    let refused = add_host_token(directory.path(), &player("a1ice"), &token, &audit("create_token"));
    let refused = refused.expect_err("unknown name").to_string();
    assert!(refused.contains("a1ice") && refused.contains("looks like that of alice"), "{refused}");
    assert_eq!(actions(&store).await, "");
    let given = add_host_token(directory.path(), &player("alice"), &token, &audit("create_token")).unwrap();
    assert!(matches!(given, TokenAdded::New(_)));
}

//! The commands for hosts and administrators, against `referee serve`.

use std::ops::Deref;

use serde_json::Value;

use crate::runner::remote::{Served, Site};

/// A server with ada, her bot ada-deep, and an administrator.
struct Hosted {
    site: Site,
    admin: String,
    ada: String,
}

impl Hosted {
    fn start() -> Hosted {
        let site = Site::start_with(&["--data", "data"]);
        let admin = site.place.run(&["admin", "token", "--data", "data"]).out.trim().to_owned();
        let ada = site.register("ada");
        let hosted = Hosted { site, admin, ada };
        hosted.done(&hosted.ada, &["player", "create-bot", "ada-deep"]);
        hosted
    }

    fn names(&self, words: &[&str]) -> Vec<String> {
        let listed = self.json(&self.admin, words);
        listed.iter().map(|account| account["player"]["name"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

impl Deref for Hosted {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

#[test]
fn accounts_are_banned_unbanned_renamed_retired_and_revived() {
    let hosted = Hosted::start();
    let (admin, ada) = (hosted.admin.as_str(), hosted.ada.as_str());
    for what in ["ban", "unban", "rename", "retire", "revive", "replace-tokens"] {
        let words = ["admin", what, "ada-deep"];
        let silent = hosted.called(admin, &words);
        assert!(silent.code == Some(2) && silent.err.contains("--reason"), "{what}: {}", silent.err);
        hosted.refused(admin, &[&words[..], &["--reason", ""]].concat(), "BAD_FIELD");
        let unknown = ["admin", what, "nobody", "--reason", "x"];
        hosted.refused(admin, &unknown, "UNKNOWN_PLAYER");
        hosted.refused("", &unknown, "UNAUTHENTICATED");
    }
    hosted.refused(ada, &["admin", "ban", "admin", "--reason", "x"], "MISSING_SCOPE");
    hosted.refused(ada, &["admin", "accounts"], "MISSING_SCOPE");
    hosted.refused(ada, &["admin", "rename", "admin", "--reason", "x"], "FORBIDDEN");

    let banned = hosted.json(admin, &["admin", "ban", "ada", "--reason", "floods"]);
    assert_eq!((&banned[0]["banReason"], &banned[0]["player"]["name"]), (&"floods".into(), &"ada".into()));
    assert_eq!(hosted.names(&["admin", "accounts", "--banned"]), ["ada", "ada-deep"], "and so is her bot");
    let table = hosted.done(admin, &["admin", "accounts"]);
    assert!(table.lines().any(|line| line.starts_with("ada ") && line.ends_with("floods")), "{table}");
    hosted.refused(ada, &["player", "token", "list"], "PLAYER_BANNED");
    let unbanned = hosted.json(admin, &["admin", "unban", "ada", "--reason", "stopped"]);
    assert_eq!(unbanned[0]["banReason"], Value::Null, "{unbanned:?}");
    hosted.done(ada, &["player", "token", "list"]);

    let renamed = hosted.json(admin, &["admin", "rename", "ada", "--display-name", "Ada L.", "--reason", "asked"]);
    assert_eq!(renamed[0]["displayName"], "Ada L.");
    let retired = hosted.json(admin, &["admin", "retire", "ada-deep", "--reason", "hangs"]);
    assert_eq!(retired[0]["state"], "PLAYER_STATE_RETIRED");
    hosted.refused(admin, &["admin", "retire", "ada", "--reason", "is no bot"], "FORBIDDEN");
    let revived = hosted.json(admin, &["admin", "revive", "ada-deep", "--reason", "mended"]);
    assert_eq!(revived[0]["state"], "PLAYER_STATE_ACTIVE");
    assert_eq!(hosted.names(&["admin", "accounts", "--owner", "ada", "--limit", "1"]), ["ada-deep"]);

    let noted = hosted.json(admin, &["admin", "audit", "--limit", "5"]);
    let noted: Vec<[&str; 3]> = noted
        .iter()
        .map(|of| ["action", "subject", "reason"].map(|key| of[key].as_str().unwrap_or_default()))
        .collect();
    let did = [
        ["revive_bot", "ada-deep", "mended"],
        ["retire_bot", "ada-deep", "hangs"],
        ["update_player", "ada", "asked"],
        ["unban_player", "ada", "stopped"],
        ["ban_player", "ada", "floods"],
    ];
    assert_eq!(noted, did, "what was refused was not noted");
    let table = hosted.done(admin, &["admin", "audit"]);
    assert!(table.starts_with("number  when ") && table.contains("  ban_player "), "{table}");
    hosted.refused(ada, &["admin", "audit"], "MISSING_SCOPE");
}

#[test]
fn tokens_of_others_are_listed_revoked_and_replaced() {
    let hosted = Hosted::start();
    let (admin, ada) = (hosted.admin.as_str(), hosted.ada.as_str());
    let tokens = hosted.json(admin, &["admin", "tokens", "ada"]);
    let id = tokens[0]["tokenId"].as_str().expect("it has an id");
    assert_eq!((tokens.len(), &tokens[0]["name"]), (1, &"first".into()));
    assert!(!format!("{tokens:?}").contains(ada), "a list shows no secret");
    hosted.refused(ada, &["admin", "tokens", "admin"], "MISSING_SCOPE");
    let of_admin = hosted.json(admin, &["admin", "tokens", "admin"]);
    let of_admin = of_admin[0]["tokenId"].as_str().expect("it has an id");
    hosted.refused(ada, &["admin", "revoke-token", of_admin, "--reason", "x"], "UNKNOWN_TOKEN");
    hosted.refused(admin, &["admin", "revoke-token", id, "--reason", ""], "BAD_FIELD");
    assert_eq!(hosted.done(admin, &["admin", "revoke-token", id, "--reason", "leaked"]), "");
    hosted.refused(ada, &["player", "token", "list"], "UNAUTHENTICATED");
    hosted.refused(admin, &["admin", "revoke-token", id, "--reason", "again"], "UNKNOWN_TOKEN");

    let replaced = hosted.done(admin, &["admin", "replace-tokens", "ada", "--reason", "lost"]);
    assert_eq!(hosted.json(&replaced, &["player", "token", "list"])[0]["name"], "replaced");
    let again = hosted.json(admin, &["admin", "replace-tokens", "ada", "--reason", "lost that too"]);
    let again = again[0]["token"].as_str().expect("a token").to_owned();
    hosted.refused(&replaced, &["player", "token", "list"], "UNAUTHENTICATED");
    hosted.done(&again, &["player", "token", "list"]);
}

#[test]
fn invites_are_made_used_listed_and_revoked() {
    let hosted = Hosted::start();
    let admin = hosted.admin.as_str();
    let made = hosted.json(admin, &["admin", "create-invite", "--note", "for eve", "--uses", "2", "--expires", "7d"]);
    let (code, id) =
        (made[0]["code"].as_str().expect("a code"), made[0]["invite"]["inviteId"].as_str().expect("an id"));
    let listed = hosted.json(admin, &["admin", "invites"]);
    assert_eq!((listed.len(), &listed[0]["note"], &listed[0]["uses"]), (1, &"for eve".into(), &2.into()));
    assert!(!format!("{listed:?}").contains(code), "a list shows no code");
    let table = hosted.done(admin, &["admin", "invites"]);
    assert!(table.lines().any(|line| line.starts_with(id) && line.contains("0 of 2")), "{table}");
    hosted.refused(admin, &["admin", "create-invite", "--note", ""], "BAD_FIELD");
    hosted.refused(&hosted.ada, &["admin", "create-invite", "--note", "x"], "MISSING_SCOPE");

    assert_eq!(hosted.done(admin, &["admin", "revoke-invite", id, "--reason", "not needed"]), "");
    assert_eq!(hosted.json(admin, &["admin", "invites"]), Vec::<Value>::new());
    hosted.refused(admin, &["admin", "revoke-invite", id, "--reason", "again"], "UNKNOWN_INVITE");

    // The text output is only the code, for use in other commands.
    let code = hosted.done(admin, &["admin", "create-invite", "--note", "for bob"]);
    let Hosted { site: Site { place, served }, .. } = hosted;
    drop(served);
    let served = Served::start_with(&place, &["--data", "data", "--registration", "invite"]);
    let register = |name: &str| place.run(&["player", "register", "--url", &served.url, name, "--invite", &code]);
    assert_eq!(register("bob").code, Some(0));
    let used = register("eve");
    assert!(used.code == Some(1) && used.err.contains("BAD_INVITE"), "{}", used.err);
}

#[test]
fn a_host_ends_matches_announces_and_sees_limits() {
    let hosted = Hosted::start();
    let (admin, ada) = (hosted.admin.as_str(), hosted.ada.as_str());
    let host = hosted.place.run(&["admin", "token", "--data", "data", "--player", "host", "--scope", "host"]);
    let host = host.out.trim();
    let create = ["match", "create", "kamisado", "--tc", "inf", "-p", "ada", "-p", "house-random"];
    let id = hosted.done(ada, &create);
    let end = |id: &str| ["admin", "end-match", id, "--reason", "hangs"].map(str::to_owned);
    let end_it = end(&id);
    let end_it: Vec<&str> = end_it.iter().map(String::as_str).collect();
    hosted.refused(ada, &end_it, "MISSING_SCOPE");
    hosted.refused(host, &["admin", "end-match", "nothing", "--reason", "x"], "UNKNOWN_MATCH");
    hosted.refused(host, &["admin", "end-match", &id, "--reason", ""], "BAD_FIELD");
    assert!(hosted.json(host, &end_it)[0]["seq"].as_u64().is_some_and(|seq| seq > 1));
    let over = hosted.json(ada, &["match", "list", "--player", "ada", "--state", "over"]);
    assert_eq!((over.len(), &over[0]["matchId"]), (1, &id.as_str().into()));
    hosted.refused(host, &end_it, "MATCH_OVER");
    let other = hosted.done(ada, &create);
    let said = hosted.done(host, &["admin", "end-match", &other, "--reason", "hangs"]);
    assert!(said.starts_with(&format!("match {other} is aborted: it does not count (event ")), "{said}");

    let number = hosted.done(host, &["admin", "announce", "Down at noon.", "--expires", "6h"]);
    let listed = hosted.json("", &["admin", "announcements"]);
    assert_eq!((listed.len(), &listed[0]["text"]), (1, &"Down at noon.".into()));
    assert!(listed[0]["number"] == number.as_str() && listed[0]["untilUnixMs"].is_string(), "{listed:?}");
    hosted.refused(ada, &["admin", "announce", "Mine."], "MISSING_SCOPE");
    hosted.refused(ada, &["admin", "withdraw", &number, "--reason", "x"], "MISSING_SCOPE");
    assert_eq!(hosted.done(host, &["admin", "withdraw", &number, "--reason", "it is up"]), "");
    assert_eq!(hosted.done("", &["admin", "announcements"]), "number  made  until  text");
    hosted.refused(host, &["admin", "withdraw", &number, "--reason", "again"], "UNKNOWN_ANNOUNCEMENT");

    let limits = hosted.json("", &["admin", "limits"]);
    let of = |name: &str| limits.iter().find(|limit| limit["name"] == name).map(|limit| limit["value"].clone());
    assert_eq!(of("waiting_matches_per_player"), Some("100".into()), "{limits:?}");
    hosted.refused(host, &["admin", "audit"], "MISSING_SCOPE");
    let audit = hosted.done(admin, &["admin", "audit"]);
    let did = ["end_match", "announce", "withdraw_announcement", "create_token"];
    assert!(did.iter().all(|action| audit.contains(&format!("  {action} "))), "{audit}");
}

//! The commands for owners, bots and tokens, against `referee serve`.

use serde_json::Value;

use crate::runner::remote::Site;

#[test]
fn an_owner_makes_renames_retires_and_revives_a_bot() {
    let site = Site::start_with(&["--memory"]);
    let ada = site.register("ada");
    let bot = site.done(&ada, &["player", "create-bot", "ada-deep", "--display-name", "Deep Ada"]);
    let bots = site.json(&ada, &["player", "bots", "ada"]);
    assert_eq!(bots.len(), 1);
    assert_eq!([&bots[0]["name"], &bots[0]["displayName"], &bots[0]["owner"]], ["ada-deep", "Deep Ada", "ada"]);

    let renamed = site.json(&ada, &["player", "rename", "ada-deep", "--display-name", "Deeper Ada"]);
    assert_eq!(renamed[0]["displayName"], "Deeper Ada");
    // The bot's own token has only the scope `play`.
    let refused = site.called(&bot, &["player", "retire", "ada-deep"]);
    assert!(refused.code == Some(1) && refused.err.contains("MISSING_SCOPE"), "{}", refused.err);

    assert!(site.done(&ada, &["player", "retire", "ada-deep"]).contains("retired of ada"));
    let shown = site.json(&ada, &["player", "show", "ada-deep"]);
    assert_eq!(shown[0]["state"], "PLAYER_STATE_RETIRED");
    let revived = site.json(&ada, &["player", "revive", "ada-deep"]);
    assert_eq!(revived[0]["state"], "PLAYER_STATE_ACTIVE");
}

#[test]
fn tokens_are_made_listed_renewed_and_revoked() {
    let site = Site::start_with(&["--memory"]);
    let ada = site.register("ada");
    let make = ["player", "token", "create", "--name", "laptop", "--scope", "play", "--scope", "account"];
    let laptop = site.done(&ada, &[&make[..], &["--expires", "90d"]].concat());
    let tokens = site.json(&laptop, &["player", "token", "list"]);
    let of = |name: &str| tokens.iter().find(|token| token["name"] == name).expect("it is listed");
    assert_eq!((tokens.len(), &of("first")["expiresUnixMs"]), (2, &Value::Null));
    assert!(of("laptop")["expiresUnixMs"].is_string(), "{tokens:?}");
    assert!(!format!("{tokens:?}").contains(&laptop), "a list shows no secret");

    let renewed = site.done(&laptop, &["player", "token", "renew"]);
    let old = site.called(&laptop, &["player", "token", "list"]);
    assert!(old.code == Some(1) && old.err.contains("UNAUTHENTICATED"), "{}", old.err);
    let first = of("first")["tokenId"].as_str().expect("it has an id");
    assert_eq!(site.done(&renewed, &["player", "token", "revoke", first]), "");
    let revoked = site.called(&ada, &["player", "token", "list"]);
    assert!(revoked.code == Some(1) && revoked.err.contains("UNAUTHENTICATED"), "{}", revoked.err);
}

//! `referee tournament create --join`: local engines in a tournament on a server, together with
//! other players of the server.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use crate::runner::{Place, Ran, remote::Served};

/// A server with a host, and a working directory with a tournament file.
pub struct Hosted {
    pub place: Place,
    served: Served,
    host: String,
}

/// Returns the TOML of a round robin of these entrants.
pub fn file(entrants: &[&str]) -> String {
    let mut text = "name = \"The cup\"\ngame = \"kamisado\"\nconcurrency = 4\noptions = { length = \"single\" }\n\
                    [format]\nkind = \"round_robin\"\n[matches]\ntc = \"60+1\"\n"
        .to_owned();
    for entrant in entrants {
        text += &format!("[[entrants]]\n{entrant}\n");
    }
    text
}

impl Hosted {
    pub fn start(text: &str) -> Hosted {
        let place = Place::new();
        let served = Served::start_with(&place, &["--data", "data", "--house-pace", "0.01"]);
        let host = place.run(&["admin", "token", "--data", "data", "--player", "hostess", "--scope", "host"]).out;
        fs::write(place.path().join("cup.toml"), text).expect("it can be written");
        Hosted { place, served, host: host.trim().to_owned() }
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = self.place.command(words);
        command.env("REFEREE_URL", &self.served.url).env("REFEREE_TOKEN", &self.host);
        command.env("XDG_CONFIG_HOME", self.place.path().join("config"));
        command
    }

    pub fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.command(words).output().expect("the binary starts"))
    }

    /// Creates the tournament and plays in it until it ends.
    fn join(&self, more: &[&str]) -> Ran {
        self.run(&[&["tournament", "create", "cup.toml", "--join"][..], more].concat())
    }

    /// Returns how many times the events of the finished tournament count each match.
    fn counted(&self) -> BTreeMap<String, u32> {
        let watched = self.run(&["tournament", "watch", "cup", "--json"]);
        let mut told: Vec<Value> = watched.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(told.pop().is_some_and(|last| last["standings"].is_array()), "{}", watched.out);
        let numbers = told.iter().map(|event| event["seq"].as_str()?.parse().ok());
        assert!(numbers.eq((1..=told.len() as u64).map(Some)), "each event, with its number: {}", watched.out);
        let mut counted = BTreeMap::new();
        for event in &told {
            if let Some(key) = event["matchCounted"]["matchKey"].as_str() {
                *counted.entry(key.to_owned()).or_default() += 1;
            }
        }
        counted
    }
}

/// A program that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // The program may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn standings(ran: &Ran) -> Vec<Value> {
    let last: Value = serde_json::from_str(ran.out.lines().last().expect("a last line")).expect("JSON");
    last["standings"].as_array().unwrap_or_else(|| panic!("no standings: {}", ran.out)).clone()
}

#[test]
fn local_engines_play_house_and_remote_bots_and_get_a_report() {
    let hosted = Hosted::start(&file(&[
        "name = \"mine\"\ncmd = \"referee bot search --level 1\"",
        "name = \"visitor\"",
        "name = \"breaks\"\ncmd = \"python3 engine.py crash\"",
        "name = \"house-greedy\"",
    ]));
    let text = fs::read_to_string(hosted.place.path().join("cup.toml")).expect("it can be read");
    let one_by_one = text.replace("concurrency = 4", "concurrency = 1");
    fs::write(hosted.place.path().join("cup.toml"), one_by_one).expect("it can be written");
    let guest = hosted.run(&["player", "register", "visitor"]).out.trim().to_owned();
    let mut elsewhere = hosted.command(&["join", "--engine", "referee bot greedy", "--max-matches", "8", "--json"]);
    let elsewhere = elsewhere.env("REFEREE_TOKEN", guest).stdout(Stdio::null()).stderr(Stdio::null());
    let _elsewhere = Running(elsewhere.spawn().expect("the binary starts"));
    let ran = hosted.join(&["--json", "--strikes", "1"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let standings = standings(&ran);
    assert_eq!(standings.len(), 4, "{}", ran.out);
    assert_eq!(standings[3]["entrant"], "breaks", "{}", ran.out);
    assert_eq!(standings[3]["out"], "withdrawn: its engine failed repeatedly", "{}", ran.out);
    assert_eq!(standings[0]["out"], "", "{}", ran.out);
    let watched = hosted.run(&["tournament", "watch", "cup"]);
    let last = watched.out.lines().find(|line| line.starts_with("4 ")).expect("the last of the standings");
    assert!(last.ends_with("; withdrawn: its engine failed repeatedly"), "{}", watched.out);
    for said in ["mine enters\n", "it begins\n", ": forfeited by breaks\n"] {
        assert!(watched.out.contains(said), "{said}: {}", watched.out);
    }
    let leaves = |line: &str| {
        let event: Value = serde_json::from_str(line).unwrap_or_default();
        event["text"] == "breaks withdrew: its engine failed repeatedly"
    };
    assert!(ran.out.lines().any(leaves), "{}", ran.out);
    assert!(ran.err.contains("breaks"), "{}", ran.err);
    let counted = hosted.counted();
    assert!(counted.values().all(|times| *times == 1) && counted.len() >= 6, "{counted:?}");
    let directory = hosted.place.path().join("tournaments/cup");
    for written in ["report.txt", "report.json", "standings.csv"] {
        assert!(directory.join(written).exists(), "{written}");
    }
    let tokens = directory.join("players.toml");
    assert_eq!(fs::metadata(&tokens).expect("it is there").permissions().mode() & 0o777, 0o600);
    let kept = fs::read_to_string(&tokens).expect("it can be read");
    assert!(kept.contains("[mine]") && kept.contains("[breaks]") && !kept.contains("visitor"));
    let again = hosted.join(&["--json"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!(self::standings(&again), standings);
    assert_eq!(fs::read_to_string(&tokens).expect("it can be read"), kept, "no player is registered twice");
}

#[test]
fn the_same_command_resumes_after_a_kill() {
    let hosted = Hosted::start(&file(&[
        "name = \"mine\"\ncmd = \"referee bot search --level 1\"",
        "name = \"mine-old\"\ncmd = \"referee bot greedy\"",
        "name = \"house-random\"",
        "name = \"house-greedy\"",
    ]));
    for _ in 0..3 {
        let mut first = hosted.command(&["tournament", "create", "cup.toml", "--join", "--json"]);
        let mut first = Running(first.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary starts"));
        let out = BufReader::new(first.0.stdout.take().expect("it was piped"));
        // The output may repeat events of earlier runs.
        let counted =
            out.lines().map_while(Result::ok).filter(|line| line.contains("\"matchCounted\"")).take(2).count();
        assert_eq!(counted, 2);
    }
    let ran = hosted.join(&["--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let counted = hosted.counted();
    assert_eq!((counted.len(), counted.values().all(|times| *times == 1)), (12, true), "{counted:?}");
    assert!(!ran.out.contains("withdrawn"), "{}", ran.out);
}

#[test]
fn impossible_seats_are_rejected() {
    let hosted = Hosted::start(&file(&["name = \"mine\"\ncmd = \"referee bot greedy\"", "name = \"house-random\""]));
    let refused = |ran: Ran, code, said: &str| {
        assert!(ran.code == Some(code) && ran.err.contains(said), "{said}: {:?} {}{}", ran.code, ran.out, ran.err);
    };
    let write = |entrants: &[&str]| fs::write(hosted.place.path().join("cup.toml"), file(entrants)).expect("written");
    write(&["name = \"mine\"\ncmd = \"./no-such-engine\"", "name = \"house-random\""]);
    refused(hosted.join(&[]), 1, "mine");
    // First an entrant has the name of another player. Then the profile of that name has a wrong
    // token.
    write(&["name = \"ada\"\ncmd = \"referee bot greedy\"", "name = \"house-random\""]);
    let ada = hosted.run(&["player", "register", "ada"]).out.trim().to_owned();
    refused(hosted.join(&[]), 2, "ada");
    let bob = hosted.run(&["player", "register", "bob"]).out.trim().to_owned();
    let profiles = hosted.place.path().join("config/referee/profiles.toml");
    fs::create_dir_all(profiles.parent().expect("it has one")).expect("it can be made");
    let profile = |token: &str| {
        let text = format!("[ada]\nurl = \"{}\"\ntoken = \"{token}\"\n", hosted.served.url);
        fs::write(&profiles, text).expect("it can be written");
        fs::set_permissions(&profiles, fs::Permissions::from_mode(0o600)).expect("it is ours");
    };
    profile(&bob);
    refused(hosted.join(&[]), 1, "bob");
    profile(&ada);
    let ran = hosted.join(&[]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("The cup: all encounters were played"), "{}", ran.out);
}

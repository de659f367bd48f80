/** The private file of the command line with the user's profiles. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

import { BadProfile, type Profile, type Profiles } from "../profiles.js";
import { linesOf, readProfiles } from "./toml.js";

/** Time in which a bot that had read the file before may replace it. */
const SETTLE_MS = 100;

/** `$XDG_CONFIG_HOME/referee/profiles.toml`, by default in `~/.config`. */
export class FileProfiles implements Profiles {
  readonly place: string;

  constructor() {
    const named = process.env["XDG_CONFIG_HOME"] ?? "";
    const root = path.isAbsolute(named) ? named : path.join(os.homedir(), ".config");
    this.place = path.join(root, "referee", "profiles.toml");
  }

  async load(name: string): Promise<Profile | undefined> {
    return this.#find(this.#read(), name);
  }

  async add(name: string, profile: Profile): Promise<void> {
    fs.mkdirSync(path.dirname(this.place), { recursive: true, mode: 0o700 });
    do {
      this.#change((text) => {
        if (this.#find(text, name)) {
          throw new BadProfile(`${this.place} has a profile \`${name}\` already`);
        }
        return text + linesOf(name, profile);
      });
      await sleep(SETTLE_MS);
    } while (this.#find(this.#read(), name)?.token !== profile.token);
  }

  async remove(name: string, profile: Profile): Promise<void> {
    this.#change((text) => text.replace(linesOf(name, profile), () => ""));
  }

  /** Returns the text; empty without a file. */
  #read(): string {
    let file: number;
    try {
      file = fs.openSync(this.place, "r");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw error;
    }
    try {
      const mode = fs.fstatSync(file).mode & 0o777;
      const text = fs.readFileSync(file, "utf8");
      if (process.platform !== "win32" && mode & 0o077 && /token/.test(text)) {
        const why = "others can read or change the tokens in it";
        const now = mode.toString(8).padStart(3, "0");
        throw new BadProfile(
          `${this.place} has mode ${now}: ${why}; expected 600 (chmod 600 ${this.place})`,
        );
      }
      return text;
    } finally {
      fs.closeSync(file);
    }
  }

  #find(text: string, name: string): Profile | undefined {
    const profiles = readProfiles(text);
    if (profiles) return profiles.get(name);
    const expected = 'expected [NAME], then url = "..." and token = "..."';
    throw new BadProfile(`${this.place} is malformed: ${expected}`);
  }

  /** Replaces the text, so that the file is whole after any crash. */
  #change(change: (text: string) => string): void {
    for (;;) {
      const text = this.#read();
      // If the path is a symbolic link, its target is replaced.
      const place = fs.existsSync(this.place) ? fs.realpathSync(this.place) : this.place;
      const file = path.join(path.dirname(place), `.profiles-${process.pid}`);
      const handle = fs.openSync(file, "w", 0o600);
      try {
        fs.writeFileSync(handle, change(text));
        fs.fsyncSync(handle);
        // Node has no locks. If another bot has changed the file meanwhile, start again from its
        // version.
        if (this.#read() !== text) continue;
        fs.renameSync(file, place);
        return;
      } finally {
        fs.closeSync(handle);
        fs.rmSync(file, { force: true });
      }
    }
  }
}

/** Profiles: servers by name, each with the token of a player. */

/** A server, and the token of a player there. */
export interface Profile {
  readonly url: string;
  readonly token: string;
}

/** A profile cannot be used. The message does not quote what is stored, since it has tokens. */
export class BadProfile extends Error {
  override readonly name = "BadProfile";
}

/** Where profiles are. */
export interface Profiles {
  /** Where they are, for people. */
  readonly place: string;
  load(name: string): Promise<Profile | undefined>;
  /** Adds a profile. Throws `BadProfile` if there is one of this name. */
  add(name: string, profile: Profile): Promise<void>;
  /** Removes a profile that `add` has added. */
  remove(name: string, profile: Profile): Promise<void>;
}

/** A store of texts: `localStorage`, or one like it whose methods may be `async`. */
export interface BotStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** Profiles in a store of texts, each under its own key. */
export class StoredProfiles implements Profiles {
  readonly place = "the storage";

  constructor(private readonly storage: BotStorage) {}

  async load(name: string): Promise<Profile | undefined> {
    const text = await this.storage.getItem(keyOf(name));
    if (text === null) return undefined;
    try {
      const { url, token } = JSON.parse(text) as { url?: unknown; token?: unknown };
      if (typeof url === "string" && typeof token === "string") return { url, token };
    } catch {
      // What is stored is not quoted.
    }
    throw new BadProfile(`\`${keyOf(name)}\` is malformed: expected {"url": ..., "token": ...}`);
  }

  async add(name: string, profile: Profile): Promise<void> {
    if (await this.load(name)) throw new BadProfile(`there is a profile \`${name}\` already`);
    await this.storage.setItem(keyOf(name), JSON.stringify(profile));
  }

  async remove(name: string): Promise<void> {
    await this.storage.removeItem(keyOf(name));
  }
}

const keyOf = (name: string) => `referee-profile ${name}`;

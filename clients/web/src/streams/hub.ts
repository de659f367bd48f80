/** Holds the streams of all tabs. The hub runs in one worker or in one tab. */
import { Client } from "referee-client";

import { Seats } from "./seats.js";
import { Slots } from "./slots.js";
import { ContestTopic, Lobby, Wall } from "./topics.js";
import type { Subscriber, Topic } from "./topic.js";
import { nameOf, type FromHub, type ToHub, type Want } from "./wants.js";

/** Maximum open streams if the browser has six connections to the server. */
const STREAMS_OF_SIX = 4;
/** Maximum open streams if they share one connection. */
const STREAMS_OF_ONE = 64;
/** Time after which a silent tab counts as closed, in milliseconds. */
const TAB_GONE_MS = 200_000;
/** Interval between checks of the tabs, in milliseconds. */
const LOOK_MS = 20_000;

/** A connected tab. */
interface Tab {
  readonly post: (message: FromHub) => void;
  readonly subscriptions: Map<number, { subscriber: Subscriber; topic: Topic }>;
  seenAtMs: number;
}

/** The connection of a tab to the hub. */
export interface Port {
  receive(message: ToHub): void;
}

export class Hub {
  readonly #tabs = new Set<Tab>();
  readonly #topics = new Map<string, Topic>();
  readonly #slots: Slots;
  readonly #seats: Seats;
  #front: Tab | undefined;
  /** Unset until the first tab has sent the token of the reader. */
  #token: string | undefined;
  #canPlay = false;
  /** Topics whose streams are cut. */
  readonly #down = new Set<Topic>();
  #lookedAtMs = Date.now();

  constructor(private readonly url: string) {
    this.#slots = new Slots(url.startsWith("https:") ? STREAMS_OF_ONE : STREAMS_OF_SIX);
    this.#seats = new Seats(this.#around(), () => this.#canPlay);
    setInterval(() => this.#look(), LOOK_MS);
  }

  #around(): ConstructorParameters<typeof Lobby>[0] {
    return {
      slots: this.#slots,
      client: () => new Client(this.url, this.#token ? { token: this.#token } : {}),
      connection: (topic, isUp) => this.#connection(topic, isUp),
      signedOut: () => this.#tell({ say: "signed-out", token: this.#token ?? "" }),
    };
  }

  /** Adds a tab. */
  connect(post: (message: FromHub) => void): Port {
    const tab: Tab = { post, subscriptions: new Map(), seenAtMs: Date.now() };
    this.#tabs.add(tab);
    this.#front ??= tab;
    if (this.#down.size > 0) post({ say: "connection", isUp: false });
    return { receive: (message) => this.#receive(tab, message) };
  }

  #receive(tab: Tab, message: ToHub): void {
    tab.seenAtMs = Date.now();
    if (!this.#tabs.has(tab) && message.say !== "bye") this.#find(tab);
    if (message.say === "token") this.#signIn(message.token, message.canPlay);
    if (message.say === "open") this.#open(tab, message.id, message.want);
    if (message.say === "close") this.#close(tab, message.id);
    if (message.say === "front") this.#front = tab;
    if (message.say === "bye") this.#drop(tab);
  }

  /** Adds a tab again that was dropped after a long silence. */
  #find(tab: Tab): void {
    this.#tabs.add(tab);
    tab.post({ say: "dropped" });
  }

  #signIn(token: string, canPlay: boolean): void {
    if (token === this.#token && canPlay === this.#canPlay) return;
    const isFirst = this.#token === undefined;
    [this.#token, this.#canPlay] = [token, canPlay];
    if (isFirst) return;
    // Other readers may see other data.
    this.#tell({ say: "reset" });
    for (const topic of [this.#seats, ...this.#topics.values()]) topic.reset();
  }

  #open(tab: Tab, id: number, want: Want): void {
    this.#close(tab, id);
    const subscriber: Subscriber = {
      send: (message) => tab.post({ say: "message", id, message }),
      refuse: (refused) => tab.post({ say: "refused", id, refused }),
      isInFront: () => tab === this.#front,
    };
    const topic = this.#topic(want);
    tab.subscriptions.set(id, { subscriber, topic });
    if (want.kind === "match") this.#seats.subscribe(subscriber, want.matchId);
    else topic.subscribe(subscriber);
  }

  #topic(want: Want): Topic {
    if (want.kind === "match" || want.kind === "seat") return this.#seats;
    const name = nameOf(want);
    const known = this.#topics.get(name);
    if (known) return known;
    const around = this.#around();
    const topic =
      want.kind === "lobby"
        ? new Lobby(around)
        : want.kind === "contest"
          ? new ContestTopic(around, want.contest)
          : new Wall(around, want);
    this.#topics.set(name, topic);
    return topic;
  }

  #close(tab: Tab, id: number): void {
    const open = tab.subscriptions.get(id);
    if (!open) return;
    tab.subscriptions.delete(id);
    open.topic.unsubscribe(open.subscriber);
    for (const [name, topic] of this.#topics) if (!topic.hasSubscribers) this.#topics.delete(name);
  }

  #drop(tab: Tab): void {
    for (const id of [...tab.subscriptions.keys()]) this.#close(tab, id);
    this.#tabs.delete(tab);
    if (this.#front === tab) this.#front = [...this.#tabs][0];
  }

  /** Drops tabs that closed without a message. Reopens all streams after the device slept. */
  #look(): void {
    const sleptMs = Date.now() - this.#lookedAtMs - LOOK_MS;
    this.#lookedAtMs = Date.now();
    if (sleptMs > LOOK_MS) this.#wake();
    for (const tab of [...this.#tabs]) if (Date.now() - tab.seenAtMs > TAB_GONE_MS) this.#drop(tab);
  }

  /** Reopens all streams. The tabs slept, too, so their silence is no reason to drop them. */
  #wake(): void {
    for (const topic of [this.#seats, ...this.#topics.values()]) topic.again();
    for (const tab of this.#tabs) tab.seenAtMs = Date.now();
  }

  /** Notifies the tabs when the first stream is cut, and when all streams are up again. */
  #connection(topic: Topic, isUp: boolean): void {
    const wasUp = this.#down.size === 0;
    if (isUp) this.#down.delete(topic);
    else this.#down.add(topic);
    const isAllUp = this.#down.size === 0;
    if (isAllUp !== wasUp) this.#tell({ say: "connection", isUp: isAllUp });
  }

  #tell(message: FromHub): void {
    for (const tab of this.#tabs) tab.post(message);
  }
}

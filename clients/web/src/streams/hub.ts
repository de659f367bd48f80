/** Holds the streams of all tabs: one worker, or one tab, has the hub. */
import { Client } from "referee-client";

import { Seats } from "./seats.js";
import { Slots } from "./slots.js";
import { ContestTopic, Lobby, Wall } from "./topics.js";
import type { Subscriber, Topic } from "./topic.js";
import { nameOf, type FromHub, type ToHub, type Want } from "./wants.js";

/** How many streams are open at once if a browser has six connections for the server. */
const STREAMS_OF_SIX = 4;
/** The same if streams share one connection. */
const STREAMS_OF_ONE = 64;
/** After how long a tab that says nothing counts as closed, in milliseconds. */
const TAB_GONE_MS = 200_000;
/** How often tabs are looked at, in milliseconds. */
const LOOK_MS = 20_000;

/** A tab, as the hub knows it. */
interface Tab {
  readonly post: (message: FromHub) => void;
  readonly subscriptions: Map<number, { subscriber: Subscriber; topic: Topic }>;
  seenAtMs: number;
}

/** What a tab is connected by. */
export interface Port {
  receive(message: ToHub): void;
}

export class Hub {
  readonly #tabs = new Set<Tab>();
  readonly #topics = new Map<string, Topic>();
  readonly #slots: Slots;
  readonly #seats: Seats;
  #front: Tab | undefined;
  /** Unset until the first tab has said who the reader is. */
  #token: string | undefined;
  #canPlay = false;
  /** The topics whose streams are cut. */
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

  /** A tab was silent for so long that it was dropped, and is back. */
  #find(tab: Tab): void {
    this.#tabs.add(tab);
    tab.post({ say: "dropped" });
  }

  #signIn(token: string, canPlay: boolean): void {
    if (token === this.#token && canPlay === this.#canPlay) return;
    const isFirst = this.#token === undefined;
    [this.#token, this.#canPlay] = [token, canPlay];
    if (isFirst) return;
    // What the reader may see depends on who it is.
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

  /** Drops tabs that were closed without a word. After a sleep, no stream is what it seems. */
  #look(): void {
    const sleptMs = Date.now() - this.#lookedAtMs - LOOK_MS;
    this.#lookedAtMs = Date.now();
    if (sleptMs > LOOK_MS) this.#wake();
    for (const tab of [...this.#tabs]) if (Date.now() - tab.seenAtMs > TAB_GONE_MS) this.#drop(tab);
  }

  /** Opens all streams again. Tabs slept too, so that their silence says nothing. */
  #wake(): void {
    for (const topic of [this.#seats, ...this.#topics.values()]) topic.again();
    for (const tab of this.#tabs) tab.seenAtMs = Date.now();
  }

  /** Tells the tabs when the first stream is cut, and when none is cut any longer. */
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

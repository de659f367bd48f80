/** A stream of the server that pages share. */
import { RefereeError, reopen, type Client, type Connection } from "referee-client";

import type { Holder, Slots } from "./slots.js";
import type { Refused } from "./wants.js";

/** A page that receives the messages of a topic. */
export interface Subscriber {
  readonly send: (message: unknown) => void;
  readonly refuse: (refused: Refused) => void;
  /** Whether the page is in the tab in front. */
  readonly isInFront: () => boolean;
}

/** The environment of a topic. */
export interface Surroundings {
  readonly slots: Slots;
  /** Returns a client with the token of the reader. */
  client(): Client;
  /** Records whether the stream of a topic is up. An ended stream counts as up. */
  connection(topic: Topic, isUp: boolean): void;
  /** Called when the server rejects the token. */
  signedOut(): void;
}

/** Priority of a stream: whether a page in the front tab uses it. */
const BEHIND = 0;
const IN_FRONT = 1;

export abstract class Topic {
  readonly #subscribers = new Set<Subscriber>();
  /** Ends the topic. */
  #ending: AbortController | undefined;
  /** Cuts only the current stream. */
  #cutting: AbortController | undefined;

  constructor(protected readonly around: Surroundings) {}

  /** Opens the stream from the current state of the topic. */
  protected abstract open(signal: AbortSignal): AsyncIterable<unknown>;
  /** Applies a message, and returns what subscribers receive. */
  protected abstract take(message: never): unknown[];
  /** Drops everything that was received for the previous reader. */
  protected abstract clear(): void;
  /** Returns the messages that bring a new subscriber up to date. */
  abstract state(): unknown[];

  /** Returns the maximum silence of the server, in milliseconds. Unset if it has no limit. */
  protected get silenceMs(): number | undefined {
    return undefined;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  priority(): number {
    return [...this.#subscribers].some((subscriber) => subscriber.isInFront()) ? IN_FRONT : BEHIND;
  }

  yields(): void {
    this.again();
  }

  /** Reopens the stream with the current wishes. */
  again(): void {
    this.#cutting?.abort();
  }

  /** Starts over for another reader. */
  reset(): void {
    this.stop();
    this.clear();
    if (this.hasSubscribers) this.start();
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    for (const message of this.state()) subscriber.send(message);
    this.start();
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (!this.hasSubscribers) this.stop();
  }

  protected start(): void {
    if (this.#ending) return;
    this.#ending = new AbortController();
    void this.#run(this.#ending.signal);
  }

  stop(): void {
    this.#ending?.abort();
    this.#ending = undefined;
    this.#cutting?.abort();
  }

  protected tell(message: unknown): void {
    for (const subscriber of [...this.#subscribers]) subscriber.send(message);
  }

  async #run(ended: AbortSignal): Promise<void> {
    await this.#rerun(ended);
    // The topic has ended by itself. The next subscriber restarts it.
    if (this.#ending?.signal === ended) this.#ending = undefined;
  }

  async #rerun(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const cutting = new AbortController();
      this.#cutting = cutting;
      // A topic that is stopped and restarted may briefly wait twice.
      const holder: Holder = { priority: () => this.priority(), yields: () => this.yields() };
      try {
        await this.around.slots.take(holder, ended);
        if (ended.aborted) return;
        await this.#read(AbortSignal.any([ended, cutting.signal]));
        // The server has ended the stream, because its subject is over.
        if (!ended.aborted && !cutting.signal.aborted) return;
      } catch (error) {
        if (ended.aborted) return;
        if (!cutting.signal.aborted) return this.#fail(error);
      } finally {
        this.around.connection(this, true);
        this.around.slots.release(holder);
      }
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const onConnection = (connection: Connection): void =>
      this.around.connection(this, connection === "open");
    const { silenceMs } = this;
    const options = { signal, onConnection, ...(silenceMs !== undefined && { silenceMs }) };
    for await (const message of reopen((signal) => this.open(signal), options)) {
      // Drop messages that were in transit when the reader changed.
      if (signal.aborted) return;
      for (const told of this.take(message as never)) this.tell(told);
    }
  }

  #fail(error: unknown): void {
    const { code, reason, message } =
      error instanceof RefereeError
        ? error
        : { code: "unknown", reason: "", message: String(error) };
    if (error instanceof RefereeError && error.isSignedOut) this.around.signedOut();
    this.refuse({ code, reason, text: message });
  }

  protected refuse(refused: Refused): void {
    for (const subscriber of [...this.#subscribers]) subscriber.refuse(refused);
  }
}

/** A stream of the server that several pages share. */
import { RefereeError, reopen, type Client, type Connection } from "referee-client";

import type { Holder, Slots } from "./slots.js";
import type { Refused } from "./wants.js";

/** A page that receives the messages of a topic. */
export interface Subscriber {
  readonly send: (message: unknown) => void;
  readonly refuse: (refused: Refused) => void;
  /** Whether the reader looks at it. */
  readonly isInFront: () => boolean;
}

/** What all topics share. */
export interface Surroundings {
  readonly slots: Slots;
  /** A client with the token of the reader. */
  client(): Client;
  /** Notes whether the stream of a topic is up; one that has ended counts as up. */
  connection(topic: Topic, isUp: boolean): void;
  /** The server refused the token. */
  signedOut(): void;
}

/** Pages whose stream is unseen keep their place behind those in front. */
const BEHIND = 0;
const IN_FRONT = 1;

export abstract class Topic {
  readonly #subscribers = new Set<Subscriber>();
  /** Ends the topic. */
  #ending: AbortController | undefined;
  /** Cuts only the present stream. */
  #cutting: AbortController | undefined;

  constructor(protected readonly around: Surroundings) {}

  /** Opens the stream, from where the topic is. */
  protected abstract open(signal: AbortSignal): AsyncIterable<unknown>;
  /** Reads a message, and returns what subscribers receive of it. */
  protected abstract take(message: never): unknown[];
  /** Drops all that has come: it was for another reader. */
  protected abstract clear(): void;
  /** Returns what a new subscriber needs to be where the others are. */
  abstract state(): unknown[];

  /** The longest silence of the server, in milliseconds; unset if it may be silent. */
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

  /** Opens the stream again, with what is wanted now. */
  again(): void {
    this.#cutting?.abort();
  }

  /** Begins anew for another reader. */
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
    // It has ended by itself: the next subscriber starts it again.
    if (this.#ending?.signal === ended) this.#ending = undefined;
  }

  async #rerun(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const cutting = new AbortController();
      this.#cutting = cutting;
      // A topic that is stopped and started may wait twice for a moment.
      const holder: Holder = { priority: () => this.priority(), yields: () => this.yields() };
      try {
        await this.around.slots.take(holder, ended);
        if (ended.aborted) return;
        await this.#read(AbortSignal.any([ended, cutting.signal]));
        // The server has ended the stream: what it was about is over.
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
      // What was on its way when the reader changed is not for the next one.
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

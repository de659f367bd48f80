/** The state of a tournament or a ladder, built from its events. */
import { without, type pb } from "referee-client";

export interface Entrant {
  readonly player: string;
  /** Why the entrant no longer plays. Unset while it plays. */
  readonly out?: "withdrawn" | "disqualified" | "quarantined";
  /** The reason that was given for it, if any. */
  readonly outReason?: pb.ContestReason;
}

export interface Encounter {
  readonly key: string;
  /** Entrants by seat in the first match. */
  readonly entrants: readonly number[];
  readonly reason: pb.ContestReason;
  readonly category: number;
}

/** The outcome of a match. */
export interface Outcome {
  readonly key: string;
  readonly counted?: pb.MatchCounted;
  readonly voided?: pb.MatchVoided;
  readonly awarded?: pb.MatchAwarded;
}

/**
 * Everything that pages show of a contest. Each change replaces the whole object, so pages can
 * compare models.
 */
export interface ContestModel {
  readonly entrants: readonly Entrant[];
  readonly encounters: readonly Encounter[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly awards: readonly pb.AwardGiven[];
  /** Open matches by key. */
  readonly open: ReadonlyMap<string, pb.ContestMatch>;
  /** Whether all past events have been received. */
  readonly isCaughtUp: boolean;
  /** Why the contest ended. Unset while it runs. */
  readonly end?: pb.ContestReason;
  /** Why it is paused, or entries are closed. */
  readonly pause?: pb.ContestReason;
  readonly freeze?: pb.ContestReason;
  /** The number of the last event: a stream that is opened again may begin with known events. */
  readonly seq: number;
  /** Increases with each change that may affect the standings. */
  readonly version: number;
}

export const NOTHING: ContestModel = {
  entrants: [],
  encounters: [],
  outcomes: new Map(),
  awards: [],
  open: new Map(),
  isCaughtUp: false,
  seq: 0,
  version: 0,
};

type OutOf = NonNullable<Entrant["out"]>;

function mark(
  model: ContestModel,
  change: pb.EntrantChanged,
  out: OutOf | undefined,
): Partial<ContestModel> {
  const at = change.entrant ?? 0;
  const before = model.entrants[at];
  if (!before) return {};
  const entrant: Entrant = {
    ...without(before, "out", "outReason"),
    ...(out && { out }),
    ...(out && change.reason && { outReason: change.reason }),
  };
  return { entrants: model.entrants.with(at, entrant) };
}

function record(
  model: ContestModel,
  key: string,
  what: Omit<Outcome, "key">,
): Partial<ContestModel> {
  const outcomes = new Map(model.outcomes);
  outcomes.set(key, { ...outcomes.get(key), key, ...what });
  const open = new Map(model.open);
  open.delete(key);
  return { outcomes, open };
}

function paired(model: ContestModel, event: pb.EncounterPaired): Partial<ContestModel> {
  const { encounter = "", entrants = [], reason = {}, category = 0 } = event;
  return { encounters: [...model.encounters, { key: encounter, entrants, reason, category }] };
}

function changes(model: ContestModel, event: pb.ContestEvent): Partial<ContestModel> {
  const {
    entrantEntered,
    entryRemoved,
    encounterPaired,
    matchCounted,
    matchVoided,
    matchAwarded,
    awardGiven,
  } = event;
  if (entrantEntered)
    return { entrants: [...model.entrants, { player: entrantEntered.player ?? "" }] };
  if (entryRemoved)
    return { entrants: model.entrants.filter(({ player }) => player !== entryRemoved.player) };
  if (event.entrantWithdrawn) return mark(model, event.entrantWithdrawn, "withdrawn");
  if (event.entrantDisqualified) return mark(model, event.entrantDisqualified, "disqualified");
  if (event.entrantQuarantined) return mark(model, event.entrantQuarantined, "quarantined");
  if (event.entrantRevived) return mark(model, event.entrantRevived, undefined);
  if (event.entrantReleased) return mark(model, event.entrantReleased, undefined);
  if (encounterPaired) return paired(model, encounterPaired);
  if (matchCounted) return record(model, matchCounted.matchKey ?? "", { counted: matchCounted });
  if (matchVoided) return record(model, matchVoided.matchKey ?? "", { voided: matchVoided });
  if (matchAwarded) return record(model, matchAwarded.matchKey ?? "", { awarded: matchAwarded });
  if (event.paused) return { pause: event.paused };
  if (event.entriesFrozen) return { freeze: event.entriesFrozen };
  if (event.ended) return { end: event.ended };
  if (event.provisional?.reason) return { end: event.provisional.reason };
  if (awardGiven) return { awards: [...model.awards, awardGiven] };
  return {};
}

/** Returns the contest after a message of its stream. */
export function received(
  model: ContestModel,
  { event, caughtUp, matchOpened }: pb.WatchContestResponse,
): ContestModel {
  if (caughtUp) return { ...model, isCaughtUp: true };
  if (matchOpened?.matchKey)
    return { ...model, open: new Map(model.open).set(matchOpened.matchKey, matchOpened) };
  const seq = Number(event?.seq ?? 0);
  if (!event || seq <= model.seq) return model;
  return { ...model, ...changes(model, event), seq, version: model.version + 1 };
}

/** Returns the key of the encounter of a match: `s1-b2` of `s1-b2-m1-r1`. */
export const encounterOf = (matchKey: string): string => matchKey.replace(/-m\d+(-r\d+)?$/, "");

/** Returns the number of a match in its encounter, from 1. */
export const matchNumber = (matchKey: string): number => Number(/-m(\d+)/.exec(matchKey)?.[1] ?? 1);

/** Returns the stage of a key, from 1; 0 if it has none. */
export const stageOf = (key: string): number => Number(/^s(\d+)-/.exec(key)?.[1] ?? 0);

/** Returns the entrants of a match by seat. They move by one seat from match to match. */
export function seatsOf(encounter: Encounter, matchKey: string): number[] {
  const count = encounter.entrants.length;
  const seats = new Array<number>(count).fill(0);
  encounter.entrants.forEach(
    (entrant, at) => (seats[(at + matchNumber(matchKey) - 1) % count] = entrant),
  );
  return seats;
}

/** Points of two entrants against each other: a win is 1, an equal place one half. */
export interface Against {
  readonly points: number;
  readonly matches: number;
}

/** Returns the points of each entrant against each other one, by their numbers: `row column`. */
export function crosstable(model: ContestModel): Map<string, Against> {
  const encounters = new Map(model.encounters.map((encounter) => [encounter.key, encounter]));
  const table = new Map<string, Against>();
  const add = (one: number, other: number, points: number): void => {
    const before = table.get(`${one} ${other}`) ?? { points: 0, matches: 0 };
    table.set(`${one} ${other}`, { points: before.points + points, matches: before.matches + 1 });
  };
  for (const { key, counted, voided, awarded } of model.outcomes.values()) {
    const encounter = encounters.get(encounterOf(key));
    if (!encounter || (voided && !counted)) continue;
    const seats = seatsOf(encounter, key);
    const place = (seat: number): number =>
      awarded ? Number(seats[seat] !== (awarded.winner ?? 0)) : (counted?.places?.[seat] ?? 0);
    for (let one = 0; one < seats.length; one += 1) {
      for (let other = 0; other < seats.length; other += 1) {
        if (one === other) continue;
        const points = place(one) < place(other) ? 1 : place(one) === place(other) ? 0.5 : 0;
        add(seats[one] ?? 0, seats[other] ?? 0, points);
      }
    }
  }
  return table;
}

import { AppError } from "@knowhow/shared";

const retryAfter = 5;

/** A sender of work, counted by person and address. */
interface Sender {
  person: string;
  address?: string | undefined;
  /** Given when the sender leaves: its wait ends. */
  gone?: AbortSignal;
}

/** A place below this speed, after this time, may be taken back for another. */
interface Slowness {
  bytesPerSecond: number;
  afterMs: number;
}

/** How many places and waits there are, in all, per person and per address, and how long a wait lasts. */
interface Bounds {
  atOnce: number;
  perPerson: number;
  /** Many people stand behind some addresses. */
  perAddress?: number;
  /** In a full queue the person, else the address, with most waits makes room. */
  waiting: number;
  waitingPerPerson: number;
  waitingPerAddress?: number;
  waitMs: number;
  /** When no place is free, a slower one is taken back for a person with fewer. */
  slow?: Slowness;
  /** Text of the refusal. */
  message?: string;
}

/** A place inside: `signal` is given when another needs it more. */
export interface GatePlace {
  readonly signal: AbortSignal;
  /** Counts bytes that came. */
  arrive(bytes: number): void;
}

/** Bounds the work that runs at once; a sender that gets no place, or none in time, fails as UNAVAILABLE. */
export interface Gate {
  pass<T>(sender: string | Sender, work: (place: GatePlace) => Promise<T>): Promise<T>;
}

/** Counts by name; a count of zero is not kept. */
const createCounter = () => {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, by: 1 | -1) {
      const count = of(name) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
};

interface Held extends Sender {
  since: number;
  bytes: number;
  revoke: AbortController;
}

interface Waiting extends Sender {
  enter: () => void;
  /** Ends the waiting like its time limit. */
  leave: () => void;
}

/** How often slow places are looked for while others wait. */
const lookMs = 250;

/**
 * See Gate. Of the waiting, the person with the fewest places goes first, then the address with the fewest, then the
 * longest wait; those at their bound are passed over.
 */
export const createGate = ({
  atOnce,
  perPerson,
  perAddress = Number.POSITIVE_INFINITY,
  waiting,
  waitingPerPerson,
  waitingPerAddress = Number.POSITIVE_INFINITY,
  waitMs,
  slow,
  message,
}: Bounds): Gate => {
  const queue = new Set<Waiting>();
  const inside = new Set<Held>();
  const [people, addresses] = [createCounter(), createCounter()];
  const [queued, queuedNear] = [createCounter(), createCounter()];
  const away = () =>
    new AppError("UNAVAILABLE", { retryAfter, ...(message === undefined ? {} : { message }) });
  const placesOf = ({ person, address }: Sender): [number, number] => [
    people.of(person),
    address === undefined ? 0 : addresses.of(address),
  ];
  const mayEnter = (sender: Sender): boolean => {
    const [own, near] = placesOf(sender);
    return own < perPerson && near < perAddress;
  };
  const add = ({ person, address }: Sender, by: 1 | -1) => {
    people.add(person, by);
    if (address !== undefined) addresses.add(address, by);
  };
  const nextInTurn = (): Waiting | undefined => {
    let next: Waiting | undefined;
    let fewest: [number, number] = [0, 0];
    for (const one of queue) {
      if (!mayEnter(one)) continue;
      const places = placesOf(one);
      if (next && (places[0] - fewest[0] || places[1] - fewest[1]) >= 0) continue;
      [next, fewest] = [one, places];
    }
    return next;
  };
  const letIn = () => {
    while (inside.size < atOnce) {
      const next = nextInTurn();
      if (!next) return;
      next.enter();
    }
  };

  /** Tells whether a freed place lets the sender in: where its address is full, only one of that address does. */
  const makesRoom = (held: Held, { address }: Sender): boolean =>
    address === undefined || addresses.of(address) < perAddress || held.address === address;

  /** The slowest slow place of the person with most places, if they are more than the waiting person's. */
  const slowestFor = (one: Waiting, { bytesPerSecond, afterMs }: Slowness): Held | undefined => {
    const now = performance.now();
    const speedOf = ({ bytes, since }: Held) => (bytes * 1_000) / Math.max(1, now - since);
    return [...inside]
      .filter(
        (held) =>
          !held.revoke.signal.aborted &&
          now - held.since >= afterMs &&
          speedOf(held) < bytesPerSecond &&
          people.of(held.person) > people.of(one.person) &&
          makesRoom(held, one),
      )
      .sort((a, b) => people.of(b.person) - people.of(a.person) || speedOf(a) - speedOf(b))[0];
  };
  const makeRoom = (slowness: Slowness) => {
    const leaving = new Set([...inside].filter(({ revoke }) => revoke.signal.aborted));
    for (const one of queue) {
      if (people.of(one.person) >= perPerson) continue;
      const next = [...leaving].find((held) => makesRoom(held, one));
      if (next) leaving.delete(next);
      else slowestFor(one, slowness)?.revoke.abort();
    }
  };
  let looking: NodeJS.Timeout | undefined;
  const look = () => {
    if (!slow || looking) return;
    looking = setInterval(() => {
      if (queue.size > 0) makeRoom(slow);
      else {
        clearInterval(looking);
        looking = undefined;
      }
    }, lookMs);
    looking.unref();
  };

  const waitsOf = ({ person, address }: Sender): [number, number] => [
    queued.of(person),
    address === undefined ? 0 : queuedNear.of(address),
  ];
  const addWait = ({ person, address }: Sender, by: 1 | -1) => {
    queued.add(person, by);
    if (address !== undefined) queuedNear.add(address, by);
  };
  /** The last wait of the person with most waits, then of the address with most. */
  const findEvictableWait = (): Waiting | undefined => {
    let last: Waiting | undefined;
    let highest: [number, number] = [0, 0];
    for (const one of queue) {
      const waits = waitsOf(one);
      if (last && (waits[0] - highest[0] || waits[1] - highest[1]) < 0) continue;
      [last, highest] = [one, waits];
    }
    return last;
  };
  /** Tells whether a sender may wait: a full queue ends a wait of one that waits more often than this one would. */
  const mayWait = (sender: Sender): boolean => {
    const [own, near] = waitsOf(sender);
    if (sender.gone?.aborted || own >= waitingPerPerson || near >= waitingPerAddress) return false;
    if (queue.size < waiting) return true;
    const other = findEvictableWait();
    if (!other) return false;
    const [others, nearOthers] = waitsOf(other);
    if ((others - (own + 1) || nearOthers - (near + 1)) <= 0) return false;
    other.leave();
    return true;
  };

  const wait = (sender: Sender, enter: () => void, refuse: (error: Error) => void): void => {
    const { gone } = sender;
    if (!mayWait(sender)) {
      refuse(away());
      return;
    }
    const end = () => {
      clearTimeout(timer);
      gone?.removeEventListener("abort", leave);
      queue.delete(place);
      addWait(sender, -1);
    };
    const leave = () => {
      end();
      refuse(away());
    };
    const place: Waiting = {
      ...sender,
      enter: () => {
        end();
        enter();
      },
      leave,
    };
    const timer = setTimeout(leave, waitMs);
    gone?.addEventListener("abort", leave);
    queue.add(place);
    addWait(sender, 1);
    look();
  };

  const take = (sender: Sender): Held => {
    const held = { ...sender, since: performance.now(), bytes: 0, revoke: new AbortController() };
    inside.add(held);
    add(sender, 1);
    return held;
  };
  const enter = (sender: Sender): Promise<Held> =>
    new Promise((resolve, reject) => {
      const come = () => {
        resolve(take(sender));
      };
      if (inside.size < atOnce && mayEnter(sender)) come();
      else wait(sender, come, reject);
    });

  return {
    async pass(sender, work) {
      const held = await enter(typeof sender === "string" ? { person: sender } : sender);
      const arrive = (bytes: number) => {
        held.bytes += bytes;
      };
      try {
        return await work({ signal: held.revoke.signal, arrive });
      } finally {
        inside.delete(held);
        add(held, -1);
        letIn();
      }
    },
  };
};

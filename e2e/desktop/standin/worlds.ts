/**
 * The code inside the window, in its two worlds: the page's own, and the isolated one of the preload script. They share
 * only the document; values cross as text in events with secret names. Each function is handed to Chromium as its
 * source text, so it may use nothing from outside itself.
 */

/** What a value is on the way: functions are named by a number and called from the other side. */
interface Described {
  fn?: number;
  members?: Record<string, Described>;
  value?: unknown;
}

/** How values become text and values again on the way from world to world, as structured cloning would have them. */
const makeWire = () => {
  const write = (value: unknown): string =>
    JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
      const given = this[key];
      if (given instanceof Date) return { $date: given.getTime() };
      if (given === undefined) return { $undefined: true };
      if (typeof given === "function") throw new Error("An object could not be cloned.");
      return plain;
    });
  const read = (text: string): unknown =>
    JSON.parse(text, (_key, value: unknown) => {
      if (typeof value !== "object" || value === null) return value;
      if ("$undefined" in value) return undefined;
      if ("$date" in value) return new Date(Number(value.$date));
      return "$bytes" in value ? Uint8Array.from(atob(String(value.$bytes)), (c) => c.charCodeAt(0)) : value;
    });
  return { write, read };
};
type Wire = ReturnType<typeof makeWire>;

const pageWorld = (token: string, { write, read }: Wire): void => {
  const fire = (name: string, value: unknown): void => {
    document.dispatchEvent(new CustomEvent(token + name, { detail: write(value) }));
  };
  const hear = (name: string, handle: (message: never) => void): void => {
    document.addEventListener(token + name, (event) => {
      // Only the other world sends these, in the form that is read here.
      handle(read((event as CustomEvent<string>).detail) as never);
    });
  };
  let count = 0;
  const callbacks = new Map<number, (...values: unknown[]) => void>();
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  /** What the other side has answered to the call that is being made. */
  const returned: { promise?: true; error?: string; described?: Described }[] = [];

  const build = (described: Described): unknown => {
    if (described.fn !== undefined)
      return (...values: unknown[]) => {
        const id = ++count;
        const passed = values.map((value) => {
          if (typeof value !== "function") return value;
          const callback = ++count;
          callbacks.set(callback, value as (...given: unknown[]) => void); // any function takes any values
          return { $callback: callback };
        });
        fire("call", { id, fn: described.fn, values: passed });
        // Events are heard at once: the other side has answered by now.
        const answer = returned.pop();
        if (!answer) throw new Error("The preload script does not answer.");
        if (answer.error !== undefined) throw new Error(answer.error);
        if (answer.promise) return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
        return build(answer.described ?? {});
      };
    if (described.members)
      return Object.freeze(
        Object.fromEntries(Object.entries(described.members).map(([name, member]) => [name, build(member)])),
      );
    return described.value;
  };

  hear("expose", ({ key, api }: { key: string; api: Described }) => {
    Object.defineProperty(window, key, {
      value: build(api),
      writable: false,
      configurable: false,
      enumerable: true,
    });
  });
  hear("return", (answer: (typeof returned)[number]) => {
    returned.push(answer);
  });
  hear("settle", ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  });
  hear("callback", ({ callback, values }: { callback: number; values: unknown[] }) => {
    callbacks.get(callback)?.(...values);
  });
  // Asked about before there is a window. One that Chromium has to close while it begins may take this page's process
  // with it: both are in one.
  window.open = (url = "about:blank") => {
    fire("open", new URL(url, location.href).href);
    return null;
  };
};

/** What the preload script is given of its process. */
interface ProcessFacts {
  platform: string;
  versions: Record<string, string>;
}

const preloadWorld = (
  token: string,
  { write, read }: Wire,
  facts: ProcessFacts,
  run: (require: (id: string) => unknown, module: { exports: object }, process: object) => void,
): void => {
  type Listener = (event: { sender: unknown }, ...values: unknown[]) => void;
  // Put there by the binding, for this world only.
  const scope = globalThis as unknown as {
    standinSend?: (text: string) => void;
    standinReceive: (text: string) => void;
  };
  const sendText = scope.standinSend;
  delete scope.standinSend;
  const fire = (name: string, value: unknown): void => {
    document.dispatchEvent(new CustomEvent(token + name, { detail: write(value) }));
  };
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  let count = 0;
  const functions = new Map<number, (...values: unknown[]) => unknown>();
  const describe = (value: unknown): Described => {
    if (typeof value === "function") {
      functions.set(++count, value as (...values: unknown[]) => unknown); // any function takes any values
      return { fn: count };
    }
    if (typeof value !== "object" || value === null || value instanceof Date || Array.isArray(value))
      return { value };
    return {
      members: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, describe(member)])),
    };
  };

  document.addEventListener(`${token}call`, (event) => {
    // Only the page's world sends it, in this form.
    const { id, fn, values } = read((event as CustomEvent<string>).detail) as {
      id: number;
      fn: number;
      values: unknown[];
    };
    const given = values.map((value) =>
      typeof value === "object" && value !== null && "$callback" in value
        ? (...heard: unknown[]) => {
            fire("callback", { callback: value.$callback, values: heard });
          }
        : value,
    );
    let result: unknown;
    try {
      result = functions.get(fn)?.(...given);
    } catch (error) {
      fire("return", { error: messageOf(error) });
      return;
    }
    if (!(result instanceof Promise)) {
      fire("return", { described: typeof result === "function" ? describe(result) : { value: result } });
      return;
    }
    fire("return", { promise: true });
    result.then(
      (value: unknown) => {
        fire("settle", { id, value });
      },
      (error: unknown) => {
        fire("settle", { id, error: messageOf(error) });
      },
    );
  });

  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Listener[]>();
  scope.standinReceive = (text) => {
    const message = read(text) as
      { kind: "answer"; id: number; value?: unknown; error?: string } | { kind: "push"; channel: string; values: unknown[] }; // oxfmt-ignore
    if (message.kind === "push") {
      for (const listener of [...(listeners.get(message.channel) ?? [])])
        listener({ sender: ipcRenderer }, ...message.values);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(message.value);
    else asked?.reject(new Error(message.error));
  };
  const send = (message: object): void => sendText?.(write(message));
  const ipcRenderer = {
    invoke: (channel: string, ...values: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        waiting.set(id, { resolve, reject });
        send({ kind: "invoke", id, channel, values });
      }),
    send: (channel: string, ...values: unknown[]) => {
      send({ kind: "send", channel, values });
    },
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener: (channel: string, listener: Listener) => {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((known) => known !== listener),
      );
      return ipcRenderer;
    },
  };
  document.addEventListener(`${token}open`, (event) => {
    send({ kind: "open", url: read((event as CustomEvent<string>).detail) }); // Sent by the page's world alone.
  });
  const electron = {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld: (key: string, api: unknown) => {
        fire("expose", { key, api: describe(api) });
      },
    },
  };
  run(
    (id) => {
      if (id === "electron" || id === "electron/renderer") return electron;
      throw new Error(`module not found: ${id}`);
    },
    { exports: {} },
    { ...facts, env: {}, contextIsolated: true, sandboxed: true },
  );
};

/** The name of the world that preload scripts run in. */
export const worldName = "ElectronPreload";

/** The name of the binding by which the preload script's world sends; gone before the script runs. */
export const sendName = "standinSend";

// The translator marks functions with their names by a helper of its own, which is not there in the window.
const sourceOf = (fn: { toString: () => string }, ...args: string[]): string =>
  `((__name) => (${fn.toString()})(${args.join(", ")}))((fn) => fn)`;

const wire = `(${makeWire.toString()})()`;

/** The text of the script for the page's world. */
export const pageScript = (token: string): string => sourceOf(pageWorld, JSON.stringify(token), wire);

/** The text of the script for the preload script's world, with that script in it. */
export const preloadScript = (token: string, facts: ProcessFacts, preload: string): string =>
  sourceOf(
    preloadWorld,
    JSON.stringify(token),
    wire,
    JSON.stringify(facts),
    `(require, module, process) => { const exports = module.exports;\n${preload}\n}`,
  );

/** The text that hands a message to the preload script's world. */
export const receiveScript = (text: string): string => `standinReceive(${JSON.stringify(text)})`;

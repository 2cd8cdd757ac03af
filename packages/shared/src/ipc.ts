import {
  array,
  boolean,
  number,
  object,
  string,
  type AnyObjectSchema,
  type AnySchema,
  type InferType,
} from "yup";

/** One action that the console's window asks of its main process: everything else about it follows from this entry. */
export interface BridgeAction<I extends AnyObjectSchema | undefined, O extends AnySchema | undefined> {
  readonly input?: I;
  /** The answer; absent where there is none. */
  readonly output?: O;
}
type AnyAction = BridgeAction<AnyObjectSchema | undefined, AnySchema | undefined>;

const action = <
  I extends AnyObjectSchema | undefined = undefined,
  O extends AnySchema | undefined = undefined,
>(
  definition: BridgeAction<I, O>,
): BridgeAction<I, O> => definition;

/** A path of the console's own screens: never an address of something else. */
const screenPath = string()
  .required()
  .max(500)
  .matches(/^\/(?![/\\])[^\\\s]*$/);
const count = number().required().integer().min(0).max(1_000_000);
const waiting = object({
  reports: count,
  inquiries: count,
  alerts: count,
}).noUnknown();
/** How much waits for administrators. */
export type WaitingCount = InferType<typeof waiting>;
const address = string().required().max(300);
const shortText = string().required().max(300);

const memoryText = string().defined().max(5_000_000);
const servers = object({
  /** The one in use; null until one is chosen. */
  current: address.nullable().defined(),
  /** Those that were used, the latest first. */
  known: array(address).required(),
}).noUnknown();

/** Why a session ended without the person asking for it. */
const endReasons = ["idle", "longest", "server"] as const;
export type SessionEndReason = (typeof endReasons)[number];

/** What the window may ask of the main process, by what it is about. */
export const bridge = {
  app: {
    facts: action({
      output: object({
        version: shortText,
        platform: shortText,
        /** Whether the system protects the kept session. */
        isProtected: boolean().required(),
      }).noUnknown(),
    }),
    /** Restarts into the version that lies ready. */
    update: action({}),
  },
  servers: {
    list: action({ output: servers }),
    /**
     * Goes to a server, unless the administrator stays for unsent decisions; refused for anything but a server's
     * address.
     */
    choose: action({ input: object({ address }).noUnknown(), output: servers }),
    forget: action({ input: object({ address }).noUnknown(), output: servers }),
  },
  session: {
    /** Notes activity: the time to the sign-out begins again. */
    touch: action({}),
  },
  decisions: {
    /** How many decisions have not arrived, and how many of them failed: asked about before the page goes. */
    unsent: action({ input: object({ count, failed: count }).noUnknown() }),
  },
  /** Unsent words of the window: kept by the main process, sealed, each person's apart. */
  memory: {
    /** The signed-in person and their kept words; empty without a session. */
    read: action({
      output: object({ personId: shortText.nullable().defined(), text: memoryText }).noUnknown(),
    }),
    /** Replaces the person's kept words; an empty text forgets them. Refused for any other person. */
    write: action({ input: object({ personId: shortText, text: memoryText }).noUnknown() }),
    /** All typed text is written: the answer to `handOver`. */
    handedOver: action({}),
  },
  notices: {
    show: action({
      input: object({ title: shortText, body: string().defined().max(1_000), path: screenPath }).noUnknown(),
    }),
    /** How much waits: on the app's sign and in the tray. */
    count: action({ input: waiting }),
    /** No administrator is at work: no notification stays, and nothing waits. */
    clear: action({}),
  },
} as const;

/** What the main process tells the window by itself. */
export const pushes = {
  /** Where to go: a click on a notification, a link, the menu. */
  goTo: object({ path: screenPath }).noUnknown(),
  sessionEnded: object({ reason: string().oneOf(endReasons).required() }).noUnknown(),
  /** All decisions that are held are to be sent now. */
  sendDecisions: object({}).noUnknown(),
  /** The console ends: the last typing is to be written now. */
  handOver: object({}).noUnknown(),
  /** Whether the window is in front: a hidden window's page counts as visible. */
  attention: object({ isAttended: boolean().required() }).noUnknown(),
  /** A version that a restart brings. */
  updateReady: object({ version: shortText }).noUnknown(),
} as const satisfies Readonly<Record<string, AnyObjectSchema>>;

export type PushName = keyof typeof pushes;
export type PushData<N extends PushName> = InferType<(typeof pushes)[N]>;

type Bridge = typeof bridge;
type Of<T, K extends "input" | "output"> =
  T extends Readonly<Partial<Record<K, infer S>>>
    ? [NonNullable<S>] extends [never]
      ? undefined
      : NonNullable<S> extends infer X extends AnySchema
        ? InferType<X>
        : undefined
    : undefined;
/** What an action is given. */
export type ActionInput<T> = Of<T, "input">;
/** What an action answers. */
export type ActionOutput<T> = Of<T, "output">;

type Call<T> =
  ActionInput<T> extends undefined
    ? () => Promise<ActionOutput<T>>
    : (input: ActionInput<T>) => Promise<ActionOutput<T>>;

/** The bridge as the window sees it: one function for each action, and a way to hear of each push. */
export type BridgeApi = {
  readonly [F in keyof Bridge]: { readonly [N in keyof Bridge[F]]: Call<Bridge[F][N]> };
} & {
  readonly on: {
    readonly [N in PushName]: (handler: (data: PushData<N>) => void) => () => void;
  };
};

/** What the main process does for each action. */
export type BridgeHandlers = {
  readonly [F in keyof Bridge]: {
    readonly [N in keyof Bridge[F]]: (
      input: ActionInput<Bridge[F][N]>,
    ) => ActionOutput<Bridge[F][N]> | Promise<ActionOutput<Bridge[F][N]>>;
  };
};

/** The name under which an action goes from process to process. */
export const actionChannel = (feature: string, name: string): string => `knowhow:${feature}.${name}`;

/** The name under which a push does. */
export const pushChannel = (name: PushName): string => `knowhow:push.${name}`;

/** All actions, each with its channel. */
export const listActions = (): { feature: string; name: string; channel: string; action: AnyAction }[] =>
  Object.entries(bridge).flatMap(([feature, actions]) =>
    Object.entries<AnyAction>(actions).map(([name, entry]) => ({
      feature,
      name,
      channel: actionChannel(feature, name),
      action: entry,
    })),
  );

/** Holds a value against its schema exactly as it is: nothing is converted, nothing unknown let through. */
export const checkExactly = (schema: AnySchema | undefined, value: unknown): unknown => {
  // An object schema lets nothing at all pass for an empty object.
  if ((schema === undefined) !== (value === undefined))
    throw new TypeError(schema ? "something was to be given" : "nothing was to be given");
  return schema?.validateSync(value, { strict: true });
};

const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Adds a missing scheme: on this very machine servers have no certificate. */
const withScheme = (text: string): string => {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  const secure = `https://${text}`;
  return URL.canParse(secure) && localHosts.has(new URL(secure).hostname) ? `http://${text}` : secure;
};

/**
 * The origin of a server out of typed text, with the scheme added where it is left out; undefined for anything but such
 * an address. Only this very machine may be reached without https.
 */
export const readServerAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  const full = withScheme(text);
  if (text === "" || !URL.canParse(full)) return undefined;
  const { protocol, hostname, origin, username, password } = new URL(full);
  if (username !== "" || password !== "") return undefined;
  if (protocol === "https:") return origin;
  return protocol === "http:" && localHosts.has(hostname) ? origin : undefined;
};

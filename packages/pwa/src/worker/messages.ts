/** The users of a part of the app; each circle has the parts of those before it, too. */
export const circles = ["everyone", "member", "administrator"] as const;
export type Circle = (typeof circles)[number];

/** The messages of a page to its service worker. */
export type Message =
  /** Take over now; the only answer is the change of the controller. */
  | { type: "SKIP_WAITING" }
  /** Asks whether the script belongs to the worker's version. Answered through the port with true or false. */
  | { type: "IS_YOURS"; script: string }
  /** Keep the files that the page loaded before it had a worker, and the screens of a circle. */
  | { type: "KEEP"; loaded: readonly string[]; circle?: Circle };

/** The message of the worker to a page: open this path of the app, without a reload. */
export interface OpenMessage {
  type: "OPEN";
  path: string;
}

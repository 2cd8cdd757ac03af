/** Who a part of the app is for, each with what those before it have. */
export const circles = ["everyone", "member", "administrator"] as const;
export type Circle = (typeof circles)[number];

/** What a page tells its service worker. */
export type Message =
  /** Take over now; answered by nothing but the change of the controller. */
  | { type: "SKIP_WAITING" }
  /** Is this script of yours? Answered through the port with true or false. */
  | { type: "IS_YOURS"; script: string }
  /** Keep the files that the page loaded before it had a worker, and the screens of a circle. */
  | { type: "KEEP"; loaded: readonly string[]; circle?: Circle };

/** What the browser says about the costs of the present connection; `unknown` where it says nothing. */
export type ConnectionCost = "free" | "metered" | "unknown";

interface ConnectionFacts extends EventTarget {
  readonly type?: string;
  readonly saveData?: boolean;
}

const facts = (): ConnectionFacts | undefined =>
  // Some browsers have it, and some of these know the type.
  (navigator as Navigator & { connection?: ConnectionFacts }).connection;

/** Whether the present connection is one without a meter. */
export const connectionCost = (): ConnectionCost => {
  const { type, saveData } = facts() ?? {};
  if (saveData === true) return "metered";
  if (type === "wifi" || type === "ethernet") return "free";
  return type === undefined || type === "unknown" || type === "other" ? "unknown" : "metered";
};

/** Calls back when the browser says something else about the connection. */
export const onConnectionChange = (listener: () => void, signal: AbortSignal): void =>
  facts()?.addEventListener("change", listener, { signal });

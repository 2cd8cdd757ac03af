import { verificationLifecycle } from "./features/accounts/lifecycle.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { orderLifecycle } from "./features/orders/lifecycle.ts";
import { penaltyLifecycle } from "./features/penalties/lifecycle.ts";
import { reportLifecycle } from "./features/reports/lifecycle.ts";
import { settlementLifecycle } from "./features/settlements/lifecycle.ts";

/** Every lifecycle, by the name of its page in docs/lifecycles. */
export const lifecycles: Readonly<Record<string, Lifecycle>> = {
  orders: orderLifecycle,
  settlements: settlementLifecycle,
  reports: reportLifecycle,
  penalties: penaltyLifecycle,
  "bank-account-checks": verificationLifecycle,
};

/** Draws a lifecycle: a page with a Mermaid diagram, and the moves as a table. */
export const drawLifecycle = ({ title, about, initial, states, moves }: Lifecycle): string => {
  const named = Object.entries(moves);
  const ends = states.filter((state) => !named.some(([, { from }]) => from.includes(state)));
  const arrows = named.flatMap(([name, { from, to }]) =>
    from.map((state) => `    ${state} --> ${to}: ${name}`),
  );
  return [
    `# ${title}`,
    "",
    about,
    "",
    "```mermaid",
    "stateDiagram-v2",
    `    [*] --> ${initial}`,
    ...arrows,
    ...ends.map((state) => `    ${state} --> [*]`),
    "```",
    "",
    ...named.map(([name, { when }]) => `- \`${name}\`: ${when}`),
    "",
    "Drawn by `npm run lifecycles` from the table that the server moves by.",
    "",
  ].join("\n");
};

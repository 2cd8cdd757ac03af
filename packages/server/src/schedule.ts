import type { Deps } from "./deps.ts";
import { runAlone } from "./database/runAlone.ts";
import { raiseAlert } from "./features/alerts/alerts.ts";
import { tellVersion } from "./features/contents/tellVersion.ts";
import { resumeSales } from "./features/contents/saleState.ts";
import { cancelCashReceipt, issueCashReceipt } from "./features/orders/cashReceipt.ts";
import { finishRefund } from "./features/orders/finishRefund.ts";
import { processEvent } from "./features/orders/notices.ts";
import { reconcileDue } from "./features/orders/reconcile.ts";
import { reconcileLedger } from "./features/payouts/reconcileLedger.ts";
import { payOut } from "./features/payouts/payOut.ts";
import { watchReplica } from "./features/health/watchReplica.ts";
import { deliverNews } from "./features/push/deliver.ts";
import { reckonRelated } from "./features/related/reckon.ts";
import { cleanUp } from "./features/retention/cleanUp.ts";
import { deleteExpired } from "./features/retention/deleteExpired.ts";
import { readTrials } from "./features/trials/readTrials.ts";
import { tellWishes } from "./features/wishes/tellWishes.ts";
import type { Schedule } from "./jobs/worker.ts";

/** Before all other jobs. */
const first = -10;
const halfMinute = 30_000;

/** Work by the clock. Each tick is a job of its own, so that a killed process holds up none of the next. */
const crontab = ({ reads }: Pick<Deps, "reads">): string => `
* * * * * reconcile ?id=reconcile&max=1&priority=${first}
* * * * * reconcileHalf ?id=reconcileHalf&max=1&priority=${first}
7 * * * * cleanUp ?max=3
* * * * * resumeSales ?id=resumeSales&max=1
* * * * * reckonRelated ?id=reckonRelated&max=1
* * * * * readTrials ?id=readTrials&max=1
* * * * * payOut ?id=payOut&max=1
37 19 * * * deleteExpired ?max=3
20 * * * * reconcileLedger ?id=reconcileLedger&max=1
${reads.state() ? "* * * * * watchReplica ?id=watchReplica&max=1" : ""}
`;

/** Jobs and ticks: each in any free process, once. */
export const scheduleOf = (deps: Deps): Schedule => ({
  jobs: {
    providerEvent: ({ eventId }) => processEvent(deps, eventId),
    wishNews: (change) => tellWishes(deps, change),
    pushNews: (news) => deliverNews(deps, news),
    newVersion: (version) => tellVersion(deps, version),
    cashReceipt: ({ orderId }) => issueCashReceipt(deps, orderId),
    cancelCashReceipt: ({ orderId }) => cancelCashReceipt(deps, orderId),
    refund: async ({ orderId }) => {
      await finishRefund(deps, orderId);
    },
  },
  ticks: {
    // One round at a time over all processes, so that a provider that hangs never holds more than one of their hands.
    // Not a named queue: one that a killed process was at would stay shut for hours.
    reconcile: async () => {
      await runAlone(deps.directPool, "reconcile", () => reconcileDue(deps));
    },
    reconcileHalf: async (_payload, { addJob }) => {
      await addJob(
        "reconcile",
        {},
        { runAt: new Date(Date.now() + halfMinute), maxAttempts: 1, priority: first },
      );
    },
    resumeSales: () => resumeSales(deps),
    reckonRelated: () => reckonRelated(deps),
    // As above: rounds that wait for one another would take the hands of payments.
    readTrials: async () => {
      await runAlone(deps.directPool, "readTrials", () => readTrials(deps));
    },
    payOut: async () => {
      await runAlone(deps.directPool, "payOut", () => payOut(deps));
    },
    cleanUp: () => cleanUp(deps),
    deleteExpired: () => deleteExpired(deps),
    // Every hour, so that a day on which the provider was down is made up for; each day is compared once.
    reconcileLedger: () => reconcileLedger(deps),
    watchReplica: () => watchReplica(deps),
  },
  crontab: crontab(deps),
  // Tried for days, and not again: a person has to know.
  onFailed: (job) => raiseAlert(deps, "JOB_FAILED", job.id, { task: job.task, payload: job.payload }),
});

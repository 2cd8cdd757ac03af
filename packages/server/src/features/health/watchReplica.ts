import type { Deps } from "../../deps.ts";
import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";

/** Raises an alert while this process leaves the replica out, and closes it when it reads there again. */
export const watchReplica = async (deps: Pick<Deps, "knex" | "log" | "reads">): Promise<void> => {
  const state = deps.reads.state();
  if (!state) return;
  if (state.isUsed)
    await resolveAlert(deps, "REPLICA_LEFT_OUT", "replica", "다시 쓰고 있어 자동으로 확인했어요.");
  else await raiseAlert(deps, "REPLICA_LEFT_OUT", "replica", {});
};

import { object } from "yup";
import { endpoint } from "./endpoint.ts";
import { textValue } from "./fields.ts";

const state = object({ status: textValue }).noUnknown();
const open = { access: "public", whileSuspended: true, whileBanned: true } as const;

/** For whoever watches the processes. */
export const health = {
  live: endpoint({ method: "GET", path: "/healthz", ...open, response: state, errors: [] }),
  ready: endpoint({ method: "GET", path: "/readyz", ...open, response: state, errors: ["UNAVAILABLE"] }),
  /** Prometheus's text: for this machine itself, or for whoever has the token. */
  metrics: endpoint({ method: "GET", path: "/metrics", ...open, kind: "stream", errors: [] }),
};

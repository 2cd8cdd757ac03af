import { collectDefaultMetrics, Registry } from "prom-client";

/** Measures of the process itself, which all servers in it share: memory, event loop, password hashes. */
export const processRegistry = new Registry();

collectDefaultMetrics({ register: processRegistry });

import type { FeatureSchemas } from "../endpoint.ts";

/** Input and answer of each call. */
export const eventsSchemas = { stream: {} } satisfies FeatureSchemas;

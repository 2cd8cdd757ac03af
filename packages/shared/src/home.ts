import { endpoints } from "./endpoint.ts";
import type { homeSchemas } from "./schemas/home.ts";

/** Contents in each list of the home page, at most. */
export const homeListSize = 10;
/** Files in the home page's list of what was read last, at most. */
export const homeReadings = 5;

/** What a person may want to see first. */
export const home = endpoints<typeof homeSchemas>()({
  get: {
    method: "GET",
    path: "/api/home",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: [],
  },
});

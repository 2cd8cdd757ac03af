import { platform, type Platform } from "../client/platform.ts";

/** The platform as its module makes it: read once for a worker, before a file of tests changes it. */
export const defaultPlatform: Platform = { ...platform };

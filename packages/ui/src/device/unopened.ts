import { createLiveValue } from "../client/liveValue.ts";

const unopened = createLiveValue<string | undefined>(undefined);

/** Of whom something had to be deleted that could not be opened any more and that they have not been told of. */
export const unopenedPerson = unopened.getSnapshot;

/** Says of whom that is so; undefined once it was told. */
export const setUnopenedPerson = unopened.set;

/** Calls back when that has changed; gives the way to stop. */
export const onUnopened = unopened.subscribe;

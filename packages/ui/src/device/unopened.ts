import { createLiveValue } from "../client/liveValue.ts";

const unopened = createLiveValue<string | undefined>(undefined);

/** Person whose kept data had to be deleted because it could not be opened any more, until they have been told. */
export const unopenedPerson = unopened.getSnapshot;

/** Sets that person; undefined once they have been told. */
export const setUnopenedPerson = unopened.set;

/** Calls back when that has changed; gives the way to stop. */
export const onUnopened = unopened.subscribe;

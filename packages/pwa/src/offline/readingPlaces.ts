import type { ReadingForm, ReadingPlace } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { createSignal } from "@knowhow/ui/client/signal.ts";
import { delayOf } from "@knowhow/ui/device/jobs/backoff.ts";
import { isRefusal } from "@knowhow/ui/device/jobs/classifyFailure.ts";
import { createRunner } from "@knowhow/ui/device/jobs/runner.ts";
import { createTabLanes } from "@knowhow/ui/device/rowStore.ts";
import type { Texts } from "@knowhow/ui/device/texts/texts.ts";

/** Where reading stands: a share of the file from 0 to 1, and the page, slide or sheet that it lies in. */
export interface Place {
  position: number;
  page: number | null;
}

/** A place on the device. */
interface KeptPlace extends Place {
  at: string;
  /** Whether the account has it. */
  isSent: boolean;
}

const prefix = "reading:";

/** Keys are one file of a content each. */
export const placeKey = (contentId: string, index: string): string => `${prefix}${contentId}:${index}`;

/** The device's place under a key, if it has one. */
export const readPlace = (texts: Texts, key: string): KeptPlace | undefined => {
  const kept = texts.read(key) as Partial<KeptPlace> | undefined; // Written by keepPlace alone.
  return typeof kept?.position === "number" && typeof kept.at === "string"
    ? { position: kept.position, page: kept.page ?? null, at: kept.at, isSent: kept.isSent === true }
    : undefined;
};

/** Keeps a place on the device, at this moment. */
export const keepPlace = (texts: Texts, key: string, { position, page }: Place): void =>
  texts.keep(key, { position, page, at: serverNow().toISOString(), isSent: false });

/** A screen's place could not be sent for now. */
const postponed = createSignal<[texts: Texts, key: string, error: unknown]>();

/** A refused place counts as sent; rejects with the failure after which it is to be sent again. */
const send = async (texts: Texts, key: string): Promise<ReadingPlace | undefined> => {
  const [contentId = "", index = ""] = key.slice(prefix.length).split(":");
  const kept = readPlace(texts, key);
  if (!kept || kept.isSent) return undefined;
  const body: ReadingForm = { position: kept.position, page: kept.page, at: kept.at };
  const settle = () => {
    const now = readPlace(texts, key);
    if (now?.at === kept.at) texts.keep(key, { ...kept, isSent: true });
  };
  try {
    const place = await client.reading.update({ params: { contentId, index }, body });
    settle();
    return place;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    settle();
    return undefined;
  }
};

/**
 * Sends the device's place to the account, which keeps the newer; a refused one is not sent again, one that was not
 * answered or not taken for now is sent later.
 */
export const sendPlace = async (texts: Texts, key: string): Promise<ReadingPlace | undefined> => {
  try {
    return await send(texts, key);
  } catch (error) {
    postponed.tell(texts, key, error);
    return undefined;
  }
};

/** The keys of places that the account does not have. */
export const unsentPlaces = (texts: Texts): string[] =>
  texts.names().filter((name) => name.startsWith(prefix) && readPlace(texts, name)?.isSent === false);

/** The newer of the account's and the device's place; undefined where nothing was read. */
export const newerPlace = (
  account: ReadingPlace | undefined,
  device: KeptPlace | undefined,
): Place | undefined => {
  const known = account?.at ? { ...account, at: account.at } : undefined;
  if (!known || !device) return known ?? device;
  return Date.parse(known.at) > Date.parse(device.at) ? known : device;
};

/** Sends a person's places that the account does not have, until it has them; gives the way to stop. */
export const sendPlaces = (texts: Texts): (() => void) => {
  const notBefore = new Map<string, number>();
  const handlePostponed = (about: Texts, key: string, error: unknown) => {
    if (about !== texts) return;
    notBefore.set(key, Date.now() + delayOf(1, error));
    runner.look();
  };
  const runner = createRunner({
    sources: [
      {
        lanes: () => unsentPlaces(texts).map((name) => ({ name, at: notBefore.get(name) ?? 0 })),
        run: async (name) => void (await send(texts, name)),
        maxConcurrent: 1,
      },
    ],
    // A place that two tabs send is the same place.
    runInLane: createTabLanes(),
    onBegin: () => [texts.onRead(() => runner.look()), postponed.on(handlePostponed)],
    onBack: () => undefined,
    onLook: () => undefined,
  });
  runner.start();
  return runner.close;
};

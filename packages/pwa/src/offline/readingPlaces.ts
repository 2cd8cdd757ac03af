import type { ReadingForm, ReadingPlace } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
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

/** Sends the device's place to the account, which keeps the newer; a refused one is not sent again. */
export const sendPlace = async (texts: Texts, key: string): Promise<ReadingPlace | undefined> => {
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
    if (!isConnectionError(error)) settle();
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

/** Sends a person's places that were read to without a network, once there is one; gives the way to stop. */
export const sendPlaces = (texts: Texts): (() => void) => {
  const send = () => {
    for (const key of unsentPlaces(texts)) void sendPlace(texts, key);
  };
  send();
  window.addEventListener("online", send);
  const stop = texts.onRead(send);
  return () => {
    window.removeEventListener("online", send);
    stop();
  };
};

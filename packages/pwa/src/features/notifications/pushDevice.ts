import { client } from "@knowhow/ui/client/client.ts";
import { readNote, writeNote } from "@knowhow/ui/client/notes.ts";

/** Whether this device can show notifications, and shows those of a person. */
export type PushState = "unsupported" | "install" | "denied" | "off" | "on";

/** On the device: the person who switched notifications on here. */
const personKey = "knowhow-push-person";

const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await findRegistration())?.pushManager.getSubscription()) ?? null;

/** How notifications stand on this device for a person. */
export const readPushState = async (personId: string): Promise<PushState> => {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    // Safari on Apple's phones and tablets brings them with the installed app alone.
    return "standalone" in navigator && navigator.standalone === false ? "install" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const isOwnSubscription = Notification.permission === "granted" && readNote(personKey) === personId;
  return isOwnSubscription && (await findSubscription()) ? "on" : "off";
};

const send = async (subscription: PushSubscription, personId: string): Promise<void> => {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const { ok } = await client.push.subscribe(
    { body: { subscription: { endpoint, keys: { p256dh, auth } } } },
    { personId, sanctionIsFailure: true },
  );
  if (!ok) throw new Error("The session has ended.");
};

/** Ends the subscription, and takes away what it has shown: the next person here must not read it. */
const drop = async (subscription: PushSubscription | null): Promise<void> => {
  writeNote(personKey, null);
  for (const shown of (await (await findRegistration())?.getNotifications()) ?? []) shown.close();
  await subscription?.unsubscribe();
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );

/** A subscription holds for the key that it was made with; browsers that do not tell the key are believed. */
const isFor = ({ options }: PushSubscription, publicKey: string | null): boolean => {
  const own = (options as Partial<PushSubscriptionOptions> | undefined)?.applicationServerKey;
  return publicKey !== null && (!own || String(new Uint8Array(own)) === String(bytesOf(publicKey)));
};

/** Without a worker by then, the server wants none or its file can not be loaded. */
const maxWorkerMs = 10_000;

const untilWorker = (): Promise<ServiceWorkerRegistration> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("There is no service worker.")), maxWorkerMs);
    navigator.serviceWorker.ready.then(resolve, reject);
  });

/** Switches notifications on for a person; answers whether the browser was allowed to. */
export const switchOn = async (personId: string, publicKey: string): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await untilWorker();
  // Another person's, or one for an earlier key.
  await (await pushManager.getSubscription())?.unsubscribe();
  // The note comes first: a tab that starts meanwhile drops a subscription without its person.
  writeNote(personKey, personId);
  let subscription: PushSubscription | null = null;
  try {
    subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(publicKey),
    });
    await send(subscription, personId);
  } catch (error) {
    // The failure that is told is the first one.
    await drop(subscription).catch(() => undefined);
    throw error;
  }
  return true;
};

/** Switches notifications off, at the server and in the browser. */
export const switchOff = async (personId: string): Promise<void> => {
  const subscription = await findSubscription();
  if (subscription)
    await client.push.unsubscribe(
      { body: { subscription: { endpoint: subscription.endpoint } } },
      { personId },
    );
  // The server sends nothing there any more.
  await drop(subscription).catch(() => undefined);
};

/**
 * Sends the browser's subscription again where it is this person's and for the server's key, else drops it; answers
 * whether it was sent.
 */
export const keepSubscription = async (personId: string | null): Promise<boolean> => {
  const subscription = await findSubscription();
  const isOwnSubscription = personId !== null && readNote(personKey) === personId;
  if (isOwnSubscription && !subscription) return false;
  if (isOwnSubscription && subscription && isFor(subscription, (await client.push.key({})).publicKey)) {
    await send(subscription, personId);
    return true;
  }
  await drop(subscription);
  return false;
};

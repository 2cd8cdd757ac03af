import type { Device } from "../device.ts";
import type { Draft } from "../drafts/draft.ts";
import { waitsToPublish } from "../drafts/isToPublish.ts";
import type { Job } from "../jobs/job.ts";

/** How many of these a sign-in sends. Refused ones are not sent: their person has to decide first. */
export const countWaiting = (jobs: readonly Job[], drafts: readonly Draft[]): number =>
  jobs.filter(({ status }) => status !== "parked").length + drafts.filter(waitsToPublish).length;

/** How many acts and drafts wait for a signed-out person, as far as this page has read them; no contents. */
export const knownKeptCount = ({ outboxOf, drafts }: Device, personId: string): number =>
  countWaiting(outboxOf(personId).jobs.getSnapshot(), drafts.get(personId)?.read() ?? []);

/** The same, read from the device, where it may be sealed. */
export const readKeptCount = async (device: Device, personId: string): Promise<number> => {
  const sealed = await device.countSealed(personId);
  const outbox = device.outboxOf(personId);
  await outbox.reread();
  const drafts = await device.openDraftStore(personId).read();
  // One is being sealed right now.
  if ((await device.countSealed(personId)) !== sealed) return readKeptCount(device, personId);
  return sealed + countWaiting(outbox.jobs.getSnapshot(), drafts);
};

/** The notice about them to the user of the device, who may be another person. */
export const keptWords = (count: number): string =>
  `이 기기를 쓰던 계정의 보낼 예정 ${count}건이 이 기기에 보관돼 있어요. 그 계정으로 다시 로그인하면 보내요.`;

import { platform } from "../client/platform.ts";
import type { Draft } from "../drafts/draft.ts";
import { isToPublish } from "../drafts/isToPublish.ts";
import { opened } from "../drafts/opened.ts";
import type { Waiting } from "./acts.ts";
import { outboxOf } from "./openOutbox.ts";

/** What was refused is not sent by a sign-in: somebody has to look at it first. */
const countOf = (acts: readonly Waiting[], drafts: readonly Draft[]): number =>
  acts.filter(({ refusal }) => refusal === undefined).length +
  drafts.filter((draft) => isToPublish(draft) && draft.publishing?.refusal === undefined).length;

/** How much waits to be sent for a person who is not signed in, as far as this page has read it: its number alone. */
export const knownKeptCount = (personId: string): number =>
  countOf(outboxOf(personId).read(), opened.get(personId)?.read() ?? []);

/** The same, read from the device. */
export const readKeptCount = async (personId: string): Promise<number> => {
  const outbox = outboxOf(personId);
  await outbox.reread();
  const known = opened.get(personId);
  const drafts = known?.isRead() ? known.read() : await platform.openDraftStore(personId).read();
  return countOf(outbox.read(), drafts);
};

/** What is said of it to whoever is on the device, who may be somebody else. */
export const keptWords = (count: number): string =>
  `이 기기를 쓰던 계정의 보낼 예정 ${count}건이 이 기기에 보관돼 있어요. 그 계정으로 다시 로그인하면 보내요.`;

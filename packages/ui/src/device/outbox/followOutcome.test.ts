import { expect, it } from "vitest";
import { client } from "../../client/client.ts";
import { createQueryClient, keyOf } from "../../client/queries.ts";
import type { Outcome } from "../jobs/job.ts";
import { followOutcome } from "./followOutcome.ts";

const lists = { rooms: keyOf(client.chats.rooms), inquiries: keyOf(client.inquiries.mine) };

it.each([
  ["message", "rooms"],
  ["inquiryMessage", "inquiries"],
  ["inquiry", "inquiries"],
] as const)("reads again after a stored %s the list of %s alone", (kind, expected) => {
  const queryClient = createQueryClient();
  for (const key of Object.values(lists)) queryClient.setQueryData(key, { chatRooms: [] });
  // What else an outcome has is not looked at.
  followOutcome(queryClient, { kind, status: "stored" } as Outcome);
  const isOutdated = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(Object.entries(lists).flatMap(([name, key]) => (isOutdated(key) ? [name] : []))).toEqual([expected]);
});

import { api, type AnyEndpoint } from "@knowhow/shared";
import { expect, it } from "vitest";
import { isCacheable } from "./cacheableCalls.ts";

/** Reads of visitors and members that no device keeps, with the reason. */
const neverKept = {
  "true at its moment only": [
    "health.live",
    "health.ready",
    "accounts.checkUserId",
    "accounts.checkNickname",
    "accounts.checkNicknameUpdate",
    "accounts.verifyStatus",
    "deviceKeys.get",
    "push.key",
    "wishes.news",
  ],
  "shown after a fresh password, or about sessions": [
    "accounts.bankAccount",
    "accountSecurity.sessions",
    "accountSecurity.events",
  ],
  "of the market, whose first pages have a place of their own": [
    "contents.list",
    "contents.popular",
    "contents.category",
    "search.find",
    "search.suggestions",
    "search.list",
    "search.listNothing",
  ],
  "of other people, as they are now": ["mentors.get", "mentors.contents"],
  "beside a content, of those on the market now": ["related.get"],
  "kept in another way, or a part of a kept answer": ["drafts.list", "drafts.get", "likes.status"],
  "read before buying, from a server that draws it": ["trials.get", "trials.choices", "trials.upload"],
  "read before buying, and asked of a seller who has a network": [
    "questions.list",
    "questions.listWaiting",
    "questions.news",
  ],
  "what was paid for, in plain text": ["reading.text"],
  "for programs": ["documentation.openapi"],
  "added up by the server when it is asked for": ["contents.statistics"],
};

it("every read is kept by the device, or has a reason why not", () => {
  const reads = Object.entries(api).flatMap(([feature, calls]) =>
    Object.entries<AnyEndpoint>(calls)
      .filter(([, { method, access, kind }]) => method === "GET" && access !== "admin" && kind !== "stream")
      .map(([name, contract]) => ({ name: `${feature}.${name}`, contract })),
  );
  const unkept = reads.filter(({ contract }) => !isCacheable(contract)).map(({ name }) => name);
  expect(unkept.sort()).toEqual(Object.values(neverKept).flat().sort());
});

import { afterEach, expect, it } from "vitest";
import { startServer } from "../../../testing/server.ts";
import type { Job } from "../job.ts";
import { actHandlers, type ActKind, type Acts } from "./act.ts";

const id = "01900000-0000-7000-8000-0000000000a1";
const personId = "01900000-0000-7000-8000-00000000000a";
const inRoom = { roomId: "01900000-0000-7000-8000-0000000000c1", text: "안녕하세요" };
const contentId = "01900000-0000-7000-8000-000000000001";
const reason = { reportReason: "spam", reportDetails: "광고만 있습니다.", about: "광고" } as const;

/** An input of each kind. */
const inputs: { [K in ActKind]: Acts[K]["input"] } = {
  message: inRoom,
  joinedMessage: inRoom,
  inquiryMessage: inRoom,
  reply: inRoom,
  inquiry: { subject: null, message: "문의합니다" },
  comment: { contentId, text: "도움이 됐어요" },
  answer: { contentId, commentId: id, text: "고마워요" },
  like: { contentId, isLiked: true },
  wish: { contentId, isWished: true },
  report: { ...reason, contentId },
};
/** Acts that set a state: a second request for the same state changes nothing, and they need no key. */
const setsState: readonly ActKind[] = ["like", "wish"];

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const keyOf = async <K extends ActKind>(kind: K): Promise<unknown> => {
  // Only the request matters here.
  server = await startServer(() => ({ body: {}, isForeign: true }));
  const { laneOf, run } = actHandlers[kind];
  const payload = inputs[kind];
  const job: Job<K> = {
    id,
    userId: personId,
    kind,
    payload,
    lane: laneOf(payload),
    status: "running",
    createdAt: 1,
    attempts: 0,
    notBefore: 0,
  };
  const { signal } = new AbortController();
  await run(job, { idempotencyKey: id, personId, sanctionIsFailure: true, signal });
  expect(server.asked).toHaveLength(1);
  return server.asked[0]?.headers["idempotency-key"];
};

// The names of a table of all kinds are the kinds.
it.each(Object.keys(inputs) as ActKind[])(
  "%s is sent under its key, so that the server takes it once",
  async (kind) => {
    expect(await keyOf(kind)).toBe(setsState.includes(kind) ? undefined : id);
  },
);

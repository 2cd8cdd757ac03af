import type { ContentVersion } from "@knowhow/shared";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestContent, type TestUser } from "../../../testing/factories.ts";
import { authorise, buy, confirm, createOrder } from "../../../testing/payments.ts";
import { askBack } from "../../../testing/refunds.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";
import { inServer } from "../../places.ts";
import { removeOrphaned } from "../files/orphaned.ts";
import { tellVersion } from "./tellVersion.ts";

const day = 24 * 3_600_000;
const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const codeOf = ({ status, body }: Answer) => [status, body["code"]];

describe("versions of a content", () => {
  let app: TestApp;
  let owner: TestUser;
  let seller: TestClient;
  let admin: TestClient;
  let bystander: TestClient;
  let other: TestContent;
  let book: Buffer;
  let printed = 0;

  /** A file of its own: the same book with another end. */
  const print = async () => {
    printed += 1;
    const bytes = Buffer.concat([book, Buffer.from(`\n%${printed}\n`)]);
    const path = await upload(seller, bytes, { kind: "file", fileName: `교재 ${printed}.pdf` });
    return { path, name: `교재 ${printed}.pdf`, hash: hash(bytes) };
  };
  type Print = Awaited<ReturnType<typeof print>>;
  const sell = async (file: Print, price = 10_000): Promise<TestContent> =>
    (await seller.post("/api/contents", contentBody({ price, fileUrls: [file.path] })))
      .body as unknown as TestContent;
  const edit = ({ id, price }: TestContent, changes: object): Promise<Answer> =>
    seller.put(`/api/contents/${id}`, contentBody({ price, ...changes }));
  const put = (content: TestContent, file: Print, note?: string) =>
    edit(content, { fileUrls: [file.path], ...(note === undefined ? {} : { versionNote: note }) });
  const newBuyer = async (content?: TestContent) => {
    const client = await app.as(await createUser(app.deps));
    const { chatRoomId, orderNumber } = content ? await buy(app.url, client, content) : {};
    return { client, chatRoomId, orderNumber };
  };
  const versionsOf = async (client: TestClient, { id }: TestContent, query = "?peek=1") =>
    (await client.get(`/api/contents/${id}/versions${query}`)).body[
      "versions"
    ] as unknown as ContentVersion[];
  const numbersOf = async (client: TestClient, content: TestContent) =>
    (await versionsOf(client, content)).map(({ number }) => number);
  /** The hash of the downloaded bytes, else the code of the refusal. */
  const get = async (client: TestClient, { id }: TestContent, query = ""): Promise<unknown> => {
    const answer = await client.get(`/api/download/${id}/0${query}`);
    return answer.status === 200 ? hash(answer.bytes) : answer.body["code"];
  };
  const told = async (client: TestClient, roomId: string | null | undefined): Promise<string[]> => {
    const { body } = await client.get(`/api/chat/rooms/${roomId}/messages?peek=1`);
    const messages = body["messages"] as unknown as { message: string; messageType: string }[];
    return messages.filter(({ message }) => message.startsWith("새 버전")).map(({ message }) => message);
  };
  const hasNew = async (client: TestClient): Promise<unknown> => {
    const [row] = (await client.get("/api/buyer/contents")).body as unknown as {
      purchase: { hasNewVersion: boolean };
    }[];
    return row?.purchase.hasNewVersion;
  };

  beforeAll(async () => {
    app = await startTestApp();
    book = await readFile(inServer("demo/files/stock-first-account.pdf"));
    owner = await createSeller(app.deps);
    seller = await app.as(owner);
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    other = await sell(await print());
    ({ client: bystander } = await newBuyer(other));
  });
  afterAll(async () => {
    // Nothing of the others reached who bought something else.
    expect(await hasNew(bystander)).toBe(false);
    expect(await numbersOf(bystander, other)).toEqual([1]);
    await app.stop();
  });

  it("makes none before the first sale, nor of other words, names or another order", async () => {
    const [first, second, third] = [await print(), await print(), await print()];
    const content = await sell(first);
    await put(content, second, "아직 아무도 안 샀어요");
    expect(await versionsOf(seller, content)).toEqual([
      { number: 1, note: null, at: expect.any(String) as string, fileNames: [second.name] },
    ]);
    const { client } = await newBuyer(content);
    await edit(content, { title: "새 제목", fileUrls: [second.path], versionNote: "제목만" });
    await edit(content, { fileUrls: [second.path], fileNames: ["다른 이름.pdf"] });
    expect(await versionsOf(client, content)).toMatchObject([{ number: 1, fileNames: ["다른 이름.pdf"] }]);
    const both = { fileUrls: [second.path, third.path] };
    await edit(content, { ...both, versionNote: " 부록을 더했어요 " });
    await edit(content, { fileUrls: both.fileUrls.toReversed(), fileNames: ["부록.pdf", "본문.pdf"] });
    const listed = [
      { number: 2, note: "부록을 더했어요", fileNames: ["부록.pdf", "본문.pdf"] },
      { number: 1, note: null, fileNames: ["다른 이름.pdf"] },
    ];
    expect(await versionsOf(client, content)).toMatchObject(listed);
    expect(await versionsOf(seller, content)).toMatchObject(listed);
    expect(await get(client, content, "?version=1")).toBe(second.hash);
  });

  it("gives each buyer the version of their purchase and all later ones, by hash", async () => {
    const files = [await print(), await print(), await print()] as const;
    const hashes = files.map((file) => file.hash);
    const content = await sell(files[0]);
    const before = await newBuyer(content);
    await put(content, files[1], "오타를 고쳤어요");
    const between = await newBuyer(content);
    await put(content, files[2]);
    const after = await newBuyer(content);
    const stranger = await newBuyer();
    const got = async (client: TestClient) =>
      Promise.all(["", "?version=1", "?version=2", "?version=3"].map((query) => get(client, content, query)));
    const [one, two, three] = hashes;
    expect(await got(before.client)).toEqual([three, one, two, three]);
    expect(await got(between.client)).toEqual([three, "NOT_FOUND", two, three]);
    expect(await got(after.client)).toEqual([three, "NOT_FOUND", "NOT_FOUND", three]);
    expect(await got(seller)).toEqual([three, one, two, three]);
    expect(await got(admin)).toEqual([three, one, two, three]);
    expect(await got(stranger.client)).toEqual(Array.from({ length: 4 }, () => "PURCHASE_REQUIRED"));
    expect(await numbersOf(before.client, content)).toEqual([3, 2, 1]);
    expect(await numbersOf(between.client, content)).toEqual([3, 2]);
    expect(await numbersOf(after.client, content)).toEqual([3]);
    expect(codeOf(await stranger.client.get(`/api/contents/${content.id}/versions`))).toEqual([
      403,
      "PURCHASE_REQUIRED",
    ]);
    for (const version of ["0", "4", "-1", "x", "1.0", "99999999999", ""])
      expect(await get(before.client, content, `?version=${version}`)).toBe("NOT_FOUND");
    // The reader, and the text behind it, go by the same rule.
    expect(await get(before.client, content, "?read=1&version=1")).toBe(one);
    expect(await get(between.client, content, "?read=1&version=1")).toBe("NOT_FOUND");
    const text = `/api/reading/${content.id}/0/text`;
    expect((await before.client.get(`${text}?version=1`)).status).toBe(200);
    expect(codeOf(await between.client.get(`${text}?version=1`))).toEqual([404, "NOT_FOUND"]);

    // Deleted, its buyers keep what they had; so they do when its seller is banned.
    await seller.delete(`/api/contents/${content.id}`);
    expect(await got(before.client)).toEqual([three, one, two, three]);
    await app.deps.pool.query("update users set is_banned = 1, ban_reason = '사기' where id = $1", [
      owner.id,
    ]);
    expect(await got(between.client)).toEqual([three, "NOT_FOUND", two, three]);
    await app.deps.pool.query("update users set is_banned = 0, ban_reason = null where id = $1", [owner.id]);
  });

  it("keeps a link that files replaced", async () => {
    const link = "https://drive.google.com/file/d/old/view";
    const made = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [link] }));
    const content = made.body as unknown as TestContent;
    const { client } = await newBuyer(content);
    const file = await print();
    await put(content, file);
    expect(await get(client, content)).toBe(file.hash);
    const old = await client.get(`/api/download/${content.id}/0?version=1`);
    expect([old.status, old.headers.get("location")]).toEqual([302, link]);
  });

  it("takes two edits at once, and one during a purchase, without losing what was bought", async () => {
    const first = await print();
    const content = await sell(first);
    const { client } = await newBuyer(content);
    const payers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { client: payer } = await newBuyer();
        return { payer, payment: await authorise(app.url, await createOrder(payer, content)) };
      }),
    );
    const later = [await print(), await print()];
    const answers = await Promise.all([
      ...later.map((file) => put(content, file)),
      ...payers.map(({ payer, payment }) => confirm(payer, payment)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await numbersOf(client, content)).toEqual([3, 2, 1]);
    const kept = await Promise.all([2, 3].map((number) => get(client, content, `?version=${number}`)));
    expect(kept.toSorted()).toEqual(later.map((file) => file.hash).toSorted());
    expect(await get(client, content, "?version=1")).toBe(first.hash);
    for (const { payer } of payers) {
      expect(await get(payer, content)).toBe(kept[1]);
      // All from the one of their purchase on, without a gap.
      const numbers = await numbersOf(payer, content);
      expect(numbers).toEqual([3, 2, 1].slice(0, numbers.length));
    }
  });

  it("keeps the files that a first payment under way is for", async () => {
    const first = await print();
    const content = await sell(first);
    const { client: payer } = await newBuyer();
    const payment = await authorise(app.url, await createOrder(payer, content));
    await fetch(`${app.url}/standin/toss/control/next`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ delayMs: 2_000 }),
    });
    const paying = confirm(payer, payment);
    const states = async () =>
      (
        await app.deps.pool.query<{ status: string }>("select status from orders where content_id = $1", [
          content.id,
        ])
      ).rows;
    await expect.poll(states).toEqual([{ status: "confirming" }]);
    await put(content, await print());
    expect(await numbersOf(seller, content)).toEqual([2, 1]);
    expect((await paying).status).toBe(200);
    expect(await numbersOf(payer, content)).toContain(2);
  });

  it("of two that were begun from the same state the second is refused", async () => {
    const content = await sell(await print());
    await newBuyer(content);
    const { updatedAt } = (await seller.get(`/api/contents/${content.id}`)).body;
    const headers = { "if-match": `"${String(updatedAt)}"` };
    const files = [await print(), await print()];
    const answers = await Promise.all(
      files.map(({ path }) =>
        seller.request("PUT", `/api/contents/${content.id}`, contentBody({ fileUrls: [path] }), { headers }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await numbersOf(seller, content)).toEqual([2, 1]);
  });

  it("tells each buyer once, in their room and library, until they have seen it", async () => {
    const content = await sell(await print());
    const [one, two, gone] = [await newBuyer(content), await newBuyer(content), await newBuyer(content)];
    await askBack({ client: gone.client, orderNumber: String(gone.orderNumber) });
    await expect.poll(() => get(gone.client, content)).toBe("PURCHASE_REQUIRED");
    const next = await print();
    await put(content, next, "3장을 새로 썼어요");
    const late = await newBuyer(content);
    const version = { contentId: content.id, number: 2 };
    await Promise.all([tellVersion(app.deps, version), tellVersion(app.deps, version)]);
    await tellVersion(app.deps, version);
    for (const { client, chatRoomId } of [one, two]) {
      const [text, ...more] = await told(client, chatRoomId);
      expect(text).toContain("버전 2\n멘토가 적은 바뀐 점: 3장을 새로 썼어요");
      expect(more).toEqual([]);
      const rooms = await client.get("/api/chat/rooms");
      expect(rooms.body["chatRooms"]).toMatchObject([{ unreadCount: 1, lastMessage: { senderId: null } }]);
    }
    expect(await told(late.client, late.chatRoomId)).toEqual([]);
    expect(await told(gone.client, gone.chatRoomId)).toEqual([]);

    const page = async () =>
      (await one.client.get(`/api/contents/${content.id}?peek=1`)).body["purchase"] as unknown;
    expect([await hasNew(one.client), await hasNew(late.client)]).toEqual([true, false]);
    expect(await page()).toMatchObject({ hasNewVersion: true });
    // A background refresh and the old files are no look at the new ones.
    await versionsOf(one.client, content, "?peek=1");
    await get(one.client, content, "?version=1");
    // Nor is what a device fetches in the background, which is delivered all the same.
    expect(await get(one.client, content, "?read=1&peek=1")).toBe(next.hash);
    expect((await one.client.get(`/api/reading/${content.id}/0/text?peek=1`)).status).toBe(200);
    const { rows } = await app.deps.pool.query(
      `select distinct d.kind from deliveries d join orders o on o.id = d.order_id
       where o.order_number = $1 and d.item = $2`,
      [one.orderNumber, next.path],
    );
    expect(rows).toEqual([{ kind: "read" }]);
    expect(await hasNew(one.client)).toBe(true);
    await versionsOf(one.client, content, "");
    expect([await hasNew(one.client), await hasNew(two.client)]).toEqual([false, true]);
    expect(await page()).toMatchObject({ hasNewVersion: false });
    expect(await get(two.client, content)).toBe(next.hash);
    expect(await hasNew(two.client)).toBe(false);
    await put(content, await print());
    expect([await hasNew(one.client), await hasNew(two.client), await hasNew(late.client)]).toEqual([
      true,
      true,
      true,
    ]);
    await one.client.get(`/api/chat/rooms/${one.chatRoomId}/messages`);
    await expect
      .poll(async () => (await one.client.get("/api/chat/rooms")).body["chatRooms"])
      .toMatchObject([{ unreadCount: 0 }]);
  });

  it("tells of the newest at most once a day, however often the files change", async () => {
    const content = await sell(await print());
    const { client, chatRoomId } = await newBuyer(content);
    const notes = async () => (await told(client, chatRoomId)).map((text) => /바뀐 점: (.*)/.exec(text)?.[1]);
    const tell = (number: number) => tellVersion(app.deps, { contentId: content.id, number });
    await put(content, await print(), "하나");
    await tell(2);
    for (const note of ["둘", "셋"]) await put(content, await print(), note);
    await Promise.all([tell(4), tell(4)]);
    // The job of one before that was under way takes nothing from the newest.
    await tell(3);
    expect(await notes()).toEqual(["하나"]);
    const { rows } = await app.deps.pool.query<{ waits: boolean; number: number }>(
      `select (payload->>'number')::int as number, run_at > now() + interval '23 hours' as waits
       from graphile_worker._private_jobs where key = $1`,
      [`newVersion ${content.id}`],
    );
    expect(rows).toEqual([{ number: 4, waits: true }]);
    // Another content's buyers are told at once.
    const next = await sell(await print());
    const neighbour = await newBuyer(next);
    await put(next, await print(), "이웃");
    await tellVersion(app.deps, { contentId: next.id, number: 2 });
    expect(await told(neighbour.client, neighbour.chatRoomId)).toHaveLength(1);

    let last = await print();
    for (let number = 5; number <= 11; number += 1) {
      last = await print();
      expect((await put(content, last, String(number))).status).toBe(200);
    }
    const refused = await put(content, await print(), "열하나");
    expect(codeOf(refused)).toEqual([409, "TOO_MANY"]);
    expect(refused.body["message"]).toBe(
      "판매한 파일은 하루에 10번까지 바꿀 수 있습니다. 내일 다시 시도해주세요.",
    );
    expect((await edit(content, { title: "제목은 바뀐다", fileUrls: [last.path] })).status).toBe(200);
    await app.moveClock(25 * 3_600_000);
    await Promise.all([tell(11), tell(11)]);
    expect(await notes()).toEqual(["하나", "11"]);
    expect((await put(content, await print())).status).toBe(200);
  });

  it("counts an old version as delivered, and ends with the refund", async () => {
    const content = await sell(await print());
    const { client, orderNumber } = await newBuyer(content);
    await put(content, await print());
    const stateOf = async () => (await client.get(`/api/orders/${orderNumber}`)).body;
    expect(await stateOf()).toMatchObject({ refundState: "available" });
    expect(await get(client, content, "?version=2")).toMatch(/^[0-9a-f]{64}$/);
    expect(await stateOf()).toMatchObject({ refundState: "delivered" });

    const unopened = await newBuyer(content);
    await askBack({ client: unopened.client, orderNumber: String(unopened.orderNumber) });
    await expect.poll(() => get(unopened.client, content, "?version=2")).toBe("PURCHASE_REQUIRED");
    await expect.poll(() => numbersOf(unopened.client, content).catch(() => "none")).toBe("none");
    // Bought again, it is the version of today.
    await expect
      .poll(async () => (await unopened.client.get(`/api/orders/${unopened.orderNumber}`)).body["status"])
      .toBe("refunded");
    await buy(app.url, unopened.client, content);
    expect(await numbersOf(unopened.client, content)).toEqual([2]);
  });

  it("keeps the bytes of old versions, and they may be sold again", async () => {
    const [first, second] = [await print(), await print()];
    const content = await sell(first, 0);
    const { client } = await newBuyer(content);
    await put(content, second);
    await app.moveClock(8 * day);
    await removeOrphaned(app.deps);
    expect(await get(client, content, "?version=1")).toBe(first.hash);
    expect((await put(content, first)).status).toBe(200);
    expect(await get(client, content)).toBe(first.hash);
    expect(await numbersOf(client, content)).toEqual([3, 2, 1]);
  });

  it.each(["", " \u200b ", "가".repeat(501), 7, ["가"]])("refuses the note %j", async (versionNote) => {
    const content = await sell(await print());
    const answer = await edit(content, { fileUrls: [(await print()).path], versionNote });
    expect(codeOf(answer)).toEqual([400, "VALIDATION"]);
    expect(answer.body["fields"]).toHaveProperty("versionNote");
  });
});

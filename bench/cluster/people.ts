import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { TestClient } from "../../packages/server/testing/client.ts";
import { createContent, type TestContent } from "../../packages/server/testing/factories.ts";
import {
  authorise,
  chargeLog,
  orderBody,
  type CreatedOrder,
} from "../../packages/server/testing/payments.ts";
import { encodeMetadata, patchHeaders, tusHeaders } from "../../packages/server/testing/resumable.ts";
import { events, objectPathHeader, uploads } from "../../packages/shared/src/index.ts";
import { arrivalKeyOf } from "../../packages/server/src/storage/StoredObject.ts";
import { call, callFor, cookieOf, noteFailure, noteRepetition, noteTime } from "./call.ts";
import type { Machines } from "./machines.ts";

const contentCount = 3_000;
/** Longest time in which another server may still show the old price: its hearing of the change, under load. */
const oldPriceMs = 500;
const pieceLength = 150_000;
const browsers = 3;

const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(Math.random() * list.length)] ?? list[0];

const signUp = async (site: string, name: string, phoneNumber: string): Promise<TestClient> => {
  const client = new TestClient(site);
  const { status, body } = await client.post("/api/register", {
    name: "홍길동",
    userId: name,
    nickname: `구매자${phoneNumber.slice(-4)}`,
    email: `${name}@example.com`,
    phoneNumber,
    password: "Cluster!2026",
    passwordConfirm: "Cluster!2026",
    privacyConsent: true,
  });
  if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
  return client;
};

/** Has people browse, buy, chat and upload until `leave`, which gives the fate of all that was acknowledged. */
export const letPeopleIn = async ({ site, provider, pool, s3 }: Machines) => {
  const mentor = await signUp(site, "mentor1", "01012340000");
  const { rows: mentors } = await pool.query<{ id: string }>(
    `update users set bank_name = 'KB국민은행', account_number = '-', account_holder = name
     where user_id = 'mentor1' returning id`,
  );
  const createSome = (title: string) => createContent({ pool }, mentors[0]?.id ?? "", { title });
  const first = await createSome("자료 0");
  const contents: [TestContent, ...TestContent[]] = [first];
  for (let number = 1; number < contentCount; number += 1) contents.push(await createSome(`자료 ${number}`));
  const priced = await createSome("값이 바뀌는 자료");
  const [one, other, talker] = [
    await signUp(site, "buyer1", "01012340001"),
    await signUp(site, "buyer2", "01012340002"),
    await signUp(site, "buyer3", "01012340003"),
  ];

  let isOver = false;
  const leaving = new AbortController();
  const acknowledged = {
    orders: [] as string[],
    messages: [] as string[],
    files: [] as { path: string; size: number }[],
  };
  const browse = () =>
    call({
      kind: "browse",
      url: `${site}${pick([
        "/api/contents",
        "/api/contents?limit=5",
        `/api/contents/search/${encodeURIComponent(`자료 ${Math.floor(Math.random() * 90)}`)}`,
        `/api/contents/${pick(contents).id}`,
        "/market",
      ])}`,
    });
  const authorised = async (order: CreatedOrder): ReturnType<typeof authorise> => {
    // The window is the provider's own, and opened again by its buyer.
    while (!isOver) {
      const payment = await authorise(provider, order).catch(() => undefined);
      // While its database is away the window comes back without one.
      if (payment?.paymentKey) return payment;
      await sleep(300);
    }
    throw new Error("left");
  };
  const buy = async (client: TestClient, content: TestContent): Promise<void> => {
    const post = <T>(path: string, body: object, headers = {}) =>
      callFor<T>({ kind: "buy", url: `${site}${path}`, method: "POST", body, headers, client });
    const { order } = await post<{ order: CreatedOrder }>("/api/orders", orderBody(content), {
      "idempotency-key": randomUUID(),
    });
    await post("/api/payments/confirm", await authorised(order));
    acknowledged.orders.push(order.orderNumber);
  };
  await buy(talker, first);
  const { chatRooms } = await callFor<{ chatRooms: [{ id: string }] }>({
    kind: "chat",
    url: `${site}/api/chat/rooms`,
    client: talker,
  });
  let saidAt = 0;
  const talk = async (): Promise<void> => {
    const message = `메시지 ${randomUUID()}`;
    saidAt = performance.now();
    await call({
      kind: "chat",
      url: `${site}/api/chat/rooms/${chatRooms[0].id}/messages`,
      method: "POST",
      body: { message, clientId: randomUUID() },
      client: talker,
    });
    acknowledged.messages.push(message);
    await sleep(50);
  };
  /** Hears of what the talker says, as the mentor's open page does. */
  const hear = async (): Promise<void> => {
    try {
      const response = await fetch(`${site}${events.stream.path}`, {
        headers: { cookie: cookieOf(mentor) },
        signal: leaving.signal,
      });
      if (!response.ok) throw new Error(String(response.status));
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
        if (chunk.includes("event:message")) noteTime("stream", performance.now() - saidAt);
      throw new Error("ended");
    } catch (error) {
      if (!isOver) noteRepetition("stream", String(error));
      throw error;
    }
  };
  /** Sends a file in pieces, each from where the servers say that it goes on. */
  const upload = async (): Promise<void> => {
    const bytes = Buffer.alloc(2 * pieceLength, randomUUID());
    const at = { kind: "upload", client: other };
    const created = await call({
      ...at,
      url: `${site}${uploads.create.path}`,
      method: "POST",
      headers: {
        ...tusHeaders,
        "upload-length": String(bytes.length),
        "upload-metadata": encodeMetadata({ kind: "file", filename: "자료.pdf" }),
      },
    });
    const url = new URL(created.headers.get("location") ?? "", site).toString();
    const look = () => call({ ...at, url, method: "HEAD", headers: tusHeaders });
    for (let offset = 0; offset < bytes.length;) {
      const body = bytes.subarray(offset, offset + pieceLength);
      // A repeated piece that had arrived is refused.
      await call({ ...at, url, method: "PATCH", body, headers: patchHeaders(offset), accepted: [409] });
      offset = Number((await look()).headers.get("upload-offset"));
    }
    const path = (await look()).headers.get(objectPathHeader) ?? "";
    acknowledged.files.push({ path, size: bytes.length });
    await sleep(300);
  };
  let price = priced.price;
  /** Changes a price and looks at it as a visitor, at any server. */
  const reprice = async (): Promise<void> => {
    const url = `${site}/api/contents/${priced.id}`;
    price += 1_000;
    const form = { title: priced.title, description: "값이 바뀐다.", category: "stock", price };
    const body = { ...form, fileUrls: ["https://drive.google.com/file/d/1/view"] };
    await call({ kind: "price", url, method: "PUT", body, client: mentor });
    await sleep(oldPriceMs);
    const shown = await callFor<{ price: number }>({ kind: "price", url });
    if (shown.price !== price) noteFailure("price", `${shown.price} is shown for ${price}`);
  };

  const repeat = async (act: () => Promise<unknown>): Promise<void> => {
    // A failure is counted, and the person goes on.
    while (!isOver) await act().catch(() => sleep(200));
  };
  const buyAll = async (client: TestClient): Promise<void> => {
    for (const content of contents.slice(1)) {
      if (isOver) return;
      await buy(client, content).catch(() => sleep(200));
    }
  };
  const acting = [
    ...Array.from({ length: browsers }, () => repeat(browse)),
    ...[one, other].map(buyAll),
    repeat(talk),
    repeat(hear),
    repeat(upload),
    repeat(reprice),
  ];

  const countLostFiles = async (): Promise<number> => {
    let lost = 0;
    for (const { path, size } of acknowledged.files)
      if ((await s3.sizeOf(arrivalKeyOf(path.split("/").at(-1) ?? ""))) !== size) lost += 1;
    return lost;
  };
  /** Orders that were not charged exactly once. */
  const countWrongCharges = async (): Promise<number> => {
    let wrong = 0;
    for (const orderNumber of acknowledged.orders) {
      const events = await chargeLog(provider, orderNumber);
      if (events.filter((event) => event === "DONE").length !== 1) wrong += 1;
    }
    return wrong;
  };
  return {
    leave: async (): Promise<Record<string, number>> => {
      isOver = true;
      leaving.abort();
      await Promise.all(acting);
      const { rows: messages } = await pool.query<{ count: number }>(
        "select count(*)::int from chat_messages where message = any($1) group by message",
        [acknowledged.messages],
      );
      const { rowCount: paid } = await pool.query(
        "select from orders where order_number = any($1) and status = 'paid'",
        [acknowledged.orders],
      );
      return {
        "messages acknowledged": acknowledged.messages.length,
        "messages lost": acknowledged.messages.length - messages.length,
        "messages twice": messages.filter(({ count }) => count > 1).length,
        "purchases acknowledged": acknowledged.orders.length,
        "purchases lost": acknowledged.orders.length - (paid ?? 0),
        "purchases charged wrongly": await countWrongCharges(),
        "files acknowledged": acknowledged.files.length,
        "files lost": await countLostFiles(),
      };
    },
  };
};

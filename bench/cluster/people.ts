import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { TestClient } from "../../packages/server/testing/client.ts";
import { createContent, createSeller, type TestContent } from "../../packages/server/testing/factories.ts";
import {
  authorise,
  chargeLog,
  orderBody,
  type CreatedOrder,
} from "../../packages/server/testing/payments.ts";
import { createCipher } from "../../packages/server/src/crypto.ts";
import { arrivalKeyOf } from "../../packages/server/src/storage/StoredObject.ts";
import { call, callFor } from "./call.ts";
import type { Machines } from "./machines.ts";

const contentCount = 600;
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
  const seller = await createSeller({ pool, cipher: createCipher(randomBytes(32)) });
  const first = await createContent({ pool }, seller.id, { title: "자료 0" });
  const contents: [TestContent, ...TestContent[]] = [first];
  for (let number = 1; number < contentCount; number += 1)
    contents.push(await createContent({ pool }, seller.id, { title: `자료 ${number}` }));
  const [one, other, talker] = [
    await signUp(site, "buyer1", "01012340001"),
    await signUp(site, "buyer2", "01012340002"),
    await signUp(site, "buyer3", "01012340003"),
  ];

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
    for (;;) {
      const payment = await authorise(provider, order).catch(() => undefined);
      if (payment) return payment;
      await sleep(300);
    }
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
  const talk = async (): Promise<void> => {
    const message = `메시지 ${randomUUID()}`;
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
  const upload = async (): Promise<void> => {
    const bytes = Buffer.alloc(200_000, randomUUID());
    const { uploadURL, objectPath } = await callFor<{ uploadURL: string; objectPath: string }>({
      kind: "upload",
      url: `${site}/api/objects/upload`,
      method: "POST",
      body: { fileName: "자료.txt", size: bytes.length, contentType: "text/plain" },
      client: other,
    });
    const headers = { "content-type": "text/plain" };
    await call({ kind: "upload", url: uploadURL, method: "PUT", body: bytes, headers });
    acknowledged.files.push({ path: objectPath, size: bytes.length });
    await sleep(300);
  };

  let isOver = false;
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
    repeat(upload),
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

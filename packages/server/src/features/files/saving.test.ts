import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hashPassword } from "../accounts/passwords.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer } from "../../../testing/client.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { createOrder } from "../../../testing/payments.ts";
import { zipOf } from "../../../testing/archives.ts";
import { startProxy, type Proxy } from "../../../testing/proxy.ts";
import { startS3, type TestS3 } from "../../../testing/s3.ts";
import { imageBytes, pdfBytes, zipBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const failing = ({ status, body }: Answer) =>
  `${status} ${String((body as Answer["body"] | undefined)?.code)}`;

describe("saving while files are looked at", () => {
  let app: TestApp;
  const password = "correct horse 1!";

  beforeAll(async () => {
    app = await startTestApp();
  });
  let release = (): void => undefined;
  afterEach(() => {
    release();
    vi.restoreAllMocks();
  });
  afterAll(() => app.stop());

  /** Makes readers of a stored object wait. */
  const holdReads = () => {
    const { storage } = app.deps;
    const open = storage.open.bind(storage);
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    return vi.spyOn(storage, "open").mockImplementation(async (key, range) => {
      await held;
      return open(key, range);
    });
  };

  it("leaves logins and orders their connections, and looks once at what is refused", async () => {
    const person = await createSeller(app.deps);
    const seller = await app.as(person);
    const bytes = zipBytes({ "강의.txt": "내용", "설치.exe": "MZ" });
    const file = await upload(seller, bytes, { kind: "file", fileName: "묶음.zip" });
    const picture = await upload(seller, await imageBytes(), { kind: "profile", fileName: "나.png" });
    const user = await createUser(app.deps, { password: await hashPassword(password) });
    const item = await createContent(app.deps, (await createSeller(app.deps)).id);
    const reads = holdReads();
    const save = () => seller.post("/api/contents", contentBody({ fileUrls: [file] }));
    const saves = Array.from({ length: 24 }, save);
    const form = {
      nickname: person.nickname,
      email: person.email,
      name: "홍길동",
      phoneNumber: "01012345678",
    };
    const profile = seller.put("/api/profile", { ...form, profileImageUrl: picture });
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(0);

    const login = await app.visitor().post("/api/login", { emailOrUserId: user.userId, password });
    expect(login.status).toBe(200);
    await createOrder(await app.as(user), item);
    expect((await seller.put(`/api/contents/${crypto.randomUUID()}`, contentBody())).status).toBe(404);

    release();
    for (const answer of await Promise.all(saves)) {
      expect(failing(answer)).toBe("415 UNSUPPORTED_TYPE");
      expect(String(answer.body["message"])).toContain("안에 실행 파일");
    }
    expect(failing(await profile)).toBe("200 undefined");
    // The file and the picture, each once.
    const read = reads.mock.calls.map(([key]) => key.split("/")[1]);
    expect(new Set(read).size).toBe(2);
    const once = reads.mock.calls.length;
    expect(failing(await save())).toBe("415 UNSUPPORTED_TYPE");
    expect(reads.mock.calls.length).toBe(once);
  });

  it("sends away who wants too much at once, and takes the others", async () => {
    const [greedy, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    const [seller, neighbour] = [await app.as(greedy), await app.as(other)];
    const pdf = (client: typeof seller) => upload(client, pdfBytes(), { kind: "file", fileName: "a.pdf" });
    const files = await Promise.all(Array.from({ length: 16 }, () => pdf(seller)));
    const neighbourFile = await pdf(neighbour);
    const reads = holdReads();
    const saves = files.map((file) => seller.post("/api/contents", contentBody({ fileUrls: [file] })));
    const away = await Promise.any(saves);
    expect(failing(away)).toBe("503 UNAVAILABLE");
    expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
    const save = neighbour.post("/api/contents", contentBody({ fileUrls: [neighbourFile] }));
    await expect.poll(() => reads.mock.calls.length).toBe(3);
    release();
    expect((await save).status).toBe(201);
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(14);
  });

  it("keeps the answer of an idempotency key, whatever is done outside of its transaction", async () => {
    const seller = await app.as(await createSeller(app.deps));
    const file = await upload(seller, pdfBytes(), { kind: "file", fileName: "a.pdf" });
    const headers = { "idempotency-key": crypto.randomUUID() };
    const save = () => seller.post("/api/contents", contentBody({ fileUrls: [file] }), { headers });
    const answers = await Promise.all([save(), save(), save()]);
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => String(body["id"]));
    expect(new Set(made).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(String((await save()).body["id"])).toBe(made[0]);
  });
});

describe("saving with a store that is slow", () => {
  let s3: TestS3;
  let proxy: Proxy;
  let app: TestApp;

  beforeAll(async () => {
    s3 = await startS3();
    proxy = await startProxy(() => s3.settings.endpoint);
    app = await startTestApp({ ...s3.env, S3_ENDPOINT: proxy.url });
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
    await s3.stop();
  });

  it("asks it a few times for an archive, however large it is", async () => {
    const seller = await app.as(await createSeller(app.deps));
    const entries = Array.from({ length: 80 }, (_, index) => [`${index}.bin`, randomBytes(30_000)]);
    const bytes = zipOf(Object.fromEntries(entries) as Record<string, Buffer>); // Pairs of names and bytes.
    const file = await upload(seller, bytes, { kind: "file", fileName: "자료.zip" });
    const reads = vi.spyOn(app.deps.storage, "open");
    const saved = await seller.post("/api/contents", contentBody({ fileUrls: [file] }));
    expect(saved.status).toBe(201);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
    reads.mockRestore();
  });

  it("waits for it in no transaction", async () => {
    const sellers = await Promise.all(
      Array.from({ length: 14 }, async () => app.as(await createSeller(app.deps))),
    );
    const forms = await Promise.all(
      sellers.map(async (seller) => ({
        seller,
        file: await upload(seller, pdfBytes(), { kind: "file", fileName: "a.pdf" }),
      })),
    );
    // A save makes five calls and more, one after the other.
    proxy.turn({ lateMs: 300 });
    const saves = Promise.all(
      forms.map(({ seller, file }) => seller.post("/api/contents", contentBody({ fileUrls: [file] }))),
    );
    const idle: number[] = [];
    const watch = setInterval(() => {
      void app.deps.pool
        .query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database()
             and state = 'idle in transaction' and now() - state_change > interval '1 second'`,
        )
        .then(({ rows }) => idle.push(rows[0]?.n ?? 0));
    }, 100);
    await saves.finally(() => clearInterval(watch));
    expect((await saves).map(({ status }) => status)).toEqual(forms.map(() => 201));
    expect(idle.length).toBeGreaterThan(3);
    expect(Math.max(...idle)).toBe(0);
  });
});

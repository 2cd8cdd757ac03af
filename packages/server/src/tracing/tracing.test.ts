import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { TestClient } from "../../testing/client.ts";
import { startCollector, type Collector, type Span } from "../../testing/collector.ts";
import { createContent, createSeller, createUser } from "../../testing/factories.ts";
import { authorise, confirm, createOrder } from "../../testing/payments.ts";
import { startServerProcess, type ServerProcess } from "../../testing/process.ts";

const valueOf = ({ attributes }: Span, name: string): string | number | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe("with a collector of traces", () => {
  let app: TestApp;
  let collector: Collector;
  let server: ServerProcess;
  beforeAll(async () => {
    [app, collector] = await Promise.all([startTestApp(), startCollector()]);
    server = await startServerProcess(app, { ...collector.settings, TRUST_PROXY: "1" });
  });
  afterAll(async () => {
    await server.kill();
    await collector.close();
    await app.stop();
  });

  const through = (client: TestClient): TestClient => {
    const other = new TestClient(server.url);
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    return other;
  };
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  const untilThere = async (name: string): Promise<Span> => {
    await expect.poll(() => named(name).length).toBeGreaterThan(0);
    return named(name).at(-1) ?? expect.fail(name);
  };
  const childrenOf = ({ spanId }: Span) =>
    collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId);

  it("a payment is one trace: its call, its statements, the provider", async () => {
    const content = await createContent(app.deps, (await createSeller(app.deps)).id);
    const buyer = through(await app.as(await createUser(app.deps)));
    const order = await createOrder(buyer, content);
    expect((await confirm(buyer, await authorise(server.url, order))).status).toBe(200);
    const request = await untilThere("POST orders.confirm");
    expect(valueOf(request, "http.response.status_code")).toBe(200);
    expect(valueOf(request, "knowhow.request_id")).toMatch(/^[\w-]{36}$/);
    await expect.poll(() => childrenOf(request).some(({ name }) => name === "toss POST")).toBe(true);
    const children = childrenOf(request);
    const asked = children.find(({ name }) => name === "toss POST");
    expect(asked && valueOf(asked, "url.path")).toMatch(/\/v1\/payments\/confirm$/);
    const statements = children.flatMap((span) => valueOf(span, "db.query.text") ?? []);
    // Of models, and of prepared reads.
    expect(statements.some((statement) => /^update "orders"/.test(String(statement)))).toBe(true);
    expect(children.some(({ name }) => name.startsWith("postgresql "))).toBe(true);
    for (const { traceId } of children) expect(traceId).toBe(request.traceId);
    for (const statement of statements) expect(String(statement)).not.toContain(order.orderNumber);
  });

  it("goes on with the proxy's trace, and another call has its own", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const visitor = new TestClient(server.url);
    await visitor.get("/api/contents/popular", { headers: { traceparent } });
    await visitor.get("/api/contents?limit=1");
    expect(await untilThere("GET contents.popular")).toMatchObject({
      traceId,
      parentSpanId: "b7ad6b7169203331",
    });
    expect((await untilThere("GET contents.list")).traceId).not.toBe(traceId);
  });

  it("hears of no trace from a caller without a proxy between", async () => {
    const bare = await startServerProcess(app, collector.settings);
    const traceId = "5ba9f7651916cd43dd8448eb211c8031";
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    await new TestClient(bare.url).get("/api/contents/category/cooking", { headers: { traceparent } });
    expect((await untilThere("GET contents.category")).traceId).not.toBe(traceId);
    await bare.kill();
  });

  it("has jobs, and neither calls of monitoring nor what the server asks by itself", async () => {
    // The test's own server takes some of them.
    const askForJobs = async () => {
      await app.deps.pool.query("select graphile_worker.add_job('cleanUp')");
      return named("job cleanUp").length;
    };
    await expect.poll(askForJobs).toBeGreaterThan(0);
    await new TestClient(server.url).get("/healthz");
    await new TestClient(server.url).get("/api/contents?limit=2");
    await untilThere("GET contents.list");
    const roots = collector
      .spans()
      .filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === "");
    expect(roots.length).toBeGreaterThan(2);
    for (const { name } of roots) expect(name).toMatch(/^(GET|POST|job) /);
    expect(collector.spans().some(({ name }) => /health/.test(name))).toBe(false);
  });

  it("tells a failed statement by its code, and nothing that was searched for", async () => {
    await app.deps.pool.query("alter table search_documents rename to documents_away");
    const answer = await new TestClient(server.url).get("/api/contents/search/비밀말");
    await app.deps.pool.query("alter table documents_away rename to search_documents");
    expect(answer.status).toBe(500);
    const span = await untilThere("GET search.list");
    expect(span.status.code).toBe(2);
    const failed = () => childrenOf(span).find((child) => valueOf(child, "error.type") !== undefined);
    await expect.poll(failed).toBeDefined();
    expect(failed() && valueOf(failed() ?? span, "error.type")).toBe("42P01");
    for (const text of collector.bodies()) expect(decodeURIComponent(text)).not.toContain("비밀말");
  });
});

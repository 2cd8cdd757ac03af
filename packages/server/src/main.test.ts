import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { startServerProcess } from "../testing/process.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("ends after a failure that nothing caught, and tells it once, without what it carries", async () => {
  const program = `process.on("SIGUSR2", () => {
    Promise.reject(Object.assign(new Error("went wrong"), { detail: ["Failing row contains (sec", "ret)"].join("") }));
  });`;
  const server = await startServerProcess(app, {
    LOG_LEVEL: "info",
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
  });
  server.child.kill("SIGUSR2");
  expect(await server.ended).toBe("1");
  const fatal = server
    .output()
    .split("\n")
    .filter((line) => line.includes("went wrong"))
    .map((line) => JSON.parse(line) as unknown);
  expect(fatal).toMatchObject([{ level: 60, err: { type: "Error", message: "went wrong" } }]);
  expect(server.output()).not.toContain("secret");
});

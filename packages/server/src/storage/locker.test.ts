import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createLocker } from "./locker.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Ends the connection that holds advisory locks, as a database does that is restarted. */
const breakLocks = () =>
  app.deps.pool
    .query(`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.granted and l.pid <> pg_backend_pid()`);

it("asks everybody to stop whose lock went with its connection, and takes locks again on the next", async () => {
  const locker = createLocker(app.deps.pool);
  const elsewhere = createLocker(app.deps.pool);
  const signal = new AbortController().signal;
  const held = ["a", "b"].map((id) => ({ lock: locker.newLock(id), release: vi.fn<() => void>() }));
  for (const { lock, release } of held) await lock.lock(signal, release);
  await breakLocks();
  await expect.poll(() => held.map(({ release }) => release.mock.calls.length)).toEqual([1, 1]);
  // Another process may hold the locks by now; their former holder takes nothing from it.
  const taken = elsewhere.newLock("a");
  await taken.lock(signal, vi.fn<() => void>());
  for (const { lock } of held) await lock.unlock();
  const waiting = new AbortController();
  waiting.abort();
  await expect(locker.newLock("a").lock(waiting.signal, vi.fn<() => void>())).rejects.toMatchObject({
    code: "UPLOAD_BUSY",
  });
  await taken.unlock();
  const again = locker.newLock("a");
  await again.lock(signal, vi.fn<() => void>());
  await again.unlock();
});

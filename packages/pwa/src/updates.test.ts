// @vitest-environment jsdom
import { holdPage } from "@knowhow/ui/device/update/busy.ts";
import { takeUpdate } from "./features/update/updates.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keepUpToDate } from "./updates.ts";

/** A new version that waits. */
const waiting = { postMessage: vi.fn() };
const registration = {
  waiting: waiting as typeof waiting | null, // until it takes over
  update: async () => undefined,
  installing: null,
};
vi.mock("workbox-window", () => ({
  Workbox: class {
    register = async () => registration;
    addEventListener = () => undefined;
  },
}));

const reload = vi.fn();
let releases: (() => void)[] = [];
const hold = () => {
  const release = holdPage();
  releases.push(release);
  return release;
};
/** How often the page has heard from the controller, and acted on it. */
const answers = vi.hoisted(() => ({ count: 0 }));
/** Stubs the browser's workers before any code uses them; the controller says that it does not know this page. */
const workers = vi.hoisted(() => {
  const controller = {
    postMessage: (_: unknown, [port]: MessagePort[]) => {
      // The page closes its end once it has the answer.
      port?.addEventListener("close", () => {
        answers.count += 1;
      });
      port?.postMessage(false);
    },
  };
  const container = Object.assign(new EventTarget(), { controller });
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  return container;
});
const takesOver = () => {
  registration.waiting = null;
  workers.dispatchEvent(new Event("controllerchange"));
};

const letIn = async () => {
  await takeUpdate();
  await expect.poll(() => waiting.postMessage).toHaveBeenCalled();
};

beforeAll(async () => {
  document.head.innerHTML = '<script type="module" src="/assets/old.js"></script>';
  vi.stubGlobal("location", { reload });
  await keepUpToDate();
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  registration.waiting = waiting;
  answers.count = 0;
  reload.mockReset();
  waiting.postMessage.mockReset();
});
afterEach(() => {
  for (const release of releases) release();
  releases = [];
});

it("goes with the new version that was let in here", async () => {
  await letIn();
  takesOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("is not loaded anew under somebody who began to pay or to write before the new version came", async () => {
  await letIn();
  const release = hold();
  takesOver();
  await expect.poll(() => answers.count).toBe(1);
  expect(reload).not.toHaveBeenCalled();
  release();
  // The reload is offered again, and done once the page is not busy.
  await expect
    .poll(async () => {
      await takeUpdate();
      return reload;
    })
    .toHaveBeenCalled();
});

it("does not follow at once what another tab let in later", async () => {
  await letIn();
  const release = hold();
  takesOver();
  release();
  takesOver();
  await expect.poll(() => answers.count).toBe(2);
  expect(reload).not.toHaveBeenCalled();
});

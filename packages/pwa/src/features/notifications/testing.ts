import { api } from "@knowhow/shared";
import { afterEach, vi } from "vitest";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";

interface FakeBrowser {
  /** The permission so far. */
  permission: NotificationPermission;
  /** The person's answer when asked. */
  answer: NotificationPermission;
  isSubscribed: boolean;
  /** The key of the subscription, where the browser tells it. */
  serverKey: ArrayBuffer | null;
  /** Notifications that are shown. */
  shown: number;
  asked: number;
  subscribedWith: PushSubscriptionOptionsInit[];
  /** Fires the message of a worker. */
  tell: (data: unknown) => void;
}

export const endpoint = "https://push.example/send/1";
export const keys = { p256dh: `B${"x".repeat(86)}`, auth: "y".repeat(22) };
export const topics = { messages: true, sales: true, results: true, inquiries: true };

/** Gives jsdom a browser's notifications, until the test ends. */
export const stubPush = (given: Partial<FakeBrowser> = {}): FakeBrowser => {
  const workers = new EventTarget();
  const browser: FakeBrowser = {
    permission: "default",
    answer: "granted",
    isSubscribed: false,
    serverKey: null,
    shown: 0,
    asked: 0,
    subscribedWith: [],
    tell: (data) => workers.dispatchEvent(new MessageEvent("message", { data })),
    ...given,
  };
  const subscription = {
    endpoint,
    options: {
      get applicationServerKey() {
        return browser.serverKey;
      },
    },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => {
      browser.isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (browser.isSubscribed ? subscription : null),
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      browser.subscribedWith.push(options);
      browser.isSubscribed = true;
      return subscription;
    },
  };
  const getNotifications = async () =>
    Array.from({ length: browser.shown }, () => ({
      close: () => {
        browser.shown -= 1;
      },
    }));
  const registration = { pushManager, getNotifications };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: Object.assign(workers, {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }),
  });
  vi.stubGlobal("PushManager", () => undefined);
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  return browser;
};

type Answers = Record<string, FakeAnswer | ((asked: RecordedRequest) => FakeAnswer)>;
let server: Awaited<ReturnType<typeof startServer>> | undefined;

/** Answers calls by method and path. */
export const serve = async (answers: Answers = {}): Promise<void> => {
  const usual: Answers = {
    [`GET ${api.push.key.path}`]: { body: { publicKey: "BAAB_-8", topics } },
    [`POST ${api.push.subscribe.path}`]: { body: { ok: true } },
    [`DELETE ${api.push.unsubscribe.path}`]: { body: { ok: true } },
    [`PUT ${api.push.chooseTopics.path}`]: ({ body }) => ({ body: { topics: JSON.parse(body) as unknown } }),
    ...answers,
  };
  server = await startServer((one) => {
    const answer = usual[`${one.method} ${one.path}`];
    if (!answer) return { status: 404, body: { code: "NOT_FOUND", message: one.path } };
    return typeof answer === "function" ? answer(one) : answer;
  });
};

/** The requests of a method so far, as the server received them. */
export const sent = (method: string): RecordedRequest[] =>
  server?.asked.filter((one) => one.method === method) ?? [];

/** To be called once in a file that stubs the browser's notifications. */
export const restoreBrowser = (): void => {
  afterEach(async () => {
    Reflect.deleteProperty(navigator, "serviceWorker");
    vi.unstubAllGlobals();
    await server?.close();
    server = undefined;
  });
};

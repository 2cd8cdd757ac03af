import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MessageItem } from "@knowhow/ui/features/chats/MessageItem.tsx";
import { talkRows } from "@knowhow/ui/features/chats/talk.ts";
import { rememberMe } from "@knowhow/ui/client/session.ts";
import { CommentSection } from "./CommentSection.tsx";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { buildComment } from "@knowhow/ui/testing/comments.ts";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { isBusy } from "@knowhow/ui/device/update/busy.ts";
import { closeSheet } from "@knowhow/ui/device/outbox/sheet.ts";
import { createTabJobStore } from "@knowhow/ui/device/jobs/store.ts";
import { WaitingNotice } from "@knowhow/ui/device/outbox/WaitingNotice.tsx";
import { testDevice, testStores } from "@knowhow/ui/testing/platform.ts";

const { closeOutboxes, eraseOutbox, outboxOf } = testDevice;

bePatient();

const me = buildUser();
const words = "이 기기에 저장하지 못했어요. 이 창을 닫으면 사라져요.";
const text = "자리가 없는 말";

/** Whether the browser would ask before the page is closed. */
const asksOnClosing = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("what the device has no room for", () => {
  const { openJobStore } = testStores;
  let isFull = true;
  let server: Awaited<ReturnType<typeof startServer>>;

  const goes = (isOnline: boolean) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };
  const comment = (id = "c1") => outboxOf(me.id).enqueue("comment", { contentId: id, text });
  const isHeld = () => [asksOnClosing(), isBusy()];

  beforeEach(async () => {
    isFull = true;
    testStores.openJobStore = (personId) => {
      const store = createTabJobStore(personId);
      const refuse = async () => {
        if (isFull) throw new DOMException("full", "QuotaExceededError");
      };
      return {
        ...store,
        change: async (id, change) => {
          await refuse();
          return store.change(id, change);
        },
      };
    };
    vi.spyOn(console, "warn").mockReturnValue(undefined);
    server = await startServer(({ method, path }) => {
      if (path.endsWith("/me")) return { body: { user: me } };
      return method === "GET" ? { body: [] } : { status: 201, body: buildComment({ userId: me.id }) };
    });
    goes(false);
  });
  afterEach(async () => {
    isFull = false;
    act(closeSheet);
    await eraseOutbox(me.id);
    testStores.openJobStore = openJobStore;
    vi.restoreAllMocks();
    await server.close();
  });

  it("holds the page and asks before it is closed, until it is sent", async () => {
    const stop = outboxOf(me.id).start();
    await comment();
    expect(isHeld()).toEqual([true, true]);
    goes(true);
    await expect.poll(() => outboxOf(me.id).jobs.getSnapshot()).toEqual([]);
    expect(isHeld()).toEqual([false, false]);
    expect(server.asked.map(({ method }) => method)).toEqual(["POST"]);
    stop();
  });

  it("holds the page while it is written for the first time, and not when it is written", async () => {
    isFull = false;
    const writing = comment();
    expect(isHeld()).toEqual([true, true]);
    await writing;
    expect(isHeld()).toEqual([false, false]);
  });

  it("holds nothing that is taken back, nor anything of a page that sends no more", async () => {
    await comment();
    const [row] = outboxOf(me.id).jobs.getSnapshot();
    await outboxOf(me.id).cancel(row?.id ?? "");
    expect(isHeld()).toEqual([false, false]);
    await comment();
    expect(isHeld()).toEqual([true, true]);
    closeOutboxes();
    expect(isHeld()).toEqual([false, false]);
  });

  it("is kept as soon as there is room, without a network too", async () => {
    const stop = outboxOf(me.id).start();
    await comment();
    isFull = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => createTabJobStore(me.id).read()).toHaveLength(1);
    await expect.poll(isHeld).toEqual([false, false]);
    stop();
  });

  it("is none that the device has, and only can not take note of its next try", async () => {
    isFull = false;
    await comment();
    isFull = true;
    await outboxOf(me.id).retry(outboxOf(me.id).jobs.getSnapshot()[0]?.id ?? "");
    expect(isHeld()).toEqual([false, false]);
  });

  it("is not brought back where another tab took it back, and this one could not note its next try", async () => {
    isFull = false;
    await comment();
    const id = outboxOf(me.id).jobs.getSnapshot()[0]?.id ?? "";
    isFull = true;
    await outboxOf(me.id).retry(id);
    isFull = false;
    await createTabJobStore(me.id).change(id, () => undefined);
    goes(true);
    await outboxOf(me.id).retry(id);
    const stop = outboxOf(me.id).start();
    expect([await createTabJobStore(me.id).read(), outboxOf(me.id).jobs.getSnapshot()]).toEqual([[], []]);
    // Sent after it, if it were there: both are about one content.
    await outboxOf(me.id).enqueue("comment", { contentId: "c1", text: "다음 글" });
    const said = () => server.asked.flatMap(({ method, body }) => (method === "POST" ? [body] : []));
    await expect.poll(said).not.toEqual([]);
    expect(said()).toEqual([expect.stringContaining("다음 글")]);
    stop();
  });

  it("says so in the banner, in the list and where it was said", async () => {
    const view = renderAt(
      <>
        <WaitingNotice />
        <CommentSection contentId="c1" canComment isOwner={false} />
      </>,
      "/content/c1",
    );
    act(() => rememberMe(view.queryClient, me));
    await act(() => comment());
    const banner = await screen.findByText("인터넷 연결이 없어요. 이 창을 닫으면 보낼 것이 사라져요.");
    expect(banner).toBeInTheDocument();
    expect(await screen.findByText(words)).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "보낼 예정 1건" }));
    expect(await screen.findByRole("dialog", { name: "보낼 예정 1건" })).toHaveTextContent(words);
  });

  it("says so below the bubble of a message", () => {
    const outgoing = { clientId: "m", text, createdAt: new Date().toISOString(), isUnkept: true } as const;
    const show = (state: "waiting" | "sending") =>
      talkRows({ messages: [], outgoing: [{ ...outgoing, state }], meId: me.id, readUpTo: null })
        .filter((row) => row.kind === "message")
        .map((row) => (
          <MessageItem key={row.key} row={row} person={me} onRetry={vi.fn()} onDiscard={vi.fn()} />
        ));
    const { rerender } = render(<ul>{show("waiting")}</ul>);
    expect(screen.getByText(words)).toBeInTheDocument();
    // A comment being sent needs no warning.
    rerender(<ul>{show("sending")}</ul>);
    expect(screen.queryByText(words)).toBeNull();
  });

  it("tells a form of it", async () => {
    const about = { about: "x", contentId: "c", reportReason: "spam", reportDetails: "광고" } as const;
    expect(await outboxOf(me.id).perform("report", about)).toEqual({ status: "waiting", isUnkept: true });
  });
});

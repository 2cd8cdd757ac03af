import { errors, type ErrorCode } from "@knowhow/shared";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { OpeningGate } from "../orders/OpeningGate.tsx";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { FileList } from "./FileList.tsx";
import { serveFrom } from "@knowhow/ui/testing/pageOrigin.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
/** Addresses that the browser was told to save. */
let saved: string[];

beforeEach(() => {
  saved = [];
  // jsdom does not navigate: a click by the app itself is the start of a download.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    // An anchor without an address acts as a button, which the keyboard presses.
    if (!this.hasAttribute("href")) fireEvent.click(this);
    else if (this.hasAttribute("download")) saved.push(this.href);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const content = buildContent({ hasPurchased: true });
const open = async (answer: () => FakeAnswer, isExternalLink = false) => {
  server = await startServer(({ path }) => (path.startsWith("/api/download/") ? answer() : { body: [] }));
  renderAt(<FileList content={{ ...content, isExternalLink }} hasAccess />);
  fireEvent.click(screen.getByText(isExternalLink ? "열기" : "다운로드", { selector: "a" }));
};
const asked = () => server.asked.map(({ method, path }) => `${method} ${path}`);
const path = `/api/download/${content.id}/0`;
const failure = (code: ErrorCode, headers = {}): FakeAnswer => {
  const { status, message } = errors[code];
  return { status, body: { code, message }, headers };
};

describe("a download", () => {
  it("is the browser's own, once the server would give it; nothing of it is received before", async () => {
    await open(() => ({ body: "%PDF-" }));
    await waitFor(() => {
      expect(saved).toEqual([window.location.origin + path]);
    });
    expect(asked()).toEqual([`HEAD ${path}`]);
    expect(screen.queryByText("다운로드하지 못했습니다")).toBeNull();
  });

  it.each([
    ["PURCHASE_REQUIRED", errors.PURCHASE_REQUIRED.message],
    ["NOT_FOUND", "파일을 찾을 수 없습니다. 계속되면 멘토에게 채팅으로 알려주세요."],
    ["RATE_LIMITED", errors.RATE_LIMITED.message],
    ["UNAVAILABLE", errors.UNAVAILABLE.message],
  ] as const)("that is refused with %s is said, not saved", async (code, words) => {
    await open(() => failure(code));
    expect(await screen.findByText("다운로드하지 못했습니다")).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText("로그인")).toBeNull();
    expect(saved).toEqual([]);
  });

  it("after the session has ended says that, with the way to the login", async () => {
    await open(() => failure("LOGIN_REQUIRED"));
    expect(await screen.findByText("로그인이 끝났어요")).toBeInTheDocument();
    expect(screen.getByText("로그인")).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it("that gets no answer is said, not saved", async () => {
    server = await startServer(() => ({ body: "" }));
    renderAt(<FileList content={content} hasAccess />);
    await server.close();
    serveFrom(server.origin);
    fireEvent.click(screen.getByText("다운로드", { selector: "a" }));
    expect(await screen.findByText(/서버에 연결할 수 없습니다/)).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it("asked for in another tab is left to the browser", async () => {
    server = await startServer(() => ({ body: [] }));
    renderAt(<FileList content={content} hasAccess />);
    const link = screen.getByText("다운로드", { selector: "a" });
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link, { ctrlKey: true });
    expect(asked()).toEqual([]);
  });
});

describe("what was paid for and not opened", () => {
  const purchase = {
    orderNumber: "KH1",
    refundState: "available",
    refundableUntil: "2126-11-28T05:06:00.000Z",
  } as const;
  const showBoth = async (isExternalLink = false) => {
    server = await startServer(({ path }) =>
      path.startsWith("/api/download/") ? { body: "%PDF-" } : { body: [] },
    );
    renderAt(
      <OpeningGate>
        <FileList content={{ ...content, isExternalLink, purchase }} hasAccess />
        <FileList content={{ ...content, id: "01900000-0000-7000-8000-0000000000ff" }} hasAccess />
      </OpeningGate>,
    );
  };

  it.each([false, true])("has no address that a new tab could open (external link: %s)", async (isLink) => {
    await showBoth(isLink);
    const name = isLink ? "표현.pdf 열기 (새 창)" : "표현.pdf 다운로드";
    const button = screen.getByRole("button", { name });
    expect(button).not.toHaveAttribute("href");
    // The purchase beside it, opened before, still has a link.
    expect(screen.getByRole("link", { name: "표현.pdf 다운로드" })).toHaveAttribute("href");
    for (const press of [
      () => fireEvent(button, new MouseEvent("auxclick", { bubbles: true, button: 1 })),
      () => fireEvent.contextMenu(button),
    ]) {
      press();
      expect(screen.queryByRole("dialog")).toBeNull();
    }
    fireEvent.click(button, { ctrlKey: true });
    expect(await screen.findByRole("dialog", { name: "처음 여는 콘텐츠예요" })).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "나중에" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked()).toEqual([]);
  });

  it("is opened by keyboard too, after a yes", async () => {
    await showBoth();
    const button = screen.getByRole("button", { name: "표현.pdf 다운로드" });
    button.focus();
    fireEvent.keyDown(button, { key: "Enter" });
    fireEvent.click(await screen.findByRole("button", { name: "열기" }));
    await waitFor(() => expect(saved).toEqual([window.location.origin + path]));
    expect(asked()).toContain(`HEAD ${path}`);
  });
});

describe("an external link", () => {
  const redirect = { status: 302, headers: { location: "https://drive.google.com/x" } };

  it("opens in a window of its own that knows nothing of ours", async () => {
    const opened = { opener: window };
    // Only `opener` of a window is used.
    const spy = vi.spyOn(window, "open").mockReturnValue(opened as unknown as Window);
    await open(() => redirect, true);
    await waitFor(() => {
      expect(spy).toHaveBeenCalledWith(path, "_blank");
    });
    expect(opened.opener).toBeNull();
    expect(asked()).toEqual([`HEAD ${path}`]);
  });

  it("waits for another press where the browser opened none", async () => {
    const spy = vi.spyOn(window, "open").mockReturnValue(null);
    await open(() => redirect, true);
    fireEvent.click(await screen.findByText("링크 열기"));
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it("that is refused is said, without an empty window", async () => {
    const spy = vi.spyOn(window, "open");
    await open(() => failure("PURCHASE_REQUIRED"), true);
    expect(await screen.findByText("링크를 열지 못했습니다")).toBeInTheDocument();
    expect(spy).not.toHaveBeenCalled();
  });
});

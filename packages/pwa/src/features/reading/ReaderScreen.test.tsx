import type { Content, OwnPurchase } from "@knowhow/shared";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { ReaderScreen } from "./ReaderScreen.tsx";

vi.mock("../../offline/vault/vaultFiles.ts", () => ({
  openVault: () => ({ open: () => Promise.resolve(kept), removeLapsed: (id: string) => removed.push(id) }),
}));
/** What the device has kept of the file that is opened. */
let kept: object | undefined;
/** Ids of contents: their kept files were removed. */
const removed: string[] = [];
/** How the server answers where it is asked whether it gives the file. */
let given: FakeAnswer = {};

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  kept = undefined;
  removed.length = 0;
  given = {};
  setActiveUser(null);
  await server.close();
});

const purchase: OwnPurchase = {
  orderNumber: "KH20261120-0000000000AB",
  refundState: "available",
  refundableUntil: "2099-11-27T00:00:00.000Z",
};

const isText = (path: string) => /\/text(\?|$)/.test(path);

const open = async (
  content: Content,
  text: FakeAnswer = {
    body: { unit: "whole", pages: [{ page: 1, text: "읽는 글입니다." }], isTruncated: false },
  },
  address = `/read/${content.id}/0`,
) => {
  const user = buildUser();
  setActiveUser(user.id);
  server = await startServer(({ method, path }) => {
    if (path === "/api/auth/me") return { body: { user } };
    if (isText(path)) return text;
    if (path.startsWith("/api/reading"))
      return {
        body:
          method === "GET"
            ? { position: 0, page: null, at: null }
            : { position: 0, page: null, at: "2026-11-20T00:00:00.000Z" },
      };
    if (path.endsWith("/versions")) return { body: { versions } };
    if (path.startsWith("/api/download/")) return navigator.onLine ? given : { isLost: true };
    if (path.startsWith("/api/contents/")) return { body: content };
    return { status: 200, body: {} };
  });
  renderAt(<ReaderScreen />, address, "/read/:contentId/:index");
};
const at = "2026-11-20T00:00:00.000Z";
const versions = [
  { number: 2, note: null, at, fileNames: ["새 글.pdf"] },
  { number: 1, note: null, at, fileNames: ["옛 글.txt"] },
];
const textsAsked = () => server.asked.filter(({ path }) => isText(path));

describe("the reader", () => {
  it.each([
    ["a buyer of", { allowsCopying: false, hasPurchased: true }, true],
    ["a buyer of all others", { hasPurchased: true }, false],
    ["the seller of", { allowsCopying: false, isOwner: true }, false],
  ])("keeps %s what is not to be copied from copying alone", async (_, access, isKept) => {
    const content = buildContent({ fileNames: ["글.txt"], fileCount: 1, isExternalLink: false, ...access });
    await open(content);
    const text = await screen.findByText("읽는 글입니다.");
    // False where the reader prevents it.
    expect(fireEvent.copy(text)).toBe(!isKept);
    expect(screen.queryByText("멘토가 복사를 막아둔 콘텐츠입니다") !== null).toBe(isKept);
  });

  it("says before the first opening that it ends the refund by rule, and asks for nothing before", async () => {
    await open(buildContent({ hasPurchased: true, fileNames: ["글.txt"], fileCount: 1, purchase }));
    expect(await screen.findByText("처음 여는 콘텐츠예요")).toBeInTheDocument();
    expect(textsAsked()).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "열어서 읽기" }));
    expect(await screen.findByText("읽는 글입니다.")).toBeInTheDocument();
    await waitFor(() => expect(textsAsked()).toHaveLength(1));
  });

  it("gives nothing to those who did not buy it", async () => {
    await open(buildContent({ hasPurchased: false, fileNames: ["글.txt"], fileCount: 1 }));
    expect(await screen.findByText("구매하면 읽을 수 있어요")).toBeInTheDocument();
    expect(textsAsked()).toEqual([]);
  });

  it("sends those to the download whose file it does not know", async () => {
    await open(buildContent({ hasPurchased: true, fileNames: ["자료.zip"], fileCount: 1 }));
    expect(await screen.findByText("여기에서 읽을 수 없는 파일이에요")).toBeInTheDocument();
  });

  it("says in words why a file has no text", async () => {
    await open(buildContent({ hasPurchased: true, fileNames: ["글.txt"], fileCount: 1 }), {
      status: 422,
      body: { code: "NO_TEXT", message: "읽을 수 있는 글이 없는 파일입니다." },
    });
    expect(await screen.findByText("읽을 수 있는 글이 없는 파일입니다.")).toBeInTheDocument();
  });

  it("reads an older version by its own names, without keeping a place in it", async () => {
    const content = buildContent({ hasPurchased: true, fileNames: ["새 글.pdf"], fileCount: 1 });
    await open(content, undefined, `/read/${content.id}/0?version=1`);
    expect(await screen.findByText("읽는 글입니다.")).toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("옛 글.txt");
    expect(textsAsked()[0]?.path).toMatch(/\?version=1$/);
  });

  it.each([
    ["other bytes", ["새 책.pdf"]],
    ["no such file", []],
    ["another program's file", ["책.zip"]],
  ])(
    "reads without a network what is kept of an older version, of which the newest has %s",
    async (_, fileNames) => {
      vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
      const text = { unit: "whole", pages: [{ page: 1, text: "지난 판의 글" }], isTruncated: false };
      const bytes = new TextEncoder().encode(JSON.stringify(text));
      kept = { fileName: "옛 글.txt", size: bytes.byteLength, read: () => Promise.resolve(bytes) };
      await open(
        buildContent({ hasPurchased: true, fileNames, fileCount: fileNames.length, isExternalLink: false }),
      );
      expect(await screen.findByText("지난 판의 글")).toBeInTheDocument();
      expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("옛 글.txt");
      expect(textsAsked()).toEqual([]);
    },
  );

  it.each([
    ["removes what is kept of a purchase that the server denies", "PURCHASE_REQUIRED", true],
    ["keeps it where a newer version has no such file", "NOT_FOUND", false],
  ] as const)("%s", async (_, code, isRemoved) => {
    given = refuse(code);
    const content = buildContent({
      hasPurchased: true,
      fileNames: ["글.txt"],
      fileCount: 1,
      isExternalLink: false,
    });
    await open(content);
    expect(await screen.findByText("파일을 열지 못했습니다")).toBeInTheDocument();
    await waitFor(() =>
      expect(server.asked.filter(({ path }) => path.startsWith("/api/contents/")).length).toBeGreaterThan(1),
    );
    expect(removed).toEqual(isRemoved ? [content.id] : []);
  });

  it("says that a version is not theirs", async () => {
    const content = buildContent({ hasPurchased: true, fileNames: ["새 글.pdf"], fileCount: 1 });
    await open(content, undefined, `/read/${content.id}/0?version=3`);
    expect(await screen.findByText("이 버전은 받을 수 없어요")).toBeInTheDocument();
    expect(textsAsked()).toEqual([]);
  });
});

import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { platform } from "../client/platform.ts";
import { NoRoomError } from "../drafts/draft.ts";
import { draftsOf } from "../drafts/openDrafts.ts";
import { createTabDraftStore } from "../drafts/store.ts";
import { renderAt } from "../testing/render.tsx";
import type { Answer, Asked } from "../testing/server.ts";
import { buildContent } from "../testing/contents.ts";
import { buildUser } from "../testing/users.ts";
import { begunOf, buildFile, buildRawFile, metadataOf, startUploadServer, stubPictures } from "./testing.ts";
import { emptyState } from "./sellingForm.ts";
import { UploadScreen } from "./UploadScreen.tsx";

// The whole form is drawn in each of these.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
let server: Awaited<ReturnType<typeof startUploadServer>>;
beforeEach(() => {
  stubPictures();
  sessionStorage.clear();
});
afterEach(() => server.close());

const account = { bankName: "카카오뱅크", accountNumber: "*****5678", accountHolder: "김서연" };
const visitor: Answer = { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." } };

const open = async (
  user = buildUser(account),
  create: (asked: Asked) => Answer = () => ({ status: 201, body: buildContent() }),
) => {
  server = await startUploadServer((asked) => {
    if (asked.path === "/api/auth/me") return { body: { user } };
    if (asked.path === "/api/contents") return create(asked);
    return undefined;
  });
  const view = renderAt(<UploadScreen />, "/upload");
  await screen.findByText("콘텐츠 올리기", { selector: "h1" });
  return view;
};
const created = () =>
  server.asked.filter(({ method, path }) => method === "POST" && path === "/api/contents");
const field = (name: RegExp | string) => screen.getByLabelText(name);
const type = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => fireEvent.submit(field(/^제목/).closest("form") ?? document.body);
const choose = async (category: string) => {
  fireEvent.mouseDown(screen.getByRole("combobox"));
  fireEvent.click(await screen.findByRole("option", { name: category }));
};
const drop = async (input: "파일 선택" | "이미지 선택", ...files: File[]) => {
  const element = document.querySelector(`input[type=file][aria-label="${input}"]`);
  if (!element) throw new Error("no such field");
  await act(async () => {
    fireEvent.change(element, { target: { files } });
    await Promise.resolve();
  });
};
const fill = async () => {
  type(/^제목/, "  나의 첫 노하우 ");
  type(/^설명/, "자세한 설명");
  await choose("프로그래밍");
};
const figure = (label: string) =>
  within(screen.getByText(label, { selector: "dt" }).parentElement ?? document.body)
    .getAllByRole("definition")
    .map((entry) => entry.textContent);

describe("/upload", () => {
  it("sends a visitor to sign in and back", async () => {
    server = await startUploadServer(() => visitor);
    window.history.replaceState(null, "", "/upload");
    const { router } = renderAt(<UploadScreen />, "/upload");
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: "/login", search: "?next=%2Fupload" });
    });
  });

  it("says in the documents' words what is missing, and sends nothing", async () => {
    await open();
    send();
    expect(await screen.findByText("제목을 입력해주세요", { selector: "p" })).toBeInTheDocument();
    expect(screen.getByText("설명을 입력해주세요")).toBeInTheDocument();
    expect(screen.getByText("카테고리를 선택해주세요")).toBeInTheDocument();
    expect(screen.getByText("파일 또는 링크가 필요합니다")).toBeInTheDocument();
    expect(screen.getByText("파일을 업로드하거나 외부 링크를 입력해주세요.")).toBeInTheDocument();
    expect(created()).toEqual([]);
    type("외부 링크", "https://drive.google.com/file/d/1");
    await waitFor(() => {
      expect(screen.queryByText("파일 또는 링크가 필요합니다")).toBeNull();
    });
  });

  it("follows the rules of the free/paid switch and shows the three figures meanwhile", async () => {
    await open();
    expect(field(/^판매가/)).toHaveValue(1500);
    type(/^판매가/, "10000");
    expect([figure("판매가")[0], figure("구매자 결제액")[0], figure("정산 예정액")[0]]).toEqual([
      "10,000원",
      "10,500원",
      "9,500원",
    ]);
    fireEvent.click(screen.getByLabelText("무료"));
    expect(field(/^판매가/)).toHaveValue(0);
    expect(field(/^판매가/)).toBeDisabled();
    expect(figure("구매자 결제액")[0]).toBe("0원");
    fireEvent.click(screen.getByLabelText("유료"));
    expect(field(/^판매가/)).toHaveValue(1500);
    expect(field(/^판매가/)).toBeEnabled();
  });

  it("takes a typed 0 for 무료, but closes the field only when it is left", async () => {
    await open();
    act(() => field(/^판매가/).focus());
    type(/^판매가/, "0");
    expect(screen.getByLabelText("무료")).toBeChecked();
    expect(field(/^판매가/)).toBeEnabled();
    type(/^판매가/, "03000");
    expect(screen.getByLabelText("유료")).toBeChecked();
    type(/^판매가/, "0");
    act(() => field(/^제목/).focus());
    expect(field(/^판매가/)).toBeDisabled();
    expect(field(/^제목/)).toHaveFocus();
  });

  it("takes digits for a price, typed, pasted or stepped, and nothing else", async () => {
    await open();
    const price = field(/^판매가/);
    act(() => price.focus());
    type(/^판매가/, "1e5");
    expect(price).toHaveValue(1500);
    expect(fireEvent.keyDown(price, { key: "e" })).toBe(false);
    expect(fireEvent.keyDown(price, { key: "-" })).toBe(false);
    expect(fireEvent.keyDown(price, { key: "7" })).toBe(true);
    expect(fireEvent.keyDown(price, { key: "v", ctrlKey: true })).toBe(true);
    const paste = (text: string) => fireEvent.paste(price, { clipboardData: { getData: () => text } });
    paste("1e5");
    expect(price).toHaveValue(1500);
    paste("12,000원");
    expect(price).toHaveValue(12000);
    fireEvent.keyDown(price, { key: "ArrowUp" });
    expect(price).toHaveValue(13000);
    type(/^판매가/, "1500");
    fireEvent.keyDown(price, { key: "ArrowDown" });
    expect(price).toHaveValue(1500);
    expect(price).toBeEnabled();
  });

  it("refuses prices between 1 and 1,499 won", async () => {
    await open();
    type(/^판매가/, "1499");
    fireEvent.blur(field(/^판매가/));
    expect(await screen.findByText("유료 콘텐츠의 최소 판매금액은 1,500원입니다")).toBeInTheDocument();
    type(/^판매가/, "1500");
    await waitFor(() => {
      expect(screen.queryByText("유료 콘텐츠의 최소 판매금액은 1,500원입니다")).toBeNull();
    });
  });

  it("warns who chooses 유료 without a settlement account, with the way to the profile", async () => {
    await open(buildUser());
    expect(screen.getByRole("link", { name: "계좌 등록하기" })).toHaveAttribute(
      "href",
      "/profile#settlement",
    );
    fireEvent.click(screen.getByLabelText("무료"));
    fireEvent.click(screen.getByLabelText("유료"));
    expect(await screen.findByText("판매대금 정산용 계좌 정보가 필요합니다.")).toBeInTheDocument();
  });

  it("uploads, sends files in their order with their names, says so and goes to the market", async () => {
    const { router } = await open();
    await fill();
    await drop("파일 선택", buildFile("교안.pdf"), buildFile("부록.pdf"));
    await drop("이미지 선택", buildFile("표지.png"), buildFile("목차.png"));
    await screen.findByLabelText("2번째 이미지 제거");
    await screen.findByLabelText("부록.pdf 제거");
    fireEvent.click(screen.getByLabelText("2번째 이미지 앞으로"));
    fireEvent.click(screen.getByLabelText("부록.pdf 위로"));
    const paths = new Map(
      begunOf(server.asked).map((one, index) => [
        metadataOf(one)["filename"],
        `/objects/uploads/${index + 1}`,
      ]),
    );
    send();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/market");
    });
    expect(JSON.parse(created()[0]?.body ?? "")).toEqual({
      title: "나의 첫 노하우",
      description: "자세한 설명",
      category: "programming",
      price: 1500,
      fileUrls: [paths.get("부록.pdf"), paths.get("교안.pdf")],
      fileNames: ["부록.pdf", "교안.pdf"],
      previewImageUrls: [paths.get("목차.png"), paths.get("표지.png")],
    });
    expect(created()[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(screen.getByText("콘텐츠가 등록되었습니다")).toBeInTheDocument();
  });

  it("sends one trusted link instead of files, and refuses others", async () => {
    await open();
    await fill();
    type("외부 링크", "http://bit.ly/x");
    send();
    expect(
      await screen.findByText("신뢰할 수 있는 파일 공유 서비스의 HTTPS 링크만 등록할 수 있습니다."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "파일 선택" })).toBeDisabled();
    type("외부 링크", "https://drive.google.com/file/d/1");
    send();
    await waitFor(() => {
      expect(created()).toHaveLength(1);
    });
    expect(JSON.parse(created()[0]?.body ?? "")).toMatchObject({
      fileUrls: ["https://drive.google.com/file/d/1"],
    });
  });

  it("shows a refusal of the server at the file and at the image that it is about", async () => {
    const wrong = (name: string) => `${name}: 파일 내용이 확장자와 다릅니다.`;
    await open(undefined, () => ({
      status: 415,
      body: {
        code: "UNSUPPORTED_TYPE",
        message: wrong("부록.pdf"),
        fields: {
          fileUrls: wrong("부록.pdf"),
          "fileUrls[1]": wrong("부록.pdf"),
          previewImageUrls: wrong("표지.png"),
          "previewImageUrls[0]": wrong("표지.png"),
        },
      },
    }));
    await fill();
    await drop("파일 선택", buildFile("교안.pdf"), buildFile("부록.pdf"), buildFile("끝.pdf"));
    await drop("이미지 선택", buildFile("표지.png"));
    await screen.findByLabelText("끝.pdf 제거");
    await screen.findByLabelText("1번째 이미지 제거");
    send();
    const row = await screen.findByRole("button", { name: "부록.pdf 제거", description: wrong("부록.pdf") });
    await waitFor(() => expect(row).toHaveFocus());
    const images = screen.getByRole("region", { name: "미리보기 이미지" });
    expect(within(images).getByText(wrong("표지.png"))).toBeInTheDocument();
    expect(screen.queryByText("파일을 확인해주세요")).toBeNull();
    expect(screen.queryByLabelText("부록.pdf 업로드 다시 시도")).toBeNull();
    send();
    const [problem] = await screen.findAllByText("등록할 수 없는 파일이 있습니다");
    expect(screen.getAllByText("등록할 수 없는 파일이 있습니다")).toHaveLength(2);
    expect(created()).toHaveLength(1);
    const hasFocus = () => expect(document.activeElement?.contains(problem ?? null)).toBe(true);
    await waitFor(hasFocus);
    expect(document.activeElement?.closest("section")).toHaveAccessibleName("판매할 파일");
    // The same trouble once more is shown once more.
    act(() => field(/^제목/).focus());
    send();
    await waitFor(hasFocus);
    fireEvent.click(row);
    await waitFor(() => expect(screen.getByLabelText("끝.pdf 제거")).toHaveFocus());
    expect(within(images).getByText("등록할 수 없는 파일이 있습니다")).toBeInTheDocument();
  });

  it("keeps the focus at the list while rows go and move", async () => {
    await open();
    await drop("파일 선택", ...["1", "2", "3", "4", "5"].map((name) => buildFile(`${name}.pdf`)));
    await screen.findByLabelText("5.pdf 제거");
    const press = (label: string) => {
      act(() => field(label).focus());
      fireEvent.click(field(label));
    };
    press("2.pdf 위로");
    expect(field("2.pdf 아래로")).toHaveFocus();
    press("4.pdf 아래로");
    expect(field("4.pdf 위로")).toHaveFocus();
    press("4.pdf 제거");
    expect(field("5.pdf 제거")).toHaveFocus();
    press("5.pdf 제거");
    expect(field("3.pdf 제거")).toHaveFocus();
    for (const name of ["3", "1", "2"]) press(`${name}.pdf 제거`);
    expect(screen.getByRole("button", { name: "파일 선택" })).toHaveFocus();
  });

  it("keeps what a choice left out in sight, until it is closed", async () => {
    await open();
    await drop("파일 선택", buildFile("1.pdf"), buildRawFile("가짜.pdf", "MZ"));
    const notice = await screen.findByRole("group", { name: "추가하지 못한 파일" });
    expect(notice.parentElement).toHaveAttribute("role", "status");
    expect(within(notice).getByRole("listitem")).toHaveTextContent(
      "가짜.pdf: 파일 내용이 확장자와 다릅니다.",
    );
    fireEvent.click(within(notice).getByRole("button", { name: "닫기" }));
    expect(screen.queryByRole("group", { name: "추가하지 못한 파일" })).toBeNull();
    expect(screen.getByRole("button", { name: "파일 선택" })).toHaveFocus();
  });

  it("loses nothing when saving fails, and says why where the act is", async () => {
    const { router } = await open(buildUser(), () => ({
      status: 400,
      body: { code: "BANK_ACCOUNT_REQUIRED", message: "판매대금 정산용 계좌 정보가 필요합니다" },
    }));
    await fill();
    type("외부 링크", "https://drive.google.com/file/d/1");
    send();
    const problem = await screen.findByRole("alert");
    expect(within(problem).getByText("판매대금 정산용 계좌 정보가 필요합니다")).toBeInTheDocument();
    expect(screen.getByText("콘텐츠 등록 실패")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("  나의 첫 노하우 ");
    expect(router.state.location.pathname).toBe("/upload");
  });

  it("keeps what was typed and uploaded over a reload, until it begins anew", async () => {
    const first = await open();
    await fill();
    type(/^판매가/, "7700");
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByLabelText("교안.pdf 제거");
    act(() => {
      window.dispatchEvent(new Event("pagehide"));
    });
    first.unmount();
    renderAt(<UploadScreen />, "/upload");
    expect(await screen.findByText("작성하던 내용을 불러왔습니다.")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("  나의 첫 노하우 ");
    expect(field(/^판매가/)).toHaveValue(7700);
    expect(screen.getByText("교안.pdf")).toBeInTheDocument();
    fireEvent.click(screen.getByText("새로 작성"));
    const question = within(await screen.findByRole("dialog", { name: "불러온 내용을 지울까요?" }));
    expect(field(/^제목/)).toHaveValue("  나의 첫 노하우 ");
    fireEvent.click(question.getByText("새로 작성"));
    expect(field(/^제목/)).toHaveValue("");
    await waitFor(() => expect(field(/^제목/)).toHaveFocus());
    expect(screen.queryByText("교안.pdf")).toBeNull();
  });

  it("lets go of what is kept without a question, and says so; it comes back in this tab", async () => {
    const first = await open();
    type(/^제목/, "쓰는 중");
    await waitFor(() => expect(screen.getAllByText(/^임시 저장됨 · /).length).toBeGreaterThan(0));
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(false);
    await act(() => first.router.navigate("/market"));
    expect(first.router.state.location.pathname).toBe("/market");
    expect(await screen.findByText("임시 저장됨")).toBeInTheDocument();
    first.unmount();
    renderAt(<UploadScreen />, "/upload");
    expect(await screen.findByText("작성하던 내용을 불러왔습니다.")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("쓰는 중");
  });

  it("asks before anything is left that the device could not take", async () => {
    const store = vi.spyOn(platform, "openDraftStore").mockImplementation((personId) => ({
      ...createTabDraftStore(personId),
      change: () => Promise.reject(new NoRoomError()),
    }));
    const { router } = await open();
    type(/^제목/, "쓰는 중");
    await waitFor(() =>
      expect(screen.getAllByText("이 기기에 저장하지 못했습니다. 이 창을 닫지 마세요.")[0]).toBeVisible(),
    );
    await act(() => router.navigate("/market"));
    expect(await screen.findByRole("dialog", { name: "작성 중인 내용이 있습니다" })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/upload");
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "나가기" }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/market");
    });
    store.mockRestore();
  });

  it("deletes what is kept when it is told to, after a question", async () => {
    await open();
    type(/^제목/, "버릴 글");
    fireEvent.click((await screen.findAllByRole("button", { name: "삭제" }))[0] ?? document.body);
    const question = within(await screen.findByRole("dialog", { name: "작성 중인 내용을 삭제할까요?" }));
    fireEvent.click(question.getByRole("button", { name: "삭제" }));
    await waitFor(() => expect(field(/^제목/)).toHaveValue(""));
    await waitFor(() => expect(draftsOf(buildUser().id).read()).toEqual([]));
    expect(screen.queryByText(/^임시 저장됨 · /)).toBeNull();
  });

  it("begins a new content where others are being written, and leads to them", async () => {
    const drafts = draftsOf(buildUser().id);
    for (const [id, title] of [
      ["8a0c8c6e-7f8e-4d5e-9a50-2f3a3f1f0a01", "하나"],
      ["8a0c8c6e-7f8e-4d5e-9a50-2f3a3f1f0a02", "둘"],
    ] as const)
      await drafts.save({
        id,
        contentId: null,
        contentVersion: null,
        values: { ...emptyState.values, title },
        fileKeys: [],
        previewKeys: [],
      });
    await open();
    expect(await screen.findByText("작성 중인 글 2개")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("");
    fireEvent.click(screen.getByRole("link", { name: "이어서 쓰기" }));
    await waitFor(() => expect(field(/^제목/)).toHaveValue("둘"));
    expect(screen.getByRole("link", { name: "작성 중인 콘텐츠 1" })).toHaveAttribute("href", "/drafts");
  });

  it("is queued as a whole without a network, and published once when there is one", async () => {
    const { router } = await open();
    await fill();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByText(/연결되면 올려요/);
    fireEvent.click(screen.getAllByRole("button", { name: "연결되면 등록하기" })[0] ?? document.body);
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    expect(await screen.findByText("연결되면 등록할게요")).toBeInTheDocument();
    expect(created()).toEqual([]);
    const stop = draftsOf(buildUser().id).start();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(JSON.parse(created()[0]?.body ?? "")).toMatchObject({
      title: "나의 첫 노하우",
      fileUrls: ["/objects/uploads/1"],
    });
    await waitFor(() => expect(draftsOf(buildUser().id).read()).toEqual([]));
    stop();
    online.mockRestore();
  });

  it("can be queued while files are still on their way", async () => {
    server = await startUploadServer((asked) => {
      if (asked.path === "/api/auth/me") return { body: { user: buildUser(account) } };
      return asked.method === "PATCH" ? new Promise(() => undefined) : undefined;
    });
    const { router } = renderAt(<UploadScreen />, "/upload");
    await screen.findByText("콘텐츠 올리기", { selector: "h1" });
    await fill();
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByRole("button", { name: "교안.pdf 업로드 일시정지" });
    send();
    expect(await screen.findByText("업로드 중입니다")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "다 올라가면 등록" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    expect(draftsOf(buildUser().id).read()[0]?.publishing).toBeDefined();
  });

  it("asks nothing where nothing was typed", async () => {
    const { router } = await open();
    await act(() => router.navigate("/market"));
    expect(router.state.location.pathname).toBe("/market");
  });
});

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { begunOf, buildFile, buildRawFile, metadataOf } from "./testing.ts";
import { asked, created, creating, drop, field, fill, open, openBefore, send, type, prepareUploadForm } from "./testingForm.tsx"; // oxfmt-ignore

prepareUploadForm();

describe("/upload", () => {
  it("sends a visitor to sign in and back", async () => {
    window.history.replaceState(null, "", "/upload");
    const { router } = await openBefore(() => ({
      status: 401,
      body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." },
    }));
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
      begunOf(asked()).map((one, index) => [metadataOf(one)["filename"], `/objects/uploads/${index + 1}`]),
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
      tags: [],
      allowsCopying: true,
      fileUrls: [paths.get("부록.pdf"), paths.get("교안.pdf")],
      fileNames: ["부록.pdf", "교안.pdf"],
      previewImageUrls: [paths.get("목차.png"), paths.get("표지.png")],
    });
    expect(created()[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await screen.findByText("콘텐츠가 등록되었습니다")).toBeInTheDocument();
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
    await open(
      undefined,
      creating({
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
      }),
    );
    await fill();
    await drop("파일 선택", buildFile("교안.pdf"), buildFile("부록.pdf"), buildFile("끝.pdf"));
    await drop("이미지 선택", buildFile("표지.png"));
    await screen.findByLabelText("끝.pdf 제거");
    await screen.findByLabelText("1번째 이미지 제거");
    send();
    const row = await screen.findByRole("button", { name: "부록.pdf 제거", description: wrong("부록.pdf") });
    await waitFor(() => expect(row).toHaveFocus());
    const images = screen.getByRole("region", { name: "미리보기 이미지" });
    expect(await within(images).findByText(wrong("표지.png"))).toBeInTheDocument();
    expect(screen.queryByText("파일을 확인해주세요")).toBeNull();
    expect(screen.queryByLabelText("부록.pdf 업로드 다시 시도")).toBeNull();
    send();
    const [problem] = await screen.findAllByText("등록할 수 없는 파일이 있습니다");
    expect(screen.getAllByText("등록할 수 없는 파일이 있습니다")).toHaveLength(2);
    expect(created()).toHaveLength(1);
    const hasFocus = () => expect(document.activeElement?.contains(problem ?? null)).toBe(true);
    await waitFor(hasFocus);
    expect(document.activeElement?.closest("section")).toHaveAccessibleName("판매할 파일");
    // The same problem a second time is shown again.
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

  it("keeps the focus at the row of an upload that ends while its button has it", async () => {
    let go: (answer: undefined) => void = () => undefined;
    const gate = new Promise<undefined>((resolve) => {
      go = resolve;
    });
    await open(undefined, ({ method }) => (method === "PATCH" ? gate : undefined));
    await drop("파일 선택", buildFile("교안.pdf"));
    const button = await screen.findByLabelText("교안.pdf 업로드 일시정지");
    act(() => button.focus());
    go(undefined);
    const row = (await screen.findByLabelText("교안.pdf 제거")).closest("li");
    await waitFor(() => expect(row).toHaveFocus());
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
    const { router } = await open(
      buildUser(),
      creating({
        status: 400,
        body: { code: "BANK_ACCOUNT_REQUIRED", message: "판매대금 정산용 계좌 정보가 필요합니다" },
      }),
    );
    await fill();
    type("외부 링크", "https://drive.google.com/file/d/1");
    send();
    const problem = await screen.findByRole("alert");
    expect(within(problem).getByText("판매대금 정산용 계좌 정보가 필요합니다")).toBeInTheDocument();
    expect(screen.getByText("콘텐츠 등록 실패")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("  나의 첫 노하우 ");
    expect(router.state.location.pathname).toBe("/upload");
  });
});

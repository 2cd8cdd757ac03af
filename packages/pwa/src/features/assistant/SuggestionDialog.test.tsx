import type { Suggestion } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { emptyState, type SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { sellingSchema } from "@knowhow/ui/device/drafts/sellingSchema.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { SuggestionDialog } from "./SuggestionDialog.tsx";
import { buildSuggestion } from "./testing.ts";
import type { SellingForm } from "./useApplying.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
let form: SellingForm;
afterEach(() => server.close());

const Host = ({ values }: { values: Partial<SellingValues> }) => {
  const [isOpen, setIsOpen] = useState(true);
  const own = useContractForm(sellingSchema, { ...emptyState.values, ...values });
  return (
    <>
      <button ref={() => void (form = own)} onClick={() => setIsOpen(true)}>
        열기
      </button>
      <SuggestionDialog
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        form={own}
        userId="u1"
        subject="new"
        files={[new File(["글"], "교안.txt"), new File(["x"], "묶음.zip")]}
      />
    </>
  );
};

const open = async (
  answer: (asked: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>,
  values: Partial<SellingValues> = {},
) => {
  server = await startServer(answer);
  return renderAt(<Host values={values} />);
};
const suggesting = (overrides?: Partial<Suggestion>) => (): FakeAnswer => ({
  body: buildSuggestion(overrides),
});
const dialog = () => within(screen.getByRole("dialog", { name: "AI 도우미" }));
const press = (name: string | RegExp) => fireEvent.click(dialog().getByRole("button", { name }));
const describeContent = (text: string) =>
  fireEvent.change(dialog().getByLabelText(/^콘텐츠 설명/), { target: { value: text } });
const choose = async (file: File) => {
  const input = document.querySelector("input[type=file]");
  if (!input) throw new Error("no file field");
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } });
    await Promise.resolve();
  });
};
const generate = async () => {
  describeContent("파이썬 업무 자동화 자료");
  press("제안 받기");
  await dialog().findByText("간이 분석");
};

describe("the helper of those who sell", () => {
  it("wants a description, and asks nobody without one", async () => {
    await open(suggesting());
    describeContent("   ");
    press("제안 받기");
    expect(await dialog().findByText("어떤 콘텐츠인지 설명을 입력해주세요.")).toBeInTheDocument();
    expect(server.asked).toEqual([]);
  });

  it("shows a suggestion with who made it, why the price, and what it was compared with", async () => {
    await open(suggesting());
    await generate();
    expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual({ userDescription: "파이썬 업무 자동화 자료" });
    const price = within(dialog().getByRole("region", { name: "판매가" }));
    expect(price.getByText("9,900원")).toBeInTheDocument();
    expect(price.getByText(/10,395원 \(수수료 포함\)/)).toBeInTheDocument();
    expect(price.getByText("비슷한 콘텐츠 1개와 비교했습니다.")).toBeInTheDocument();
    const link = price.getByRole("link", { name: /^엑셀 업무 자동화.*\(새 창\)$/ });
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("href", "/content/01900000-0000-7000-8000-000000000002");
    // In the figure that the reason counts in.
    expect(price.getByText("비교한 콘텐츠의 판매가 (수수료 제외)")).toBeInTheDocument();
    expect(price.getByText("20,000원")).toBeInTheDocument();
    expect(dialog().getByText("제안이 준비되었습니다.")).toBeInTheDocument();
    expect(dialog().queryByText(/파일에 있는 그대로/)).toBeNull();
  });

  it("marks the sentences that give away the file, and warns of them", async () => {
    const copied = ["저축은 자동이체로 시작합니다.", "지출은 세 갈래로 나눕니다."];
    const description = `월급 관리법\n• ${copied[0]}\n• 나만의 말\n• ${copied[1]}`;
    await open(suggesting({ description, copied }));
    await generate();
    const shown = within(dialog().getByRole("region", { name: "설명" }));
    expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(copied);
    expect(shown.getByText(/밑줄 친 문장 2개는 파일에 있는 그대로예요/)).toBeInTheDocument();
    expect(shown.getByText(/나만의 말/)).toBeInTheDocument();
  });

  it("says of an answer of the service that an AI made it", async () => {
    await open(suggesting({ engine: "openai", reason: undefined, comparables: undefined }));
    describeContent("자료");
    press("제안 받기");
    expect(await dialog().findByText("AI 제안")).toBeInTheDocument();
    expect(dialog().queryByRole("list")).toBeNull();
  });

  it("applies all to an empty form, closes, and gives all back", async () => {
    await open(suggesting({ suggestedPrice: 0 }));
    await generate();
    press("모두 적용");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(form.getValues()).toMatchObject({
      title: "파이썬 업무 자동화",
      category: "programming",
      price: 0,
    });
    fireEvent.click(screen.getByRole("button", { name: "되돌리기" }));
    expect(form.getValues()).toEqual(emptyState.values);
  });

  it("asks before it covers what was typed, and can fill the empty fields alone", async () => {
    await open(suggesting(), { title: "내 제목" });
    await generate();
    const title = within(dialog().getByRole("region", { name: "제목" }));
    expect(title.getByText("내 제목")).toBeInTheDocument();
    press("모두 적용");
    expect(dialog().getByText("덮어쓸까요?")).toBeInTheDocument();
    expect(form.getValues("category")).toBe("");
    press("빈 칸만 채우기");
    expect(form.getValues()).toMatchObject({ title: "내 제목", category: "programming", price: 9_900 });
  });

  it("applies and undoes field by field, and makes another suggestion", async () => {
    const titles = ["첫 제안", "둘째 제안"];
    await open(() => ({ body: buildSuggestion({ title: titles.shift() ?? "", engine: "openai" }) }), {
      title: "내 제목",
    });
    describeContent("파이썬 업무 자동화 자료");
    press("제안 받기");
    await dialog().findByText("첫 제안");
    press("제목 덮어쓰기");
    expect(form.getValues("title")).toBe("첫 제안");
    press("다시 만들기");
    await dialog().findByText("둘째 제안");
    press("제목 적용");
    expect(form.getValues("title")).toBe("둘째 제안");
    press("제목 되돌리기");
    expect(form.getValues("title")).toBe("내 제목");
    expect(dialog().getByText("제목: 되돌렸습니다.")).toBeInTheDocument();
  });

  it("spends no call on what gives the same suggestion again, and says so", async () => {
    await open(suggesting());
    await generate();
    const same = "같은 내용으로는 같은 제안이 나와요. 설명을 더 적어보세요.";
    press("다시 만들기");
    expect(await dialog().findByRole("note")).toHaveTextContent(same);
    press("설명 고치기");
    press("제안 받기");
    expect(await dialog().findByRole("note")).toHaveTextContent(same);
    expect(server.asked).toHaveLength(1);
    press("설명 고치기");
    describeContent("파이썬 업무 자동화 자료와 예제");
    press("제안 받기");
    await waitFor(() => expect(server.asked).toHaveLength(2));
    await dialog().findByText("간이 분석");
    expect(dialog().queryByRole("note")).toBeNull();
  });

  it("sends a document along, also one of the form itself, and says at it what is wrong with it", async () => {
    await open(() => ({
      status: 422,
      body: { code: "NO_TEXT", message: "읽을 수 있는 글이 없는 파일입니다." },
    }));
    await choose(new File(["x"], "가짜.pdf"));
    const documents = within(dialog().getByRole("group", { name: "참고할 문서 (선택)" }));
    expect(await documents.findByRole("alert")).toHaveTextContent("파일 내용이 확장자와 다릅니다");
    expect(documents.queryByRole("button", { name: /묶음.zip/ })).toBeNull();
    press("판매할 파일 ‘교안.txt’ 사용");
    await documents.findByRole("button", { name: "교안.txt 빼기" });
    expect(documents.queryByRole("alert")).toBeNull();
    describeContent("파이썬 자료");
    press("제안 받기");
    expect(await dialog().findByText(/스캔본/)).toBeInTheDocument();
    expect(server.asked.at(-1)?.headers["content-type"]).toContain("multipart/form-data");
    expect(dialog().getByLabelText(/^콘텐츠 설명/)).toHaveValue("파이썬 자료");
  });

  it("calls a document by what can be seen of its name, and says which one it uses when another is refused", async () => {
    await open(suggesting());
    await choose(new File(["글"], "교안\u202Efdp.txt"));
    const documents = within(dialog().getByRole("group", { name: "참고할 문서 (선택)" }));
    expect(await documents.findByRole("button", { name: "교안fdp.txt 빼기" })).toBeInTheDocument();
    expect(documents.getByText("교안fdp.txt")).toBeInTheDocument();
    await choose(new File(["x"], "가짜\u2066.pdf"));
    const trouble = await documents.findByRole("alert");
    expect(trouble).toHaveTextContent("가짜.pdf: 파일 내용이 확장자와 다릅니다");
    expect(trouble).toHaveTextContent("앞서 선택한 ‘교안fdp.txt’ 파일을 그대로 사용해요.");
    await choose(new File(["\xff"], "새.txt"));
    expect(await documents.findByRole("button", { name: "새.txt 빼기" })).toBeInTheDocument();
    expect(documents.queryByRole("alert")).toBeNull();
  });

  it("keeps everything when it fails, says so, and tries again from the notice, reopened", async () => {
    const answers: FakeAnswer[] = [
      { status: 502, body: { code: "PROVIDER_ERROR", message: "외부 서비스 오류" } },
    ];
    await open(() => answers.shift() ?? { body: buildSuggestion() });
    describeContent("파이썬 자료");
    press("제안 받기");
    expect(await dialog().findByText("AI 제안을 만들지 못했습니다")).toBeInTheDocument();
    expect(screen.getByText("AI 제안 실패")).toBeInTheDocument();
    press("닫기");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await dialog().findByText("간이 분석")).toBeInTheDocument();
    expect(JSON.parse(server.asked[1]?.body ?? "")).toEqual({ userDescription: "파이썬 자료" });
  });

  it("stops when it is cancelled or closed; what was typed is there again", async () => {
    await open(() => new Promise<FakeAnswer>(() => undefined));
    describeContent("파이썬 자료");
    press("제안 받기");
    await dialog().findByText("제안을 만들고 있어요");
    press("취소");
    expect(await dialog().findByLabelText(/^콘텐츠 설명/)).toHaveValue("파이썬 자료");
    fireEvent.keyDown(dialog().getByLabelText(/^콘텐츠 설명/), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByText("열기"));
    expect(dialog().getByLabelText(/^콘텐츠 설명/)).toHaveValue("파이썬 자료");
    expect(screen.queryByText("AI 제안 실패")).toBeNull();
  });

  it("remembers the description over a reload", async () => {
    const first = await open(suggesting());
    describeContent("파이썬 자료");
    first.unmount();
    renderAt(<Host values={{}} />);
    expect(dialog().getByLabelText(/^콘텐츠 설명/)).toHaveValue("파이썬 자료");
  });
});

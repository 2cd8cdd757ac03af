import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { created, field, fill, open, prepareUploadForm, send, type } from "./testingForm.tsx";

prepareUploadForm();

const figure = (label: string) =>
  within(screen.getByText(label, { selector: "dt" }).parentElement ?? document.body)
    .getAllByRole("definition")
    .map((entry) => entry.textContent);

describe("the price on /upload", () => {
  it("follows the rules of the free/paid switch and shows the three figures meanwhile", async () => {
    await open();
    expect(field(/^판매가/)).toHaveValue("1500");
    type(/^판매가/, "10000");
    expect([figure("판매가")[0], figure("구매자 결제액")[0], figure("정산 예정액")[0]]).toEqual([
      "10,000원",
      "10,500원",
      "9,500원",
    ]);
    fireEvent.click(screen.getByLabelText("무료"));
    expect(field(/^판매가/)).toHaveValue("0");
    expect(field(/^판매가/)).toBeDisabled();
    expect(figure("구매자 결제액")[0]).toBe("0원");
    fireEvent.click(screen.getByLabelText("유료"));
    // The typed price is restored.
    expect(field(/^판매가/)).toHaveValue("10000");
    expect(field(/^판매가/)).toBeEnabled();
  });

  it("shows on the buyers' card no price that nothing can have", async () => {
    await open();
    const card = () => screen.getByText("구매자에게 이렇게 보여요").parentElement;
    for (const [basis, amount] of [
      ["판매가", "10000"],
      ["정산 예정액", "9500"],
    ] as const) {
      fireEvent.click(screen.getByRole("button", { name: basis }));
      type(new RegExp(`^${basis}`), amount);
      expect(card()).toHaveTextContent("10,500원");
      for (const refused of ["20", "10500001"]) {
        type(new RegExp(`^${basis}`), refused);
        expect(card(), `${basis} ${refused}`).not.toHaveTextContent("수수료 포함");
      }
    }
  });

  it("fills in the least price for 유료 where none was typed", async () => {
    await open();
    type(/^판매가/, "0");
    fireEvent.click(screen.getByLabelText("유료"));
    expect(field(/^판매가/)).toHaveValue("1500");
  });

  it("has what was typed again after a typed 0, and after a way through the other amounts", async () => {
    await open();
    type(/^판매가/, "9999");
    fireEvent.click(screen.getByRole("button", { name: "정산 예정액" }));
    expect(field(/^정산 예정액/)).toHaveValue("9500");
    fireEvent.click(screen.getByRole("button", { name: "구매자 결제액" }));
    expect(field(/^구매자 결제액/)).toHaveValue("10498");
    fireEvent.click(screen.getByRole("button", { name: "판매가" }));
    expect(field(/^판매가/)).toHaveValue("9999");
    type(/^판매가/, "0");
    fireEvent.click(screen.getByLabelText("유료"));
    expect(field(/^판매가/)).toHaveValue("9999");
  });

  it("speaks of the amount that is typed", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "정산 예정액" }));
    const amount = field(/^정산 예정액/);
    type(/^정산 예정액/, "9500001");
    fireEvent.blur(amount);
    expect(await screen.findByText("정산 예정액은 9,500,000원 이하여야 합니다.")).toBeInTheDocument();
    type(/^정산 예정액/, "1424");
    expect(
      await screen.findByText("유료 콘텐츠의 정산 예정액은 1,425원 이상이어야 합니다."),
    ).toBeInTheDocument();
    type(/^정산 예정액/, "9500.5");
    expect(await screen.findByText("정산 예정액은 원 단위의 정수여야 합니다.")).toBeInTheDocument();
  });

  it("keeps a pasted amount below nothing, and says what is wrong with it", async () => {
    await open();
    const price = field(/^판매가/);
    fireEvent.paste(price, { clipboardData: { getData: () => " -5,000원" } });
    expect(price).toHaveValue("-5,000원");
    expect(await screen.findByText("가격은 0원 이상이어야 합니다")).toBeInTheDocument();
    expect(screen.getByLabelText("유료")).toBeChecked();
  });

  it("says how high a price may be, of a pasted one of any length", async () => {
    await open();
    const price = field(/^판매가/);
    for (const text of ["10,000,001원", "₩99999999999999999999"]) {
      fireEvent.paste(price, { clipboardData: { getData: () => text } });
      fireEvent.blur(price);
      expect(await screen.findByText("가격은 10,000,000원 이하여야 합니다.")).toBeInTheDocument();
      fireEvent.paste(price, { clipboardData: { getData: () => " 10,000,000원" } });
      await waitFor(() => expect(screen.queryByText(/이하여야 합니다/)).toBeNull());
    }
  });

  it("takes no digit more than it has room for, and says how high a price may be", async () => {
    await open();
    const full = "9".repeat(13);
    type(/^판매가/, full);
    type(/^판매가/, `${full}9`);
    expect(field(/^판매가/)).toHaveValue(full);
    expect(await screen.findByText("가격은 10,000,000원 이하여야 합니다.")).toBeInTheDocument();
    type(/^판매가/, "15000");
    await waitFor(() => expect(screen.queryByText(/이하여야 합니다/)).toBeNull());
    expect(field(/^판매가/)).toHaveValue("15000");
  });

  it.each([
    ["-5000", "가격은 0원 이상이어야 합니다"],
    ["1e5", "가격을 숫자로 입력해주세요."],
  ])("keeps %s as it is typed, and says at once what is wrong with it", async (text, message) => {
    await open();
    const price = field(/^판매가/);
    act(() => price.focus());
    for (const [at, key] of [...text].entries()) {
      expect(fireEvent.keyDown(price, { key })).toBe(true);
      type(/^판매가/, text.slice(0, at + 1));
    }
    expect(price).toHaveValue(text);
    expect(await screen.findByText(message)).toBeInTheDocument();
    fireEvent.blur(price);
    expect(price).toHaveValue(text);
    expect(["판매가", "구매자 결제액", "정산 예정액"].map((label) => figure(label)[0])).toEqual([
      "-",
      "-",
      "-",
    ]);
    await fill();
    type("외부 링크", "https://drive.google.com/file/d/1");
    act(() => price.blur());
    send();
    await waitFor(() => expect(price).toHaveFocus());
    // Only the price kept the form from being sent.
    type(/^판매가/, "5000");
    send();
    await waitFor(() => expect(created()).not.toHaveLength(0));
    expect(created().map(({ body }): unknown => JSON.parse(body))).toMatchObject([{ price: 5000 }]);
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

  it("takes digits for a price, typed, pasted or stepped, and keeps all else with a word about it", async () => {
    await open();
    const price = field(/^판매가/);
    act(() => price.focus());
    for (const key of ["e", "-", "7"]) expect(fireEvent.keyDown(price, { key })).toBe(true);
    expect(fireEvent.keyDown(price, { key: "v", ctrlKey: true })).toBe(true);
    const paste = (text: string) => fireEvent.paste(price, { clipboardData: { getData: () => text } });
    paste("1e5");
    expect(price).toHaveValue("1e5");
    expect(await screen.findByText("가격을 숫자로 입력해주세요.")).toBeInTheDocument();
    paste("12,000원");
    expect(price).toHaveValue("12000");
    fireEvent.keyDown(price, { key: "ArrowUp" });
    expect(price).toHaveValue("13000");
    type(/^판매가/, "1500");
    fireEvent.keyDown(price, { key: "ArrowDown" });
    expect(price).toHaveValue("1500");
    expect(price).toBeEnabled();
  });

  it("makes no other amount of what is too long for it", async () => {
    await open();
    const price = field(/^판매가/);
    // By this attribute a browser would cut the text before the field could parse it.
    expect(price).not.toHaveAttribute("maxlength");
    type(/^판매가/, `${" ".repeat(9)}15000`);
    expect(price).toHaveValue("15000");
    fireEvent.paste(price, { clipboardData: { getData: () => "0000000000016000원" } });
    expect(price).toHaveValue("16000");
    type(/^판매가/, "1500.50000000000");
    expect(price).toHaveValue("1500.5000000…");
    expect(await screen.findByText("가격을 숫자로 입력해주세요.")).toBeInTheDocument();
    expect(figure("판매가")[0]).toBe("-");
    fireEvent.blur(price);
    expect(price).toHaveValue("1500.5000000…");
    type(/^판매가/, "1500");
    await waitFor(() => expect(screen.queryByText("가격을 숫자로 입력해주세요.")).toBeNull());
  });

  it("takes what the buyer pays or the seller receives, and shows the other two", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "구매자 결제액" }));
    expect(field(/^구매자 결제액/)).toHaveValue("1575");
    type(/^구매자 결제액/, "9,900");
    expect([figure("판매가")[0], figure("구매자 결제액")[0], figure("정산 예정액")[0]]).toEqual([
      "9,429원",
      "9,900원",
      "8,958원",
    ]);
    fireEvent.click(screen.getByRole("button", { name: "정산 예정액" }));
    expect(field(/^정산 예정액/)).toHaveValue("8958");
    type(/^정산 예정액/, "9500");
    expect(figure("판매가")[0]).toBe("10,000원");
    await fill();
    type(/^외부 링크/, "https://drive.google.com/file/d/1/view");
    send();
    await waitFor(() => expect(JSON.parse(created()[0]?.body ?? "{}")).toMatchObject({ price: 10_000 }));
  });

  it("says which totals are next to one that no price has, and jumps to none by itself", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "구매자 결제액" }));
    const total = field(/^구매자 결제액/);
    act(() => total.focus());
    type(/^구매자 결제액/, "10499");
    expect(total).toHaveValue("10499");
    expect(figure("판매가")[0]).toBe("-");
    fireEvent.blur(total);
    expect(
      await screen.findByText("구매자 결제액이 정확히 10,499원인 판매가는 없습니다."),
    ).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "10,500원 (판매가 10,000원)" }));
    expect(total).toHaveValue("10500");
    expect(screen.queryByRole("button", { name: /^10,498원/ })).toBeNull();
  });

  it("keeps a point that is typed, and says that won are whole", async () => {
    await open();
    const price = field(/^판매가/);
    act(() => price.focus());
    expect(fireEvent.keyDown(price, { key: "." })).toBe(true);
    type(/^판매가/, "1500.5");
    expect(price).toHaveValue("1500.5");
    fireEvent.blur(price);
    expect(await screen.findByText("가격은 원 단위의 정수여야 합니다.")).toBeInTheDocument();
    expect(price).toHaveValue("1500.5");
  });

  it("refuses prices between 1 and 1,499 won", async () => {
    await open();
    type(/^판매가/, "1499");
    fireEvent.blur(field(/^판매가/));
    expect(await screen.findByText("유료 콘텐츠의 최소 판매금액은 1,500원입니다")).toBeInTheDocument();
    const figures = () => ["판매가", "구매자 결제액", "정산 예정액"].map((label) => figure(label)[0]);
    expect(figures()).toEqual(["1,499원", "-", "-"]);
    type(/^판매가/, "1000");
    fireEvent.click(screen.getByRole("button", { name: "구매자 결제액" }));
    expect(figures()).toEqual(["-", "1,050원", "-"]);
    fireEvent.click(screen.getByRole("button", { name: "판매가" }));
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
});

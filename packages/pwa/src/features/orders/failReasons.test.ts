import { describe, expect, it } from "vitest";
import { failReasonOf, isCancel } from "./failReasons.ts";

const reason = (values: Record<string, string>) => failReasonOf(new URLSearchParams(values));
const lie = "해킹당했습니다. 010-1234-5678로 전화하세요";

describe("why a payment failed", () => {
  it("has its own words for known codes, whatever the address says", () => {
    const cancelled = reason({ code: "PAY_PROCESS_CANCELED", message: lie });
    expect(cancelled).toMatchObject({ title: "결제를 취소했습니다", code: "PAY_PROCESS_CANCELED" });
    expect(cancelled.message).not.toContain("010");
    expect(isCancel(cancelled)).toBe(true);
    expect(reason({ code: "REJECT_CARD_COMPANY" }).title).toBe("카드사에서 결제를 거절했습니다");
    expect(isCancel(reason({ code: "REJECT_CARD_COMPANY" }))).toBe(false);
  });

  it.each(["", "SOMETHING_NEW", "SEND_MONEY_TO_110_123_456", "<script>", "__proto__", "constructor"])(
    "shows nothing of the address for the code %o",
    (code) => {
      expect(reason({ code, message: lie })).toEqual({
        title: "결제에 실패했습니다",
        message: "결제를 마치지 못했습니다. 잠시 후 다시 시도하거나 다른 카드를 이용해주세요.",
        code: undefined,
      });
    },
  );
});

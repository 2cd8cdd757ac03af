import { describe, expect, it } from "vitest";
import { failReasonOf, isCancel } from "./failReasons.ts";

const reason = (values: Record<string, string>) => failReasonOf(new URLSearchParams(values));

describe("why a payment failed", () => {
  it("has its own words for known codes, whatever the address says", () => {
    const cancelled = reason({
      code: "PAY_PROCESS_CANCELED",
      message: "해킹당했습니다. 010-1234-5678로 전화하세요",
    });
    expect(cancelled).toMatchObject({ title: "결제를 취소했습니다", code: "PAY_PROCESS_CANCELED" });
    expect(cancelled.message).not.toContain("010");
    expect(isCancel(cancelled)).toBe(true);
    expect(reason({ code: "REJECT_CARD_COMPANY" }).title).toBe("카드사에서 결제를 거절했습니다");
    expect(isCancel(reason({ code: "REJECT_CARD_COMPANY" }))).toBe(false);
  });

  it("shows the given words for unknown codes: one line, not endless, without control characters", () => {
    const unknown = reason({ code: "SOMETHING_NEW", message: "한도\u202E가 \n\t 지났습니다" });
    expect(unknown).toEqual({
      title: "결제에 실패했습니다",
      message: "한도 가 지났습니다",
      code: "SOMETHING_NEW",
    });
    expect(reason({ message: "가".repeat(500) }).message).toHaveLength(201);
  });

  it("believes no code that does not look like one, and no inherited name", () => {
    expect(reason({ code: "<script>" }).code).toBeUndefined();
    expect(reason({ code: "__proto__" })).toMatchObject({ title: "결제에 실패했습니다", code: undefined });
    expect(reason({ code: "CONSTRUCTOR" }).title).toBe("결제에 실패했습니다");
  });

  it("has words without any", () => {
    expect(reason({}).message).toBe("결제를 마치지 못했습니다. 잠시 후 다시 시도해주세요.");
    expect(reason({ message: "\u200B" }).message).toBe(
      "결제를 마치지 못했습니다. 잠시 후 다시 시도해주세요.",
    );
  });
});

import { describe, expect, it } from "vitest";
import type { Schema } from "yup";
import { contentForm } from "./schemas/contents.ts";
import { priceValue } from "./schemas/fields.ts";
import { commentForm } from "./schemas/comments.ts";
import { bankAccountForm, registerForm } from "./schemas/accounts.ts";

const accepts = async (schema: Schema, value: unknown): Promise<boolean> =>
  schema.validate(value, { stripUnknown: true, abortEarly: false }).then(
    () => true,
    () => false,
  );

const person = {
  name: "홍길동",
  userId: "gildong1",
  nickname: "길동이",
  email: "gildong@example.com",
  phoneNumber: "01012345678",
  password: "Passw0rd!",
  passwordConfirm: "Passw0rd!",
  privacyConsent: true,
};

describe("a required text", () => {
  it.each([5, true, ["글"], { toString: "글" }, null])("is not %j", async (comment) => {
    expect(await accepts(commentForm, { comment })).toBe(false);
  });
  it("is what was typed, cleaned", async () => {
    expect(await commentForm.validate({ comment: " 글 " })).toMatchObject({ comment: "글" });
  });
});

describe("registerForm", () => {
  it("takes a complete person", async () => {
    expect(await accepts(registerForm, person)).toBe(true);
  });
  it.each([
    "관리자의하루",
    "노하우부자",
    "가족 👨",
    "별 ⭐",
    "ㅋㅋ멘토",
    "Ame\u0301lie",
    "김철수",
    "नमस्ते",
    "ที่ปรึกษา",
  ])("takes the nickname %s", async (nickname) => {
    expect(await accepts(registerForm, { ...person, nickname })).toBe(true);
  });
  it.each([
    { name: "김" },
    { name: "홍 길동" },
    { name: "여섯글자이름" },
    { name: "\u200b\u200b" },
    { userId: "abc1" },
    { userId: "abcdef" },
    { userId: "123456" },
    { userId: "gil-dong1" },
    { userId: `a${"1".repeat(20)}` },
    { nickname: "한" },
    { nickname: "가".repeat(21) },
    { nickname: " 한 " },
    { nickname: "\u3164\u3164" },
    { name: "홍\u200b길동" },
    { nickname: "길\u200b동이" },
    { nickname: "길동이\u202e" },
    { nickname: "길동\u3164이" },
    // All of these are invisible: such a nickname looks like one without them.
    ...["\ufe0f", "\ufe00", "\u034f", "\u180b", "\u17b4", "\u{e0100}", "\0", "\u200d", "\ufffc"].map(
      (hidden) => ({
        nickname: `길동${hidden}이`,
      }),
    ),
    // No font draws these, or over the letter before.
    ...["\ue000", "\u20e3", "\u2e3c", "\u11a8", "\u11af", "\ud7cb"].map((undrawn) => ({
      nickname: `느린${undrawn}`,
    })),
    // Marks that no Korean or Latin letter takes: drawn as a faint dot, or not at all.
    ...["\u0323", "\u05b0", "\u0610", "\u07a6", "\u302e", "\u0301"].map((mark) => ({
      nickname: `느린투자노트${mark}`,
    })),
    { nickname: "\u0e34한국" },
    { nickname: "길동이\0" },
    { nickname: "노하우" },
    { nickname: "관 리 자" },
    { nickname: "노하우_관리자" },
    { nickname: "[운영자]" },
    { nickname: "운영자님" },
    { nickname: "ＡＤＭＩＮ" },
    { nickname: "KnowHow Admin" },
    { nickname: "탈퇴한 사용자" },
    { email: "gildong" },
    { email: "gil dong@example.com" },
    { email: "a@b" },
    { phoneNumber: "010-1234-5678" },
    { phoneNumber: "0101234" },
    { password: "Passw0rd", passwordConfirm: "Passw0rd" },
    { password: "Pas0rd!", passwordConfirm: "Pas0rd!" },
    { passwordConfirm: "Passw0rd?" },
    { privacyConsent: false },
    { privacyConsent: "true" },
    { privacyConsent: 1 },
    { privacyConsent: undefined },
  ])("refuses %j", async (wrong) => {
    expect(await accepts(registerForm, { ...person, ...wrong })).toBe(false);
  });
});

it.each(["산책  장인", "산책 \t 장인", "산책\u3000장인", "산책\u00a0장인", " 산책\ufeff 장인 "])(
  "takes the nickname %j for the one with a single space",
  async (nickname) => {
    expect((await registerForm.validate({ ...person, nickname })).nickname).toBe("산책 장인");
  },
);

it("strips spaces and hyphens from an account number", async () => {
  const form = await bankAccountForm.validate({
    bankName: "KB국민은행",
    accountNumber: "123-456 7890",
    accountHolder: "홍길동",
  });
  expect(form.accountNumber).toBe("1234567890");
});

describe("contentForm", () => {
  const content = {
    title: "제목",
    description: "설명",
    category: "stock",
    price: 10_000,
    fileUrls: ["/objects/uploads/a"],
  };
  const codesOf = async (value: unknown): Promise<(string | undefined)[]> => {
    try {
      await contentForm.validate(value, { abortEarly: false });
      return [];
    } catch (error) {
      const { inner } = error as { inner: { type?: string }[] }; // A ValidationError, as asked for above.
      return inner.map(({ type }) => type);
    }
  };
  it("tidies the spaces of a title, not those of a file's name", async () => {
    const given = { ...content, title: " 산책  지도 ", fileNames: [" 산책  지도.pdf "] };
    expect(await contentForm.validate(given)).toMatchObject({
      title: "산책 지도",
      fileNames: ["산책  지도.pdf"],
    });
  });
  it("takes files or one link", async () => {
    expect(await codesOf(content)).toEqual([]);
    expect(await codesOf({ ...content, fileUrls: ["https://drive.google.com/x"] })).toEqual([]);
  });
  it.each([
    [{ price: 1_499 }, "PRICE_TOO_LOW"],
    [{ price: 1 }, "PRICE_TOO_LOW"],
    [{ fileUrls: [] }, "FILE_OR_LINK_REQUIRED"],
    [{ fileUrls: undefined }, "FILE_OR_LINK_REQUIRED"],
    [{ fileUrls: ["https://bit.ly/x"] }, "UNTRUSTED_LINK"],
    [{ fileUrls: ["http://drive.google.com/x"] }, "UNTRUSTED_LINK"],
    [{ fileUrls: ["/objects/uploads/a", "/objects/uploads/a"] }, "distinct"],
    [{ fileUrls: ["/objects/uploads/a", "https://drive.google.com/x"] }, "single"],
    [{ fileUrls: ["a", "b", "c", "d", "e", "f"].map((id) => `/objects/uploads/${id}`) }, "max"],
    [{ fileUrls: ["/objects/../secret"] }, "path"],
    [{ fileNames: ["a", "b"] }, "length"],
    [{ price: -1 }, "min"],
    [{ price: 10_000_001 }, "max"],
    [{ price: 1_500.5 }, "integer"],
    [{ title: "  " }, "required"],
    [{ title: "가".repeat(256) }, "max"],
    [{ category: "stocks" }, "oneOf"],
  ])("%j gives %s", async (wrong, code) => {
    expect(await codesOf({ ...content, ...wrong })).toContain(code);
  });
});

it("counts a comment in code points and refuses one that can not be seen", async () => {
  expect(await accepts(commentForm, { comment: "😀".repeat(1_000) })).toBe(true);
  expect(await accepts(commentForm, { comment: "가".repeat(1_001) })).toBe(false);
  expect(await accepts(commentForm, { comment: "\u200b \u2060" })).toBe(false);
});

describe("the price in an answer", () => {
  it.each([0, 1_500, 10_000_000])("may be %d", async (price) => {
    expect(await accepts(priceValue, price)).toBe(true);
  });
  it.each([-1, -1_500, 1, 1_499, 1_500.5, 10_000_001, null])("is never %s", async (price) => {
    expect(await accepts(priceValue, price)).toBe(false);
  });
});

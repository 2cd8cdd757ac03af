import { describe, expect, it } from "vitest";
import { bannerWords } from "./bannerWords.ts";

const at = (
  pathname: string,
  state: { isOnline?: boolean; age?: string; count?: number; isUnkept?: boolean } = {},
) => bannerWords({ pathname, isOnline: false, age: undefined, count: 0, ...state });

describe("the banner", () => {
  it("says nothing while all is well, and what is left unsent", () => {
    expect(at("/upload", { isOnline: true })).toBeUndefined();
    expect(at("/market", { isOnline: true, count: 2 })).toBe("아직 보내지 못한 것이 있어요.");
  });

  it("says first that something ends with the page, where it does", () => {
    const rest = "이 창을 닫으면 보낼 것이 사라져요.";
    const state = { age: "5분 전", count: 1, isUnkept: true };
    expect(at("/chat/1", state)).toBe(`인터넷 연결이 없어요. ${rest}`);
    expect(at("/upload", { ...state, isOnline: true })).toBe(`연결이 원활하지 않아요. ${rest}`);
    expect(at("/market", { isOnline: true, count: 1, isUnkept: true })).toBe(`아직 못 보냈어요. ${rest}`);
  });

  it.each(["/upload", "/edit-content/8a0c8c6e"])(
    "says on %s that the form works without a network",
    (path) => {
      const words = "쓴 내용은 이 기기에 저장되고, 등록은 연결되면 진행돼요.";
      expect(at(path)).toBe(`인터넷에 연결되어 있지 않습니다. ${words}`);
      // The age of the person's own name is not the age of the form.
      expect(at(path, { age: "5분 전" })).toBe(`인터넷에 연결되어 있지 않습니다. ${words}`);
      expect(at(path, { age: "5분 전", isOnline: true })).toBe(`연결이 원활하지 않아요. ${words}`);
    },
  );

  it("says on /drafts what of it is here", () => {
    expect(at("/drafts", { age: "5분 전" })).toMatch(/이 기기에 있는 글은 이어서 쓸 수 있어요\.$/);
  });

  it.each(["/admin", "/reports", "/reports/1", "/admin-chats"])("says on %s what has to wait", (path) => {
    expect(at(path)).toMatch(/쓰던 글은 그대로 있고, 처리는 연결된 뒤에 할 수 있어요\.$/);
    expect(at(path, { count: 1 })).toBe("인터넷 연결이 없어요. 쓰던 글은 그대로 있어요.");
  });

  it.each([
    "/",
    "/market",
    "/orders",
    "/orders/1",
    "/seller",
    "/profile",
    "/content/1",
    "/chat",
    "/chat/1",
    "/user-admin-chats",
  ])("says how old %s is", (path) => {
    expect(at(path, { age: "5분 전" })).toMatch(/5분 전에 저장한 내용이에요\.$/);
    expect(at(path, { age: "5분 전", isOnline: true })).toBe(
      "연결이 원활하지 않아요. 5분 전에 저장한 내용이에요.",
    );
    expect(at(path)).toMatch(/일부 기능은 연결된 뒤에 이용할 수 있어요\.$/);
  });

  it("says no age where the device does not have what the screen is for", () => {
    const state = { age: "5분 전", isBare: true };
    expect(at("/content/1", state)).toMatch(/일부 기능은 연결된 뒤에 이용할 수 있어요\.$/);
    expect(at("/chat/1", { ...state, isOnline: true })).toBe("연결이 원활하지 않아요.");
    expect(at("/chat/1", { ...state, count: 1 })).toBe("인터넷 연결이 없어요.");
  });

  it.each([
    ["/terms", "인터넷 연결이 없어요.", "연결이 원활하지 않아요."],
    ["/chat/1", "인터넷 연결이 없어요. 5분 전 내용이에요.", "연결이 원활하지 않아요. 5분 전 내용이에요."],
    [
      "/upload",
      "인터넷 연결이 없어요. 쓴 내용은 이 기기에 저장돼요.",
      "연결이 원활하지 않아요. 쓴 내용은 이 기기에 저장돼요.",
    ],
  ])("leaves room on %s for the count of what waits", (path, offline, slow) => {
    expect(at(path, { age: "5분 전", count: 3 })).toBe(offline);
    expect(at(path, { age: "5분 전", count: 3, isOnline: true })).toBe(slow);
  });

  it.each(["/terms", "/faq", "/login", "/checkout/1", "/payment-success"])(
    "says no age on %s, which keeps nothing",
    (path) => {
      expect(at(path, { age: "5분 전" })).toMatch(/일부 기능은 연결된 뒤에 이용할 수 있어요\.$/);
    },
  );
});

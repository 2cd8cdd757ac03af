import { describe, expect, it, vi } from "vitest";
import { createTextSearch } from "./markText.ts";

const search = (html: string, wanted: string) => {
  const box = document.createElement("div");
  box.innerHTML = html;
  document.body.replaceChildren(box);
  const onFound = vi.fn<Parameters<typeof createTextSearch>[1]>();
  // jsdom measures nothing.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Element.prototype.scrollIntoView = () => undefined;
  createTextSearch(box, onFound).find(wanted, "first");
  const [found] = onFound.mock.lastCall ?? [];
  return { total: found?.total, marked: window.getSelection()?.toString() };
};

describe("the search in a text", () => {
  it.each([
    ["<p>기분으로 산 것은</p><p>모두 후회했다</p>", "것은 모두", "것은모두"],
    [
      "<table><tr><td>월</td><td>거래 수</td></tr><tr><td>4월</td></tr></table>",
      "월 거래 수 4",
      "월거래 수4",
    ],
    ["<p>한 줄은\n두 줄이다</p>", "줄은 두  줄", "줄은\n두 줄"],
    ["<p>ETF (1+1)?</p>", "etf (1+1)?", "ETF (1+1)?"],
  ])("finds in %s what was asked: %s", (html, wanted, marked) => {
    expect(search(html, wanted)).toEqual({ total: 1, marked });
  });

  it("counts each match, and finds none that is not there", () => {
    expect(search("<p>주식 주식</p><p>주식</p>", "주식")).toEqual({ total: 3, marked: "주식" });
    expect(search("<p>주</p><p>식</p>", "주식").total).toBe(0);
  });
});

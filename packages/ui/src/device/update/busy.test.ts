import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, expect, it } from "vitest";
import { holdPage, isBusy, watchTyping } from "./busy.ts";

afterAll(watchTyping());

afterEach(() => {
  document.body.replaceChildren();
});

const write = (html: string, text: string) => {
  document.body.innerHTML = html;
  const box = document.querySelector("input, textarea");
  if (!box) throw new Error("the test has no box");
  fireEvent.input(box, { target: { value: text } });
  return box;
};

it("holds the page while anybody needs it", () => {
  let isNeeded = true;
  const release = holdPage(() => isNeeded);
  const releaseOther = holdPage();
  expect(isBusy()).toBe(true);
  releaseOther();
  expect(isBusy()).toBe(true);
  isNeeded = false;
  expect(isBusy()).toBe(false);
  isNeeded = true;
  release();
  expect(isBusy()).toBe(false);
});

it.each([["<textarea></textarea>"], ["<input>"], ["<input type=password>"]])(
  "what was typed into %s is not interrupted, until it is sent or the screen is left",
  (html) => {
    const box = write(html, "쓰는 중");
    expect(isBusy()).toBe(true);
    fireEvent.input(box, { target: { value: "" } });
    expect(isBusy()).toBe(false);
    fireEvent.input(box, { target: { value: "다시" } });
    expect(isBusy()).toBe(true);
    box.remove();
    expect(isBusy()).toBe(false);
  },
);

it("a search is no loss: it stands in the address", () => {
  write(`<form role="search"><input></form>`, "주식");
  expect(isBusy()).toBe(false);
});

import Dialog from "@mui/material/Dialog";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useEffect, useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { useFocusAfterRemoval } from "./useFocusAfterRemoval.ts";

let removeAll: () => void;

/** Rows that a dialog removes one by one, and a button beside the list, or an event, all at once. */
const Rows = () => {
  const list = useRef<HTMLUListElement>(null);
  useFocusAfterRemoval(list);
  const [rows, setRows] = useState(["가", "나"]);
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    removeAll = () => setRows([]);
  }, []);
  return (
    <>
      <p>위에 있는 글</p>
      <ul ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <li key={row}>
            <button onClick={() => setAsked(row)}>{row} 결정</button>
          </li>
        ))}
      </ul>
      <button onClick={() => setRows([])}>비우기</button>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)}>
        <button onClick={() => setRows((known) => known.filter((row) => row !== asked))}>지우기</button>
        <button onClick={() => setAsked(undefined)}>닫기</button>
      </Dialog>
    </>
  );
};

it("has the list take the focus where the row goes before its dialog, and leaves it to a row that stays", async () => {
  const user = userEvent.setup();
  render(<Rows />);
  await user.click(screen.getByRole("button", { name: "나 결정" }));
  await user.click(screen.getByRole("button", { name: "닫기" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "나 결정" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "가 결정" }));
  await user.click(screen.getByRole("button", { name: "지우기" }));
  await user.click(screen.getByRole("button", { name: "닫기" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("list"));
});

it("takes no focus that is elsewhere", async () => {
  const user = userEvent.setup();
  render(<Rows />);
  screen.getByRole("button", { name: "가 결정" }).focus();
  await user.click(screen.getByRole("button", { name: "비우기" }));
  await expect.poll(() => screen.queryByRole("listitem")).toBeNull();
  expect(screen.getByRole("button", { name: "비우기" })).toHaveFocus();
  screen.getByRole("button", { name: "비우기" }).blur();
  expect(document.body).toHaveFocus();
});

it("takes no focus from a person who has clicked beside the list before an event removes the row", async () => {
  const user = userEvent.setup();
  render(<Rows />);
  const row = screen.getByRole("button", { name: "가 결정" });
  row.focus();
  await user.click(screen.getByText("위에 있는 글"));
  expect(document.body).toHaveFocus();
  act(() => removeAll());
  await expect.poll(() => screen.queryByRole("listitem")).toBeNull();
  expect(document.body).toHaveFocus();
});

it("takes the focus where an event removes the row that has it, and scrolls nothing", async () => {
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  render(<Rows />);
  screen.getByRole("button", { name: "가 결정" }).focus();
  act(() => removeAll());
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("list"));
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  focus.mockRestore();
});

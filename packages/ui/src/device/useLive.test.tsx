import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createLiveValue } from "../client/liveValue.ts";
import { hasSameRows, useLive } from "./useLive.ts";

it("draws a screen anew for the rows that it selects, and not for others", () => {
  const [one, two, three] = ["하나", "둘", "셋"].map((text) => ({ text }));
  const rows = createLiveValue([one, two]);
  let drawn = 0;
  const Firsts = ({ count }: { count: number }) => {
    const selected = useLive(rows, (all) => all.slice(0, count), hasSameRows);
    drawn += 1;
    return selected.map((row) => row?.text).join(" ");
  };
  const { rerender, unmount } = render(<Firsts count={1} />);
  act(() => rows.set([one, three]));
  expect([drawn, screen.getByText("하나").textContent]).toEqual([1, "하나"]);
  act(() => rows.set([two, three]));
  expect([drawn, screen.getByText("둘").textContent]).toEqual([2, "둘"]);
  // By another selection, of the same rows.
  rerender(<Firsts count={2} />);
  expect(screen.getByText("둘 셋")).toBeInTheDocument();
  unmount();
  rows.set([]);
  expect(drawn).toBe(3);
});

import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { describe, expect, it, vi } from "vitest";
import { useSwipe } from "./useSwipe.ts";

const Reader = ({ onSwipe }: { onSwipe: (direction: 1 | -1) => void }) => {
  const box = useRef<HTMLDivElement>(null);
  useSwipe(box, onSwipe);
  return (
    <div ref={box}>
      <p>막대</p>
      <div role="region" aria-label="문서">
        <p>글</p>
        <div style={{ overflowX: "auto" }} data-testid="table">
          <p>표</p>
        </div>
      </div>
    </div>
  );
};

const swipe = (target: HTMLElement, [fromX, fromY]: [number, number], [toX, toY]: [number, number]) => {
  const at = (clientX: number, clientY: number) => ({ clientX, clientY });
  fireEvent.touchStart(target, { touches: [at(fromX, fromY)] });
  fireEvent.touchEnd(target, { touches: [], changedTouches: [at(toX, toY)] });
};

describe("a swipe over a document", () => {
  it("turns to the next page and back", () => {
    const onSwipe = vi.fn();
    render(<Reader onSwipe={onSwipe} />);
    swipe(screen.getByText("글"), [300, 400], [200, 410]);
    swipe(screen.getByText("글"), [200, 400], [300, 390]);
    expect(onSwipe.mock.calls).toEqual([[1], [-1]]);
  });

  it("is neither a scroll, a second finger, the system's gesture at the edge, nor one on the bars", () => {
    const onSwipe = vi.fn();
    render(<Reader onSwipe={onSwipe} />);
    const text = screen.getByText("글");
    swipe(text, [300, 400], [200, 480]);
    swipe(text, [300, 400], [260, 400]);
    swipe(text, [10, 400], [200, 400]);
    swipe(screen.getByText("막대"), [300, 400], [200, 400]);
    const fingers = [
      { clientX: 300, clientY: 400 },
      { clientX: 350, clientY: 400 },
    ];
    fireEvent.touchStart(text, { touches: fingers });
    fireEvent.touchEnd(text, { touches: [], changedTouches: [{ clientX: 100, clientY: 400 }] });
    expect(onSwipe).not.toHaveBeenCalled();
  });

  it("moves a screen that is zoomed in", () => {
    const onSwipe = vi.fn();
    render(<Reader onSwipe={onSwipe} />);
    vi.stubGlobal("visualViewport", { scale: 2 });
    swipe(screen.getByText("글"), [300, 400], [200, 400]);
    vi.unstubAllGlobals();
    expect(onSwipe).not.toHaveBeenCalled();
  });

  it("scrolls a table that is wider than the window", () => {
    const onSwipe = vi.fn();
    render(<Reader onSwipe={onSwipe} />);
    const table = screen.getByTestId("table");
    vi.spyOn(table, "clientWidth", "get").mockReturnValue(300);
    const width = vi.spyOn(table, "scrollWidth", "get").mockReturnValue(900);
    swipe(screen.getByText("표"), [300, 400], [200, 400]);
    expect(onSwipe).not.toHaveBeenCalled();
    width.mockReturnValue(300);
    swipe(screen.getByText("표"), [300, 400], [200, 400]);
    expect(onSwipe).toHaveBeenCalledWith(1);
  });
});

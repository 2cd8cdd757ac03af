import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastProvider, useToast, type ToastMessage } from "./ToastProvider.tsx";

const Trigger = (message: ToastMessage) => {
  const toast = useToast();
  return <button onClick={() => toast(message)}>{`show ${message.title}`}</button>;
};

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

const setUp = () => {
  render(
    <ToastProvider>
      <Trigger title="하나" description="첫 번째" />
      <Trigger title="둘" variant="destructive" />
    </ToastProvider>,
  );
  return { press: (title: string) => fireEvent.click(screen.getByText(`show ${title}`)) };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("toasts", () => {
  it("stand one at a time in a status region", () => {
    const { press } = setUp();
    const status = screen.getByRole("status");
    press("하나");
    expect(status).toHaveTextContent("하나첫 번째");
    press("둘");
    expect(status).toHaveTextContent(/^둘$/);
  });

  it("go after five seconds, not while they are pointed at", () => {
    const { press } = setUp();
    press("하나");
    pass(4_999);
    expect(screen.getByText("하나")).toBeInTheDocument();
    fireEvent.pointerEnter(screen.getByText("하나"));
    pass(60_000);
    expect(screen.getByText("하나")).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByText("하나").closest("[class*=MuiPaper]") ?? document.body);
    pass(5_000);
    expect(screen.queryByText("하나")).toBeNull();
  });

  it("give a second toast its own five seconds", () => {
    const { press } = setUp();
    press("하나");
    pass(4_000);
    press("둘");
    pass(4_000);
    expect(screen.getByText("둘")).toBeInTheDocument();
    pass(1_000);
    expect(screen.queryByText("둘")).toBeNull();
  });

  it.each([
    [49, true],
    [50, false],
    [-50, false],
  ])("pulled %i px aside: still there %s", (distance, isThere) => {
    const { press } = setUp();
    press("하나");
    const text = screen.getByText("하나");
    fireEvent.pointerDown(text, { clientX: 100 });
    fireEvent.pointerMove(text, { clientX: 100 + distance });
    fireEvent.pointerUp(text, { clientX: 100 + distance });
    expect(screen.queryByText("하나") !== null).toBe(isThere);
  });

  it("are reached with F8 and closed by their button", () => {
    const { press } = setUp();
    press("하나");
    fireEvent.keyDown(window, { key: "F8" });
    expect(screen.getByRole("region", { name: "알림 (F8)" })).toHaveFocus();
    fireEvent.click(screen.getByRole("button", { name: "알림 닫기" }));
    expect(screen.queryByText("하나")).toBeNull();
  });
});

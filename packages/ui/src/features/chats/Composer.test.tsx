import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Composer } from "./Composer.tsx";

/** Keeps the typed text and gives it back with the next drawing, as a conversation does. */
const RememberedComposer = () => {
  const [text, setText] = useState("쓰다 만 글");
  return <Composer keptText={text} onTextChange={setText} onSend={() => undefined} />;
};

describe("the box for a message", () => {
  it("goes on behind what was kept, and leaves the cursor alone while somebody writes", () => {
    render(<RememberedComposer />);
    const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "메시지" });
    expect(box.selectionStart).toBe("쓰다 만 글".length);
    box.focus();
    const moved = vi.spyOn(box, "setSelectionRange");
    fireEvent.change(box, { target: { value: "쓰다가 만 글" } });
    expect(box).toHaveValue("쓰다가 만 글");
    expect(moved).not.toHaveBeenCalled();
  });

  it("hands a message on before its text is forgotten", () => {
    const told: string[] = [];
    render(
      <Composer
        keptText=""
        onTextChange={(text) => told.push(`kept: ${text}`)}
        onSend={(text) => told.push(`sent: ${text}`)}
      />,
    );
    fireEvent.change(screen.getByRole("textbox", { name: "메시지" }), { target: { value: "안녕하세요" } });
    fireEvent.click(screen.getByRole("button", { name: "보내기" }));
    expect(told).toEqual(["kept: 안녕하세요", "sent: 안녕하세요", "kept: "]);
  });
});

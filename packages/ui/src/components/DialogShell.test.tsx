import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useState } from "react";
import { DialogShell } from "./DialogShell.tsx";

const Form = () => {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(true);
  return (
    <DialogShell isOpen={isOpen} title="이유" onClose={() => setIsOpen(false)} isForm isTyped={text !== ""}>
      <input aria-label="이유" value={text} onChange={({ target }) => setText(target.value)} />
    </DialogShell>
  );
};

const form = () => screen.queryByRole("dialog", { name: "이유" });
const question = () => screen.queryByRole("dialog", { name: "저장하지 않고 닫을까요?" });

it("is closed by Escape at once while nothing is typed", async () => {
  render(<Form />);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(form()).toBeNull());
  expect(question()).toBeNull();
});

it.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["its button", () => userEvent.click(screen.getByRole("button", { name: "닫기" }))],
])("asks before %s closes it with something typed", async (_what, leave) => {
  render(<Form />);
  await userEvent.type(screen.getByRole("textbox"), "얼굴이 보입니다");
  await leave();
  await waitFor(() => expect(question()).not.toBeNull());
  // A second press takes the question back, nothing else.
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(question()).toBeNull());
  expect(screen.getByRole("textbox")).toHaveValue("얼굴이 보입니다");
  await leave();
  await userEvent.click(await screen.findByRole("button", { name: "닫기" }));
  await waitFor(() => expect(form()).toBeNull());
});

import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { sellingSchema } from "@knowhow/ui/device/drafts/sellingSchema.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { fireEvent, screen, within } from "@testing-library/react";
import { useWatch } from "react-hook-form";
import { expect, it } from "vitest";
import { TagsField } from "./TagsField.tsx";

const Form = ({ tags }: { tags: string[] | undefined }) => {
  const form = useContractForm(sellingSchema, { ...emptyState.values, ...(tags ? { tags } : {}) });
  const value = useWatch({ control: form.control, name: "tags" });
  return (
    <form aria-label="글">
      <TagsField form={form} />
      <output aria-label="값">{JSON.stringify(value)}</output>
    </form>
  );
};

const open = (tags?: string[]) => {
  renderAt(<Form tags={tags} />, "/upload");
  const input = screen.getByLabelText<HTMLInputElement>("태그");
  return {
    input,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    press: (key: string, more: object = {}) => fireEvent.keyDown(input, { key, ...more }),
    value: (): unknown => JSON.parse(screen.getByLabelText("값").textContent || "null"),
    chips: () =>
      screen.queryByRole("list", { name: "입력한 태그" }) === null
        ? []
        : within(screen.getByRole("list", { name: "입력한 태그" }))
            .getAllByRole("button")
            .map((chip) => chip.textContent),
  };
};

it("adds a tag by Enter, a comma or leaving the field, and each of them once", () => {
  const { input, type, press, value, chips } = open();
  type(" #주식 ");
  // In the form while it is typed, so that nothing is lost.
  expect([value(), chips()]).toEqual([["주식"], []]);
  // Enter that ends a composition, as browsers and Safari tell of it.
  press("Enter", { isComposing: true });
  press("Enter", { keyCode: 229 });
  expect(chips()).toEqual([]);
  expect(press("Enter")).toBe(false);
  expect([value(), chips(), input.value]).toEqual([["주식"], ["주식"], ""]);
  press("Enter");
  type("재테크,주 식, 적금");
  expect([chips(), input.value]).toEqual([["주식", "재테크"], " 적금"]);
  fireEvent.blur(input);
  expect([value(), chips()]).toEqual([
    ["주식", "재테크", "적금"],
    ["주식", "재테크", "적금"],
  ]);
  // One that is there already, on the way to another.
  type("주식");
  expect(value()).toEqual(["주식", "재테크", "적금"]);
  type("주식회사");
  expect(value()).toEqual(["주식", "재테크", "적금", "주식회사"]);
  type("");
  expect(value()).toEqual(["주식", "재테크", "적금"]);
});

it("removes a tag by its chip and the last one by Backspace, and says what can be none", () => {
  const { input, type, press, value, chips } = open(Array.from({ length: 10 }, (_, index) => `태그${index}`));
  type("하나 더");
  press("Enter");
  expect([chips().length, input.value]).toEqual([10, "하나 더"]);
  expect(screen.getByText("태그는 최대 10개까지 등록할 수 있습니다.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "태그0 태그 삭제" }));
  press("Enter");
  expect([chips().at(0), chips().at(-1), input.value]).toEqual(["태그1", "하나 더", ""]);
  press("Backspace", { isComposing: true });
  press("Backspace");
  expect(value()).toEqual(Array.from({ length: 9 }, (_, index) => `태그${index + 1}`));
  const long = "가".repeat(21);
  type(`${long},재테크,`);
  expect([chips().at(-1), input.value]).toEqual(["재테크", long]);
  press("Backspace");
  fireEvent.click(screen.getByRole("button", { name: "재테크 태그 삭제" }));
  type(long);
  expect(screen.getByText("태그는 20자 이하여야 합니다.")).toBeInTheDocument();
  expect(value()).toHaveLength(9);
});

import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { emptyState, type SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { sellingSchema } from "@knowhow/ui/device/drafts/sellingSchema.ts";
import { buildSuggestion } from "./testing.ts";
import { suggestedFields, useApplying, valuesOf } from "./useApplying.ts";

const suggested = valuesOf(buildSuggestion());
const render = (values: Partial<SellingValues> = {}, isNew = true) =>
  renderHook(() => {
    const form = useContractForm(sellingSchema, { ...emptyState.values, ...values });
    return { form, applying: useApplying(form, isNew) };
  }).result;
const applyStates = ({ current }: ReturnType<typeof render>, of = suggested) =>
  suggestedFields.map((field) => current.applying.stateOf(field, of));

describe("how the form stands to a suggestion", () => {
  it("is free where nothing was typed, the price that a new form begins with among it", () => {
    expect(applyStates(render())).toEqual(["free", "free", "free", "free"]);
    expect(applyStates(render({ title: "  ", price: "" as never }))).toEqual([
      "free",
      "free",
      "free",
      "free",
    ]);
  });

  it("is the person's own where something was typed or saved", () => {
    expect(applyStates(render({ title: "내 제목", price: 3_000 }))).toEqual(["own", "free", "free", "own"]);
    expect(applyStates(render({ category: "music" }, false))).toEqual(["free", "free", "own", "own"]);
  });

  it("is the same where it holds the very value, a price also as text", () => {
    expect(applyStates(render({ title: suggested.title, price: "9900" as never }))).toEqual(
      ["same", "free", "free", "same"], // oxfmt-ignore
    );
  });
});

describe("applying", () => {
  it("fills one field or all, and gives back what was there", () => {
    const result = render({ title: "내 제목" });
    act(() => void result.current.applying.apply(["description"], suggested));
    expect(applyStates(result)).toEqual(["own", "applied", "free", "free"]);
    act(() => void result.current.applying.apply(suggestedFields, suggested));
    expect(result.current.form.getValues()).toMatchObject(suggested);
    expect(applyStates(result)).toEqual(["applied", "applied", "applied", "applied"]);
    act(() => result.current.applying.undoField("title"));
    expect(result.current.form.getValues("title")).toBe("내 제목");
    act(() => result.current.applying.undoAll());
    expect(result.current.form.getValues()).toEqual({ ...emptyState.values, title: "내 제목" });
    expect(result.current.form.getFieldState("description").error).toBeUndefined();
  });

  it("makes a content free where 0 is suggested", () => {
    const result = render();
    const free = valuesOf(buildSuggestion({ suggestedPrice: 0 }));
    act(() => void result.current.applying.apply(["price"], free));
    expect(result.current.form.getValues("price")).toBe(0);
    expect(applyStates(result, free)[3]).toBe("applied");
  });

  it("covers its own earlier suggestion without a question, and undoes to what the person had", () => {
    const result = render({ title: "내 제목" });
    act(() => void result.current.applying.apply(["title"], suggested));
    const second = valuesOf(buildSuggestion({ title: "다른 제안" }));
    expect(applyStates(result, second)[0]).toBe("free");
    act(() => void result.current.applying.apply(["title"], second));
    act(() => result.current.applying.undoField("title"));
    expect(result.current.form.getValues("title")).toBe("내 제목");
  });

  it("leaves alone what was changed after it was applied", () => {
    const result = render();
    let done: ReturnType<typeof result.current.applying.apply> | undefined;
    act(() => {
      done = result.current.applying.apply(suggestedFields, suggested);
    });
    act(() => result.current.form.setValue("title", "내가 고친 제목"));
    expect(applyStates(result)[0]).toBe("own");
    act(() => result.current.applying.undo(done ?? {}));
    expect(result.current.form.getValues()).toEqual({ ...emptyState.values, title: "내가 고친 제목" });
  });
});

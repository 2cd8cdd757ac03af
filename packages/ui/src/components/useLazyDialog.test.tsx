import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderAt } from "../testing/render.tsx";
import { useLazyDialog, type DialogProps } from "./useLazyDialog.ts";

const Dialog = ({ isOpen }: DialogProps) => (isOpen ? <div role="dialog">열림</div> : null);

describe("a dialog that is loaded later", () => {
  it("says when its code can not be had, and gets it when it is wanted again", async () => {
    let tries = 0;
    const load = () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(Dialog);
    };
    const Host = () => {
      const { Dialog: Loaded, props } = useLazyDialog("own", load);
      return (
        <>
          <button onClick={props.onOpen}>열기</button>
          {Loaded ? <Loaded {...props} /> : null}
        </>
      );
    };
    renderAt(<Host />);
    fireEvent.click(screen.getByText("열기"));
    expect(await screen.findByText("AI 도우미를 불러오지 못했습니다")).toBeInTheDocument();
    fireEvent.click(screen.getByText("열기"));
    expect(await screen.findByRole("dialog")).toBeInTheDocument();
    expect(tries).toBe(2);
  });
});

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderAt } from "../testing/render.tsx";
import { useDialogEntry } from "./useDialogEntry.ts";

const Host = () => {
  const one = useDialogEntry("one");
  const other = useDialogEntry("other");
  return (
    <>
      <button onClick={one.open}>열기</button>
      <button
        onClick={() => {
          one.close();
          one.close();
        }}
      >
        닫기
      </button>
      {one.isOpen ? <p>하나</p> : null}
      {other.isOpen ? <p>둘</p> : null}
    </>
  );
};

/** A screen that was come to from another one. */
const open = async () => {
  const { router } = renderAt(<Host />, "/before");
  await act(() => router.navigate("/screen?a=1#here", { state: { notice: "kept" } }));
  fireEvent.click(screen.getByText("열기"));
  expect(await screen.findByText("하나")).toBeInTheDocument();
  expect(screen.queryByText("둘")).toBeNull();
  return router;
};
const closed = () => expect(screen.queryByText("하나")).toBeNull();

it("is closed by the way back, which stays on the screen, and opened again by the way forward", async () => {
  const router = await open();
  const { pathname, search, hash, state } = router.state.location;
  expect([pathname + search + hash, state]).toEqual(["/screen?a=1#here", { notice: "kept", dialog: "one" }]);
  await act(() => router.navigate(-1));
  closed();
  expect(router.state.location).toMatchObject({ pathname: "/screen", state: { notice: "kept" } });
  await act(() => router.navigate(1));
  expect(await screen.findByText("하나")).toBeInTheDocument();
});

it("leaves nothing behind when it is closed by its own button, pressed twice or not", async () => {
  const router = await open();
  fireEvent.click(screen.getByText("닫기"));
  closed();
  await waitFor(() => expect(router.state.location.state).toEqual({ notice: "kept" }));
  expect(router.state.location.pathname).toBe("/screen");
  closed();
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/before");
});

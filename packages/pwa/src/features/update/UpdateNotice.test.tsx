import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { isBusy, useHold } from "@knowhow/ui/device/update/busy.ts";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { lookBy, offerUpdate, takeUpdate } from "./updates.ts";
import { testPlatform } from "@knowhow/ui/testing/platform.ts";

bePatient();

afterEach(() => {
  act(() => {
    offerUpdate(undefined);
  });
});

const Paying = () => {
  useHold();
  return <h1>결제</h1>;
};

/** Timers without a time run in their order: the notice has decided about the screen by then. */
const nextTurn = () => act(() => new Promise((resolve) => setTimeout(resolve)));

const open = async () => {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <Outlet />
          <UpdateNotice />
        </>
      ),
      children: [
        { path: "/", element: <h1>홈</h1> },
        { path: "/write", element: <textarea aria-label="글" /> },
        { path: "/pay", element: <Paying /> },
      ],
    },
  ]);
  const queryClient = createQueryClient();
  render(
    <Providers platform={testPlatform} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByText("홈");
  const apply = vi.fn();
  act(() => {
    offerUpdate(apply);
  });
  expect(await screen.findByRole("group", { name: "새 버전이 있어요" })).toBeInTheDocument();
  const goTo = async (path: string) => {
    await act(() => router.navigate(path));
    await nextTurn();
  };
  return { apply, goTo, queryClient };
};

const press = () => {
  fireEvent.click(screen.getByRole("button", { name: "지금 적용" }));
};

it("waits on the screen where it came, and is let in with the next one", async () => {
  const { apply, goTo } = await open();
  await nextTurn();
  expect(apply).not.toHaveBeenCalled();
  await goTo("/write");
  expect(apply).toHaveBeenCalledTimes(1);
});

it("is let in by its button", async () => {
  const { apply } = await open();
  press();
  expect(apply).toHaveBeenCalledTimes(1);
});

it("interrupts neither a payment nor writing, and says so", async () => {
  const { apply, goTo } = await open();
  await goTo("/pay");
  expect(apply).not.toHaveBeenCalled();
  press();
  expect(apply).not.toHaveBeenCalled();
  expect(screen.getByText(/하던 일이 끝나지 않아/)).toBeInTheDocument();
  await goTo("/");
  expect(apply).toHaveBeenCalledTimes(1);
});

it("waits for what is being asked of the server", async () => {
  const { apply, goTo, queryClient } = await open();
  let answer: () => void = () => undefined;
  const asked = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => new Promise<void>((resolve) => (answer = resolve)) })
    .execute(undefined);
  await goTo("/write");
  press();
  expect([isBusy(), apply.mock.calls]).toEqual([true, []]);
  await act(async () => {
    answer();
    await asked;
  });
  expect(isBusy()).toBe(false);
  press();
  expect(apply).toHaveBeenCalledTimes(1);
});

it("goes away by its cross and is let in all the same", async () => {
  const { apply, goTo } = await open();
  fireEvent.click(screen.getByRole("button", { name: "새 버전 알림 닫기" }));
  await waitFor(() => {
    expect(screen.queryByRole("group")).toBeNull();
  });
  await goTo("/write");
  expect(apply).toHaveBeenCalledTimes(1);
});

it("is looked for and let in at once where a screen can not be loaded any more", async () => {
  const apply = vi.fn();
  expect(await takeUpdate()).toBe(false);
  lookBy(async () => {
    offerUpdate(apply);
  });
  expect(await takeUpdate()).toBe(true);
  expect(apply).toHaveBeenCalledTimes(1);
  offerUpdate(undefined);
  lookBy(() => Promise.reject(new Error("no network")));
  expect(await takeUpdate()).toBe(false);
});

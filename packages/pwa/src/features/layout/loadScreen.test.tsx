import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { loadScreen } from "./loadScreen.tsx";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { testPlatform } from "@knowhow/ui/testing/platform.ts";
import { serveFrom } from "@knowhow/ui/testing/pageOrigin.ts";

bePatient();

const { leaveFor } = testPlatform;
beforeEach(() => {
  // Failures are logged to the console too.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  testPlatform.leaveFor = leaveFor;
});

/** Opens a screen whose file can be loaded only once `isThere` is set. */
const open = async () => {
  const file = { isThere: false, asked: 0 };
  const load = async (): Promise<ComponentType> => {
    file.asked += 1;
    if (!file.isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return () => <h1>마켓</h1>;
  };
  const router = createMemoryRouter([
    { path: "/", element: <h1>홈</h1> },
    { path: "/market", lazy: async () => ({ Component: await loadScreen(load) }) },
  ]);
  render(
    <Providers platform={testPlatform} queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByText("홈");
  const goTo = (path: string) => act(() => router.navigate(path));
  await goTo("/market");
  expect(await screen.findByText("화면을 불러오지 못했습니다")).toBeInTheDocument();
  expect(file.asked).toBe(1);
  return { file, goTo };
};

describe("a screen whose file could not be loaded", () => {
  it("comes by its own button, and stays", async () => {
    const { file, goTo } = await open();
    file.isThere = true;
    fireEvent.click(screen.getByText("다시 시도"));
    expect(await screen.findByText("마켓")).toBeInTheDocument();
    await goTo("/");
    await goTo("/market");
    expect(screen.getByText("마켓")).toBeInTheDocument();
    expect(file.asked).toBe(2);
  });

  it("comes on the next visit", async () => {
    const { file, goTo } = await open();
    await goTo("/");
    file.isThere = true;
    await goTo("/market");
    expect(await screen.findByText("마켓")).toBeInTheDocument();
  });

  it("comes by itself when the network is back", async () => {
    const { file } = await open();
    file.isThere = true;
    act(() => {
      window.dispatchEvent(new Event("online"));
    });
    expect(await screen.findByText("마켓")).toBeInTheDocument();
  });

  it("loads the page anew when only the file is gone, as after a new version; with no server it stays", async () => {
    const left: string[] = [];
    testPlatform.leaveFor = (path) => left.push(path);
    const { file } = await open();
    const server = await startServer(() => ({ body: { status: "ok" } }));
    serveFrom("http://127.0.0.1:1");
    fireEvent.click(screen.getByText("다시 시도"));
    await waitFor(() => {
      expect(file.asked).toBe(2);
    });
    expect(await screen.findByText("다시 시도")).toBeInTheDocument();
    expect(left).toEqual([]);
    serveFrom(server.origin);
    fireEvent.click(screen.getByText("다시 시도"));
    await waitFor(() => {
      expect(left).toEqual(["/"]);
    });
    await server.close();
  });
});

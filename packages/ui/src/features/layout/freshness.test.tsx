import { act, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "../../client/client.ts";
import { oldestStaleAt, type CachedResponse, keepResponsesIn } from "../../client/responseCache.ts";
import { setActiveUser, activeUserId } from "../../client/activeUser.ts";
import { createQueryClient, useEndpoint } from "../../client/queries.ts";
import { startServer, type FakeAnswer } from "../../testing/server.ts";
import { buildDetail, me, roomId } from "../chats/testing.ts";
import { Providers } from "./Providers.tsx";
import { SessionKeeper } from "./SessionKeeper.tsx";
import { testPlatform } from "../../testing/platform.ts";

const path = client.chats.room.contract.path.replace(":roomId", roomId);
const readable: FakeAnswer = { body: { chatRoom: buildDetail() } };

const Room = () => {
  const { data } = useEndpoint(client.chats.room, { params: { roomId } });
  return <p>{data?.chatRoom.buyerId}</p>;
};

describe("what is shown from the device while the network comes and goes", () => {
  let stopKeeping: () => void;
  const device = new Map<string, CachedResponse>();
  let room: FakeAnswer;
  let server: Awaited<ReturnType<typeof startServer>>;
  const queryClient = createQueryClient();
  const readsOf = () => server.asked.filter((one) => one.path === path).length;

  beforeEach(async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "performance"] });
    room = readable;
    server = await startServer(({ path: asked }) => {
      if (asked === path) return room;
      if (asked === "/healthz") return { body: { status: "ok" } };
      return { body: asked.endsWith("/me") ? { user: me } : [] };
    });
    stopKeeping = keepResponsesIn(() => ({
      keep: async (address, one) => void device.set(address, one),
      recall: async (address) => device.get(address),
      forget: async () => undefined,
    }));
  });
  afterEach(async () => {
    vi.useRealTimers();
    stopKeeping();
    setActiveUser(null);
    await server.close();
  });

  it("is read anew in its time, however the answers between came, and is said to be old until then", async () => {
    const router = createMemoryRouter([
      {
        path: "*",
        element: (
          <>
            <SessionKeeper />
            <Room />
          </>
        ),
      },
    ]);
    const view = render(
      <Providers platform={testPlatform} queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>,
    );
    const key = { queryKey: [client.chats.room.contract.path] };
    await expect.poll(activeUserId).toBe(me.id);
    await act(() => queryClient.invalidateQueries(key));
    await expect.poll(() => device.size).toBe(2);
    const lose = async () => {
      room = { isLost: true };
      await act(() => queryClient.invalidateQueries(key));
      expect(oldestStaleAt()).toBeDefined();
      room = readable;
    };
    const hear = () => act(() => client.contents.popular());
    await lose();
    // Nothing was read anew just before.
    await hear();
    await expect.poll(oldestStaleAt).toBeUndefined();
    await lose();
    const before = readsOf();
    await hear();
    expect([readsOf(), oldestStaleAt()]).toEqual([before, expect.any(Number)]);
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await expect.poll(() => [readsOf(), oldestStaleAt()]).toEqual([before + 1, undefined]);
    view.unmount();
  });
});

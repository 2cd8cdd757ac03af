import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rememberMe } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { buildUser } from "../../testing/users.ts";
import { closeSheet } from "./sheet.ts";
import { WaitingNotice } from "./WaitingNotice.tsx";
import { testDevice } from "../../testing/platform.ts";

const { eraseOutbox, outboxOf } = testDevice;

bePatient();

const me = buildUser();

/** A page with an act made without a network; the list is opened then, or once there is one. */
const open = async (isOnline = false) => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const view = renderAt(<WaitingNotice />, "/market");
  act(() => rememberMe(view.queryClient, me));
  await act(() => outboxOf(me.id).enqueue("comment", { contentId: "c1", text: "소감" }));
  const button = await screen.findByRole("button", { name: "보낼 예정 1건" });
  // No event tells of it: the act goes on waiting.
  onLine.mockReturnValue(isOnline);
  fireEvent.click(button);
};

type View = ReturnType<typeof renderAt>;
it.each([
  [
    "while its person is asked whether to sign out",
    "/logout",
    me,
    ({ router }: View) => router.navigate("/market"),
  ],
  [
    "before a temporary password is changed",
    "/profile",
    buildUser({ mustChangePassword: true }),
    async ({ queryClient }: View) => rememberMe(queryClient, me),
  ],
])("sends nothing %s", async (_, path, person, free) => {
  let isFree = false;
  const sent: boolean[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_address, request) => {
    if (request?.method === "POST") sent.push(isFree);
    throw new TypeError("no network");
  });
  await outboxOf(person.id).enqueue("comment", { contentId: "c1", text: "소감" });
  const view = renderAt(<WaitingNotice />, path);
  act(() => rememberMe(view.queryClient, person));
  // The person is known, and the effects of that are over.
  await waitFor(() => expect(view.container.querySelector("[data-kept=only]")).not.toBeNull());
  await act(async () => undefined);
  isFree = true;
  await act(() => free(view));
  await expect.poll(() => sent).toEqual([true]);
  view.unmount();
  await eraseOutbox(person.id);
  vi.restoreAllMocks();
});

describe("the way to what waits", () => {
  afterEach(async () => {
    vi.doUnmock("./WaitingSheet.tsx");
    vi.restoreAllMocks();
    act(closeSheet);
    await eraseOutbox(me.id);
  });

  const breakList = () =>
    vi.doMock("./WaitingSheet.tsx", () => {
      throw new Error("not on the device");
    });

  it("says so where the device does not have the list yet, and the screen stands", async () => {
    breakList();
    await open();
    expect(await screen.findByText("보낼 예정 목록을 열지 못했습니다")).toBeInTheDocument();
    expect(screen.getByText("쓴 것은 이 기기에 그대로 있고, 연결되면 보내요.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "보낼 예정 1건" })).toBeInTheDocument();
  });

  it("speaks of another try where there is a network and the list does not come all the same", async () => {
    breakList();
    await open(true);
    expect(await screen.findByText("보낼 예정 목록을 열지 못했습니다")).toBeInTheDocument();
    expect(screen.getByText("쓴 것은 이 기기에 그대로 있어요. 잠시 후 다시 열어주세요.")).toBeInTheDocument();
  });

  it("opens the list, with each of them", async () => {
    await open();
    expect(await screen.findByRole("dialog", { name: "보낼 예정 1건" })).toHaveTextContent("소감");
  });
});

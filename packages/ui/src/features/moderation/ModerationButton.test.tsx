import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "../../testing/contents.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { startServer, type FakeAnswer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { ModerationButton } from "./ModerationButton.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (isAdmin: boolean, state: "listed" | "hidden", answer: () => FakeAnswer = () => ({})) => {
  server = await startServer(({ path }) =>
    path.endsWith("/me") ? { body: { user: buildUser({ isAdmin }) } } : answer(),
  );
  renderAt(<ModerationButton target={{ kind: "content", content: buildContent({ state }) }} />);
  await waitFor(() => expect(server.asked).toHaveLength(1));
  return userEvent.setup();
};
const puts = () => server.asked.filter(({ method }) => method === "PUT");

describe("taking a content down", () => {
  it("is for administrators alone", async () => {
    await open(false, "listed");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("asks for the reason, and sends it with the state", async () => {
    const user = await open(true, "listed", () => ({ body: { content: buildContent({ state: "hidden" }) } }));
    await user.click(await screen.findByRole("button", { name: "콘텐츠 숨기기" }));
    await user.click(await screen.findByRole("button", { name: "숨기기" }));
    expect(await screen.findByText("사유를 입력해주세요.")).toBeInTheDocument();
    expect(puts()).toEqual([]);
    await user.type(screen.getByRole("textbox", { name: /사유/ }), "저작권을 침해했습니다.");
    await user.click(screen.getByRole("button", { name: "숨기기" }));
    expect(await screen.findByText("콘텐츠를 숨겼습니다")).toBeInTheDocument();
    expect(puts().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { state: "hidden", reason: "저작권을 침해했습니다." },
    ]);
  });

  it("puts back what is hidden, and keeps the words when it is refused", async () => {
    const user = await open(true, "hidden", () => ({
      status: 409,
      body: { code: "ALREADY_IN_STATE", message: "이미 공개되어 있습니다." },
    }));
    await user.click(await screen.findByRole("button", { name: "콘텐츠 다시 공개" }));
    await user.type(await screen.findByRole("textbox", { name: /사유/ }), "소명을 확인했습니다.");
    await user.click(screen.getByRole("button", { name: "다시 공개" }));
    expect(await screen.findByText("이미 공개되어 있습니다.")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: /사유/ })).toHaveValue("소명을 확인했습니다.");
    expect(JSON.parse(puts()[0]?.body ?? "{}")).toMatchObject({ state: "listed" });
  });

  it("is not told as a colleague's where its own answer was lost, and is done by the next press", async () => {
    let isLost = true;
    server = await startServer(({ path }) =>
      path.endsWith("/me")
        ? { body: { user: buildUser({ isAdmin: true }) } }
        : { isLost, body: { content: buildContent({ state: "hidden" }) } },
    );
    let change: (state: "hidden") => void = () => undefined;
    const Shown = () => {
      const [state, setState] = useState<"listed" | "hidden">("listed");
      change = setState;
      return <ModerationButton target={{ kind: "content", content: buildContent({ state }) }} />;
    };
    renderAt(<Shown />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "콘텐츠 숨기기" }));
    await user.type(await screen.findByRole("textbox", { name: /사유/ }), "저작권 침해");
    await user.click(screen.getByRole("button", { name: "숨기기" }));
    await screen.findByRole("alert");
    act(() => change("hidden"));
    await screen.findByRole("button", { name: "콘텐츠 다시 공개", hidden: true });
    expect(screen.queryByText(/다른 곳에서 먼저/)).toBeNull();
    isLost = false;
    await user.click(screen.getByRole("button", { name: "숨기기" }));
    expect(await screen.findByText("콘텐츠를 숨겼습니다")).toBeInTheDocument();
    const keys = puts().map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  });

  it.each([
    ["listed", "hidden", "콘텐츠 숨기기", "다른 곳에서 먼저 숨겨 아무것도 바꾸지 않았어요."],
    ["hidden", "listed", "콘텐츠 다시 공개", "다른 곳에서 먼저 다시 공개해 아무것도 바꾸지 않았어요."],
  ] as const)(
    "says under an open dialog that a colleague was first: %s is %s",
    async (before, after, button, words) => {
      server = await startServer(({ path }) =>
        path.endsWith("/me") ? { body: { user: buildUser({ isAdmin: true }) } } : { status: 404, body: {} },
      );
      let change: (state: "listed" | "hidden") => void = () => undefined;
      // Typed reasons are kept by the id of the content.
      const subject = buildContent().id.replace(/1$/, before === "listed" ? "2" : "3");
      const bystander = buildContent({ title: "다른 글" });
      const Shown = () => {
        const [state, setState] = useState<"listed" | "hidden">(before);
        change = setState;
        return (
          <>
            <ModerationButton target={{ kind: "content", content: buildContent({ id: subject, state }) }} />
            <ModerationButton
              target={{ kind: "comment", comment: { id: bystander.id, comment: "다른 글", state: "listed" } }}
            />
          </>
        );
      };
      renderAt(<Shown />);
      const user = userEvent.setup();
      await user.click(await screen.findByRole("button", { name: button }));
      await user.type(await screen.findByRole("textbox", { name: /사유/ }), "저작권 침해");
      act(() => change(after));
      expect(await screen.findByText(words)).toBeInTheDocument();
      expect(screen.getByRole("heading", { name: /^콘텐츠 (숨기기|다시 공개하기)$/ })).toHaveTextContent(
        button,
      );
      expect(screen.getByRole("textbox", { name: "내가 쓴 이유" })).toHaveValue("저작권 침해");
      expect(screen.queryByRole("button", { name: /^(숨기기|다시 공개)$/ })).toBeNull();
      for (const close of screen.getAllByRole("button", { name: "닫기" }).slice(-1)) await user.click(close);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      // The other direction begins empty, as does the same one about another thing.
      await user.click(
        await screen.findByRole("button", {
          name: after === "hidden" ? "콘텐츠 다시 공개" : "콘텐츠 숨기기",
        }),
      );
      expect(await screen.findByRole("textbox", { name: /사유/ })).toHaveValue("");
      expect(puts()).toEqual([]);
    },
  );
});

import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
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
});

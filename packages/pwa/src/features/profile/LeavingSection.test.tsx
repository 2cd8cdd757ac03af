import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { meKey } from "@knowhow/ui/client/session.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { LeavingSection } from "./LeavingSection.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (answer: FakeAnswer) => {
  server = await startServer(() => answer);
  const view = renderAt(<LeavingSection />, "/profile#leaving");
  fireEvent.click(screen.getByRole("button", { name: "탈퇴하기" }));
  await screen.findByRole("dialog", { name: "정말 탈퇴하시겠습니까?" });
  const send = (password: string) => {
    fireEvent.change(screen.getByLabelText(/^비밀번호/, { selector: "input" }), {
      target: { value: password },
    });
    const form = screen.getByRole("form", { name: "정말 탈퇴하시겠습니까?" });
    fireEvent.submit(form);
  };
  return { ...view, send };
};

describe("leaving", () => {
  it("says what it means, and takes the password", async () => {
    const { send, router, queryClient } = await open({ body: { ok: true } });
    expect(screen.getByText(/개인정보가 지워지고/)).toBeInTheDocument();
    send("");
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(server.asked).toEqual([]);
    send("Knowhow!2026");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(server.asked.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'DELETE /api/user {"password":"Knowhow!2026"}',
    ]);
    await waitFor(() => expect(queryClient.getQueryData(meKey)).toBeNull());
  });

  it.each([
    ["WRONG_PASSWORD", 400, "비밀번호가 일치하지 않습니다."],
    ["OPEN_BUSINESS", 409, "진행 중인 주문이나 정산이 있어 탈퇴할 수 없습니다."],
  ])("stays and says why on %s", async (code, status, message) => {
    const { send, router } = await open({ status, body: { code, message } });
    send("Knowhow!2026");
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/profile");
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });
});

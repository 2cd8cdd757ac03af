import type { Synonym } from "@knowhow/shared/schemas.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { idOf, startAdminServer } from "../admin/testing.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { SynonymsScreen } from "./SynonymsScreen.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

it("adds, changes, finds and removes entries, and says why one is refused", async () => {
  const path = "/api/admin/search-synonyms";
  let entries: Synonym[] = [{ id: idOf("1"), words: ["엑셀", "excel"] }];
  const sent: unknown[] = [];
  server = await startAdminServer({
    [path]: ({ method, path: asked, body }) => {
      if (method === "GET") {
        const q = new URL(asked, "http://x").searchParams.get("q") ?? "";
        const found = entries.filter(({ words }) => words.some((word) => word.includes(q)));
        return { body: { synonyms: found, total: found.length } };
      }
      const { words } = JSON.parse(body) as { words: string[] };
      sent.push(words);
      if (words.includes("excel"))
        return {
          status: 409,
          body: { code: "SYNONYMS_KNOWN", message: "이미 등록된 동의어입니다: 엑셀, excel" },
        };
      const synonym = { id: idOf("2"), words };
      entries = [synonym, ...entries];
      return { status: 201, body: { synonym } };
    },
    [`${path}/${idOf("1")}`]: ({ method, body }) => {
      if (method === "DELETE") {
        entries = entries.filter(({ id }) => id !== idOf("1"));
        return { body: { ok: true } };
      }
      sent.push(JSON.parse(body));
      const { words } = JSON.parse(body) as { words: string[] };
      entries = entries.map((entry) => (entry.id === idOf("1") ? { ...entry, words } : entry));
      return { body: { synonym: { id: idOf("1"), words } } };
    },
  });
  const user = userEvent.setup();
  renderAt(<SynonymsScreen />);
  expect(await screen.findByText("동의어 1개")).toBeInTheDocument();
  const open = async (button: string, title: string) => {
    await user.click(screen.getByRole("button", { name: button }));
    return within(await screen.findByRole("dialog", { name: title }));
  };
  const adding = await open("동의어 추가", "동의어 추가");
  const line = adding.getByRole("textbox", { name: "같은 뜻의 단어" });
  await user.type(line, "오소리");
  await user.click(adding.getByRole("button", { name: "저장" }));
  expect(await adding.findByText("단어를 2개 이상 20개 이하로 입력해주세요.")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.type(line, ", Excel");
  await user.click(adding.getByRole("button", { name: "저장" }));
  expect(await adding.findByText("이미 등록된 동의어입니다: 엑셀, excel")).toBeInTheDocument();
  expect(line).toHaveValue("오소리, Excel");
  await user.clear(line);
  await user.type(line, "오소리 배저,badger");
  await user.click(adding.getByRole("button", { name: "저장" }));
  await screen.findByRole("button", { name: "수정: 오소리, 배저, badger" });
  expect(sent.at(-1)).toEqual(["오소리", "배저", "badger"]);

  const changing = await open("수정: 엑셀, excel", "동의어 수정");
  await user.type(changing.getByRole("textbox", { name: "같은 뜻의 단어" }), ", 시트");
  await user.click(changing.getByRole("button", { name: "저장" }));
  await screen.findByRole("button", { name: "수정: 엑셀, excel, 시트" });
  expect(sent.at(-1)).toEqual({ words: ["엑셀", "excel", "시트"], expected: ["엑셀", "excel"] });

  await user.type(screen.getByRole("searchbox", { name: "동의어 검색" }), "배저");
  await waitFor(() => expect(screen.queryByText("엑셀, excel, 시트")).toBeNull());
  await user.clear(screen.getByRole("searchbox", { name: "동의어 검색" }));
  await screen.findByText("엑셀, excel, 시트");
  const removing = await open("삭제: 엑셀, excel, 시트", "동의어를 삭제할까요?");
  await user.click(removing.getByRole("button", { name: "삭제" }));
  await waitFor(() => expect(screen.queryByText("엑셀, excel, 시트")).toBeNull());
  expect(screen.getByText("오소리, 배저, badger")).toBeInTheDocument();
});

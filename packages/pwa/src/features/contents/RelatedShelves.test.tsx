import type { Content, RelatedContents } from "@knowhow/shared";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { patchContent } from "@knowhow/ui/client/contentCache.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { RelatedShelves } from "./RelatedShelves.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  cleanup();
  await server.close();
});

const other = (digit: number): Content =>
  buildContent({ id: `01900000-0000-7000-8000-00000000000${digit}`, title: `글 ${digit}` });
const open = async (lists: RelatedContents) => {
  server = await startServer(({ path }) =>
    path.endsWith("/related")
      ? { body: lists }
      : { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인" } },
  );
  return renderAt(<RelatedShelves id={buildContent().id} />, "/content/1", "/content/:id");
};
const shelf = (name: string) => screen.findByRole("region", { name });

it("have others bought with it, and those like it; a heart of elsewhere shows on them", async () => {
  const { queryClient } = await open({ boughtTogether: [other(2)], similar: [other(3)] });
  const together = within(await shelf("함께 산 콘텐츠"));
  expect(together.getByRole("link", { name: "글 2" })).toHaveAttribute("href", `/content/${other(2).id}`);
  const like = within(await shelf("비슷한 콘텐츠")).getByRole("button", { name: /좋아요/ });
  expect(like).toHaveAttribute("aria-pressed", "false");
  patchContent(queryClient, other(3).id, { hasLiked: true });
  await waitFor(() => expect(like).toHaveAttribute("aria-pressed", "true"));
});

it("are not there where there is nothing for them", async () => {
  const { container } = await open({ boughtTogether: [], similar: [] });
  await waitFor(() => expect(server.asked.some(({ path }) => path.endsWith("/related"))).toBe(true));
  expect(screen.queryByRole("region", { name: /콘텐츠/ })).toBeNull();
  expect(container.querySelector("h2")).toBeNull();
});

import { api } from "@knowhow/shared";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer } from "@knowhow/ui/testing/server.ts";
import { UploadTrialLine } from "./UploadTrialLine.tsx";

const share = { unit: "page" as const, total: 30, pages: [5, 6, 7], characters: 0, isChosen: true };

const show = async (isInUse: boolean, other: object = {}) => {
  await startServer(({ path }) =>
    path === api.trials.upload.path.replace(":objectId", "a")
      ? { body: { ...share, ...other, isInUse } }
      : refuse("NOT_FOUND"),
  );
  renderAt(<UploadTrialLine objectId="a" fileName="교재.pdf" price={5_000} />, "/upload");
};

it("offers to choose the trial of a file that is in no content", async () => {
  await show(false);
  expect(await screen.findByRole("button", { name: "교재.pdf 미리 읽기 고르기" })).toBeVisible();
  expect(screen.getByText(/미리 읽기: 5–7쪽/)).toBeVisible();
});

it("says of a file that a content has already where its trial is chosen", async () => {
  await show(true);
  expect(await screen.findByText(/그 콘텐츠 화면에서 고를 수 있어요/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  [200, /^미리 읽기: .*200자/],
  [199, /이 가격에는 맞지 않아/],
])("takes %s of 2,000 characters as the server does", async (characters, words) => {
  await show(false, { unit: "text", total: 2_000, pages: [], characters });
  expect(await screen.findByText(words)).toBeVisible();
});

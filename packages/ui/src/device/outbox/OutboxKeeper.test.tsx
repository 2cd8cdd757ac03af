import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { rememberMe } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { buildUser } from "../../testing/users.ts";
import { tellUnopened } from "../tellUnopened.ts";
import { unopened } from "../unopened.ts";
import { OutboxKeeper } from "./OutboxKeeper.tsx";

bePatient();
afterEach(() => unopened.set(undefined));

it("tells its person alone what could not be opened any more", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));
  const [owner, bystander] = [buildUser(), buildUser({ id: "bystander" })];
  const title = "보내지 않은 내용을 열지 못했습니다";
  tellUnopened(bystander.id);
  const { queryClient } = renderAt(<OutboxKeeper />);
  act(() => rememberMe(queryClient, owner));
  expect(screen.queryByText(title)).toBeNull();
  act(() => tellUnopened(owner.id));
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(unopened.getSnapshot()).toBeUndefined();
});

import { api, type CurrentUser } from "@knowhow/shared";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { deskQuery } from "@knowhow/ui/components/useIsDesk.ts";
import { stubMedia } from "@knowhow/ui/testing/media.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { ProfileScreen } from "./ProfileScreen.tsx";

const statistics = {
  totalContents: 1,
  totalViews: 12_345,
  totalLikes: 3,
  totalBuyers: 7,
  totalRevenue: 66_500,
};

/** A signed-in person with the whole phone number, as the server sends them to the form. */
export const buildWholeUser = (overrides: Partial<CurrentUser> = {}): CurrentUser =>
  buildUser({ phoneNumber: "01012345678", ...overrides });

type Answers = Record<string, FakeAnswer | ((asked: RecordedRequest) => FakeAnswer)>;

let server: Awaited<ReturnType<typeof startServer>> | undefined;

/** Stops the server of the last screen. */
export const closeServer = async (): Promise<void> => {
  await server?.close();
  server = undefined;
};

/** To be called once in a file that renders the profile, as a desk has it: with nothing folded. */
export const prepareProfile = (): void => {
  bePatient();
  beforeEach(() => stubMedia((media) => media === deskQuery));
  afterEach(async () => {
    vi.unstubAllGlobals();
    await closeServer();
  });
};

/** The requests to the server so far. */
export const asked = (): readonly RecordedRequest[] => server?.asked ?? [];

/** Renders the profile of a user without contents or purchases; `answers` replace the usual answers. */
export const open = async (answers: Answers = {}) => {
  const usual: Answers = {
    [api.accounts.me.path]: { body: { user: buildUser() } },
    [`POST ${api.accounts.openProfile.path}`]: { body: { user: buildWholeUser() } },
    [api.contents.statistics.path]: { body: statistics },
    [api.contents.mine.path]: { body: [] },
    [api.contents.bought.path]: { body: [] },
    [api.settlements.list.path]: { body: [] },
    [api.questions.news.path]: { body: { waiting: 0, answered: [] } },
    ...answers,
  };
  server = await startServer((one) => {
    const path = one.path.split("?")[0] ?? "";
    const answer = usual[`${one.method} ${path}`] ?? usual[path];
    if (!answer) return { status: 404, body: { code: "NOT_FOUND", message: path } };
    return typeof answer === "function" ? answer(one) : answer;
  });
  return renderAt(<ProfileScreen />, "/profile");
};

/** The field of this name. */
export const input = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};

/** Types into a field. */
export const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });

/** Presses a button. */
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

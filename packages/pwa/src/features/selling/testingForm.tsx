import { api } from "@knowhow/shared";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import type { FakeAnswer, RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { startUploadServer, stubPictures, type OwnAnswer } from "./testing.ts";
import { UploadScreen } from "./UploadScreen.tsx";

let server: Awaited<ReturnType<typeof startUploadServer>> | undefined;

/** Each test of the calling file starts a server of its own, and begins with nothing kept. */
export const prepareUploadForm = (): void => {
  beforeEach(() => {
    stubPictures();
    sessionStorage.clear();
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
};

/** A user who may sell for money. */
export const seller = () =>
  buildUser({ bankName: "카카오뱅크", accountNumber: "*****5678", accountHolder: "김서연" });

/** Renders the form with a server that answers by `answer` and takes every upload. */
export const openBefore = async (answer: (asked: RecordedRequest) => OwnAnswer) => {
  server = await startUploadServer(answer);
  return renderAt(<UploadScreen />, "/upload");
};

/** Renders the form for a user, and waits until it is there. */
export const open = async (
  user = seller(),
  answer: (asked: RecordedRequest) => OwnAnswer = () => undefined,
) => {
  const view = await openBefore((asked) => {
    if (asked.path === api.accounts.me.path) return { body: { user } };
    return answer(asked) ?? (isCreate(asked) ? { status: 201, body: buildContent() } : undefined);
  });
  await screen.findByText("콘텐츠 올리기", { selector: "h1" });
  return view;
};

const isCreate = ({ method, path }: RecordedRequest): boolean =>
  method === "POST" && path === api.contents.create.path;

/** The answer to a new content. */
export const creating =
  (answer: FakeAnswer) =>
  (one: RecordedRequest): OwnAnswer =>
    isCreate(one) ? answer : undefined;

/** The requests to the server so far. */
export const asked = (): readonly RecordedRequest[] => server?.asked ?? [];

/** The requests for new contents. */
export const created = () => asked().filter(isCreate);

/** A field or button by its name. */
export const field = (name: RegExp | string) => screen.getByLabelText(name);

/** Types into a field. */
export const type = (name: RegExp | string, value: string) =>
  fireEvent.change(field(name), { target: { value } });

/** Sends the form. */
export const send = () => fireEvent.submit(field(/^제목/).closest("form") ?? document.body);

/** Gives files to one of the two lists. */
export const drop = async (input: "파일 선택" | "이미지 선택", ...files: File[]) => {
  const element = document.querySelector(`input[type=file][aria-label="${input}"]`);
  if (!element) throw new Error("no such field");
  await act(async () => {
    fireEvent.change(element, { target: { files } });
    await Promise.resolve();
  });
};

/** Fills in the required fields. */
export const fill = async () => {
  type(/^제목/, "  나의 첫 노하우 ");
  type(/^설명/, "자세한 설명");
  fireEvent.mouseDown(screen.getByRole("combobox"));
  fireEvent.click(await screen.findByRole("option", { name: "프로그래밍" }));
};

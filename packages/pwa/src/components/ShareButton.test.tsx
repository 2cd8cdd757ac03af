import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { ShareButton } from "./ShareButton.tsx";

bePatient();

const url = new URL("/content/1", window.location.origin).href;
const writeText = vi.fn<(text: string) => Promise<void>>();

const shareWith = (share?: (data: ShareData) => Promise<void>) => {
  vi.stubGlobal("navigator", {
    clipboard: { writeText },
    ...(share ? { share, canShare: () => true } : {}),
  });
  renderAt(<ShareButton title="여행 영어" path="/content/1" />, "/content/1?from=list");
  fireEvent.click(screen.getByRole("button", { name: "공유하기" }));
};

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
});
afterEach(() => vi.unstubAllGlobals());

it("gives the page to the system, which says nothing of a closed sheet", async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() =>
    Promise.reject(new DOMException("", "AbortError")),
  );
  shareWith(share);
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: "여행 영어", url }));
  await Promise.resolve();
  expect(writeText).not.toHaveBeenCalled();
  expect(screen.queryByText(/복사/)).toBeNull();
});

it("copies the page's own address where the system does not share, and says so", async () => {
  shareWith();
  expect(await screen.findByText("주소를 복사했습니다")).toBeInTheDocument();
  expect(writeText).toHaveBeenCalledWith(url);
});

it("copies it where the system refuses, and writes it out where that fails too", async () => {
  writeText.mockRejectedValue(new Error("denied"));
  shareWith(() => Promise.reject(new DOMException("", "NotAllowedError")));
  expect(await screen.findByText("주소를 복사하지 못했습니다")).toBeInTheDocument();
  expect(screen.getByText(url)).toBeInTheDocument();
});

import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { testDevice } from "../testing/platform.ts";
import { createBrowserPlatform } from "./browserPlatform.ts";
import { PlatformProvider, usePlatform } from "./platform.tsx";
import { tellSanctioned } from "./refusals.ts";

const createPlatform = () => ({ ...createBrowserPlatform(testDevice), leaveFor: vi.fn(), notify: vi.fn() });

const Teller = () => {
  const { notify } = usePlatform();
  return <button onClick={() => notify({ title: "새 문의", body: "안녕하세요", path: "/" })}>알리기</button>;
};

it("is the shell's own: another shell's is neither told nor left", () => {
  const [own, other] = [createPlatform(), createPlatform()];
  const of = (platform: typeof own) => (
    <PlatformProvider platform={platform}>
      <Teller />
    </PlatformProvider>
  );
  const { rerender } = render(of(other));
  rerender(of(own));
  screen.getByText("알리기").click();
  expect([own.notify.mock.calls.length, other.notify.mock.calls.length]).toEqual([1, 0]);
  tellSanctioned();
  expect(own.leaveFor.mock.calls).toEqual([["/penalty-notice"]]);
  expect(other.leaveFor).not.toHaveBeenCalled();
});

it("leads to no notice any more once the shell is gone", () => {
  const own = createPlatform();
  render(<PlatformProvider platform={own}>{null}</PlatformProvider>).unmount();
  tellSanctioned();
  expect(own.leaveFor).not.toHaveBeenCalled();
});

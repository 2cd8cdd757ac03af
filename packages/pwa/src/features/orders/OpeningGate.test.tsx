import type { OwnPurchase } from "@knowhow/shared";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { OpeningGate, useOpeningGate } from "./OpeningGate.tsx";

bePatient();

const build = (overrides: Partial<OwnPurchase> = {}): OwnPurchase => ({
  orderNumber: "KH1",
  refundableUntil: "2126-11-28T05:06:00.000Z",
  refundState: "available",
  ...overrides,
});

const Opener = ({ purchase, onOpen }: { purchase: OwnPurchase | undefined; onOpen: () => void }) => {
  const openFirst = useOpeningGate();
  return (
    <button type="button" onClick={() => openFirst(purchase, onOpen)}>
      {purchase?.orderNumber ?? "무료"}
    </button>
  );
};

const show = (...purchases: (OwnPurchase | undefined)[]) => {
  const handleOpen = vi.fn();
  renderAt(
    <OpeningGate>
      {purchases.map((purchase) => (
        <Opener key={purchase?.orderNumber ?? ""} purchase={purchase} onOpen={handleOpen} />
      ))}
    </OpeningGate>,
  );
  return { user: userEvent.setup(), handleOpen };
};
const press = (name: string) => screen.getByRole("button", { name });

it("says what the first opening ends, opens nothing without a yes, and asks once for each purchase", async () => {
  const { user, handleOpen } = show(build(), build({ orderNumber: "KH2" }));
  await user.click(press("KH1"));
  expect(await screen.findByText(/청약철회가 제한돼요/)).toBeInTheDocument();
  await user.click(press("나중에"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(handleOpen).not.toHaveBeenCalled();
  await user.click(press("KH1"));
  await user.click(await screen.findByRole("button", { name: "열기" }));
  expect(handleOpen).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(press("KH1"));
  expect(handleOpen).toHaveBeenCalledTimes(2);
  await user.click(press("KH2"));
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
  expect(handleOpen).toHaveBeenCalledTimes(2);
});

it.each<[string, OwnPurchase | undefined]>([
  ["was opened before", build({ refundState: "delivered" })],
  ["can not be given back by rule any more", build({ refundState: "denied" })],
  ["is out of its window", build({ refundState: "expired" })],
  ["cost nothing", { orderNumber: "KH1", refundableUntil: null }],
  ["was not bought", undefined],
])("asks nothing of what %s", async (_, purchase) => {
  const { user, handleOpen } = show(purchase);
  await user.click(press(purchase?.orderNumber ?? "무료"));
  expect(handleOpen).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});

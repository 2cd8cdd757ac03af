import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ConnectionError } from "../components/failure.ts";
import { isNothingKept } from "./nothingKept.ts";
import { setActiveUser } from "./activeUser.ts";
import { renderAt } from "../testing/render.tsx";
import { startServer } from "../testing/server.ts";
import { ErrorState } from "./ErrorState.tsx";

afterEach(() => setActiveUser(null));

const library = () => screen.queryByRole("link", { name: "구매한 콘텐츠 보기" });

it("leads from what is on sale to what the device has, where somebody is signed in", () => {
  const shop = <ErrorState error={new ConnectionError()} isOfShop onRetry={() => undefined} />;
  renderAt(shop).unmount();
  expect(library()).toBeNull();
  setActiveUser("p1");
  const view = renderAt(shop);
  expect(library()).toHaveAttribute("href", "/profile#purchases");
  view.unmount();
  renderAt(<ErrorState error={new Error("no")} isOfShop onRetry={() => undefined} />);
  expect(library()).toBeNull();
});

it("tries again by itself when the server answers", async () => {
  const server = await startServer(() => ({ body: { status: "ok" } }));
  const handleRetry = vi.fn();
  renderAt(<ErrorState error={new ConnectionError()} onRetry={handleRetry} />);
  await waitFor(() => expect(handleRetry).toHaveBeenCalled());
  await server.close();
}, 20_000);

it("says that there is nothing to tell the age of where it is all of the screen", () => {
  const part = renderAt(<ErrorState error={new ConnectionError()} />);
  expect(isNothingKept()).toBe(false);
  part.unmount();
  const whole = renderAt(<ErrorState error={new ConnectionError()} component="h1" />);
  expect(isNothingKept()).toBe(true);
  whole.unmount();
  expect(isNothingKept()).toBe(false);
});

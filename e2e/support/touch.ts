import type { Page } from "@playwright/test";

type Point = [x: number, y: number];

/** Moves one finger over the screen of a page, from one point to another. */
export const swipe = async (page: Page, [fromX, fromY]: Point, [toX, toY]: Point): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const steps = 4;
  await session.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: fromX, y: fromY }],
  });
  for (let step = 1; step <= steps; step += 1)
    await session.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: fromX + ((toX - fromX) * step) / steps, y: fromY + ((toY - fromY) * step) / steps }],
    });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
};

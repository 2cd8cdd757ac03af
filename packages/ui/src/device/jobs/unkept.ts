import { guardPage } from "../update/guardPage.ts";

/** Shown beside jobs that are in this page's memory alone. */
export const unkeptWords = "이 기기에 저장하지 못했어요. 이 창을 닫으면 사라져요.";

/**
 * The jobs that the device has never taken: they end with this page. While there are any, the browser asks before
 * closing it, and no update reloads it.
 */
export const createUnkept = () => {
  const ids = new Set<string>();
  let release: (() => void) | undefined;
  let isOver = false;
  const settle = () => {
    // Only as long as needed: a page with such a listener does not enter the back-forward cache.
    if (ids.size > 0 && !isOver) release ??= guardPage({ isAtRisk: () => true });
    else {
      release?.();
      release = undefined;
    }
  };
  return {
    has: (id: string): boolean => ids.has(id),
    all: (): readonly string[] => [...ids],
    add: (id: string): void => {
      ids.add(id);
      settle();
    },
    delete: (id: string): void => {
      ids.delete(id);
      settle();
    },
    /** No job matters any more. */
    end: (): void => {
      isOver = true;
      settle();
    },
  };
};

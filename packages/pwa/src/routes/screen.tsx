import { loadScreen } from "@knowhow/ui/layout/loadScreen.tsx";
import type { ComponentType } from "react";
import type { LazyRouteFunction, RouteObject } from "react-router-dom";

/** Loads a screen when its route is first opened: the file, and which of its exports it is. */
export const screen =
  <N extends string>(
    load: () => Promise<Record<N, ComponentType>>,
    name: N,
  ): LazyRouteFunction<RouteObject> =>
  async () => ({ Component: await loadScreen(async () => (await load())[name]) });

/** A screen that is not built yet, under its Korean name. */
export const comingSoon =
  (name: string): LazyRouteFunction<RouteObject> =>
  async () => ({
    Component: await loadScreen(async () => {
      const { ComingSoonScreen } = await import("@knowhow/ui/layout/ComingSoonScreen.tsx");
      return () => <ComingSoonScreen name={name} />;
    }),
  });

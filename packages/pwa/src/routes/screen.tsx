import { loadScreen } from "../features/layout/loadScreen.tsx";
import type { ComponentType } from "react";
import type { LazyRouteFunction, RouteObject } from "react-router-dom";

/** Loads a screen when its route is first opened, by its file and the name of its export. */
export const screen =
  <N extends string>(
    load: () => Promise<Record<N, ComponentType>>,
    name: N,
  ): LazyRouteFunction<RouteObject> =>
  async () => ({ Component: await loadScreen(async () => (await load())[name]) });

import { act } from "@testing-library/react";
import { useEffect } from "react";
import { expect, it } from "vitest";
import { renderAt } from "../../../testing/render.tsx";
import { buildReport } from "../testing.ts";
import { usePlace } from "./usePlace.ts";

let place: ReturnType<typeof usePlace>;
const Place = () => {
  const drawn = usePlace("/admin");
  // As the handler of keys takes it.
  useEffect(() => {
    place = drawn;
  });
  return null;
};

const report = buildReport();

it("keeps a search that was set in the moment in which a case is opened, and the case where a search follows it", () => {
  const { router } = renderAt(<Place />, "/admin");
  const here = () => router.state.location.pathname + decodeURIComponent(router.state.location.search);
  act(() => {
    place.change({ q: "광고" });
    place.select(report);
  });
  expect(here()).toBe(`/reports/${report.id}?q=광고`);
  act(() => {
    place.select(undefined);
    place.change({ type: "chat" });
    place.select(report);
    place.change({ q: "사기" });
  });
  expect(here()).toBe(`/reports/${report.id}?q=사기&type=chat`);
});

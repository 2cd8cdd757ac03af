import { expect, it } from "vitest";
import { eventNames, isEventData } from "./events.ts";

const roomId = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const id = "01934f2a-6b1c-7c3e-9d52-3a1f0b9c8d7e";

it("takes data with every field of its name", () => {
  expect(isEventData("message", { roomId, id, kind: "admin" })).toBe(true);
  expect(isEventData("room", { roomId })).toBe(true);
  expect(isEventData("order", { orderNumber: "KH-1", status: "paid" })).toBe(true);
  expect(isEventData("resync", {})).toBe(true);
});

it.each([
  [{ roomId, id }],
  [{ roomId, id, kind: "report" }],
  [{ roomId: "1", id, kind: "admin" }],
  [{ roomId, id: [id], kind: "admin" }],
])("refuses %j as a message", (data) => {
  expect(isEventData("message", data)).toBe(false);
});

it.each(eventNames)("refuses nothing and a text as %s", (name) => {
  expect(isEventData(name, null)).toBe(false);
  expect(isEventData(name, "text")).toBe(false);
});

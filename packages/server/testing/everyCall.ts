import { api, type AnyEndpoint } from "@knowhow/shared";
import { schemasOf } from "@knowhow/shared/schemas.ts";
import { randomUUID } from "node:crypto";
import { hashPassword } from "../src/features/accounts/passwords.ts";
import { startTestApp, type TestApp } from "./app.ts";
import type { TestClient } from "./client.ts";
import { createContent, createSeller } from "./factories.ts";

/** Every call of the contract. */
export const everyCall = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, AnyEndpoint>).map(([name, entry]) => ({
    name: `${feature}.${name}`,
    entry,
    schemas: schemasOf(entry),
  })),
);

interface Walk {
  app: TestApp;
  /** A caller that may make every call. */
  member: TestClient;
  /** The address of a path: of the member's content where it names one, else of nothing that exists. */
  addressOf: (path: string) => string;
}

/** A product in which every call can be made. */
export const startWalk = async (): Promise<Walk> => {
  const app = await startTestApp();
  const password = await hashPassword("Correct-Horse1");
  const seller = await createSeller(app.deps, { userId: "admin1", password });
  const { id } = await createContent(app.deps, seller.id);
  return {
    app,
    member: await app.as(seller),
    addressOf: (path) =>
      path
        .replace(":category", "stock")
        .replace(":contentId", id)
        .replace("/contents/:id", `/contents/${id}`)
        .replace("/mentors/:id", `/mentors/${seller.id}`)
        .replace(/:(\w+)/g, () => randomUUID()),
  };
};

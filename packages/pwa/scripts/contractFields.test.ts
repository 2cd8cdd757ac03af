import * as shared from "@knowhow/shared";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { withoutServerFields } from "./contractFields.ts";

type Contract = Pick<typeof shared, "api" | "findPublicPlace" | "isEventData">;

const ofServer =
  /^(bodyKind|changesContents|crossSite|errors|limit|limitInHandler|repeatedStatus|status|while[A-Z]\w+)$/;

describe("the contract as the app has it", () => {
  let built: Contract;
  beforeAll(async () => {
    const { output } = (await build({
      configFile: false,
      logLevel: "error",
      plugins: [withoutServerFields()],
      build: {
        write: false,
        minify: false,
        rolldownOptions: {
          input: new URL("../../shared/src/index.ts", import.meta.url).pathname,
          preserveEntrySignatures: "strict",
        },
      },
    })) as Rolldown.RolldownOutput; // a single build without watching
    // The module of this very contract.
    built = (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as Contract;
  });

  it("lacks what only the server reads, and has all else", () => {
    const fields: string[] = [];
    for (const [feature, calls] of Object.entries(shared.api))
      for (const [name, call] of Object.entries(calls)) {
        const entry: object | undefined = Reflect.get(built.api, feature);
        const cut: object = Reflect.get(entry ?? {}, name);
        expect(call).toMatchObject(cut);
        fields.push(...Object.keys(call).filter((field) => !(field in cut)));
      }
    expect([...new Set(fields)].filter((field) => !ofServer.test(field))).toEqual([]);
    expect(fields.length).toBeGreaterThan(400);
  });

  it("judges news, and names the reads of pages, as the tested one does", () => {
    for (const { isEventData } of [shared, built]) {
      expect(isEventData("order", { orderNumber: "1", status: "paid" })).toBe(true);
      expect(isEventData("order", { orderNumber: "1" })).toBe(false);
    }
    for (const path of ["/market", "/content/1"]) {
      const inputsOf = ({ findPublicPlace }: Contract) =>
        findPublicPlace(path, new URLSearchParams())?.reads.map(({ input }) => input);
      expect(inputsOf(built)).toEqual(inputsOf(shared));
    }
  });
});

import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useFileSearch } from "./useFileSearch.ts";

vi.mock("../../offline/vault/vaultFiles.ts", () => ({ openVault: (personId: string) => personId }));
vi.mock("../../offline/vault/late/searchVault.ts", () => ({
  searchVault: (personId: string, query: string) => Promise.resolve([`${query} of ${personId}`]),
}));

it("shows nothing of one person's files to the next, whose search for the same has not ended", async () => {
  const { result, rerender } = renderHook(({ personId }) => useFileSearch(personId, "오답", []), {
    initialProps: { personId: "first" },
  });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual(["오답 of first"]));
  rerender({ personId: "second" });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual(["오답 of second"]));
});

import { categoryCodes, categoryLabel, choiceNames, type CategoryCode } from "@knowhow/shared";
import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** The view of the market: a search, a category, both, or shelves of everything. */
export interface MarketQuery {
  search: string;
  /** `all` for a plain list of everything, empty for the shelves or a search everywhere. */
  category: CategoryCode | "all" | "";
}

/** Reads the address: an unknown category is none. */
const readMarketQuery = (params: URLSearchParams): MarketQuery => {
  const search = (params.get("q") ?? "").normalize("NFC").trim();
  const category = (["all", ...categoryCodes] as const).find((code) => code === params.get("category")) ?? "";
  return { search, category: category === "all" && search !== "" ? "" : category };
};

/** Names a category of the market, as tab and shared links do; the whole market has no name of its own. */
export const labelOf = (category: string): string | undefined =>
  category === "" || category === "all" ? undefined : categoryLabel(category);

/** The address of a category with the order and filters of this one; the words are cleared, as the documents have it. */
export const addressIn = (params: URLSearchParams, category: string): string => {
  const next = new URLSearchParams();
  for (const name of choiceNames) {
    const value = params.get(name);
    if (value !== null) next.set(name, value);
  }
  const isBare = next.toString() === "";
  if (category !== "") next.set("category", category);
  else if (isBare) return "/market";
  else next.set("category", "all");
  return `/market?${next.toString()}`;
};

/** The view in the address, and a setter of its words: new words clear the category and filters, no words the filters. */
export const useMarketQuery = () => {
  const [params, setParams] = useSearchParams();
  const { search, category } = readMarketQuery(params);
  const setSearch = useCallback(
    (next: string) => {
      if (next.trim() !== "") setParams({ q: next.trim() });
      else setParams(category === "" ? {} : { category });
    },
    [setParams, category],
  );
  return { search, category, setSearch };
};

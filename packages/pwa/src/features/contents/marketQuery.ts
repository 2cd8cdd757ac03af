import { categoryCodes } from "@knowhow/shared";
import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** The view of the market: a search, a category, or shelves of everything. */
export interface MarketQuery {
  search: string;
  /** A code of a category, `all` for a plain list of everything, empty for the shelves. */
  category: string;
}

/** Reads the address: a search counts before a category, an unknown category is none. */
const readMarketQuery = (params: URLSearchParams): MarketQuery => {
  const search = (params.get("q") ?? "").normalize("NFC").trim();
  const category = params.get("category") ?? "";
  const isKnown = category === "all" || categoryCodes.some((code) => code === category);
  return { search, category: search === "" && isKnown ? category : "" };
};

/** The choice in the address, and the setter of a search, which clears the category. */
export const useMarketQuery = () => {
  const [params, setParams] = useSearchParams();
  const setSearch = useCallback(
    (search: string) => setParams(search.trim() === "" ? {} : { q: search.trim() }),
    [setParams],
  );
  return { ...readMarketQuery(params), setSearch };
};

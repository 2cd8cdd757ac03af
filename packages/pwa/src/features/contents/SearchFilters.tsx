import { categories, fileKinds, ratingSteps, type SearchAnswer } from "@knowhow/shared";
import Box from "@mui/material/Box";
import NativeSelect from "@mui/material/NativeSelect";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { MarketQuery } from "./marketQuery.ts";
import {
  kindLabels,
  maxCounted,
  priceChoices,
  priceLabels,
  readChoice,
  sortLabels,
  sortsOf,
} from "./searchFilters.ts";

interface Option {
  value: string;
  label: string;
}

interface FilterProps {
  /** Its name in the address. */
  name: string;
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (name: string, value: string | undefined) => void;
}

/** One choice; its first option is the usual one, which leaves the address alone. */
const Filter = ({ name, label, value, options, onChange }: FilterProps) => (
  <NativeSelect
    value={value}
    onChange={({ target }) => onChange(name, target.value === options[0]?.value ? undefined : target.value)}
    disableUnderline
    inputProps={{ "aria-label": label }}
    sx={{
      minHeight: 44,
      flex: "none",
      borderRadius: 999,
      border: "1px solid",
      borderColor: value === options[0]?.value ? "divider" : "text.primary",
      bgcolor: "background.paper",
      typography: "subtitle2",
      "& select": { pl: 2, py: 1.25, borderRadius: 999 },
    }}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </NativeSelect>
);

interface SearchFiltersProps {
  place: MarketQuery;
  facets: SearchAnswer["facets"] | undefined;
}

/** Orders and filters of a list of the market, with the numbers of contents of its words and its category. */
export const SearchFilters = ({ place: { search, category }, facets }: SearchFiltersProps) => {
  const [params, setParams] = useSearchParams();
  // A second choice may come before the first has been drawn.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(latest.current);
    if (value !== undefined) next.set(name, value);
    else if (name === "category" && search === "") next.set(name, "all");
    else next.delete(name);
    latest.current = next;
    // At once: drawn later, a list would fall back meanwhile, and an arrow key held on it would step from there.
    setParams(next, { flushSync: true });
  };
  const { sort, kind = "", price = "", rating } = readChoice(search, params);
  let all = 0;
  for (const { code } of categories) all += facets?.category[code] ?? 0;
  const countsOf = (total: number) => {
    // Of more hits than are counted there may be any.
    const isCut = total >= maxCounted;
    return {
      isShown: (count: number | undefined, isChosen: boolean) =>
        isChosen || isCut || !facets || count !== undefined,
      counted: (label: string, count: number | undefined) =>
        count === undefined || (count === 0 && isCut)
          ? label
          : `${label} (${count.toLocaleString("ko-KR")}${isCut ? "+" : ""})`,
    };
  };
  const ofCategories = countsOf(all);
  const { isShown, counted } = countsOf(facets?.total ?? 0);
  return (
    <Box
      role="group"
      aria-label="정렬과 필터"
      sx={{
        display: "flex",
        gap: 1,
        overflowX: "auto",
        mx: { xs: -2, md: 0 },
        px: { xs: 2, md: 0 },
        py: 0.5,
      }}
    >
      <Filter
        name="sort"
        label="정렬"
        value={sort}
        onChange={change}
        options={sortsOf(search).map((value) => ({ value, label: sortLabels[value] }))}
      />
      <Filter
        name="category"
        label="카테고리"
        value={category === "all" ? "" : category}
        onChange={change}
        options={[
          { value: "", label: "모든 카테고리" },
          ...categories
            .filter(({ code }) => ofCategories.isShown(facets?.category[code], code === category))
            .map(({ code, label }) => ({
              value: code,
              label: ofCategories.counted(label, facets?.category[code]),
            })),
        ]}
      />
      <Filter
        name="price"
        label="가격"
        value={price}
        onChange={change}
        options={[
          { value: "", label: "모든 가격" },
          ...priceChoices.map((value) => ({
            value,
            label: counted(priceLabels[value], value === "free" ? facets?.free : facets?.prices[value]),
          })),
        ]}
      />
      <Filter
        name="kind"
        label="파일 종류"
        value={kind}
        onChange={change}
        options={[
          { value: "", label: "모든 파일" },
          ...fileKinds
            .filter((one) => isShown(facets?.kind[one], one === kind))
            .map((one) => ({ value: one, label: counted(kindLabels[one], facets?.kind[one]) })),
        ]}
      />
      <Filter
        name="rating"
        label="평점"
        value={rating === undefined ? "" : String(rating)}
        onChange={change}
        options={[
          { value: "", label: "모든 평점" },
          ...ratingSteps.map((step) => ({
            value: String(step),
            label: counted(`${step}점 이상`, facets?.ratings[step]),
          })),
        ]}
      />
    </Box>
  );
};

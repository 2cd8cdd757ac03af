import { categories, fileKinds, searchSorts, type SearchAnswer } from "@knowhow/shared";
import Box from "@mui/material/Box";
import NativeSelect from "@mui/material/NativeSelect";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { kindLabels, maxCounted, priceBands, ratingSteps, readChoice, sortLabels } from "./searchFilters.ts";

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

/** Orders and filters of a search, with the numbers of hits of its words. */
export const SearchFilters = ({ facets }: { facets: SearchAnswer["facets"] | undefined }) => {
  const [params, setParams] = useSearchParams();
  // A second choice may come before the first has been drawn.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(latest.current);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    latest.current = next;
    setParams(next);
  };
  const { sort, category = "", kind = "", price = "", rating } = readChoice(params);
  // Of more hits than are counted there may be any kind.
  let all = 0;
  for (const { code } of categories) all += facets?.category[code] ?? 0;
  const isCut = all >= maxCounted;
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString("ko-KR")}${isCut ? "+" : ""})`;
  const isShown = (count: number | undefined, isChosen: boolean) => isChosen || isCut || (count ?? 0) > 0;
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
        options={searchSorts.map((value) => ({ value, label: sortLabels[value] }))}
      />
      <Filter
        name="in"
        label="카테고리"
        value={category}
        onChange={change}
        options={[
          { value: "", label: "모든 카테고리" },
          ...categories
            .filter(({ code }) => isShown(facets?.category[code], code === category))
            .map(({ code, label }) => ({ value: code, label: counted(label, facets?.category[code]) })),
        ]}
      />
      <Filter
        name="price"
        label="가격"
        value={price}
        onChange={change}
        options={[
          { value: "", label: "모든 가격" },
          ...Object.entries(priceBands).map(([value, { label }]) => ({
            value,
            label: value === "free" ? counted(label, facets?.free) : label,
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
          ...ratingSteps.map((step) => ({ value: String(step), label: `${step}점 이상` })),
        ]}
      />
    </Box>
  );
};

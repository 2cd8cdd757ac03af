import Box from "@mui/material/Box";
import InputBase from "@mui/material/InputBase";
import { useState } from "react";
import { NotKept } from "@knowhow/ui/components/NotKept.tsx";

interface PageFieldProps {
  page: number;
  pages: number;
  unit: string;
  onPage: (page: number) => void;
}

/** The present page, to be typed over, of all pages. */
export const PageField = ({ page, pages, unit, onPage }: PageFieldProps) => {
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    const wanted = Number(typed);
    setTyped(undefined);
    if (typed !== undefined && wanted >= 1) onPage(Math.min(pages, wanted));
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        leave();
      }}
      sx={{ display: "flex", alignItems: "center", gap: 0.5, minWidth: 0, whiteSpace: "nowrap" }}
    >
      <NotKept words={String(page)}>
        <InputBase
          value={typed ?? String(page)}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, "").slice(0, 6))}
          onFocus={(event) => event.target.select()}
          onBlur={leave}
          inputProps={{
            "aria-label": `${unit} 번호, 전체 ${pages}${unit}`,
            inputMode: "numeric",
            sx: { textAlign: "center", width: "3.5em", p: 0.5 },
          }}
          // Large letters leave it less room than it would have.
          sx={{ minWidth: 0, border: "1px solid", borderColor: "divider", borderRadius: 1 }}
        />
      </NotKept>
      / {pages.toLocaleString("ko-KR")}
      {unit}
    </Box>
  );
};

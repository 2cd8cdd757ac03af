import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import { formatWon, type Comparable } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId } from "react";

/** The contents that a price was compared with, in the figure that sellers set; opened in a new tab beside the form. */
export const Comparables = ({ comparables }: { comparables: readonly Comparable[] }) => {
  const id = useId();
  if (comparables.length === 0) return null;
  return (
    <div>
      <Typography variant="body2" color="text.secondary" id={id}>
        비교한 콘텐츠의 판매가 (수수료 제외)
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ m: 0, mt: 0.5, p: 0, listStyle: "none" }}>
        {comparables.map(({ id: contentId, title, price }) => (
          <Box
            component="li"
            key={contentId}
            sx={{ display: "flex", gap: 2, alignItems: "baseline", justifyContent: "space-between", py: 0.5 }}
          >
            <Link
              href={`/content/${contentId}`}
              target="_blank"
              rel="noopener"
              variant="body1"
              sx={{ minWidth: 0, overflowWrap: "anywhere" }}
            >
              {title}
              {/* The sign stays on the line of the last word. */}
              <Box component="span" sx={{ whiteSpace: "nowrap" }}>
                {"\u00A0"}
                <OpenInNewRounded titleAccess="(새 창)" sx={{ fontSize: "1em", verticalAlign: "-0.1em" }} />
              </Box>
            </Link>
            <Typography sx={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums", fontWeight: 650 }}>
              {formatWon(price)}
            </Typography>
          </Box>
        ))}
      </Box>
    </div>
  );
};

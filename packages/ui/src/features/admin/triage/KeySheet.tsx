import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { DialogShell } from "../../../components/DialogShell.tsx";
import { keyGroups } from "./keys.ts";

interface KeyCapProps {
  label: string;
  /** Part of a button that has its own name. */
  isHint?: boolean;
}

/** One key as it is drawn on a keyboard. */
export const KeyCap = ({ label, isHint = false }: KeyCapProps) => (
  <Box
    component="kbd"
    aria-hidden={isHint || undefined}
    sx={{
      display: "inline-block",
      minWidth: 22,
      px: 0.75,
      textAlign: "center",
      font: "inherit",
      fontSize: "0.8125rem",
      lineHeight: "20px",
      border: "1px solid",
      borderColor: "divider",
      borderRadius: "5px",
      bgcolor: "background.default",
      color: "text.secondary",
    }}
  >
    {label}
  </Box>
);

/** Every key and what it does. */
export const KeySheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <DialogShell isOpen={isOpen} onClose={onClose} title="단축키" width="md">
    <Box sx={{ display: "grid", gridTemplateColumns: { md: "1fr 1fr" }, gap: 3 }}>
      {keyGroups.map(({ title, rules }) => (
        <Box component="section" key={title} aria-label={title}>
          <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
            {title}
          </Typography>
          <Box component="dl" sx={{ m: 0, display: "grid", gap: 0.5 }}>
            {rules.map(({ act, keys, what }) => (
              <Box key={act} sx={{ display: "flex", justifyContent: "space-between", gap: 2 }}>
                <Typography component="dt">{what}</Typography>
                <Box component="dd" sx={{ m: 0, display: "flex", gap: 0.5, flexShrink: 0 }}>
                  {keys.map(({ label }) => (
                    <KeyCap key={label} label={label} />
                  ))}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
    <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
      한글 자판에서도 같은 자리의 키예요. 글을 쓰는 동안에는 Ctrl+Enter와 Esc만, 검색칸에서는 Esc만 동작해요.
    </Typography>
  </DialogShell>
);

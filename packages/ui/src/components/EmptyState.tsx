import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: SvgIconComponent;
  title: string;
  description?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
  /** `p` where the place has a heading of its own already. */
  component?: "h1" | "h2" | "h3" | "p";
  /** `alert` is read out at once, for failures. */
  role?: "alert" | "status";
  /** A part of a screen rather than the whole of it. */
  isCompact?: boolean;
}

/** A place with nothing in it: what it is for, and what to do next. */
export const EmptyState = ({
  icon: Icon,
  title,
  description,
  action,
  component = "p",
  role,
  isCompact = false,
}: EmptyStateProps) => (
  <Box
    {...(role ? { role } : {})}
    sx={{
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      textAlign: "center",
      textWrap: "balance",
      gap: 1,
      px: 2,
      py: isCompact ? 3 : { xs: 6, md: 8 },
    }}
  >
    <Box
      aria-hidden
      sx={{
        display: "grid",
        placeItems: "center",
        width: isCompact ? 48 : 72,
        height: isCompact ? 48 : 72,
        mb: 1,
        borderRadius: "50%",
        color: "primary.main",
        bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 12%, transparent)",
      }}
    >
      <Icon sx={{ fontSize: isCompact ? 24 : 36 }} />
    </Box>
    <Typography variant={isCompact ? "h4" : "h3"} component={component}>
      {title}
    </Typography>
    {description ? (
      <Typography color="textSecondary" sx={{ maxWidth: "28rem" }} component="div">
        {description}
      </Typography>
    ) : null}
    {action ? (
      <Box sx={{ mt: 2, display: "flex", gap: 1, flexWrap: "wrap", justifyContent: "center" }}>{action}</Box>
    ) : null}
  </Box>
);

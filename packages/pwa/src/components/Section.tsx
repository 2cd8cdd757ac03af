import ExpandMoreRounded from "@mui/icons-material/ExpandMoreRounded";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useId, useState, type ReactNode, type Ref } from "react";
import { useLocation } from "react-router-dom";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";

interface SectionProps {
  /** Part of an address after "#", so that other screens can lead here. */
  anchor: string;
  title: string;
  description?: ReactNode;
  /** At the right of the title: opens editing. */
  action?: ReactNode;
  children: ReactNode;
  /** The title: takes the focus when the focused element is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** On a phone the part begins folded, with these words below its title; without them it is not folded. */
  summary?: ReactNode;
}

/** Whether a part is folded; one that its address names, or that began without a summary, is not. */
const useFolded = (anchor: string, summary: ReactNode) => {
  const isDesk = useIsDesk();
  const { hash, key } = useLocation();
  const [isOpen, setIsOpen] = useState(summary === undefined);
  const isNamed = hash === `#${anchor}`;
  const [named, setNamed] = useState<string>();
  // Named again, it opens again.
  if (isNamed && named !== key) {
    setNamed(key);
    setIsOpen(true);
  }
  const canFold = !isDesk && summary !== undefined;
  return { canFold, isFolded: canFold && !isOpen, toggle: () => setIsOpen((before) => !before) };
};

/** One part of the profile: a titled card. */
export const Section = (props: SectionProps) => {
  const { anchor, title, description, action, children, headingRef, summary } = props;
  const id = useId();
  const { canFold, isFolded, toggle } = useFolded(anchor, summary);
  const heading = { minHeight: 44, display: "flex", alignItems: "center" } as const;
  return (
    <Card
      component="section"
      id={anchor}
      aria-labelledby={id}
      sx={{
        // Apart: of a whole and a part of it, with variables, browsers write half where a view is kept.
        px: { xs: 2, md: 3 },
        py: { xs: isFolded ? 1 : 2, md: 3 },
        display: "grid",
        gap: isFolded ? 0 : 2,
        scrollMarginTop: "5rem",
        minWidth: 0,
      }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", columnGap: 2 }}>
        <Box sx={{ flex: "1 1 6rem", minWidth: 0 }}>
          <Typography
            id={id}
            variant="h3"
            component="h2"
            {...(headingRef ? { ref: headingRef, tabIndex: -1 } : {})}
            sx={{ ...(canFold ? {} : heading), outline: "none" }}
          >
            {canFold ? (
              <ButtonBase
                aria-expanded={!isFolded}
                aria-controls={`${id}-body`}
                onClick={toggle}
                sx={{
                  ...heading,
                  font: "inherit",
                  letterSpacing: "inherit",
                  width: "100%",
                  justifyContent: "space-between",
                  textAlign: "start",
                  borderRadius: "8px",
                }}
              >
                {title}
                <ExpandMoreRounded
                  aria-hidden
                  sx={{ color: "text.secondary", ...(isFolded ? {} : { transform: "rotate(180deg)" }) }}
                />
              </ButtonBase>
            ) : (
              title
            )}
          </Typography>
          {isFolded ? (
            <Typography color="textSecondary" component="div" sx={{ pb: 1, overflowWrap: "anywhere" }}>
              {summary}
            </Typography>
          ) : description ? (
            <Typography color="textSecondary" component="div">
              {description}
            </Typography>
          ) : null}
        </Box>
        {/* The button's word ends where the text below ends. */}
        {action && !isFolded ? <Box sx={{ flex: "none", mr: -1 }}>{action}</Box> : null}
      </Box>
      {canFold ? (
        // Hidden, not left out: nothing that was typed is lost.
        <Box
          id={`${id}-body`}
          hidden={isFolded}
          sx={isFolded ? {} : { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}
        >
          {children}
        </Box>
      ) : (
        children
      )}
    </Card>
  );
};

/** Takes back the margin that an empty or failed state of a whole screen has. */
export const Snug = ({ children }: { children: ReactNode }) => (
  <Box sx={{ my: { xs: -4, md: -5 } }}>{children}</Box>
);

interface SectionErrorProps {
  error: unknown;
  title: string;
  /** Shown without a network: that is no error, and passes by itself. */
  offline: string;
  onRetry: () => void;
}

/** A part of the profile that could not be read; the other parts are shown. */
export const SectionError = ({ offline, ...props }: SectionErrorProps) =>
  isConnectionError(props.error) && props.error.isOffline ? (
    <Typography color="textSecondary">{offline}</Typography>
  ) : (
    <Snug>
      <ErrorState {...props} component="h3" />
    </Snug>
  );

/** Names and values, one pair a row. */
export const Facts = ({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box sx={{ containerType: "inline-size" }}>
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(5.5rem, max-content) minmax(0, 1fr)",
        columnGap: 2,
        rowGap: 1.25,
        m: 0,
        // In very large text the value is below its name.
        "@container (max-width: 17rem)": {
          gridTemplateColumns: "minmax(0, 1fr)",
          rowGap: 0.25,
          "& dd:not(:last-child)": { mb: 1 },
        },
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0, overflowWrap: "anywhere", fontWeight: 550, fontVariantNumeric: "tabular-nums" },
      }}
    >
      {entries.map(([name, value]) => (
        <Box key={name} sx={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  </Box>
);

import { createTheme, type Components, type Theme } from "@mui/material/styles";
import { controlEdge, fontFamily, palettes, typeSizes } from "./tokens.ts";

const rem = (px: number) => `${px / 16}rem`;
const type = (px: number, weight: number, lineHeight: number) => ({
  fontSize: rem(px),
  fontWeight: weight,
  lineHeight,
  letterSpacing: px >= typeSizes.heading ? "-0.02em" : "-0.005em",
});
/** Grows on a desk, where there is room for it. */
const growing = (small: number, large: number, weight: number) => ({
  ...type(small, weight, 1.3),
  "@media (min-width:900px)": { fontSize: rem(large) },
});

const shadow = "0 1px 2px rgb(27 29 34 / 6%), 0 4px 16px rgb(27 29 34 / 8%)";
const focusRing = {
  outline: "3px solid var(--kh-palette-primary-main)",
  outlineOffset: "2px",
};

/** A finger needs 44 px, even where the drawing is smaller. */
const forFingers = { "@media (pointer: coarse)": { minHeight: 44 } };
/** The arrow is as large as the text; the library keeps words off it at the usual size alone. */
const besideArrow = { "&&&": { paddingRight: "calc(8px + 1.5rem)" } };
/** Responds to a press at once: nothing else on the screen may have changed yet. */
const pressed = { "&:active": { transform: "scale(0.98)" } };

const components: Components<Omit<Theme, "components">> = {
  MuiCssBaseline: {
    styleOverrides: {
      html: {
        // A focused element does not lie under the bars at the top.
        scrollPaddingTop: "calc(5rem + var(--kh-banner, 0px))",
        // Nor under the bars at the bottom edge.
        scrollPaddingBottom: "max(6rem, var(--kh-bars, 0px) + var(--kh-actions, 0px) + 2rem)",
      },
      body: { wordBreak: "keep-all", overflowWrap: "anywhere", textRendering: "optimizeLegibility" },
      // No single word on a line of its own, where the browser can see to it.
      "h1, h2, h3": { textWrap: "balance" },
      "p, li, dd, label": { textWrap: "pretty" },
      ":focus-visible": focusRing,
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": {
          animationDuration: "0.01ms !important",
          animationIterationCount: "1 !important",
          transitionDuration: "0.01ms !important",
          scrollBehavior: "auto !important",
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { "&.Mui-focusVisible": focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        borderRadius: 12,
        textTransform: "none",
        fontWeight: 650,
        minHeight: 44,
        whiteSpace: "nowrap",
        transitionProperty: "background-color, border-color, color, transform",
        ...pressed,
      },
      sizeLarge: { minHeight: 52, fontSize: rem(typeSizes.lead), paddingInline: 24 },
      sizeSmall: { minHeight: 36, fontSize: rem(typeSizes.small), ...forFingers },
      outlined: ({ theme }) => ({
        borderColor: controlEdge.light,
        ...theme.applyStyles("dark", { borderColor: controlEdge.dark }),
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: { minWidth: 44, minHeight: 44 },
      sizeSmall: {
        minWidth: 40,
        minHeight: 40,
        "@media (pointer: coarse)": { minWidth: 44, minHeight: 44 },
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        borderRadius: 12,
        backgroundColor: "var(--kh-palette-background-paper)",
        fontSize: rem(typeSizes.lead),
      },
      notchedOutline: ({ theme }) => ({
        borderColor: controlEdge.light,
        ...theme.applyStyles("dark", { borderColor: controlEdge.dark }),
      }),
      input: ({ ownerState }) => ({
        ...(ownerState.multiline || ownerState.size === "small" ? {} : { paddingBlock: 13 }),
        // A hint is read too: the muted ink, not the half-transparent one of the library.
        "&::placeholder": { color: "var(--kh-palette-text-secondary)", opacity: 1 },
      }),
    },
  },
  MuiNativeSelect: { styleOverrides: { select: besideArrow } },
  MuiSelect: { styleOverrides: { select: besideArrow } },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: rem(typeSizes.small) } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
  MuiCard: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { border: "1px solid var(--kh-palette-divider)", borderRadius: 12 } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: { borderRadius: 16, boxShadow: shadow, margin: 16, width: "calc(100% - 32px)" },
    },
  },
  // In large text the buttons stand one below the other.
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: { flexWrap: "wrap", gap: 8, "& > .MuiButton-root": { whiteSpace: "normal" } },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: type(typeSizes.heading, 700, 1.4) } },
  // As tall as its text, however large that is.
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: 999, fontWeight: 600, height: "2rem" },
      sizeSmall: { height: "1.5rem" },
    },
  },
  // A track in a shade of the bar's own colour looks like a bar that is full.
  MuiLinearProgress: { styleOverrides: { root: { backgroundColor: "var(--kh-palette-divider)" } } },
  // An animated placeholder is a layer of its own, drawn anew for each frame.
  MuiSkeleton: { defaultProps: { animation: false } },
  MuiTooltip: { defaultProps: { enterDelay: 700, enterNextDelay: 300, leaveDelay: 0, arrow: true } },
  // MUI leaves a palette path in `color` unread; here it means what it says.
  MuiTypography: {
    variants: [
      { props: { color: "text.primary" }, style: { color: "var(--kh-palette-text-primary)" } },
      { props: { color: "text.secondary" }, style: { color: "var(--kh-palette-text-secondary)" } },
    ],
  },
  MuiLink: { defaultProps: { underline: "always" } },
  // The only text of the library's components in use; its whole locale would be in the first script.
  MuiAlert: {
    defaultProps: { closeText: "닫기" },
    styleOverrides: { root: { borderRadius: 12, alignItems: "center" } },
  },
};

/** Colours, type, shapes and motion of every screen; both schemes, as CSS variables. */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: "kh", colorSchemeSelector: "data-scheme" },
  colorSchemes: { light: { palette: palettes.light }, dark: { palette: palettes.dark } },
  spacing: 8,
  shape: { borderRadius: 12 },
  shadows: [
      "none", shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow,
      shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow, shadow,
    ], // oxfmt-ignore
  transitions: {
    duration: {
        shortest: 150, shorter: 150, short: 180, standard: 200, complex: 200, enteringScreen: 200, leavingScreen: 150,
      }, // oxfmt-ignore
  },
  typography: {
    fontFamily,
    h1: growing(typeSizes.title, typeSizes.display, 750),
    h2: growing(typeSizes.heading, typeSizes.title, 700),
    h3: type(typeSizes.heading, 700, 1.35),
    h4: type(typeSizes.lead, 700, 1.4),
    h5: type(typeSizes.body, 700, 1.45),
    h6: type(typeSizes.body, 650, 1.45),
    subtitle1: type(typeSizes.lead, 600, 1.5),
    subtitle2: type(typeSizes.body, 600, 1.5),
    body1: type(typeSizes.body, 400, 1.65),
    body2: type(typeSizes.small, 400, 1.55),
    button: { ...type(typeSizes.body, 650, 1.4), textTransform: "none" },
    caption: type(typeSizes.small, 400, 1.5),
    overline: { ...type(typeSizes.small, 650, 1.5), textTransform: "none" },
  },
  components,
});

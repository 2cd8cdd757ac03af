import type { PaletteOptions } from "@mui/material/styles";
import { categoryHues } from "./categories.ts";

declare module "@mui/material/styles" {
  interface PaletteOptions {
    category?: Record<string, { ink: string; tint: string }>;
  }
}

type Scheme = "light" | "dark";

const hues = (scheme: Scheme) =>
  Object.fromEntries(Object.entries(categoryHues).map(([code, hue]) => [code, hue[scheme]]));

/** Colours of the two schemes; text at least 4.5:1 on both grounds, edges of controls at least 3:1. */
export const palettes: Record<Scheme, PaletteOptions> = {
  light: {
    background: { default: "#FAF8F4", paper: "#FFFFFF" },
    text: { primary: "#1B1D22", secondary: "#5E636E" },
    primary: { main: "#1F5C4D", light: "#2F7563", dark: "#164438", contrastText: "#FFFFFF" },
    secondary: { main: "#B4451F", light: "#C65A35", dark: "#8E3416", contrastText: "#FFFFFF" },
    success: { main: "#1F7A4C", contrastText: "#FFFFFF" },
    warning: { main: "#9A6400", contrastText: "#FFFFFF" },
    error: { main: "#B3261E", contrastText: "#FFFFFF" },
    info: { main: "#254974", contrastText: "#FFFFFF" },
    divider: "#E4E0D8",
    category: hues("light"),
  },
  dark: {
    background: { default: "#14161A", paper: "#1C1F25" },
    text: { primary: "#F2F0EB", secondary: "#A3A8B3" },
    primary: { main: "#7CC7AF", light: "#9AD6C3", dark: "#5FAE95", contrastText: "#0C241D" },
    secondary: { main: "#FFAB85", light: "#FFC2A6", dark: "#E58D66", contrastText: "#2B1206" },
    success: { main: "#7FD6A4", contrastText: "#0C241D" },
    warning: { main: "#F2C14E", contrastText: "#2A1E00" },
    error: { main: "#F2B8B5", contrastText: "#3A0B08" },
    info: { main: "#B8D7FF", contrastText: "#10203A" },
    divider: "#30343D",
    category: hues("dark"),
  },
};

/** Edge of text fields and outlined buttons: 3:1 on both grounds of its scheme. */
export const controlEdge: Record<Scheme, string> = { light: "#85827B", dark: "#7C828F" };

/** Sizes of type in px; set in rem, so that a larger text setting of the browser counts. */
export const typeSizes = { small: 13, body: 15, lead: 17, heading: 20, title: 26, display: 34 } as const;

/** Widest content, in px. */
export const contentWidth = 1200;

/** Where a column stays in view on a desk: below the top bar and the banner. */
export const columnTop = "calc(92px + var(--kh-banner, 0px))";

export const fontFamily = [
  '"Knowhow Sans"', '"Pretendard Variable"', "Pretendard", '"Knowhow Fallback"', "-apple-system", "BlinkMacSystemFont",
  '"Apple SD Gothic Neo"', '"Malgun Gothic"', '"Noto Sans KR"', '"Noto Sans CJK KR"', "system-ui", "sans-serif",
].join(", "); // oxfmt-ignore

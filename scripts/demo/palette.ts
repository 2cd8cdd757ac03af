import type { CategoryCode } from "@knowhow/shared";

/** The calm colours of one category, and how its documents are dressed. */
export interface Palette {
  /** Dark enough for white text. */
  readonly deep: string;
  /** Between deep and soft, for illustrations. */
  readonly mid: string;
  /** Paper-like tint. */
  readonly soft: string;
  /** One warm or cool contrast. */
  readonly accent: string;
  readonly heading: "bar" | "number" | "rule" | "tab";
  /** A full opening page, or a band on top of the first page. */
  readonly opening: "page" | "band";
  readonly lyrical: boolean;
}

const palette = (
  colours: string,
  heading: Palette["heading"],
  opening: Palette["opening"],
  lyrical = false,
): Palette => {
  const [deep = "", mid = "", soft = "", accent = ""] = colours.split(" ");
  return { deep, mid, soft, accent, heading, opening, lyrical };
};

/** Colours by category. */
export const palettes: Record<CategoryCode, Palette> = {
  stock: palette("#1F4E5F #6E98A3 #DDE9EB #E0A458", "bar", "page"),
  certificate: palette("#2F4B7C #8199C4 #E0E6F2 #EBAE34", "number", "band"),
  programming: palette("#35396A #8A8EC2 #E3E3F1 #4FB79A", "tab", "band"),
  language: palette("#733C63 #B984A8 #F1E2EC #EE9F57", "rule", "page"),
  lifestyle: palette("#4F6B48 #93AD89 #E6EDE0 #D98B5F", "bar", "band", true),
  career: palette("#445063 #8F9CB0 #E4E7EC #D7684C", "number", "page"),
  hobby: palette("#935338 #CB9A7F #F4E6DC #3F7D77", "rule", "page", true),
  relationship: palette("#9C4961 #D296A6 #F7E4E8 #E3AE68", "rule", "page", true),
  music: palette("#48395F #9485AE #E7E1EF #DF836C", "tab", "page", true),
  playlist: palette("#2B5875 #7FA6BE #DEE9F0 #EFA98C", "bar", "band", true),
  health: palette("#2B6B5E #7FB3A6 #DDEEE9 #EBBB60", "number", "band"),
  sports: palette("#A4432C #D6927F #F7E3DC #2F4858", "tab", "page"),
  cooking: palette("#8F5A1C #D3A867 #F8ECD8 #A5402B", "rule", "band", true),
  template: palette("#4B5464 #9AA3B2 #E9EBEF #5F9482", "bar", "band"),
};

/** Text colour of pages. */
export const ink = "#22252B";
/** Colour of small print. */
export const muted = "#6A6F79";

/** Mixes two #RRGGBB colours; 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (at: number): string => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

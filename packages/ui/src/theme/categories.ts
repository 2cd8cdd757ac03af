import type { CategoryCode } from "@knowhow/shared";

interface Hue {
  /** Text and icons on the tint, at least 4.5:1. */
  ink: string;
  /** Quiet ground of badges and generated covers. */
  tint: string;
}

/** One calm hue for each category: equal lightness and chroma, so that none is louder than another. */
export const categoryHues: Record<CategoryCode, { light: Hue; dark: Hue }> = {
  stock: { light: { ink: "#175533", tint: "#DAF0E0" }, dark: { ink: "#B3E2C2", tint: "#1C3726" } },
  certificate: { light: { ink: "#254974", tint: "#DCEBFF" }, dark: { ink: "#B8D7FF", tint: "#203147" } },
  programming: { light: { ink: "#3F4174", tint: "#E5E8FF" }, dark: { ink: "#CBD0FF", tint: "#2C2E47" } },
  language: { light: { ink: "#005264", tint: "#D3F0F7" }, dark: { ink: "#A3E0EF", tint: "#0F363E" } },
  lifestyle: { light: { ink: "#564600", tint: "#F0EAD2" }, dark: { ink: "#E1D4A4", tint: "#373014" } },
  career: { light: { ink: "#0D4D71", tint: "#D7EDFD" }, dark: { ink: "#AEDBFB", tint: "#193345" } },
  hobby: { light: { ink: "#683B0E", tint: "#FAE5D5" }, dark: { ink: "#F5CBAA", tint: "#412B18" } },
  relationship: { light: { ink: "#6D3241", tint: "#FEE1E6" }, dark: { ink: "#FBC3CE", tint: "#44262D" } },
  music: { light: { ink: "#523B6C", tint: "#EEE5FB" }, dark: { ink: "#DECAF7", tint: "#362A43" } },
  playlist: { light: { ink: "#61355D", tint: "#F7E2F4" }, dark: { ink: "#EEC5E9", tint: "#3D283B" } },
  health: { light: { ink: "#005645", tint: "#D5F1E8" }, dark: { ink: "#A7E3D2", tint: "#13382F" } },
  sports: { light: { ink: "#6D3622", tint: "#FEE3DA" }, dark: { ink: "#FBC7B4", tint: "#44281F" } },
  cooking: { light: { ink: "#6E3330", tint: "#FFE2DF" }, dark: { ink: "#FCC4BF", tint: "#452725" } },
  template: { light: { ink: "#005556", tint: "#D2F1F0" }, dark: { ink: "#A2E2E1", tint: "#0D3737" } },
};

/** The hue of a category in the scheme in use, for `sx`; a code of no category is grey. */
export const categoryColor = (code: string, part: keyof Hue): string =>
  Object.hasOwn(categoryHues, code)
    ? `var(--kh-palette-category-${code}-${part})`
    : part === "ink"
      ? "text.secondary"
      : "action.hover";

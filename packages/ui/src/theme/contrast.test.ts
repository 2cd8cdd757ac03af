import { describe, expect, it } from "vitest";
import { categoryHues } from "./categories.ts";
import { controlEdge, palettes } from "./tokens.ts";

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

describe.each(["light", "dark"] as const)("%s", (scheme) => {
  const { background, text, ...colours } = palettes[scheme];
  const grounds = [background?.default ?? "", background?.paper ?? ""];

  it("has text of at least 4.5:1 on both grounds", () => {
    const inks = [text?.primary, text?.secondary].concat(
      (["primary", "secondary", "success", "warning", "error", "info"] as const).map(
        // The tokens spell every colour out; MUI's type allows shorter forms.
        (name) => (colours[name] as { main: string }).main,
      ),
    );
    for (const ink of inks)
      for (const ground of grounds) expect(contrast(ink ?? "", ground)).toBeGreaterThanOrEqual(4.5);
  });

  it("has badges of at least 4.5:1 for every category", () => {
    for (const hue of Object.values(categoryHues))
      expect(contrast(hue[scheme].ink, hue[scheme].tint)).toBeGreaterThanOrEqual(4.5);
  });

  it("has letters of at least 4.5:1 on the pattern of a person's mark", () => {
    const partsOf = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const mix = (ink: string, tint: string): string => {
      const grounds = partsOf(tint);
      const parts = partsOf(ink).map((part, at) => Math.round(part * 0.14 + (grounds[at] ?? 0) * 0.86));
      return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    };
    for (const { [scheme]: hue } of Object.values(categoryHues))
      expect(contrast(hue.ink, mix(hue.ink, hue.tint))).toBeGreaterThanOrEqual(4.5);
  });

  it("has edges of controls of at least 3:1", () => {
    for (const ground of grounds) expect(contrast(controlEdge[scheme], ground)).toBeGreaterThanOrEqual(3);
  });
});

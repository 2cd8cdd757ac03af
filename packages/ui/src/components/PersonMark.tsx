import { categories } from "@knowhow/shared";
import Avatar from "@mui/material/Avatar";
import { categoryColor } from "../theme/categories.ts";

/** How much of its ink a pattern has; letters stay readable on it. */
const shade = "color-mix(in srgb, currentColor 14%, transparent)";

/** What lies behind the letter. */
const patterns = [
  `radial-gradient(circle at 100% 0, ${shade} 60%, transparent 61%)`,
  `linear-gradient(135deg, ${shade} 50%, transparent 50%)`,
  `repeating-linear-gradient(45deg, ${shade} 0 12%, transparent 12% 24%)`,
  `radial-gradient(circle at 50% 120%, ${shade} 62%, transparent 63%)`,
  `radial-gradient(circle, transparent 52%, ${shade} 53%)`,
  `linear-gradient(90deg, ${shade} 33%, transparent 33% 66%, ${shade} 66%)`,
] as const;

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

interface PersonMarkProps {
  /** Whose mark it is; null for us, who have the colour of the product. */
  id: string | null;
  nickname: string;
  /** Where the person's picture is, if they have one. */
  src: string | null | undefined;
  size: string;
}

/**
 * A person's picture, else a mark made of their id: a hue, a pattern, the first letter of the name. It is not read out,
 * since the name stands beside it.
 */
export const PersonMark = ({ id, nickname, src, size }: PersonMarkProps) => {
  const number = numberOf(id ?? "");
  const { code } = categories[number % categories.length] ?? categories[0];
  return (
    <Avatar
      alt=""
      aria-hidden
      {...(src ? { src } : {})}
      sx={{
        // Grows with its letter.
        width: size,
        height: size,
        fontSize: `calc(${size} * 0.42)`,
        fontWeight: 700,
        ...(id === null
          ? { bgcolor: "primary.main", color: "primary.contrastText" }
          : {
              bgcolor: categoryColor(code, "tint"),
              color: categoryColor(code, "ink"),
              backgroundImage: patterns[Math.floor(number / categories.length) % patterns.length],
            }),
      }}
    >
      {[...nickname][0]}
    </Avatar>
  );
};

import DescriptionRounded from "@mui/icons-material/DescriptionRounded";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { categoryColor } from "@knowhow/ui/theme/categories.ts";
import { pictureOf, pictureSizes, previewsOf } from "@knowhow/ui/client/pictures.ts";

interface CoverSubject {
  title: string;
  category: string;
}

/** The cover made for a content without a picture: hue of its category, a document, its title where there is room. */
export const GeneratedCover = ({
  title,
  category,
  isSmall = false,
}: CoverSubject & { isSmall?: boolean }) => (
  <Box
    aria-hidden
    data-cover="generated"
    sx={{
      position: "absolute",
      inset: 0,
      display: "flex",
      flexDirection: "column",
      ...(isSmall ? { alignItems: "center", justifyContent: "center" } : { justifyContent: "space-between" }),
      gap: 1,
      p: "9%",
      overflow: "hidden",
      bgcolor: categoryColor(category, "tint"),
      color: categoryColor(category, "ink"),
      backgroundImage:
        "radial-gradient(circle at 100% 0, color-mix(in srgb, currentColor 16%, transparent), transparent 62%)",
    }}
  >
    <DescriptionRounded sx={{ fontSize: "clamp(1.75rem, 16cqw, 4rem)", opacity: 0.85 }} />
    {isSmall ? null : (
      <Typography
        component="span"
        sx={{
          display: "-webkit-box",
          WebkitBoxOrient: "vertical",
          WebkitLineClamp: 3,
          overflow: "hidden",
          fontWeight: 750,
          lineHeight: 1.35,
          letterSpacing: "-0.02em",
          fontSize: "clamp(0.9375rem, 7.5cqw, 2rem)",
        }}
      >
        {title}
      </Typography>
    )}
  </Box>
);

interface ContentCoverProps {
  content: CoverSubject & { id: string; previewImageUrls: readonly string[] };
  /** Which preview; by default the first. */
  index?: number;
  /** The `sizes` of the picture, for the browser's choice of a width; beside a row a made cover has no words. */
  sizes?: string;
  /** Alternative text; empty where the title stands beside it. */
  alt?: string;
  /** Loads at once: for covers that are seen first. */
  isEager?: boolean;
  /** `contain`, the default, shows the whole picture; `cover` fills the frame. */
  fit?: "cover" | "contain";
}

/** A 4:3 cover: the preview image, or the generated cover where there is none or it fails to load. */
export const ContentCover = ({
  content,
  index = 0,
  sizes = "(min-width:900px) 280px, 50vw",
  alt = "",
  isEager = false,
  fit = "contain",
}: ContentCoverProps) => {
  const address = previewsOf(content)[index];
  const [failed, setFailed] = useState<string>();
  const handleError = () => {
    console.warn("A preview could not be loaded.", address);
    setFailed(address);
  };
  /** On a page of the server a picture may have failed before the app listened. */
  const noteBroken = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) handleError();
  };
  return (
    <Box
      sx={{
        position: "relative",
        aspectRatio: "4 / 3",
        overflow: "hidden",
        bgcolor: "action.hover",
        containerType: "inline-size",
      }}
    >
      {address === undefined || failed === address ? (
        <>
          <GeneratedCover
            title={content.title}
            category={content.category}
            isSmall={sizes === pictureSizes.row}
          />
          {alt ? <span role="img" aria-label={alt} /> : null}
        </>
      ) : (
        <img
          {...pictureOf(address, sizes)}
          alt={alt}
          loading={isEager ? "eager" : "lazy"}
          fetchPriority={isEager ? "high" : "auto"}
          decoding="async"
          width={640}
          height={480}
          ref={noteBroken}
          onError={handleError}
          style={{ width: "100%", height: "100%", objectFit: fit, display: "block" }}
        />
      )}
    </Box>
  );
};

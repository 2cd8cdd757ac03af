import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { SystemStyleObject } from "@mui/system";
import type { Theme } from "@mui/material/styles";
import { useEffect, useState } from "react";

/** A page is drawn when it is first asked for: a busy server says to come again. */
const waitsMs = [2_000, 4_000, 8_000] as const;

interface PagePictureProps {
  src: string;
  alt: string;
  /** Without a button for another try, where the picture is on a button itself. */
  isBare?: boolean;
  /** Called when it has come, or has failed once. */
  onSettled?: () => void;
  sx?: SystemStyleObject<Theme>;
}

/** A drawn page; one that does not come is asked for again, a few times by itself. */
export const PagePicture = ({ src, alt, isBare = false, onSettled, sx = {} }: PagePictureProps) => {
  const [tries, setTries] = useState(0);
  const [isMissing, setIsMissing] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const wait = waitsMs[tries];
  useEffect(() => {
    if (!isMissing || wait === undefined) return undefined;
    const timer = setTimeout(() => {
      setTries((before) => before + 1);
      setIsMissing(false);
    }, wait);
    return () => clearTimeout(timer);
  }, [isMissing, wait]);
  if (!isMissing)
    return (
      <Box
        component="img"
        key={tries}
        src={src}
        alt={alt}
        loading={onSettled ? "eager" : "lazy"}
        decoding="async"
        onLoad={() => {
          setIsLoaded(true);
          onSettled?.();
        }}
        onError={() => {
          setIsMissing(true);
          onSettled?.();
        }}
        // Paper only once it is there: until then its place is seen, in the dark too.
        sx={{
          display: "block",
          bgcolor: isLoaded ? "#FFFFFF" : "action.disabledBackground",
          minHeight: isLoaded ? 0 : "6rem",
          ...sx,
        }}
      />
    );
  return (
    <Box
      component="span"
      sx={{
        display: "grid",
        placeContent: "center",
        gap: 1,
        p: 1,
        minHeight: "6rem",
        textAlign: "center",
        ...sx,
      }}
    >
      <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
        {wait === undefined ? "그림을 불러오지 못했어요" : "불러오는 중이에요"}
      </Box>
      {wait === undefined && !isBare ? (
        <Button
          size="small"
          onClick={() => {
            setTries(0);
            setIsMissing(false);
          }}
        >
          다시 시도
        </Button>
      ) : null}
    </Box>
  );
};

import AddPhotoAlternateOutlined from "@mui/icons-material/AddPhotoAlternateOutlined";
import { imageExtensions, maxRatingPictures, textLimits, uploadLimits } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useRef, type ChangeEvent } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import type { useRatingPictures } from "./useRatingPictures.ts";

const thumbSx = {
  width: 88,
  height: 88,
  flex: "none",
  objectFit: "cover",
  borderRadius: "10px",
  border: "1px solid",
  borderColor: "divider",
  bgcolor: "action.hover",
} as const;

/** Where the pictures of a rating are chosen, described and taken out again. */
export const PicturesField = ({ upload }: { upload: ReturnType<typeof useRatingPictures> }) => {
  const { pictures, percent, failure } = upload;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOnline = useOnline();
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Choosing the same file again after a failure is a change too.
    target.value = "";
    if (files.length > 0) void upload.add(files);
  };
  const handleRemove = (objectPath: string) => {
    upload.remove(objectPath);
    button.current?.focus();
  };
  return (
    <Box role="group" aria-labelledby={`${id}-label`} sx={{ display: "grid", gap: 1 }}>
      <Typography id={`${id}-label`} variant="subtitle2" component="p">
        사진 (선택) {pictures.length}/{maxRatingPictures}
      </Typography>
      {pictures.length === 0 ? null : (
        <Box
          component="ul"
          aria-label="올린 사진"
          sx={{ display: "grid", gap: 1, m: 0, p: 0, listStyle: "none" }}
        >
          {pictures.map(({ objectPath, alt }, index) => (
            <Box component="li" key={objectPath} sx={{ display: "flex", alignItems: "flex-start", gap: 1.5 }}>
              <Box component="img" src={objectPath} alt={alt || `${index + 1}번째 사진`} sx={thumbSx} />
              <Box sx={{ flex: 1, minWidth: 0, display: "grid", justifyItems: "start" }}>
                <TextField
                  fullWidth
                  size="small"
                  label={`${index + 1}번째 사진 설명 (선택)`}
                  value={alt}
                  onChange={({ target }) => upload.describe(objectPath, target.value)}
                  slotProps={{ htmlInput: { maxLength: textLimits.pictureAlt } }}
                />
                <Button
                  size="small"
                  color="error"
                  aria-label={`${index + 1}번째 사진 빼기`}
                  onClick={() => handleRemove(objectPath)}
                >
                  사진 빼기
                </Button>
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {percent === undefined ? (
        <Button
          ref={button}
          variant="outlined"
          size="small"
          startIcon={<AddPhotoAlternateOutlined />}
          disabled={!isOnline || pictures.length >= maxRatingPictures}
          aria-describedby={`${id}-help`}
          onClick={() => input.current?.click()}
          sx={{ justifySelf: "start" }}
        >
          사진 추가
        </Button>
      ) : (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label="사진 업로드"
            sx={{ flex: 1, height: 6, borderRadius: 999 }}
          />
          <Button size="small" color="inherit" onClick={upload.cancel}>
            업로드 취소
          </Button>
        </Box>
      )}
      <Typography
        id={`${id}-help`}
        variant="body2"
        color={failure === undefined ? "textSecondary" : "error"}
        {...(failure === undefined ? {} : { role: "alert" })}
      >
        {failure ??
          (isOnline
            ? `${imageExtensions.join(", ")} · 한 장에 ${formatBytes(uploadLimits.rating)} 이하. 모두에게 보이니 얼굴이나 개인정보는 가려주세요.`
            : "사진은 연결되면 올릴 수 있어요.")}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="후기 사진 파일"
        accept={imageExtensions.map((extension) => `.${extension}`).join(",")}
        onChange={handleChange}
      />
    </Box>
  );
};

import { imageExtensions, uploadLimits, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useId, useRef, type ChangeEvent } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import type { useProfileImage } from "./profileImage.ts";

interface ProfileImageFieldProps {
  user: CurrentUser;
  /** Path of the picture as it would be saved. */
  path: string | null;
  upload: ReturnType<typeof useProfileImage>;
  onRemove: () => void;
}

const Progress = ({ percent, onCancel }: { percent: number; onCancel: () => void }) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
    <LinearProgress
      variant="determinate"
      value={percent}
      aria-label="이미지 업로드"
      sx={{ flex: 1, height: 6, borderRadius: 999 }}
    />
    <Typography
      variant="body2"
      sx={{ fontVariantNumeric: "tabular-nums", minWidth: "3em", textAlign: "right" }}
    >
      {percent}%
    </Typography>
    <Button size="small" color="inherit" onClick={onCancel}>
      업로드 취소
    </Button>
  </Box>
);

/** The profile picture in the form: choose, upload, remove. */
export const ProfileImageField = ({ user, path, upload, onRemove }: ProfileImageFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { percent, preview, failure } = upload;
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Choosing the same file again after a failure is a change too.
    target.value = "";
    if (file) upload.choose(file);
  };
  return (
    <Box role="group" aria-label="프로필 이미지" sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <ProfileAvatar
        id={user.id}
        nickname={user.nickname}
        image={path === null ? null : (preview ?? path)}
        size="5rem"
      />
      <Box sx={{ flex: 1, minWidth: 0, display: "grid", gap: 0.5 }}>
        {percent === undefined ? (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            <Button
              variant="outlined"
              size="small"
              aria-describedby={`${id}-help`}
              onClick={() => input.current?.click()}
            >
              {path === null ? "사진 올리기" : "사진 바꾸기"}
            </Button>
            {path === null ? null : (
              <Button size="small" color="error" onClick={onRemove}>
                사진 삭제
              </Button>
            )}
          </Box>
        ) : (
          <Progress percent={percent} onCancel={upload.cancel} />
        )}
        <Typography
          id={`${id}-help`}
          variant="body2"
          color={failure ? "error" : "textSecondary"}
          {...(failure ? { role: "alert" } : {})}
        >
          {failure ?? `${imageExtensions.join(", ")} · ${formatBytes(uploadLimits.profile)} 이하`}
        </Typography>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="프로필 이미지 파일"
          accept={imageExtensions.map((extension) => `.${extension}`).join(",")}
          onChange={handleChange}
        />
      </Box>
    </Box>
  );
};

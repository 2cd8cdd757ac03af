import Avatar from "@mui/material/Avatar";
import { sizedUrl } from "@knowhow/ui/client/addresses.ts";

interface ProfileAvatarProps {
  nickname: string;
  /** Path of an uploaded picture, or a local picture of this page. */
  image: string | null | undefined;
  size: number;
}

/** A person's picture, or the first letter of their nickname. */
export const ProfileAvatar = ({ nickname, image, size }: ProfileAvatarProps) => (
  <Avatar
    alt=""
    {...(image ? { src: image.startsWith("blob:") ? image : sizedUrl(image, 320) } : {})}
    sx={{
      width: size,
      height: size,
      fontSize: size / 2.4,
      fontWeight: 700,
      bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 16%, transparent)",
      color: "primary.main",
    }}
  >
    {[...nickname][0]}
  </Avatar>
);

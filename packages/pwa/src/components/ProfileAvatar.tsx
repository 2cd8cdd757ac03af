import { PersonMark } from "@knowhow/ui/components/PersonMark.tsx";
import { sizedUrl } from "@knowhow/ui/client/addresses.ts";

interface ProfileAvatarProps {
  id: string;
  nickname: string;
  /** Path of an uploaded picture, or a local picture of this page. */
  image: string | null | undefined;
  size: string;
}

/** A person's picture, or their mark. */
export const ProfileAvatar = ({ id, nickname, image, size }: ProfileAvatarProps) => (
  <PersonMark
    id={id}
    nickname={nickname}
    src={image && !image.startsWith("blob:") ? sizedUrl(image, 320) : image}
    size={size}
  />
);

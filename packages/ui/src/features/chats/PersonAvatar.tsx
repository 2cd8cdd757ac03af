import Avatar from "@mui/material/Avatar";

/** A person as a conversation shows them. */
export interface Person {
  nickname: string;
  profileImageUrl: string | null;
}

/** A person's picture, or the first letter of the name; not read out, since the name stands beside it. */
export const PersonAvatar = ({ person, size }: { person: Person; size: string }) => (
  <Avatar
    alt=""
    aria-hidden
    {...(person.profileImageUrl ? { src: person.profileImageUrl } : {})}
    sx={{
      width: size,
      height: size,
      fontSize: `calc(${size} * 0.42)`,
      bgcolor: "primary.main",
      color: "primary.contrastText",
      fontWeight: 700,
    }}
  >
    {[...person.nickname][0]}
  </Avatar>
);

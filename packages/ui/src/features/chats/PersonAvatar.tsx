import { PersonMark } from "../../components/PersonMark.tsx";

/** A person as a conversation shows them. */
export interface Person {
  /** Null for administrators, who speak as one. */
  id: string | null;
  nickname: string;
  profileImageUrl: string | null;
}

/** A person's picture or mark, beside their name. */
export const PersonAvatar = ({ person, size }: { person: Person; size: string }) => (
  <PersonMark id={person.id} nickname={person.nickname} src={person.profileImageUrl} size={size} />
);

import { cutText } from "@knowhow/shared";
import type { Passage } from "../helper.ts";

/** Characters that sentences are chosen from: books have fewer, and every one of them takes memory. */
const maxCharacters = 2_000_000;

/** The characters read of each file: short ones stay whole, long ones share the rest. */
const roomOf = (lengths: ReadonlyMap<string, number>, limit: number): Map<string, number> => {
  const rooms = new Map<string, number>();
  let left = limit;
  for (const [name, length] of [...lengths].sort(([, a], [, b]) => a - b)) {
    const room = Math.min(length, Math.floor(left / (lengths.size - rooms.size)));
    rooms.set(name, room);
    left -= room;
  }
  return rooms;
};

/** The beginnings of files, within the limit; passages keep their places in the list. */
export const boundPassages = (passages: readonly Passage[], limit = maxCharacters): readonly Passage[] => {
  const lengths = new Map<string, number>();
  for (const { fileName, text } of passages)
    lengths.set(fileName, (lengths.get(fileName) ?? 0) + text.length);
  const rooms = roomOf(lengths, limit);
  return passages.map((passage) => {
    const room = rooms.get(passage.fileName) ?? 0;
    rooms.set(passage.fileName, Math.max(0, room - passage.text.length));
    return passage.text.length <= room ? passage : { ...passage, text: cutText(passage.text, room) };
  });
};

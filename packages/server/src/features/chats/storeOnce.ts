import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";

/** The result of a statement that stores a message: the new message, or the one stored before. */
interface Outcome<M> {
  sent: M | null;
  known: M | null;
}

/**
 * Runs a prepared statement that stores a message once for each sender and clientId. Of two at once with one clientId the
 * second sees neither: it runs again and finds the first's. Fails with NOT_FOUND, in these words, or ROOM_INACTIVE.
 */
export const storeOnce = async <M, R extends Outcome<M>>(
  trx: Trx,
  { name, sql }: { name: string; sql: string },
  values: Record<string, string | boolean | null> & { clientId: string | null },
  notFound: string,
): Promise<{ room: R; message: M; isRepeated: boolean }> => {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { rows } = await trx.raw<{ rows: R[] }>(sql, values).options({ name });
    const [room] = rows;
    if (!room) throw new AppError("NOT_FOUND", { message: notFound });
    if (room.known) return { room, message: room.known, isRepeated: true };
    if (room.sent) return { room, message: room.sent, isRepeated: false };
    if (values.clientId === null) break;
  }
  throw new AppError("ROOM_INACTIVE");
};

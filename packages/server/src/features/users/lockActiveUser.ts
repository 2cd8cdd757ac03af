import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { User } from "./User.ts";

/** Keeps a user from leaving until the caller's transaction ends; LOGIN_REQUIRED when they have left already. */
export const requireActiveUser = async (trx: Trx, userId: string): Promise<void> => {
  const user = await User.query(trx).select("id").findById(userId).whereNull("left_at").forShare();
  if (!user) throw new AppError("LOGIN_REQUIRED");
};

/** Reads a user under their row's lock for a change; LOGIN_REQUIRED when they have left already. */
export const lockActiveUser = async (trx: Trx, userId: string): Promise<User> => {
  const user = await User.query(trx).findById(userId).whereNull("left_at").forNoKeyUpdate();
  if (!user) throw new AppError("LOGIN_REQUIRED");
  return user;
};

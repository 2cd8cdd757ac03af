import { isStaffName } from "@knowhow/shared";
import type { Config } from "../config.ts";
import { isAdminId } from "../http/session.ts";
import type { User } from "./User.ts";

/** Tells whether somebody may use a nickname that could be the service's: administrators, and who had it before. */
export const mayCallThemselves = (
  config: Pick<Config, "adminUserIds">,
  user: Pick<User, "userId" | "nickname">,
  nickname: string,
): boolean => !isStaffName(nickname) || nickname === user.nickname || isAdminId(config, user.userId);

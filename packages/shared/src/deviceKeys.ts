import { endpoints } from "./endpoint.ts";
import type { deviceKeysSchemas } from "./schemas/deviceKeys.ts";

/** The keys under which devices keep unsent words after a session has ended. */
export const deviceKeys = endpoints<typeof deviceKeysSchemas>()({
  /**
   * Public: the session of sealed words is over by then. DEVICE_KEY_GONE says that the person has left, upon which
   * devices delete the words; at NOT_FOUND they do not, since any server says it of an address that it does not know.
   */
  get: {
    method: "GET",
    path: "/api/users/:userId/device-key",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: ["NOT_FOUND", "DEVICE_KEY_GONE"],
  },
  /** A POST, so that nothing on the way keeps the answer; it retires the pair, which seals nothing any more. */
  open: {
    method: "POST",
    path: "/api/auth/device-key",
    access: "member",
    whileSuspended: true,
    whileBanned: true,
    limit: "deviceKey",
    errors: ["DEVICE_KEY_GONE"],
  },
});

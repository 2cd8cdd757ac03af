import { endpoints } from "./endpoint.ts";
import type { deviceKeysSchemas } from "./schemas/deviceKeys.ts";

/** The keys under which devices keep what its person has not sent, after a session has ended. */
export const deviceKeys = endpoints<typeof deviceKeysSchemas>()({
  /**
   * For anyone: the session whose words are sealed is over by then. DEVICE_KEY_GONE says that the person has left, upon
   * which devices delete what they keep: NOT_FOUND does not, which any server says of an address that it does not know.
   */
  get: {
    method: "GET",
    path: "/api/users/:userId/device-key",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: ["NOT_FOUND", "DEVICE_KEY_GONE"],
  },
  /** A POST, so that nothing on the way keeps the answer; it retires the pair, which nothing is sealed under any more. */
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

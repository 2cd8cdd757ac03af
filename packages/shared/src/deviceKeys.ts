import { object, type InferType } from "yup";
import { endpoint } from "./endpoint.ts";
import { textValue } from "./fields.ts";

/** The public half of an account's key, a point of P-256 as a JSON Web Key gives it: a device seals with it. */
export const publicDeviceKey = object({ x: textValue, y: textValue }).noUnknown();
export type PublicDeviceKey = InferType<typeof publicDeviceKey>;

/** The whole of it: its person's devices open with it. */
export const deviceKey = object({ x: textValue, y: textValue, d: textValue }).noUnknown();
export type DeviceKey = InferType<typeof deviceKey>;

/** The key under which devices keep what its person has not sent, after a session has ended. */
export const deviceKeys = {
  /** For anyone: the session whose words are sealed is over by then. */
  get: endpoint({
    method: "GET",
    path: "/api/users/:userId/device-key",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    response: publicDeviceKey,
    errors: ["NOT_FOUND"],
  }),
  /** A POST, so that nothing on the way keeps the answer. */
  open: endpoint({
    method: "POST",
    path: "/api/auth/device-key",
    access: "member",
    whileSuspended: true,
    whileBanned: true,
    response: deviceKey,
    errors: [],
  }),
};

import { object, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { idValue, textValue } from "./fields.ts";

/** The public half of an account's key, a point of P-256 as a JSON Web Key: a device seals with it and notes its id. */
export const publicDeviceKey = object({ id: idValue, x: textValue, y: textValue }).noUnknown();
export type PublicDeviceKey = InferType<typeof publicDeviceKey>;

/** The whole of it: its person's devices open with it. */
export const deviceKey = object({ x: textValue, y: textValue, d: textValue }).noUnknown();
export type DeviceKey = InferType<typeof deviceKey>;

/** Which pair a device needs: the one under which it has sealed. */
export const deviceKeyForm = object({ keyId: idValue }).noUnknown();

/** Input and answer of each call. */
export const deviceKeysSchemas = {
  get: { response: publicDeviceKey },
  open: { body: deviceKeyForm, response: deviceKey },
} satisfies FeatureSchemas;

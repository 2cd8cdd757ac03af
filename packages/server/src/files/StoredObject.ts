import { isUuid, uploadsPath, type ObjectKind } from "@knowhow/shared";
import { BaseModel } from "../database/BaseModel.ts";

/** Bytes that somebody uploaded. Once attached to a content or a person they never change. */
export class StoredObject extends BaseModel {
  static override readonly tableName = "objects";
  declare ownerId: string;
  declare kind: ObjectKind | null;
  declare fileName: string | null;
  declare declaredSize: number | null;
  declare declaredType: string | null;
  declare size: number | null;
  /** Type found in the bytes when the object was attached. */
  declare extension: string | null;
  declare createdAt: Date;
  declare uploadedAt: Date | null;
  declare attachedAt: Date | null;
}

/** Where an object's upload address leads: bytes that may still be replaced. */
export const arrivalKeyOf = (id: string): string => `arrived/${id}`;

/** Where the bytes of an object in use are stored; they never change. */
export const keyOf = (id: string): string => `uploads/${id}`;

/** An object's address, as contents and people refer to it. */
export const pathOf = (id: string): string => `${uploadsPath}${id}`;

/** The object that an address refers to; undefined when it is not the address of an upload. */
export const idOf = (path: string): string | undefined => {
  const id = path.startsWith(uploadsPath) ? path.slice(uploadsPath.length) : "";
  // Another case would be another address of the same object.
  return isUuid(id) && id === id.toLowerCase() ? id : undefined;
};

import { isUuid, uploadsPath, type ObjectKind } from "@knowhow/shared";
import { BaseModel } from "../database/BaseModel.ts";
import type { KnownExtension } from "../documents/fileType.ts";
import type { ImageTrouble } from "../documents/imageTrouble.ts";
import type { FileTrouble } from "../documents/judgeBytes.ts";

/** The judgement of bytes that may still be replaced. */
export interface Judged {
  /** Names the bytes at the upload's address that this is about. */
  mark: string;
  size: number;
  /** Name of the judged copy; a refused one is not kept. */
  copy: string | null;
  extension: KnownExtension | null;
  trouble: FileTrouble | null;
  /** Why it can not be shown, of an image. */
  picture: ImageTrouble | null;
}

/** Uploaded bytes. Once attached to a content or a person they never change. */
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
  /** The last judgement of the bytes, until the object is attached. */
  declare judged: Judged | null;
  /** Name of the copy in use. */
  declare copy: string | null;

  static override get jsonAttributes(): string[] {
    return ["judged"];
  }
}

/** The folders of all objects; resumable uploads and the app's releases are beside them. */
export const objectFolders = ["arrived/", "copies/", "derived/", "uploads/"] as const;

/** Where an object's upload address leads: bytes that may still be replaced. */
export const arrivalKeyOf = (id: string): string => `arrived/${id}`;

/** Where the bytes of an object in use are stored, by the name of their copy; they never change. */
export const keyOf = (id: string, copy: string | null): string =>
  // The first ones had no names.
  copy === null ? `uploads/${id}` : `copies/${id}/${copy}`;

/** An object's address, as contents and people refer to it. */
export const pathOf = (id: string): string => `${uploadsPath}${id}`;

/** The object that an address refers to; undefined when it is not the address of an upload. */
export const idOf = (path: string): string | undefined => {
  const id = path.startsWith(uploadsPath) ? path.slice(uploadsPath.length) : "";
  // Another case would be another address of the same object.
  return isUuid(id) && id === id.toLowerCase() ? id : undefined;
};

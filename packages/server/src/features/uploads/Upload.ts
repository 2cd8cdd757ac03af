import type { ObjectKind } from "@knowhow/shared";
import { BaseModel } from "../../database/BaseModel.ts";

/** A file that arrives in pieces. Finished, it is an object of the same id. */
export class Upload extends BaseModel {
  static override readonly tableName = "uploads";
  declare ownerId: string;
  declare kind: ObjectKind | null;
  declare fileName: string | null;
  declare contentType: string | null;
  declare size: number;
  /** Bytes at the end of the last call. */
  declare received: number;
  declare objectId: string | null;
  declare createdAt: Date;
  declare lastByteAt: Date;
}

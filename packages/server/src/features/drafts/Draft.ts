import type { StoredDraft } from "@knowhow/shared";
import { BaseModel } from "../../database/BaseModel.ts";

/** A form that is not published yet, as typed. */
export class Draft extends BaseModel {
  static override readonly tableName = "drafts";
  declare ownerId: string;
  declare contentId: string | null;
  declare contentVersion: string | null;
  declare title: string;
  declare description: string;
  declare category: string;
  declare price: string | null;
  declare link: string;
  declare versionNote: string;
  declare tags: string[] | null;
  declare allowsCopying: boolean;
  declare files: StoredDraft["files"];
  declare previews: StoredDraft["previews"];
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;

  static override get jsonAttributes(): string[] {
    return ["files", "previews"];
  }
}

import { BaseModel } from "../../database/BaseModel.ts";

/** Something that a mentor sells or gives away. Its counters change with their rows, in one transaction. */
export class Content extends BaseModel {
  static override readonly tableName = "contents";
  declare title: string;
  declare description: string;
  declare category: string;
  declare price: number;
  declare tags: string[];
  /** Addresses of the seller's objects, or one external link. */
  declare fileUrls: string[];
  declare fileNames: string[] | null;
  declare previewImageUrls: string[] | null;
  declare sellerId: string;
  declare uploadTime: Date;
  declare updatedAt: Date;
  declare viewCount: number;
  declare likesCount: number;
  declare purchasesCount: number;
  declare ratingCount: number;
  /** Of all scores. */
  declare ratingSum: number;
  declare deletedAt: Date | null;
  /** When administrators hid it, and why. */
  declare hiddenAt: Date | null;
  declare hiddenReason: string | null;
  declare allowsCopying: boolean;
  /** When its seller took it off sale, and until when, if that was said. */
  declare pausedAt: Date | null;
  declare pausedUntil: Date | null;
  /** Off the market for its seller's pause alone; kept by the database. */
  declare isPaused: boolean;
  /** Neither deleted, nor hidden, nor paused, nor a banned seller's; kept by the database. */
  declare isListed: boolean;
}

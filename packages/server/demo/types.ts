import type { CategoryCode } from "@knowhow/shared";

/** A person of the demo data; all of them are invented: 010-0000-xxxx is no number in use, example.com is reserved. */
export interface DemoPerson {
  readonly userId: string;
  readonly name: string;
  readonly nickname: string;
  readonly email: string;
  readonly phoneNumber: string;
}

/** The account that sales are settled to. */
interface DemoBank {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountHolder: string;
}

/** A seller. */
export interface DemoMentor extends DemoPerson, DemoBank {
  readonly introduction?: string;
  /** How many days before the first start the person signed up. */
  readonly joinedDaysAgo: number;
}

/** A buyer. */
export interface DemoBuyer extends DemoPerson {
  readonly joinedDaysAgo: number;
}

/** What an account is there to show. */
type DemoRole = "seller" | "buyer" | "administrator" | "warned" | "suspended" | "banned";

/** An account that the start message names; all have the password of password.ts. */
export interface DemoAccount extends DemoPerson {
  readonly role: DemoRole;
  readonly joinedDaysAgo: number;
  /** Of a seller who is in no other list. */
  readonly bank?: DemoBank;
  /** The slug of a content that the account bought, beside those of its list. */
  readonly bought?: string;
}

/** A buyer's rating, with the mentor's answer where there is one. */
export interface DemoRating {
  readonly score: number;
  readonly text: string | null;
  readonly answer?: string;
}

/** A file of a content: where it lies under the asset folder, and the name people see. */
interface DemoFile {
  readonly path: string;
  readonly name: string;
}

/** A content ready to be stored. */
export interface DemoContent {
  /** Stable name in ASCII: names the files on disk. */
  readonly slug: string;
  readonly mentor: string;
  readonly category: CategoryCode;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly files: readonly DemoFile[];
  /** Preview images under the asset folder, the cover first. */
  readonly previews: readonly string[];
  /** Days between upload and the first start; 0 to 400. */
  readonly ageDays: number;
  readonly views: number;
  /** At most as many as there are buyers. */
  readonly purchases: number;
  /** At most as many as purchases: only buyers may like. */
  readonly likes: number;
}

/** Words of mentors and of those who ask them. */
export interface DemoTalks {
  readonly commentAnswer: string;
  /** Each by one of the buyers, about a content. */
  readonly questions: readonly {
    readonly slug: string;
    readonly userId: string;
    readonly question: string;
    readonly answer: string | null;
    readonly daysAgo: number;
  }[];
}

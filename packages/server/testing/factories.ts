import { randomBytes, randomUUID } from "node:crypto";
import type { Deps } from "../src/deps.ts";
import { storedSkeletonOf } from "../src/features/accounts/skeleton.ts";
import type { Viewer } from "../src/http/state.ts";

const tag = (): string => randomBytes(4).toString("hex");

/** A person as tests need them. */
export interface TestUser {
  id: string;
  userId: string;
  nickname: string;
  email: string;
}

/** A person as sessions find them, without a sanction, whose password is fresh. */
export const buildViewer = (changes: Partial<Viewer> = {}): Viewer => ({
  id: randomUUID(),
  userId: "member1",
  nickname: "회원",
  isAdmin: false,
  suspendedUntil: null,
  isSuspended: false,
  isBanned: false,
  banReason: null,
  mustChangePassword: false,
  isPasswordFresh: true,
  ...changes,
});

/** Inserts a person; no sign-in is possible unless a password is given as a hash. */
export const createUser = async (
  { pool }: Pick<Deps, "pool">,
  overrides: Partial<TestUser> & { name?: string; password?: string; phoneNumber?: string } = {},
): Promise<TestUser> => {
  const mark = tag();
  const user = {
    id: randomUUID(),
    userId: `u${mark}1`,
    nickname: `사람${mark}`,
    email: `${mark}@example.com`,
    name: "홍길동",
    password: "not a hash",
    phoneNumber: "01012345678",
    ...overrides,
  };
  await pool.query(
    `insert into users (id, name, user_id, nickname, email, password, phone_number, user_id_skeleton, nickname_skeleton)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[user.id, user.name, user.userId, user.nickname, user.email, user.password, user.phoneNumber],
      ...[user.userId, user.nickname].map(storedSkeletonOf),
    ],
  );
  return user;
};

/** Inserts a person with a verified bank account, who may sell. */
export const createSeller = async (
  deps: Pick<Deps, "pool" | "cipher">,
  overrides: Parameters<typeof createUser>[1] = {},
): Promise<TestUser> => {
  const user = await createUser(deps, overrides);
  await deps.pool.query(
    "update users set bank_name = $2, account_number = $3, account_holder = $4 where id = $1",
    [user.id, "KB국민은행", deps.cipher.encrypt("12345678900", user.id), "홍길동"],
  );
  return user;
};

/** A content as tests need it. */
export interface TestContent {
  id: string;
  title: string;
  price: number;
  sellerId: string;
}

/** Inserts a content that is an external link; upload real files where bytes matter. */
export const createContent = async (
  { pool }: Pick<Deps, "pool">,
  sellerId: string,
  overrides: Partial<TestContent> & { category?: string; fileUrls?: string[]; fileNames?: string[] } = {},
): Promise<TestContent> => {
  const content = {
    id: randomUUID(),
    title: `주식 투자 입문 ${tag()}`,
    price: 10_000,
    category: "stock",
    fileUrls: ["https://drive.google.com/file/d/1/view"],
    fileNames: ["drive.google.com"],
    ...overrides,
  };
  await pool.query(
    `insert into contents (id, title, description, category, price, file_urls, file_names, preview_image_urls, seller_id)
     values ($1, $2, '설명', $3, $4, $5, $6, '{}', $7)`,
    [
      content.id,
      content.title,
      content.category,
      content.price,
      content.fileUrls,
      content.fileNames,
      sellerId,
    ],
  );
  return { id: content.id, title: content.title, price: content.price, sellerId };
};

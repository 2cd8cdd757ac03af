interface Limit {
  readonly points: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /** Counted by: the person (the address for visitors), always the address, or the person in one room. */
  readonly per: "user" | "address" | "room";
  /** `shared` limits are counted in the database by all server processes together. */
  readonly shared?: boolean;
  /** A HEAD, asked before each call, only looks whether there is room; it counts as any other call of a member. */
  readonly looksAhead?: boolean;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How often a call may be made. An entry of the contract names the limit that counts it. */
export const limits = {
  login: { points: 25, seconds: 5 * minute, per: "address", shared: true },
  register: { points: 5, seconds: 30 * minute, per: "address", shared: true },
  /** Whether a name is taken has to be told; whole lists of names need not be. */
  availability: { points: 30, seconds: minute, per: "address" },
  availabilityDay: { points: 200, seconds: day, per: "address" },
  /** The same of a member, over all their addresses. */
  availabilityMember: { points: 30, seconds: minute, per: "user" },
  availabilityMemberDay: { points: 200, seconds: day, per: "user" },
  /** Each of these calls costs a hash, also when the password is right. */
  password: { points: 25, seconds: 5 * minute, per: "user", shared: true },
  verifyAccount: { points: 5, seconds: day, per: "user", shared: true },
  order: { points: 10, seconds: minute, per: "user", shared: true },
  confirm: { points: 10, seconds: minute, per: "user", shared: true },
  /** Notices come from few addresses of the provider, in storms after it was away. */
  webhook: { points: 600, seconds: minute, per: "address" },
  /** Above what a person asks for at the end of the seven days: a request that is refused then is lost. */
  refund: { points: 60, seconds: hour, per: "user" },
  report: { points: 5, seconds: hour, per: "user" },
  chat: { points: 20, seconds: minute, per: "room" },
  inquiry: { points: 3, seconds: day, per: "user", shared: true },
  /** Each may make a new pair of keys. */
  deviceKey: { points: 60, seconds: hour, per: "user" },
  push: { points: 60, seconds: hour, per: "user" },
  upload: { points: 60, seconds: hour, per: "user" },
  comment: { points: 6, seconds: minute, per: "user" },
  commentDay: { points: 60, seconds: day, per: "user" },
  question: { points: 6, seconds: minute, per: "user" },
  questionDay: { points: 30, seconds: day, per: "user" },
  /** Each change makes all processes forget what they keep of contents. */
  saleState: { points: 30, seconds: minute, per: "user" },
  rating: { points: 30, seconds: minute, per: "user" },
  like: { points: 30, seconds: minute, per: "user" },
  wish: { points: 60, seconds: minute, per: "user" },
  follow: { points: 30, seconds: minute, per: "user" },
  search: { points: 60, seconds: minute, per: "address" },
  /** Asked for while one types. */
  suggestions: { points: 180, seconds: minute, per: "address" },
  /** Asking the helper costs more than its daily count shows: files that come to nothing are read too. */
  assistant: { points: 60, seconds: hour, per: "user" },
  download: { points: 60, seconds: hour, per: "user", looksAhead: true },
  /** A file is read again for each call. */
  readingText: { points: 120, seconds: hour, per: "user" },
  image: { points: 300, seconds: minute, per: "address" },
  /** Every call of a signed-in person, in addition to its other limits. */
  member: { points: 1500, seconds: 5 * minute, per: "user" },
  /** Calls of visitors that nothing else counts. */
  visitor: { points: 300, seconds: 5 * minute, per: "address" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

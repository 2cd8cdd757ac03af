import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { down, up } from "../../../migrations/20261124000200_name_skeletons.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing } from "../../../testing/client.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { createUser } from "../../../testing/factories.ts";
import { buildRegistration } from "../../../testing/registration.ts";
import { openKnex } from "../../database/knex.ts";
import { renewSkeletons } from "./renewSkeletons.ts";
import { skeletonOf, skeletonRule, storedSkeletonOf } from "./skeleton.ts";
import { claimsOffice, isOfficeId } from "./staffNames.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const register = (changes: object) => app.visitor().post("/api/register", buildRegistration(changes));
const isAvailable = async (kind: "nickname" | "userid", value: string): Promise<unknown> =>
  (await app.visitor().get(`/api/check-${kind}/${encodeURIComponent(value)}`)).body["available"];

describe("a twin", () => {
  it("of a nickname is refused wherever a nickname is given, and the one beside it is not", async () => {
    expect((await register({ nickname: "Mentor김 Lee" })).status).toBe(201);
    const member = await createUser(app.deps);
    const client = await app.as(member);
    const twins = [
      "Меntor김 Lee",
      "Mentor김 Iee",
      "Мentor김 ⅼee",
      "Mentor김 Lee".normalize("NFD"),
      "mentor김 lee",
      "МЕNТОR김 LЕЕ",
      "mеntor김 LEE",
      "ＭＥＮＴＯＲ김 ＬＥＥ",
      "ᴍᴇɴᴛᴏʀ김 ʟᴇᴇ",
      "Mentor김Lee",
      "Mentor 김 Lee",
      "Mentor김.Lee",
      "Mentor김ㆍLee",
      "M.entor김․L·ee‧",
      "Mentor김—Lee。",
    ];
    for (const nickname of twins) {
      expect(failing(await register({ nickname }))).toBe("409 NICKNAME_TAKEN");
      expect(await isAvailable("nickname", nickname)).toBe(false);
      const form = { ...member, name: "홍길동", phoneNumber: "01012345678", nickname };
      expect(failing(await client.put("/api/profile", form))).toBe("409 NICKNAME_TAKEN");
      const check = await client.get(`/api/check-nickname-update/${encodeURIComponent(nickname)}`);
      expect(check.body["available"]).toBe(false);
    }
    for (const hidden of [
      "\ufe0f",
      "\ufe00",
      "\u034f",
      "\u180b",
      "\u17b4",
      "\u{e0100}",
      "\u200d",
      "\0",
      "\u2800",
      "\u{1d159}",
      "\u{16fe4}",
    ]) {
      const nickname = `Mentor${hidden}김 Lee`;
      expect(failing(await register({ nickname }))).toBe("400 VALIDATION");
      expect(await isAvailable("nickname", nickname)).toBe(false);
    }
    expect((await register({ nickname: "Mentor김 Leo" })).status).toBe(201);
  });

  it("by the title that screens write behind a nickname is refused, and a name that only ends alike is not", async () => {
    const nickname = `느린투자${randomBytes(3).toString("hex")}`;
    expect((await register({ nickname })).status).toBe(201);
    for (const twin of [`${nickname}님`, `${nickname} 님`, `${nickname}님.님`]) {
      expect([twin, failing(await register({ nickname: twin }))]).toEqual([twin, "409 NICKNAME_TAKEN"]);
      expect(await isAvailable("nickname", twin)).toBe(false);
    }
    expect((await register({ nickname: "스님" })).status).toBe(201);
    expect(await isAvailable("nickname", `${nickname}둘님`)).toBe(true);
  });

  it("is no name with another role in it", async () => {
    const mark = randomBytes(3).toString("hex");
    for (const nickname of [`멘토_${mark}`, `구매자_${mark}`, `${mark}구매자`, `${mark}판매자`, mark])
      expect([nickname, (await register({ nickname })).status]).toEqual([nickname, 201]);
  });

  it("by a vowel that sounds alike or a stroke is refused, and one of another sound is not", async () => {
    const mark = randomBytes(3).toString("hex");
    expect((await register({ nickname: `투자${mark}노트` })).status).toBe(201);
    for (const twin of [`투쟈${mark}노트`, `투자${mark}노트ー`, `투자⼀${mark}노트`, `투자${mark}노트ㅡ`]) {
      expect([twin, failing(await register({ nickname: twin }))]).toEqual([twin, "409 NICKNAME_TAKEN"]);
      expect(await isAvailable("nickname", twin)).toBe(false);
    }
    expect((await register({ nickname: `투지${mark}노트` })).status).toBe(201);
    expect((await register({ nickname: `투자${mark}나트` })).status).toBe(201);
  });

  it("of a login id is refused", async () => {
    expect((await register({ userId: "lilian10" })).status).toBe(201);
    for (const userId of ["1ilian10", "Ii1ian1O", "LILIAN10"])
      expect([userId, failing(await register({ userId }))]).toEqual([userId, "409 USER_ID_TAKEN"]);
    expect(await isAvailable("userid", "1ilian10")).toBe(false);
    expect(await isAvailable("userid", "lilianIO")).toBe(false);
    expect(await isAvailable("userid", "lilian22")).toBe(true);
  });

  it("keeps a name that it had before names were compared, and frees it for nobody", async () => {
    const older = await createTestDatabase();
    const knex = openKnex(older.url);
    const person = (nickname: string, user_id: string, changes: object) => ({
      ...{ name: "홍길동", nickname, user_id, email: `${user_id}@example.com` },
      ...{ password: "-", phone_number: "01012345678", ...changes },
    });
    try {
      await down(knex);
      await knex("users").insert([
        person("쌍둥이l", "filial1", { created_at: "2026-03-02" }),
        person("쌍둥이1", "fi1ial1", { created_at: "2026-03-01" }),
        // Stored by another rule; by this one it looks like no other name.
        person("Меntor", "bystander1", { nickname_skeleton: "mentor", user_id_skeleton: "쌍둥이l" }),
        person("탈퇴한 사용자", "left1", { left_at: "2026-03-03" }),
      ]);
      await up(knex);
      // Stored by the present rule, yet the later of two.
      await knex("users").insert(
        person("새사람2", "bystander2", {
          ...{ nickname_skeleton: storedSkeletonOf("쌍둥이l"), created_at: "2026-03-04" },
          user_id_skeleton: storedSkeletonOf("bystander2"),
        }),
      );
      await renewSkeletons(knex);
      await renewSkeletons(knex);
      const rows = await knex("users")
        .select("id", "user_id_skeleton", "nickname_skeleton")
        .orderBy("user_id");
      const [bystander, other, first, second, left] = rows.map((row: Record<string, string>) => [
        row["user_id_skeleton"],
        row["nickname_skeleton"],
      ]);
      const names = ["filial1", "쌍둥이1"].map(storedSkeletonOf);
      expect(bystander).toEqual(["bystander1", "mentor"].map(storedSkeletonOf));
      expect(other).toEqual(["bystander2", "새사람2"].map(storedSkeletonOf));
      expect(first).toEqual(names);
      expect(second).toEqual(names.map((name) => `${name} ${String(rows[3].id)}`));
      expect(left).toEqual([null, null]);
      await expect(knex("users").insert(person("새사람", "newcomer1", {}))).rejects.toThrow(
        /users_skeletons/,
      );
    } finally {
      await knex.destroy();
      await older.drop();
    }
  });

  it("keeps a name that looks like an older one, and saves the rest of its profile", async () => {
    const [, second] = [
      await createUser(app.deps, { nickname: "쌍둥이1" }),
      await createUser(app.deps, { nickname: "쌍둥이" }),
    ];
    await app.deps.pool.query("update users set nickname = $2, nickname_skeleton = $3 where id = $1", [
      ...[second.id, "쌍둥이l", `${storedSkeletonOf("쌍둥이l")} ${second.id}`],
    ]);
    const client = await app.as(second);
    const form = { ...second, nickname: "쌍둥이l", name: "홍길동", phoneNumber: "01012345678" };
    expect((await client.put("/api/profile", form)).status).toBe(200);
    expect((await client.get("/api/check-nickname-update/쌍둥이l")).body).toEqual({ available: true });
    expect(failing(await register({ nickname: "쌍둥이I" }))).toBe("409 NICKNAME_TAKEN");
  });

  it("of two at once, one is made", async () => {
    const answers = await Promise.all(
      ["동시hello", "동시heIIo", "동시he11o"].map((nickname) => register({ nickname })),
    );
    expect(answers.map(failing).sort()).toEqual([
      "201 undefined",
      "409 NICKNAME_TAKEN",
      "409 NICKNAME_TAKEN",
    ]);
  });

  it("is found by one rule alone, whose number goes with it", () => {
    const ranges = [
      ...[[0x20, 0x24f], [0x391, 0x3a1], [0x3a3, 0x3ce], [0x400, 0x52f], [0x13a0, 0x13f4], [0x1d00, 0x1d2b]],
      ...[[0x2100, 0x2188], [0x3131, 0x318e], [0xac00, 0xd7a3], [0xff01, 0xff5e], [0x1d400, 0x1d454]],
    ] as const; // oxfmt-ignore
    const hash = createHash("sha256");
    for (const [first = 0, last = 0] of ranges)
      for (let code = first; code <= last; code += 1)
        hash.update(skeletonOf(`가${String.fromCodePoint(code)}`));
    // A changed rule needs a new number, by which the next start renews the stored skeletons.
    expect([skeletonRule, hash.digest("hex").slice(0, 16)]).toEqual([5, "160588442b6fcb77"]);
  });

  it("is none between any two Korean syllables but those that sound alike", () => {
    const all = Array.from({ length: 0xd7a4 - 0xac00 }, (_, index) => String.fromCodePoint(0xac00 + index));
    const syllables = all.filter((syllable) => !/^[ᄌᄍᄎ][ᅣᅤᅧᅨᅭᅲ]/u.test(syllable.normalize("NFD")));
    expect(all.length - syllables.length).toBe(3 * 6 * 28);
    expect(new Set(syllables.map(skeletonOf)).size).toBe(syllables.length);
  });
});

describe("a word of office", () => {
  it.each([
    "ADМIN", "adмin", "ΑDΜIΝ", "ᎪᎠMIN", "ᴀᴅᴍɪɴ", "𝐀𝐃𝐌𝐈𝐍", "Admín", "adm|n", "ADМIN7", "김 АDМIN７", "admin김", "김ADМIN", "운영admin7님", "ОFFICIAL", "OFFIСIAL 김",
    "σfficial", "MОDERATOR", "мoderator", "WΕBМASTER", "KNОWHOW", "knowноw", "SUPPОRT", "ЅТАFF", "OРERATOR",
    "관리자", "관 리 자", "관.리.자", "운영자", "고객센터", "노하우 고객센터", "노하우", "노하우님", "official", "Official 김",
    "0fficial", "оffісіаl", "admin", "аdmin", "ａｄｍｉｎ", "a d m i n", "admin7", "admin 김", "공식계정", "관리자의하루", "KnowHow",
    "노하우 운영", "노하우센터", "노하우 본사", "노하우 매니저", "노하우CS", "노하우_공식멘토", "노하우™", "노하우ⓒ", "[노하우]",
    "knowhow 팀", "고객쎈터", "노하우 쎈터", "팀 노하우", "공식.노하우", "Know-how Support", "KNОWHOW 팀", "노 하 우 센 터",
    "노하우 CS팀", "노하우팀 2", "노하우 고객 지원님", "노하우 센터 김", "민지 노하우팀", "help@knowhow", "노하우 정산팀",
    "노하우공식", "노하우admin",
  ])("is no member's: %s", async (nickname) => {
    expect(claimsOffice(nickname)).toBe(true);
    expect(failing(await register({ nickname }))).toBe("400 VALIDATION");
    expect(await isAvailable("nickname", nickname)).toBe(false);
  }); // oxfmt-ignore

  it.each([
    "노하우부자", "여행노하우", "요리노하우", "살림 노하우 공유", "엑셀노하우왕", "노하우 모음", "노하우 멘토", "카페 운영 노하우",
    "육아 상담 노하우", "노하욱", "노하우팁", "knowhowkim", "teamwork노하우", "고객만족", "센터장김", "스터디팀", "badminton", "BADMINTON", "badminton김", "김badminton", "김관리", "운영체제", "서연", "공식을외우자", "빵순이365", "Minji", "MINJI",
    "Алиса", "АНДРЕЙ", "Νίκος", "さくら", "Émilie", "Admiral", "offline", "Staffan", "Lee Sun-shin",
  ])("is none: %s", async (nickname) => {
    expect(claimsOffice(nickname)).toBe(false);
    expect(await isAvailable("nickname", nickname)).toBe(true);
  }); // oxfmt-ignore

  it.each([
    "admin1",
    "admin77",
    "officia12026",
    "knowhow1",
    "0fficial1",
    "ADMlN1",
    "1admin",
    "0admin",
    "admin1x",
    "admin2team",
    "knowhow1admin",
    "knowhowcs1",
    "knowhowteam1",
    "knowhowsupport1",
    "1official",
    "official1mentor",
    "officialknowhow1",
    "helpdesk1",
    "csadmin1",
  ])(
    "is no member's login id: %s", // oxfmt-ignore
    async (userId) => {
      expect(isOfficeId(userId)).toBe(true);
      expect(failing(await register({ userId }))).toBe("409 USER_ID_TAKEN");
      expect(await isAvailable("userid", userId)).toBe(false);
    },
  );

  it.each([
    "mentor1",
    "buyer1",
    "badminton7",
    "plainadm1n2x",
    "manager1kim",
    "knowhowkim1",
    "badmin7ton",
    "realadmin1",
    "notadmin1",
  ])("is none in an id: %s", (userId) => {
    expect(isOfficeId(userId)).toBe(false);
  });
});

it("is as long as its letters are written out", async () => {
  const ligature = "\ufdfa";
  const spelled = ligature.normalize("NFKC").length;
  expect(spelled).toBe(18);
  const tooLong = "닉네임은 2자 이상 20자 이하여야 합니다.";
  for (const nickname of [ligature.repeat(20), `관리자${ligature}`, ligature.repeat(100)]) {
    expect(failing(await register({ nickname }))).toBe("400 VALIDATION");
    const { body } = await app.visitor().get(`/api/check-nickname/${encodeURIComponent(nickname)}`);
    expect(body).toEqual({ available: false, message: tooLong });
  }
  expect(await isAvailable("nickname", `김이${ligature}`)).toBe(true);
  expect(await isAvailable("nickname", "가나다라마바사아자차".repeat(2))).toBe(true);
});

it("counts every way to ask whether something is taken as one", async () => {
  const limited = await startTestApp({ RATE_LIMITS: "on" });
  try {
    const [asker, other] = [await createUser(limited.deps), await createUser(limited.deps)];
    const client = await limited.as(asker);
    const form = { ...asker, name: "홍길동", phoneNumber: "01012345678", email: other.email };
    for (let round = 0; round < 10; round += 1) {
      expect(failing(await client.put("/api/profile", form))).toBe("409 EMAIL_TAKEN");
      expect((await client.get("/api/check-nickname-update/누구")).status).toBe(200);
      expect((await client.get("/api/check-userid/somebody1")).status).toBe(200);
    }
    for (const refused of [
      await client.put("/api/profile", form),
      await client.get("/api/check-nickname/누구"),
      await limited.visitor().get("/api/check-userid/somebody1"),
      await limited.visitor().post("/api/register", buildRegistration({})),
    ])
      expect(failing(refused)).toBe("429 RATE_LIMITED");
    expect((await client.get("/api/auth/me")).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

it("is compared by the present rule alone, as soon as a server has started", async () => {
  const [older, bystander] = [
    await createUser(app.deps, { nickname: "옛규칙Kim" }),
    await createUser(app.deps, { nickname: "딴사람Lee" }),
  ];
  await app.deps.pool.query("update users set nickname_skeleton = '0:' || nickname where id = $1", [
    older.id,
  ]);
  const next = await startTestApp({ DATABASE_URL: app.databaseUrl });
  try {
    for (const nickname of ["옛규칙Кіm", "딴사람ⅼee"])
      expect(failing(await next.visitor().post("/api/register", buildRegistration({ nickname })))).toBe(
        "409 NICKNAME_TAKEN",
      );
    const { rows } = await app.deps.pool.query(
      "select nickname_skeleton from users where id = any($1) order by nickname",
      [[older.id, bystander.id]],
    );
    expect(rows).toEqual(
      ["딴사람Lee", "옛규칙Kim"].map((name) => ({ nickname_skeleton: storedSkeletonOf(name) })),
    );
  } finally {
    await next.stop();
  }
});

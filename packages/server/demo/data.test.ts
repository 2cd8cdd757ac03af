import {
  categoryCodes,
  fileExtensions,
  isAllowedPrice,
  lengthOf,
  maxFiles,
  maxPreviews,
  textLimits,
} from "@knowhow/shared";
import { accountHolderField, accountNumberField, bankNameField, contentForm, nicknameField, ratingAnswerForm, ratingForm, registerForm } from "@knowhow/shared/schemas.ts"; // oxfmt-ignore
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { describe, expect, it } from "vitest";
import {
  demoAccounts,
  demoAssetPath,
  demoBuyers,
  demoComments,
  demoContents,
  demoMentors,
  demoRatings,
  demoTalks,
} from "./data.ts";
import { demoPassword, demoUserIds } from "./password.ts";

const people = [
  ...demoMentors,
  ...demoBuyers,
  ...demoAccounts.filter(({ role }) => role !== "seller" && role !== "buyer"),
];
const folded = (values: readonly string[]): Set<string> =>
  new Set(values.map((value) => value.toLowerCase()));

describe("people of the demo data", () => {
  it("are as many as promised", () => {
    expect(demoMentors).toHaveLength(30);
    expect(demoBuyers).toHaveLength(40);
    expect(demoBuyers[0]?.userId).toBe("buyer1");
    expect(demoAccounts.map(({ userId }) => userId)).toEqual(demoUserIds);
  });

  it.each(people)("$userId could have registered", async ({ joinedDaysAgo, ...person }) => {
    const form = { ...person, password: demoPassword, passwordConfirm: demoPassword, privacyConsent: true };
    // Only an administrator may be called what the service is called.
    const isAdministrator = "role" in person && person.role === "administrator";
    const rules = isAdministrator ? registerForm.shape({ nickname: nicknameField }) : registerForm;
    const cleaned = await rules.validate(form);
    expect(cleaned).toMatchObject({
      name: person.name,
      nickname: person.nickname,
      userId: person.userId,
      email: person.email,
    });
    expect(person.email).toMatch(/@example\.com$/);
    expect(person.phoneNumber).toMatch(/^0100000\d{4}$/);
    expect(joinedDaysAgo).toBeGreaterThan(Math.max(...demoContents.map(({ ageDays }) => ageDays)));
  });

  it("share no id, nickname, address or telephone number, whatever the case", () => {
    for (const key of ["userId", "nickname", "email", "phoneNumber"] as const) {
      expect(folded(people.map((person) => person[key])).size, key).toBe(people.length);
    }
  });

  it("have one entry where an account is a mentor or a buyer too", () => {
    const entries = [demoMentors.find(({ userId }) => userId === "mentor1"), demoBuyers[0]];
    for (const [place, entry] of entries.entries()) {
      if (!entry) throw new Error("an account has no entry");
      const { userId, name, nickname, email, phoneNumber, joinedDaysAgo } = entry;
      const person = { userId, name, nickname, email, phoneNumber, joinedDaysAgo };
      expect(demoAccounts[place]).toMatchObject(person);
    }
  });

  const accountsWithBank = demoAccounts.flatMap(({ bank, ...person }) =>
    bank ? [{ ...person, ...bank }] : [],
  );
  it.each([...demoMentors, ...accountsWithBank])(
    "$userId has an account that settles",
    async ({ bankName, accountNumber, accountHolder, name }) => {
      await bankNameField.validate(bankName);
      await accountNumberField.validate(accountNumber);
      await accountHolderField.validate(accountHolder);
      expect(accountHolder).toBe(name);
      // The local provider plays failures on these.
      expect(accountNumber).not.toMatch(/[19]$/);
    },
  );
});

describe("contents of the demo data", () => {
  it("fill every category", () => {
    expect(demoContents).toHaveLength(120);
    for (const category of categoryCodes) {
      expect(demoContents.filter((content) => content.category === category).length).toBeGreaterThanOrEqual(
        5,
      );
    }
    expect(folded(demoContents.map(({ slug }) => slug)).size).toBe(120);
    expect(folded(demoContents.map(({ title }) => title)).size).toBe(120);
  });

  it("come from mentors and accounts that settle, and each of those sells something", () => {
    const ofAccounts = demoAccounts.filter(({ bank }) => bank).map(({ userId }) => userId);
    const mentors = new Set([...demoMentors.map(({ userId }) => userId), ...ofAccounts]);
    expect(demoContents.filter(({ mentor }) => !mentors.has(mentor))).toEqual([]);
    expect(new Set(demoContents.map(({ mentor }) => mentor)).size).toBe(mentors.size);
  });

  it.each(demoContents)("$slug could have been uploaded", async (content) => {
    const fileNames = content.files.map(({ name }) => name);
    const form = await contentForm.validate({
      title: content.title,
      description: content.description,
      tags: content.tags,
      category: content.category,
      price: content.price,
      fileUrls: content.files.map((_, at) => `/objects/uploads/file-${at}`),
      fileNames,
      previewImageUrls: content.previews.map((_, at) => `/objects/uploads/preview-${at}`),
    });
    expect(form).toMatchObject({
      title: content.title,
      description: content.description,
      tags: content.tags,
      fileNames,
    });
    expect(isAllowedPrice(content.price)).toBe(true);
    expect(content.files.length).toBeGreaterThan(0);
    expect(content.files.length).toBeLessThanOrEqual(maxFiles);
    expect(content.previews.length).toBeLessThanOrEqual(maxPreviews);
    expect(content.slug).toMatch(/^[a-z0-9-]+$/);
  });

  it.each(demoContents)("$slug has numbers that fit together", ({ ageDays, views, purchases, likes }) => {
    expect(Math.min(ageDays, views, purchases, likes)).toBeGreaterThanOrEqual(0);
    expect(ageDays).toBeLessThanOrEqual(400);
    expect(purchases).toBeLessThanOrEqual(Math.min(demoBuyers.length, views));
    expect(likes).toBeLessThanOrEqual(purchases);
  });

  it("are spread over the year and include free ones", () => {
    const ages = demoContents.map(({ ageDays }) => ageDays);
    expect(Math.min(...ages)).toBeLessThan(7);
    expect(Math.max(...ages)).toBeGreaterThan(300);
    expect(demoContents.filter(({ price }) => price === 0).length).toBeGreaterThanOrEqual(10);
  });
});

/** First bytes by extension; a text file has none and must read as UTF-8. */
const magic: Record<string, string> = {
  ".pdf": "%PDF-",
  ".docx": "PK\u0003\u0004",
  ".xlsx": "PK\u0003\u0004",
  ".pptx": "PK\u0003\u0004",
  ".zip": "PK\u0003\u0004",
};

describe("files of the demo data", () => {
  it.each(demoContents)("$slug has its files and previews", ({ files, previews }) => {
    for (const { path, name } of files) {
      const extension = extname(path);
      expect(extname(name)).toBe(extension);
      expect(fileExtensions).toContain(extension.slice(1));
      const bytes = readFileSync(demoAssetPath(path));
      expect(bytes.length).toBeGreaterThan(300);
      const start = magic[extension];
      if (start === undefined) new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      else expect(bytes.toString("latin1", 0, start.length)).toBe(start);
    }
    for (const path of previews) {
      const bytes = readFileSync(demoAssetPath(path));
      expect(bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 12)).toBe("RIFFWEBP");
      expect(bytes.length).toBeLessThan(40_000);
    }
  });

  it("share no path", () => {
    const paths = demoContents.flatMap(({ files, previews }) => [
      ...files.map(({ path }) => path),
      ...previews,
    ]);
    expect(folded(paths).size).toBe(paths.length);
  });
});

describe("words of the demo data", () => {
  it("are composed Korean, so that a search finds them", () => {
    const words = JSON.stringify([
      demoMentors,
      demoBuyers,
      demoAccounts,
      demoContents,
      demoComments,
      demoRatings,
      demoTalks,
    ]);
    expect(words).toBe(words.normalize("NFC"));
    expect(words).not.toMatch(/\p{Cf}/u);
  });

  it("rate as the form allows", () => {
    for (const { answer, ...form } of demoRatings) {
      expect(ratingForm.validateSync(form, { strict: true })).toEqual(form);
      if (answer !== undefined) expect(ratingAnswerForm.isValidSync({ text: answer })).toBe(true);
    }
  });

  it("say something of everybody's own in comments", () => {
    for (const category of [...categoryCodes, "general"] as const) {
      expect(demoComments[category].length).toBeGreaterThanOrEqual(category === "general" ? 40 : 15);
    }
    const all = Object.values(demoComments).flat();
    expect(folded(all).size).toBe(all.length);
    expect(
      all.filter((comment) => comment.trim() !== comment || lengthOf(comment) > textLimits.comment),
    ).toEqual([]);
  });
});

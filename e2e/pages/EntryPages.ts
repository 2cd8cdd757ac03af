import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "../support/people.ts";
import { field } from "./fields.ts";

/** Signing up. */
export class RegisterPage {
  readonly form: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.form = page.getByRole("main");
    this.submit = this.form.getByRole("button", { name: "가입하기" });
  }

  async fill(person: Person): Promise<void> {
    const type = (label: string, text: string) => field(this.form, label).fill(text);
    await type("이름", person.name);
    await type("아이디", person.userId);
    await type("닉네임", person.nickname);
    await type("이메일", person.email);
    await type("전화번호", person.phoneNumber);
    await type("비밀번호", person.password);
    await type("비밀번호 확인", person.password);
    await this.form.getByLabel("[필수] 개인정보 수집 및 이용에 동의합니다").check();
  }

  async register(person: Person): Promise<void> {
    await this.fill(person);
    // Enabled only once the names are known to be free.
    await expect(this.submit).toBeEnabled();
    await this.submit.click();
  }
}

/** Signing in. */
export class LoginPage {
  readonly form: Locator;

  constructor(page: Page) {
    this.form = page.getByRole("main");
  }

  async signIn({ userId, password }: Pick<Person, "userId" | "password">): Promise<void> {
    await field(this.form, "이메일 또는 아이디").fill(userId);
    await field(this.form, "비밀번호").fill(password);
    await this.form.getByRole("button", { name: "로그인" }).click();
  }
}

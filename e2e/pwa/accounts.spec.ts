import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { register } from "../support/api.ts";
import { elsewhere, openLinks } from "../support/elsewhere.ts";
import { makePerson } from "../support/people.ts";

test(
  "/logout ends the session and goes home, in the app and as an address",
  { tag: "@once" },
  async ({ page, context }) => {
    const { shell } = screensOf(page);
    const person = makePerson();
    await register(context.request, person);
    await page.goto("/profile");
    await shell.expectSignedIn(person);
    await page.getByRole("main").getByRole("link", { name: "로그아웃" }).click();
    await expect(page).toHaveURL("/");
    await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();

    await register(context.request, makePerson());
    await page.goto("/logout");
    await expect(page).toHaveURL("/");
    await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
  },
);

test.describe("another site", () => {
  // A link in capitals leads to no page; the app's own reads may be under way while a session ends.
  test.use({ expected: [/status of (404 \(Not Found\) \/LOGOUT|401 \(Unauthorized\) \/api\/(?!auth\/))/] });

  test(
    "a link of another site to /logout asks, and signs out whom it was pressed by only",
    { tag: "@once" },
    async ({ page, context, openBrowser }) => {
      const { shell } = screensOf(page);
      const [person, bystander] = [makePerson(), makePerson()];
      await register(context.request, person);
      const other = await openBrowser();
      await register(other.request, bystander);
      const isSignedIn = async ({ request }: typeof context) => (await request.get("/api/auth/me")).status();
      const question = page.getByRole("heading", { name: "로그아웃할까요?" });
      await openLinks(page);
      for (const name of ["logout", "secret", "redirect", "capitals"]) {
        await page.goto(elsewhere);
        await page.getByRole("link", { name, exact: true }).click();
        await expect(question, name).toBeVisible();
        expect(await isSignedIn(context), name).toBe(200);
      }
      await page.getByRole("link", { name: "홈으로" }).click();
      await shell.expectSignedIn(person);
      // A page that another site led to is the person's own from there on.
      await page.goto(elsewhere);
      await page.getByRole("link", { name: "profile" }).click();
      await page.getByRole("main").getByRole("link", { name: "로그아웃" }).click();
      await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
      await expect.poll(() => isSignedIn(context)).toBe(401);

      await register(context.request, makePerson());
      await page.goto(elsewhere);
      await page.getByRole("link", { name: "logout", exact: true }).click();
      await page.getByRole("button", { name: "로그아웃" }).click();
      await expect(page).toHaveURL("/");
      await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
      expect([await isSignedIn(context), await isSignedIn(other)]).toEqual([401, 200]);
    },
  );
});

test.describe("the history after a sign-out", () => {
  // A page that is left for the address of the sign-out may still be reading the person's things.
  test.use({ expected: [/401 \(Unauthorized\) \/api\/(?!auth\/)/] });

  test(
    "back from what comes after a sign-out ends nobody's session, nor does forward",
    { tag: "@once" },
    async ({ page, context, openSession }) => {
      const { shell, login } = screensOf(page);
      const [first, second] = [makePerson(), makePerson()];
      await register(context.request, first);
      await register(await openSession(), second);
      await page.goto("/faq");
      await page.goto("/profile");
      await shell.expectSignedIn(first);
      await page.getByRole("main").getByRole("link", { name: "로그아웃" }).click();
      await expect(page).toHaveURL("/");
      await shell.goToLogin();
      await login.signIn(second);
      await shell.expectSignedIn(second);
      for (const path of ["/profile", "/faq"]) {
        // Past the login page and the page that stands where the sign-out was.
        while (new URL(page.url()).pathname !== path) await page.goBack();
        await shell.expectSignedIn(second);
      }
      await page.goForward();
      await shell.expectSignedIn(second);

      // The address of the server leads home, and stands nowhere in the history.
      await page.goto("/api/auth/logout");
      await expect(page).toHaveURL("/");
      await shell.goToLogin();
      await login.signIn(first);
      await shell.expectSignedIn(first);
      while (new URL(page.url()).pathname !== "/faq") await page.goBack();
      await shell.expectSignedIn(first);
      expect((await context.request.get("/api/auth/me")).status()).toBe(200);
    },
  );
});

test.describe("with refusals of the server", () => {
  test.use({ expected: [/status of 401 \(Unauthorized\) \/api\/login/] });

  test(
    "signing in says what is wrong, and leads back to where one was",
    { tag: "@once" },
    async ({ page, openSession }) => {
      const { shell, login } = screensOf(page);
      const person = makePerson();
      await register(await openSession(), person);
      await page.goto("/upload");
      await expect(page).toHaveURL("/login?next=%2Fupload");
      await login.signIn({ ...person, password: "Wrong!2026" });
      await expect(login.form.getByText("이메일/아이디 또는 비밀번호가 일치하지 않습니다.")).toBeVisible();
      await login.signIn(person);
      await expect(page).toHaveURL("/upload");
      await expect(shell.heading("콘텐츠 올리기")).toBeVisible();
    },
  );
});

test(
  "signing up tells at once that a name is taken, and waits for it to be free",
  { tag: "@once" },
  async ({ page, openSession }) => {
    const { register: screen } = screensOf(page);
    const first = makePerson();
    await register(await openSession(), first);
    const second = makePerson();
    await page.goto("/register");
    await screen.fill({ ...second, userId: first.userId.toUpperCase() });
    await expect(screen.form.getByRole("status").filter({ hasText: "이미 사용 중인 아이디" })).toBeVisible();
    await expect(screen.submit).toBeDisabled();
    await screen.register(second);
    await expect(page).toHaveURL("/");
  },
);

test(
  "an account of another holder is refused, with the way to another try",
  { tag: "@once" },
  async ({ page, context }) => {
    const { profile } = screensOf(page);
    const person = makePerson();
    await register(context.request, person);
    await page.goto("/profile");
    const { settlement } = profile;
    // The stand-in's numbers ending in 1 belong to another holder.
    await profile.checkAccount({ bank: "신한은행", number: "110-222-333331", holder: person.name });
    await settlement.getByRole("link", { name: "인증 결과 보기" }).click();
    await expect(page).toHaveURL(/\/account-verify-fail\?orderId=/);
    await page.getByRole("link", { name: "다시 인증하기" }).click();
    await expect(settlement.getByRole("button", { name: "계좌 저장" })).toBeDisabled();
    await profile.saveAccount({ bank: "신한은행", number: "110-222-333332", holder: person.name });
    await expect(settlement).toContainText("신한은행");
  },
);

import { maskEmail } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { register } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";
import { onDatabase } from "../support/reports.ts";

// Refusals are what this test is about.
test.use({
  expected: [/status of (400 \(Bad Request\)|403 \(Forbidden\)|404 \(Not Found\)|409 \(Conflict\))/],
});

test(
  "half a minute at an unlocked screen gains nothing, and its owner reads of it",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const owner = makePerson("주인");
    await register(context.request, owner);
    await onDatabase((pool) =>
      pool.query(
        "update sessions set password_at = app_now() - interval '11 minutes' where user_id = (select id from users where user_id = $1)",
        [owner.userId],
      ),
    );
    await page.goto("/profile");
    const form = page.getByRole("form", { name: "기본 정보 수정" });
    const dialog = page.getByRole("dialog", { name: "비밀번호 확인" });
    const thief = { name: "도둑이", email: `thief-${mark()}@example.com`, phoneNumber: "01099990000" };
    for (const name of ["기본 정보", "보안"]) {
      const folded = page.getByRole("button", { name, exact: true, expanded: false });
      if ((page.viewportSize()?.width ?? 0) < 900) await folded.click();
    }
    await expect(page.getByText(maskEmail(owner.email))).toBeVisible();
    await page.getByRole("region", { name: "기본 정보" }).getByRole("button", { name: "수정" }).click();
    await expect(dialog).toContainText("비밀번호를 한 번 더 물어봐요");
    const field = dialog.getByLabel("비밀번호", { exact: false }).first();
    await expect(field).toBeFocused();
    await field.fill("Guess!2026");
    await field.press("Enter");
    await expect(dialog.getByText("현재 비밀번호가 일치하지 않습니다.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(form).toHaveCount(0);
    for (const secret of [owner.email, owner.phoneNumber]) expect(await page.content()).not.toContain(secret);
    const asked = await page.evaluate(async () => (await fetch("/api/auth/me")).text());
    expect(asked).toContain("010-****-5678");

    // What the screen does not offer is refused as well.
    const { nickname } = owner;
    expect((await context.request.put("/api/profile", { data: { nickname, ...thief } })).status()).toBe(403);
    const account = { bankName: "KB국민은행", accountNumber: "12345678900", accountHolder: owner.name };
    await context.request.post("/api/verify-account", { data: account });
    expect((await context.request.put("/api/user/bank-account", { data: account })).status()).toBe(403);
    expect((await context.request.delete("/api/user", { data: { password: "Guess!2026" } })).status()).toBe(
      400,
    );
    const elsewhere = await openSession();
    const { userId } = owner;
    const recovery = await elsewhere.post("/api/reset-password", { data: { userId, nickname, ...thief } });
    expect(recovery.status()).toBe(404);

    // The owner comes back.
    await page.getByRole("button", { name: "로그인한 기기와 보안 기록" }).click();
    await expect(page.getByText("비밀번호 확인 실패").first()).toBeVisible();
    await expect(page.getByText("지금 이 기기")).toBeVisible();

    await page.getByRole("region", { name: "기본 정보" }).getByRole("button", { name: "수정" }).click();
    await field.fill(owner.password);
    await dialog.getByRole("button", { name: "확인" }).click();
    await expect(form.getByLabel("이메일")).toHaveValue(owner.email);
    await form.getByLabel("전화번호").fill("01055556666");
    await form.getByRole("button", { name: "저장" }).click();
    await expect(page.getByText("프로필 저장됨")).toBeVisible();
    await expect(page.getByText("010-****-6666")).toBeVisible();
  },
);

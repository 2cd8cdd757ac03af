import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type Router from "@koa/router";
import type { RouterContext } from "@koa/router";
import { number, object, string } from "yup";
import { inServer } from "../../src/places.ts";
import { checkBody, parseJson, readBody, readForm } from "./body.ts";
import { StandinError, standinError } from "./errors.ts";
import { vatOf } from "./paymentObject.ts";
import {
  balanceOf,
  easyPayProviders,
  findPayment,
  lockPayment,
  movePayment,
  openPayment,
  type Payment,
  type PaymentCard,
  type PaymentStatus,
} from "./payments.ts";
import { standinPath } from "../../src/localToss.ts";
import type { Standin } from "./standin.ts";
import { inTransaction } from "./store.ts";
import {
  cardCompanies,
  installmentChoices,
  messagePage,
  paymentPage,
  pointsOff,
  receiptPage,
} from "./windowPages.ts";

const absoluteUrl = string()
  .required()
  .max(2_000)
  .test((value) => URL.canParse(value) && ["http:", "https:"].includes(new URL(value).protocol));

const sessionBody = object({
  clientKey: string().optional(),
  orderId: string()
    .required()
    .matches(/^[A-Za-z0-9_=-]{6,64}$/),
  orderName: string().required().max(100),
  amount: number().required().integer().positive().max(1_000_000_000),
  successUrl: absoluteUrl,
  failUrl: absoluteUrl,
  easyPay: string().oneOf(Object.keys(easyPayProviders)).optional(),
  customerName: string().max(100).nullable().optional(),
  customerEmail: string().max(100).nullable().optional(),
});

const minimumAmount = 100;

/** What a button of the window does: the payment's next state and what the shop is told, if it is a refusal. */
const outcomes: Record<string, { to: PaymentStatus; code?: string; message?: string; tellsOrder?: boolean }> =
  {
    approve: { to: "IN_PROGRESS" },
    // Paid from the balance of an easy-pay account: no card, so no card slip either.
    "easy-pay": { to: "IN_PROGRESS" },
    // The provider knows no state of its own for a buyer who leaves; ABORTED is the one that ends the payment.
    cancel: { to: "ABORTED", code: "PAY_PROCESS_CANCELED", message: "사용자에 의해 결제가 취소되었습니다." },
    reject: {
      to: "ABORTED",
      code: "REJECT_CARD_COMPANY",
      message: "결제 승인이 거절되었습니다.",
      tellsOrder: true,
    },
    expire: {
      to: "EXPIRED",
      code: "PAY_PROCESS_ABORTED",
      message: "결제 진행 중 승인에 실패하여 결제가 중단되었습니다.",
      tellsOrder: true,
    },
  };

function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

function successAddress(payment: Payment): string {
  return withQuery(payment.successUrl, {
    paymentKey: payment.paymentKey,
    orderId: payment.orderId,
    amount: String(payment.amount),
  });
}

function sendPage(ctx: RouterContext, status: number, page: string, formTargets: string[] = []): void {
  ctx.status = status;
  ctx.set({
    "cache-control": "no-store",
    // Chromium applies form-action to the redirect after a form post too, so the shop's origins are on the list.
    "content-security-policy": [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self'",
      `form-action ${["'self'", ...formTargets].join(" ")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  ctx.type = "text/html; charset=utf-8";
  ctx.body = page;
}

function sendUnusable(ctx: RouterContext, payment: Payment | undefined): void {
  if (payment === undefined) {
    sendPage(ctx, 404, messagePage("결제창을 찾을 수 없습니다", "주소가 올바른지 확인해 주세요."));
    return;
  }
  if (payment.status === "EXPIRED") {
    const text = "결제 시간이 만료되어 더 진행할 수 없습니다. 상점에서 결제를 다시 시작해 주세요.";
    sendPage(ctx, 410, messagePage("결제 시간이 만료되었습니다", text, shopLink(payment)));
    return;
  }
  if (payment.status === "IN_PROGRESS") {
    const link = { href: successAddress(payment), label: "결제 결과로 이동" };
    const text = "카드 인증을 마쳤습니다. 아래 단추로 상점에 돌아가 결제를 마무리해 주세요.";
    sendPage(ctx, 409, messagePage("이미 인증한 결제입니다", text, link));
    return;
  }
  const text = "이 결제창은 이미 사용되었습니다. 결제 결과는 상점에서 확인해 주세요.";
  sendPage(ctx, 409, messagePage("이미 끝난 결제입니다", text, shopLink(payment)));
}

function shopLink(payment: Payment): { href: string; label: string } {
  return { href: new URL(payment.successUrl).origin, label: "상점으로 돌아가기" };
}

function cardFrom(form: URLSearchParams): PaymentCard {
  const digits = (form.get("cardNumber") ?? "").replace(/\D/g, "").padEnd(16, "0").slice(0, 16);
  const issuer = form.get("cardCompany") ?? "";
  const months = Number(form.get("installment"));
  return {
    issuerCode: cardCompanies.some((company) => company.code === issuer) ? issuer : "41",
    number: `${digits.slice(0, 8)}****${digits.slice(12, 15)}*`,
    installmentPlanMonths: installmentChoices.includes(months) ? months : 0,
    approveNo: String(randomInt(0, 100_000_000)).padStart(8, "0"),
  };
}

/** What the buyer chose in the window; an easy-pay account pays from its balance, or with a card, less its points. */
function meansFrom(form: URLSearchParams, { amount, method, easyPay }: Payment) {
  if (method === "CARD")
    return form.get("outcome") === "easy-pay"
      ? { method: "EASY_PAY" as const, easyPay: balanceOf("토스페이", amount) }
      : { card: cardFrom(form) };
  const provider = easyPay?.provider ?? "토스페이";
  const discountAmount = Math.min(form.has("points") ? pointsOff : 0, amount);
  return form.get("source") === "card"
    ? { card: cardFrom(form), easyPay: { provider, amount: 0, discountAmount } }
    : { easyPay: { provider, amount: amount - discountAmount, discountAmount } };
}

async function openSession(standin: Standin, ctx: RouterContext): Promise<void> {
  const origin = `${ctx.protocol}://${ctx.host}`;
  ctx.set("access-control-allow-origin", "*");
  ctx.set("cache-control", "no-store");
  try {
    const body = checkBody(sessionBody, parseJson((await readBody(ctx)).toString("utf8")));
    if (body.clientKey !== undefined && body.clientKey !== standin.clientKey) {
      throw standinError("UNAUTHORIZED_KEY");
    }
    if (body.amount < minimumAmount) throw standinError("BELOW_MINIMUM_AMOUNT");
    const { sessionId } = await inTransaction(standin.pool, (db) =>
      openPayment(db, { ...body, origin, easyPayProvider: easyPayProviders[body.easyPay ?? ""] }),
    );
    ctx.status = 201;
    ctx.body = { sessionId, windowUrl: `${origin}${standinPath}/pay/${sessionId}` };
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    ctx.status = error.status;
    ctx.body = { code: error.code, message: error.message };
  }
}

async function decide(standin: Standin, ctx: RouterContext): Promise<void> {
  const form = await readForm(ctx);
  const outcome = outcomes[form.get("outcome") ?? ""];
  if (outcome === undefined) {
    sendPage(ctx, 400, messagePage("알 수 없는 요청입니다", "결제창의 단추로 다시 시도해 주세요."));
    return;
  }
  const { payment, moved } = await inTransaction(standin.pool, async (db) => {
    const locked = await lockPayment(db, { sessionId: ctx.params["sessionId"] ?? "" });
    if (locked?.payment.status !== "READY") return { payment: locked?.payment, moved: false };
    const change =
      outcome.code === undefined
        ? meansFrom(form, locked.payment)
        : { failure: { code: outcome.code, message: outcome.message ?? "" } };
    return { payment: await movePayment(db, locked.payment, outcome.to, change), moved: true };
  });
  standin.webhooks.kick();
  if (payment === undefined || !moved) {
    sendUnusable(ctx, payment);
    return;
  }
  ctx.set("cache-control", "no-store");
  if (outcome.code === undefined) {
    ctx.redirect(successAddress(payment));
    return;
  }
  const told = { code: outcome.code, message: outcome.message ?? "" };
  ctx.redirect(
    withQuery(payment.failUrl, outcome.tellsOrder === true ? { ...told, orderId: payment.orderId } : told),
  );
}

/** Adds the browser's part: the script, sessions, the payment window and the sales slip. */
export async function addWindowRoutes(router: Router, standin: Standin): Promise<void> {
  const assets = [
    { path: "/v2/standard", file: "standard.js", type: "text/javascript; charset=utf-8" },
    { path: "/assets/window.js", file: "window.js", type: "text/javascript; charset=utf-8" },
    { path: "/assets/window.css", file: "window.css", type: "text/css; charset=utf-8" },
    { path: "/assets/icon.svg", file: "icon.svg", type: "image/svg+xml" },
  ];
  for (const { path, file, type } of assets) {
    const text = await readFile(inServer("standins/toss/assets", file), "utf8");
    router.get(path, (ctx) => {
      ctx.set({
        "cache-control": "no-cache",
        // Shops on other origins load the script.
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      });
      ctx.type = type;
      ctx.body = text;
    });
  }

  router.options("/sessions", (ctx) => {
    ctx.set({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type",
      "access-control-max-age": "600",
    });
    ctx.status = 204;
  });
  router.post("/sessions", (ctx) => openSession(standin, ctx));

  router.get("/pay/:sessionId", async (ctx) => {
    const payment = await findPayment(standin.pool, { sessionId: ctx.params["sessionId"] ?? "" });
    if (payment?.status !== "READY" || payment.overdue) {
      sendUnusable(ctx, payment?.overdue === true ? { ...payment, status: "EXPIRED" } : payment);
      return;
    }
    const targets = [new URL(payment.successUrl).origin, new URL(payment.failUrl).origin];
    sendPage(ctx, 200, paymentPage(payment), [...new Set(targets)]);
  });
  router.post("/pay/:sessionId", (ctx) => decide(standin, ctx));

  router.get("/receipt/:paymentKey", async (ctx) => {
    const payment = await findPayment(standin.pool, { paymentKey: ctx.params["paymentKey"] ?? "" });
    if (payment === undefined || payment.approvedAt === null) {
      sendPage(ctx, 404, messagePage("매출전표를 찾을 수 없습니다", "주소가 올바른지 확인해 주세요."));
      return;
    }
    sendPage(ctx, 200, receiptPage(payment, vatOf(payment.amount)));
  });
}

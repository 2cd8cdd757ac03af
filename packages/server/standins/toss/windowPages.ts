import type { Payment } from "./payments.ts";
import { standinPath } from "../../src/localToss.ts";
import { koreanTime } from "./times.ts";

/** Card companies of the window with the provider's two-digit codes. */
export const cardCompanies = [
  { code: "41", name: "신한카드" },
  { code: "11", name: "KB국민카드" },
  { code: "61", name: "현대카드" },
  { code: "51", name: "삼성카드" },
  { code: "71", name: "롯데카드" },
  { code: "21", name: "하나카드" },
  { code: "91", name: "NH농협카드" },
  { code: "31", name: "BC카드" },
] as const;

/** Months a payment may be split into; 0 is 일시불. */
export const installmentChoices: readonly number[] = [0, 2, 3, 6, 12];

/** The provider offers instalments from this amount on. */
const installmentMinimum = 50_000;

/** What the points of an easy-pay account take off, where the buyer uses them. */
export const pointsOff = 500;

const shopName = "노하우";
const testNotice = "테스트 결제창 · 실제 결제가 이루어지지 않습니다";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function won(amount: number): string {
  return `${amount.toLocaleString("en-US")}원`;
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${standinPath}/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${standinPath}/assets/window.css">
<script src="${standinPath}/assets/window.js" defer></script>
</head>
<body>
<header class="notice">${testNotice}</header>
<main>
${main}
</main>
</body>
</html>
`;
}

function summary(rows: readonly (readonly [label: string, value: string])[]): string {
  const lines = rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return `<dl class="summary">${lines.join("")}</dl>`;
}

function options(list: readonly { value: string; label: string }[]): string {
  return list.map(({ value, label }) => `<option value="${value}">${label}</option>`).join("");
}

/** The form of a card, filled with test values. */
function cardForm(payment: Payment): string {
  const companies = options(cardCompanies.map(({ code, name }) => ({ value: code, label: name })));
  const months = options(
    installmentChoices
      .filter((choice) => choice === 0 || payment.amount >= installmentMinimum)
      .map((choice) => ({ value: String(choice), label: choice === 0 ? "일시불" : `${choice}개월` })),
  );
  return `<h2>카드 정보</h2>
<p class="help">시험용 값이 채워져 있어요. 진짜 카드 번호는 넣지 마세요.</p>
<label>카드사<select name="cardCompany">${companies}</select></label>
<label>카드 번호<input name="cardNumber" value="4330 1234 0000 5678" inputmode="numeric" maxlength="23"></label>
<div class="pair">
<label>유효기간<input name="expiry" value="12 / 30" inputmode="numeric" maxlength="7"></label>
<label>비밀번호 앞 2자리<input name="pin" type="password" value="00" inputmode="numeric" maxlength="2"></label>
</div>
<label>할부<select name="installment">${months}</select></label>`;
}

/** The form of an easy-pay account: its balance or its card, with or without its points. */
function easyPayForm(provider: string): string {
  return `<h2>${escapeHtml(provider)}</h2>
<p class="help">시험용 계정이에요. 진짜 계정으로 로그인하지 않아요.</p>
<label>지불 수단<select name="source"><option value="balance">머니·포인트 잔액</option><option value="card">등록한 카드</option></select></label>
<label><input type="checkbox" name="points" value="1"> 적립 포인트 ${won(pointsOff)} 사용</label>`;
}

/** The payment window of an open session: the purchase, a form filled with test values, and every outcome. */
export function paymentPage(payment: Payment): string {
  const provider = payment.method === "CARD" ? undefined : payment.easyPay?.provider;
  const balance = `<button type="submit" name="outcome" value="easy-pay">간편결제 잔액</button>\n`;
  return page(
    `${won(payment.amount)} 결제 · 테스트 결제창`,
    `<h1>${escapeHtml(provider ?? "카드")} 결제</h1>
<section class="card" aria-label="주문 정보">
${summary([
  ["상호", shopName],
  ["주문명", payment.orderName],
])}
<p class="total"><span>결제 금액</span><strong>${won(payment.amount)}</strong></p>
</section>
<form class="card" method="post" autocomplete="off">
${provider === undefined ? cardForm(payment) : easyPayForm(provider)}
<div class="actions">
<button class="primary" type="submit" name="outcome" value="approve">결제하기</button>
<button type="submit" name="outcome" value="cancel">취소</button>
</div>
<fieldset class="others">
<legend>다른 결과 시험하기</legend>
${provider === undefined ? balance : ""}<button type="submit" name="outcome" value="reject">카드사 거절</button>
<button type="submit" name="outcome" value="expire">시간 만료</button>
</fieldset>
</form>`,
  );
}

/** A page that says why the window can not be used, with the way on. */
export function messagePage(title: string, text: string, link?: { href: string; label: string }): string {
  const way =
    link === undefined ? "" : `<a class="button primary" href="${escapeHtml(link.href)}">${link.label}</a>`;
  return page(
    `${title} · 테스트 결제창`,
    `<section class="card message"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${way}</section>`,
  );
}

function wallTime(at: Date): string {
  return koreanTime(new Date(at)).slice(0, 19).replace("T", " ");
}

/** The sales slip of an approved payment, with its refunds. */
export function receiptPage(payment: Payment, vat: number): string {
  const company = cardCompanies.find(({ code }) => code === payment.card?.issuerCode)?.name ?? "카드";
  const months = payment.card?.installmentPlanMonths ?? 0;
  const title = payment.card === null ? "거래확인증" : "신용카드 매출전표";
  const { easyPay } = payment;
  const wallet = [
    ...(payment.method === "CARD" ? [] : ([["결제 수단", easyPay?.provider ?? "간편결제"]] as const)),
    ...(easyPay === null || easyPay.discountAmount === 0
      ? []
      : ([["적립 포인트", won(easyPay.discountAmount)]] as const)),
  ];
  const means =
    payment.card === null
      ? wallet
      : ([
          ...wallet,
          ["카드", `${company} ${payment.card.number}`],
          ["할부", months === 0 ? "일시불" : `${months}개월`],
          ["승인번호", payment.card.approveNo],
        ] as const);
  const refunds = payment.cancels.map(
    (cancel) => ["취소", `${won(cancel.cancelAmount)} (${cancel.canceledAt.slice(0, 10)})`] as const,
  );
  return page(
    title,
    `<h1>${title}</h1>
<section class="card" aria-label="매출전표">
${summary([
  ["상호", shopName],
  ["주문명", payment.orderName],
  ["주문번호", payment.orderId],
  ...means,
  ["승인일시", payment.approvedAt === null ? "" : wallTime(payment.approvedAt)],
  ["공급가액", won(payment.amount - vat)],
  ["부가세", won(vat)],
  ...refunds,
])}
<p class="total"><span>합계</span><strong>${won(payment.amount)}</strong></p>
</section>`,
  );
}

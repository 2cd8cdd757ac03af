import type { ContentSummary } from "@knowhow/shared";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller } from "../../../testing/factories.ts";
import { cpuSeconds } from "../../../testing/machine.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const nouns =
  "주식 계좌 배당 종목 금리 시장 수익 위험 분산 매수 매도 기업 실적 성장 가치 가격 환율 채권".split(" ");
/** The soak's: CPU seconds that 500 pages may take, and milliseconds that the others may wait. */
const limits = { seconds: 10, medianMs: 300, maxMs: 3_000 };
const isSoak = process.env["SUMMARY_PAGES"] !== undefined;
const pageCount = Number(process.env["SUMMARY_PAGES"] ?? 100);
/** Everybody else, who asks all the time. */
const askEveryMs = 20;
const linesOnPage = 30;

const lineOf = (page: number, line: number): string => {
  const word = (at: number) => nouns[(page * 7 + line * 3 + at * (1 + (line % 5))) % nouns.length] ?? "";
  return `${page}쪽 ${line}째 줄은 ${word(1)}과 ${word(2)}, 그리고 ${word(3)}의 ${word(4)}을 살펴봅니다.`;
};

/** A PDF of many pages of Korean, in a font that is not embedded and that readers know. */
const longPdf = (): Buffer => {
  const objects: string[] = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pageCount}/Kids[${Array.from({ length: pageCount }, (_, at) => `${5 + at * 2} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type0/BaseFont/HYSMyeongJo-Medium/Encoding/UniKS-UTF16-H/DescendantFonts[4 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/HYSMyeongJo-Medium/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 2>>>>",
  ];
  for (let page = 1; page <= pageCount; page += 1) {
    const lines = Array.from({ length: linesOnPage }, (_, line) =>
      Buffer.from(lineOf(page, line + 1), "utf16le")
        .swap16()
        .toString("hex"),
    );
    const stream = `BT /F1 10 Tf 14 TL 40 800 Td ${lines.map((hex) => `<${hex}> Tj T*`).join(" ")} ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length + 2} 0 R>>`,
      `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    );
  }
  let file = "%PDF-1.5\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  return Buffer.from(
    `${file}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.indexOf("xref\n0 ")}\n%%EOF\n`,
    "latin1",
  );
};

describe(`a file of ${pageCount} pages`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("is summarised while everybody else is answered", async () => {
    const ask = async () => {
      const asked = performance.now();
      expect((await app.visitor().get("/api/contents")).status).toBe(200);
      return performance.now() - asked;
    };
    const seller = await app.as(await createSeller(app.deps));
    const file = await upload(seller, longPdf(), { kind: "file", fileName: "긴 책.pdf" });
    const made = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [file] }));
    const used = await cpuSeconds();
    const waits: number[] = [];
    let isDone = false;
    const others = async () => {
      while (!isDone) {
        waits.push(await ask());
        await sleep(askEveryMs);
      }
    };
    const started = performance.now();
    const reading = others();
    const answer = await seller.post(`/api/contents/${String(made.body["id"])}/ai-summary`);
    const took = (performance.now() - started) / 1_000;
    const cpu = (await cpuSeconds()) - used;
    isDone = true;
    await reading;
    expect(answer.status).toBe(200);
    const { sources = [] } = answer.body as unknown as ContentSummary;
    expect(sources).toHaveLength(6);
    for (const { text, page } of sources) expect(text).toMatch(new RegExp(`^${page ?? 0}쪽 `, "u"));
    expect(waits.length).toBeGreaterThan(5);
    if (!isSoak) return;
    waits.sort((a, b) => a - b);
    const [median, max] = [waits[waits.length >> 1] ?? 0, waits.at(-1) ?? 0];
    process.stdout.write(
      `${pageCount} pages: ${took.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU with all that ran beside it; ` +
        `others meanwhile: ${median.toFixed(0)} ms, at most ${max.toFixed(0)} ms\n`,
    );
    expect(cpu).toBeLessThan(limits.seconds);
    expect(median).toBeLessThan(limits.medianMs);
    expect(max).toBeLessThan(limits.maxMs);
  });
});

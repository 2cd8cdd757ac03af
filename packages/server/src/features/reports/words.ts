import { AppError, isUuid, reportedFields, reportTypeLabel, type WordsType } from "@knowhow/shared";
import { josa } from "es-hangul";
import type { Trx } from "../../database/BaseModel.ts";
import { isAdminId } from "../../http/session.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { file, oneself, shortTitle, type FileDeps, type Filing } from "./create.ts";
import type { Report } from "./Report.ts";

const answer = {
  authorSql: "c.seller_id",
  shownSql: "m.hidden_at is null and m.answer is not null and m.answer_hidden_at is null",
};
const own = { authorSql: "m.user_id", shownSql: "m.hidden_at is null" };

/** In SQL, for the row `m` at the content `c`: the author of the words, and whether those who see the content read them. */
const kinds: Record<WordsType, { table: string; authorSql: string; shownSql: string }> = {
  comment: {
    table: "content_comments",
    authorSql: "m.user_id",
    shownSql: `m.hidden_at is null and not exists (
                 select from content_comments p where p.id = m.parent_id and p.hidden_at is not null)`,
  },
  rating: { table: "content_ratings", ...own },
  rating_answer: { table: "content_ratings", ...answer },
  question: { table: "content_questions", ...own },
  question_answer: { table: "content_questions", ...answer },
};

/** Reports words at a content that the reporter can read; the reported user is their author. */
export const reportWords = async (
  trx: Trx,
  deps: FileDeps,
  { reportType, id, ...filing }: Filing & { reportType: WordsType; id: string },
): Promise<Report> => {
  const notFound = () =>
    new AppError("NOT_FOUND", {
      message: `신고할 ${josa(reportTypeLabel(reportType), "을/를")} 찾을 수 없습니다.`,
    });
  if (!isUuid(id)) throw notFound();
  const { table, authorSql, shownSql } = kinds[reportType];
  const { rows } = await trx.raw<{
    rows: { author_id: string; user_id: string; content_id: string; title: string; is_shown: boolean }[];
  }>(
    `select u.id as author_id, u.user_id, c.id as content_id, c.title,
            ${shownSql}
            and (c.is_listed or c.is_paused or c.seller_id = :reporter or exists (
              select from orders o
              where o.buyer_id = :reporter and o.content_id = c.id and ${givesAccessSql("o")})) as is_shown
     from ${table} m join contents c on c.id = m.content_id join users u on u.id = ${authorSql}
     where m.id = :id
     -- Until the report keeps them, their author does not delete them.
     for share of m`,
    { reporter: filing.reporterId, id },
  );
  const [words] = rows;
  if (!words) throw notFound();
  const field = reportedFields[reportType];
  if (words.author_id === filing.reporterId) {
    // The seller's answer that is not there is no one's.
    if (reportType.endsWith("_answer") && !words.is_shown) throw notFound();
    throw oneself(field);
  }
  if (!words.is_shown) throw notFound();
  if (isAdminId(deps.config, words.user_id)) throw new AppError("CANNOT_REPORT_ADMIN");
  return file(trx, deps, filing, {
    reportType,
    reportedUserId: words.author_id,
    contentId: words.content_id,
    contentTitle: shortTitle(words.title),
    [field]: id,
  });
};

import { AppError, maxPauseDays, type InputOf, type contents } from "@knowhow/shared";
import { Model } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import { appTime } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../http/state.ts";
import { lockOwnContent } from "./save.ts";

type Form = InputOf<typeof contents.setState>["body"];

const wrongEnd = (message: string) => new AppError("VALIDATION", { message, fields: { until: message } });

/** Fails unless a pause may end then, on the product's clock. */
const checkEnd = async (trx: Trx, until: string): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { is_past: boolean; is_far: boolean }[] }>(
    `select ended <= app_now() as is_past, ended > app_now() + ? * interval '1 day' as is_far
     from (select ?::timestamptz(3) as ended) given`,
    [maxPauseDays, until],
  );
  if (rows[0]?.is_past) throw wrongEnd("다시 판매할 시각은 지금보다 나중이어야 합니다.");
  if (rows[0]?.is_far) throw wrongEnd("다시 판매할 시각은 1년 안이어야 합니다.");
};

/**
 * Takes an own content off sale, until a moment where one is given, or puts it back. A repeated pause keeps its begin
 * and takes the new end. Edits are untouched: the time of the last one stays. Fails with VALIDATION, NOT_OWNER or
 * NOT_FOUND.
 */
export const setSaleState = async (
  { addJob }: Pick<Deps, "addJob">,
  trx: Trx,
  { viewer, id, state, until }: { viewer: Viewer; id: string } & Form,
): Promise<void> => {
  const content = await lockOwnContent(trx, viewer, id);
  if (state === "listed") {
    if (until !== undefined) throw wrongEnd("판매를 멈출 때만 다시 판매할 시각을 정할 수 있습니다.");
    await content.$query(trx).patch({ pausedAt: null, pausedUntil: null });
    // Members who wish for the content heard of nothing while it was off sale.
    await addJob(trx, "wishNews", { contentId: id, price: content.price });
    return;
  }
  // The calendar's own form: a 30th of February is a day of March for both.
  const end = until === undefined ? undefined : new Date(until).toISOString();
  if (end !== undefined) await checkEnd(trx, end);
  await content.$query(trx).patch({
    pausedAt: appTime("coalesce(paused_at, app_now())"),
    pausedUntil: end === undefined ? null : appTime("?::timestamptz", [end]),
  });
};

/** Ends the pauses whose time has come; a content of a banned seller, or hidden since, stays off the market. */
export const resumeSales = ({ knex, addJob }: Pick<Deps, "knex" | "addJob">): Promise<void> =>
  Model.transaction(knex, async (trx) => {
    // In the order of ids, as everything locks them that touches several.
    const { rows } = await trx.raw<{ rows: { id: string; price: number }[] }>(/* sql */ `
      with due as (
        select id from contents where paused_until <= app_now() order by id for no key update
      )
      update contents c set paused_at = null, paused_until = null from due where c.id = due.id
      returning c.id, c.price`);
    for (const { id, price } of rows) await addJob(trx, "wishNews", { contentId: id, price });
  });

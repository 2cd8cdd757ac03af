import { AppError } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Trx } from "../../database/BaseModel.ts";
import {
  appeal,
  columnsOf,
  recordModeration,
  refuseRepeated,
  type Moderation,
  type ModerationChange,
} from "../moderation/recordModeration.ts";
import { Content } from "./Content.ts";

const contentNotice = (title: string, { state, reason }: Moderation): string =>
  state === "hidden"
    ? `등록하신 콘텐츠를 숨겼습니다.\n콘텐츠: ${title}\n사유: ${reason}\n\n마켓과 검색에 보이지 않으며 새로 구매할 수 없습니다. 이미 구매한 분들은 계속 이용할 수 있습니다.\n${appeal}`
    : `숨겼던 콘텐츠를 다시 공개했습니다.\n콘텐츠: ${title}\n사유: ${reason}`;

/** Hides a content or puts it back, and tells its seller why. A deleted one is not found. */
export const moderateContent = async (
  trx: Trx,
  settings: ModerationChange & Pick<Deps, "addJob">,
  moderation: Moderation,
): Promise<void> => {
  const content = await Content.query(trx).findById(moderation.id).forNoKeyUpdate();
  if (!content || content.deletedAt !== null) throw new AppError("NOT_FOUND");
  refuseRepeated(content.hiddenAt, moderation.state);
  await content.$query(trx).patch(columnsOf(moderation));
  if (moderation.state === "listed")
    await settings.addJob(trx, "wishNews", { contentId: content.id, price: content.price });
  await recordModeration(trx, settings, moderation, {
    contentId: content.id,
    userId: content.sellerId,
    text: contentNotice(content.title, moderation),
  });
};

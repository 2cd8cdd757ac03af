import type { documentation } from "@knowhow/shared";
import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import { isUnchanged, writeOnce } from "../../http/etag.ts";
import type { Handlers } from "../../http/mount.ts";
import { sessionCookie } from "../../http/session.ts";

/** The contract changes with the server only: it is written at the first call, and later validated by its version. */
export const createDocumentationHandlers = ({
  config,
}: Pick<Deps, "config">): Handlers<typeof documentation> => {
  const load = async () => {
    const [{ createDocument }, { renderDocument }] = await Promise.all([
      import("./document.ts"),
      import("./page.ts"),
    ]);
    const document = createDocument(sessionCookie(config));
    return { document, page: renderDocument(document), tag: writeOnce(document).tag };
  };
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load());
  const nameVersion = (ctx: Context, tag: string): void => {
    ctx.set({ "Cache-Control": "no-cache", ETag: tag });
  };
  return {
    async openapi({ ctx }) {
      const { document, tag } = await loaded();
      nameVersion(ctx, tag);
      return document;
    },
    async page({ ctx }) {
      const { page, tag } = await loaded();
      nameVersion(ctx, tag);
      ctx.type = "html";
      ctx.body = page;
      if (isUnchanged(ctx)) ctx.status = 304;
    },
  };
};

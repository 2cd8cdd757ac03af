import Router from "@koa/router";
import { api, AppError } from "@knowhow/shared";
import Koa, { type Context, type Middleware } from "koa";
import { createAccountHandlers } from "./features/accounts/handlers.ts";
import { createAccountSecurityHandlers } from "./features/accounts/securityHandlers.ts";
import { createAlertHandlers } from "./features/alerts/handlers.ts";
import { createAssistantHandlers } from "./features/assistant/handlers.ts";
import { createChatHandlers } from "./features/chats/handlers.ts";
import { createCommentHandlers } from "./features/comments/handlers.ts";
import { createSearchHandlers } from "./features/search/handlers.ts";
import { createSynonymHandlers } from "./features/synonyms/handlers.ts";
import { createContentHandlers } from "./features/contents/handlers.ts";
import { flagsSql, wasThere } from "./features/contents/queries.ts";
import type { Deps } from "./deps.ts";
import { createDocumentationHandlers } from "./features/documentation/handlers.ts";
import { createEvidenceHandlers } from "./features/evidence/handlers.ts";
import { createFileHandlers } from "./features/files/handlers.ts";
import { createDeviceKeyHandlers } from "./features/deviceKeys/handlers.ts";
import { createDraftHandlers } from "./features/drafts/handlers.ts";
import { createHealthHandlers } from "./features/health/handlers.ts";
import { createEventHandlers } from "./events/handlers.ts";
import { errorHandler, writeError } from "./http/errorHandler.ts";
import { securityHeaders } from "./http/headers.ts";
import { createLimiter } from "./http/limits.ts";
import { mountAll } from "./http/mount.ts";
import { pages } from "./http/pages.ts";
import { createPublicPages } from "./http/publicPages.ts";
import type { Renderer } from "./http/renderer.ts";
import { readyAnswers } from "./http/ready.ts";
import { requestLog } from "./http/requestLog.ts";
import { sessions } from "./http/session.ts";
import { stateOf } from "./http/state.ts";
import { noteWrites } from "./http/writePosition.ts";
import { createHomeHandlers } from "./features/home/handlers.ts";
import { createInquiryHandlers } from "./features/inquiries/handlers.ts";
import { createLikeHandlers } from "./features/likes/handlers.ts";
import { createMentorHandlers } from "./features/mentors/handlers.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createOrderHandlers } from "./features/orders/handlers.ts";
import { createPenaltyHandlers } from "./features/penalties/handlers.ts";
import { createRefundHandlers } from "./features/refunds/handlers.ts";
import { createRelatedHandlers } from "./features/related/handlers.ts";
import { createReportHandlers } from "./features/reports/handlers.ts";
import { createSellerHandlers } from "./features/seller/handlers.ts";
import { createAdminSettlementHandlers } from "./features/payouts/adminHandlers.ts";
import { createSettlementHandlers } from "./features/settlements/handlers.ts";
import { traceRequests } from "./http/traceRequests.ts";
import { createRatingHandlers } from "./features/ratings/handlers.ts";
import { createQuestionHandlers } from "./features/questions/handlers.ts";
import { createReadingHandlers } from "./features/reading/handlers.ts";
import { createTrialHandlers } from "./features/trials/handlers.ts";
import { siteFiles } from "./features/siteFiles/siteFiles.ts";
import { createUploadHandlers } from "./features/uploads/handlers.ts";
import { createPushHandlers } from "./features/push/handlers.ts";
import { createWishHandlers } from "./features/wishes/handlers.ts";
import { openReleases } from "./storage/releases.ts";

/** Parts of the process that are not features. */
export interface AppOptions {
  /** The payment stand-in, when this process serves it. */
  standin?: Middleware | undefined;
  /** Renders public pages; without it they are sent as the app's frame. */
  renderer?: Renderer | undefined;
  /** False once the process is on its way out. */
  isReady: () => boolean;
}

const isHangUp = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "HPE_INVALID_EOF_STATE"].includes(String(error.code));

/** Builds the application: the order of the middleware, then one line per feature. */
export const createApp = (deps: Deps, { standin, renderer, isReady }: AppOptions): Koa => {
  const app = new Koa({ proxy: deps.config.proxies > 0, maxIpsCount: deps.config.proxies });
  app.on("error", (error: unknown, ctx?: Context) => {
    const request = ctx ? { requestId: stateOf(ctx).requestId } : {};
    // A reader that leaves a download or an upload half-way is no failure of ours.
    if (isHangUp(error)) deps.log.debug({ err: error, ...request }, "reader left");
    else deps.log.error({ err: error, ...request }, "answer failed");
  });
  const health = new Router();
  const router = new Router();
  const metrics = createMetrics(deps);
  const limiter = createLimiter(deps, metrics);

  app.use(requestLog(deps.log));
  if (deps.config.traceEndpoint !== undefined) app.use(traceRequests(deps.config));
  app.use(metrics.measure);
  app.use(async (ctx, next) => {
    await next();
    // On the way out, kept connections are asked to go elsewhere.
    if (!isReady()) ctx.set("Connection", "close");
  });
  app.use(securityHeaders(deps.config));
  app.use(errorHandler(deps.log));
  app.use(readyAnswers(deps, limiter));
  // Calls of monitoring are never counted, and read no session.
  mountAll(
    health,
    deps,
    { consume: () => Promise.resolve() },
    api.health,
    createHealthHandlers(deps, { isReady, metrics }),
  );
  app.use(health.routes());
  if (standin) app.use(standin);
  app.use(siteFiles(deps));
  app.use(
    pages(deps.config, {
      renderPublic:
        renderer &&
        createPublicPages(deps, limiter, {
          renderer,
          listener: () => app.callback(),
          wasThere: (id) => wasThere(deps.pool, id),
        }),
      releases: openReleases(deps.storage),
    }),
  );
  app.use(sessions(app, deps, flagsSql));
  app.use(noteWrites(deps));

  mountAll(router, deps, limiter, api.accounts, createAccountHandlers(deps));
  mountAll(router, deps, limiter, api.accountSecurity, createAccountSecurityHandlers(deps));
  mountAll(router, deps, limiter, api.deviceKeys, createDeviceKeyHandlers(deps));
  // Before the contents, whose ids stand in the same place.
  mountAll(router, deps, limiter, api.search, createSearchHandlers(deps));
  mountAll(router, deps, limiter, api.synonyms, createSynonymHandlers(deps));
  mountAll(router, deps, limiter, api.contents, createContentHandlers(deps));
  mountAll(router, deps, limiter, api.files, createFileHandlers(deps));
  mountAll(router, deps, limiter, api.uploads, createUploadHandlers(deps));
  mountAll(router, deps, limiter, api.drafts, createDraftHandlers(deps));
  mountAll(router, deps, limiter, api.trials, createTrialHandlers(deps));
  mountAll(router, deps, limiter, api.reading, createReadingHandlers(deps));
  mountAll(router, deps, limiter, api.mentors, createMentorHandlers(deps));
  mountAll(router, deps, limiter, api.related, createRelatedHandlers(deps));
  mountAll(router, deps, limiter, api.home, createHomeHandlers(deps));
  mountAll(router, deps, limiter, api.likes, createLikeHandlers(deps));
  mountAll(router, deps, limiter, api.push, createPushHandlers(deps));
  mountAll(router, deps, limiter, api.wishes, createWishHandlers(deps));
  mountAll(router, deps, limiter, api.comments, createCommentHandlers(deps));
  mountAll(router, deps, limiter, api.ratings, createRatingHandlers(deps));
  mountAll(router, deps, limiter, api.questions, createQuestionHandlers(deps));
  mountAll(router, deps, limiter, api.orders, createOrderHandlers(deps));
  mountAll(router, deps, limiter, api.refunds, createRefundHandlers(deps));
  mountAll(router, deps, limiter, api.settlements, createSettlementHandlers(deps));
  mountAll(router, deps, limiter, api.seller, createSellerHandlers(deps));
  mountAll(router, deps, limiter, api.adminSettlements, createAdminSettlementHandlers(deps));
  mountAll(router, deps, limiter, api.chats, createChatHandlers(deps));
  mountAll(router, deps, limiter, api.events, createEventHandlers(deps));
  mountAll(router, deps, limiter, api.reports, createReportHandlers(deps));
  mountAll(router, deps, limiter, api.evidences, createEvidenceHandlers(deps));
  mountAll(router, deps, limiter, api.penalties, createPenaltyHandlers(deps));
  mountAll(router, deps, limiter, api.inquiries, createInquiryHandlers(deps));
  mountAll(router, deps, limiter, api.alerts, createAlertHandlers(deps));
  mountAll(router, deps, limiter, api.assistant, createAssistantHandlers(deps));
  mountAll(router, deps, limiter, api.documentation, createDocumentationHandlers(deps));
  app.use(router.routes());
  app.use((ctx) => {
    // Pages are answered further out; this call is not in the contract.
    writeError(ctx, new AppError("NOT_FOUND"));
  });
  return app;
};

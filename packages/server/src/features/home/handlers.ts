import { homeListSize, homeReadings, type home } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { readerFor } from "../../http/writePosition.ts";
import { noFlags, presentContent, type StoredContent } from "../contents/presenter.ts";
import { findFlags, findNewest } from "../contents/queries.ts";
import { createVisitorAnswers } from "../contents/visitors.ts";
import { findPlaces } from "../reading/queries.ts";
import { createPopularThisWeek } from "./popularThisWeek.ts";
import { findWishes } from "../wishes/queries.ts";
import { findNewFromFollowed } from "./queries.ts";

const key = "home";

const forVisitor = (content: StoredContent) => presentContent(content, undefined, noFlags);

/** Answers what a person may want to see first. */
export const createHomeHandlers = (deps: Deps): Handlers<typeof home> => {
  const forVisitors = createVisitorAnswers(deps);
  const findPopularThisWeek = createPopularThisWeek();

  return {
    async get({ ctx, viewer }) {
      const reader = readerFor(deps, ctx);
      const shared = await deps.microCache.get(key, async () => {
        const [popularThisWeek, newest] = await Promise.all([
          findPopularThisWeek(reader),
          findNewest(reader, { cursor: undefined, limit: homeListSize }),
        ]);
        return { popularThisWeek, newest };
      });
      if (!viewer)
        return forVisitors(
          ctx,
          { key, value: shared },
          {
            make: () => ({
              popularThisWeek: shared.popularThisWeek.map(forVisitor),
              newest: shared.newest.map(forVisitor),
            }),
          },
        );
      const [readings, newFromFollowed, wished] = await Promise.all([
        findPlaces(deps, viewer),
        findNewFromFollowed(reader, viewer.id),
        findWishes(deps, { userId: viewer.id, cursor: undefined, limit: homeListSize }),
      ]);
      const wishes = wished.map(({ content }) => content);
      const lists = { newFromFollowed, wishes, ...shared };
      const ids = Object.values(lists).flatMap((list) => list.map(({ id }) => id));
      const flagsOf = await findFlags(deps.pool, viewer.id, [...new Set(ids)]);
      const present = (list: StoredContent[]) =>
        list.map((content) => presentContent(content, viewer, flagsOf(content.id)));
      return {
        continueReading: readings.slice(0, homeReadings),
        newFromFollowed: present(newFromFollowed),
        wishes: present(wishes),
        popularThisWeek: present(shared.popularThisWeek),
        newest: present(shared.newest),
      };
    },
  };
};

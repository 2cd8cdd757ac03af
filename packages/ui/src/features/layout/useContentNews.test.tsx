import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { client } from "../../client/client.ts";
import { findCachedContent } from "../../client/contentCache.ts";
import { useEndpoint } from "../../client/queries.ts";
import { hasCode } from "../../components/failure.ts";
import { buildContent } from "../../testing/contents.ts";
import { hearNews, tellNews } from "../../testing/news.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { refuse, startServer } from "../../testing/server.ts";
import { useContentNews } from "./useContentNews.ts";

bePatient();

const one = buildContent({ title: "내려질 글" });
const other = buildContent({ id: "01900000-0000-7000-8000-000000000002", title: "남는 글" });

let server: Awaited<ReturnType<typeof startServer>>;
let stop = () => {};
let hidden: "from all" | "from strangers" | undefined;
beforeEach(async () => {
  hidden = undefined;
  server = await startServer(({ path }) => {
    if (path === "/api/contents") return { body: hidden === undefined ? [one, other] : [other] };
    const shown = [one, other].find(({ id }) => path.includes(id));
    if (shown !== one || hidden === undefined) return { body: shown };
    return hidden === "from all"
      ? refuse("NOT_FOUND")
      : { body: { ...one, state: "hidden", isListed: false, hasPurchased: true } };
  });
});
afterEach(async () => {
  stop();
  stop = () => {};
  await server.close();
});

const Page = ({ id }: { id: string }) => {
  const { data, error } = useEndpoint(client.contents.get, { params: { id } });
  return <p>{hasCode(error, "NOT_FOUND") ? "없는 글" : `${data?.title ?? ""} ${data?.state ?? ""}`}</p>;
};
const List = () => {
  const { data } = useEndpoint(client.contents.list, { query: {} });
  return (
    <ul aria-label="마켓">
      {data?.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
};
const Screens = ({ hasList }: { hasList: boolean }) => {
  useContentNews(true);
  const [isAway, setAway] = useState(false);
  return (
    <>
      <button onClick={() => setAway(!isAway)}>다른 화면</button>
      {isAway ? null : <Page id={one.id} />}
      <Page id={other.id} />
      {hasList ? <List /> : null}
    </>
  );
};
const reads = (id: string) => server.asked.filter(({ path }) => path.includes(id)).length;
const listed = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

const draw = async () => {
  const view = renderAt(<Screens hasList />);
  await screen.findByText("내려질 글 listed");
  await screen.findByText("남는 글 listed");
  await waitFor(() => expect(listed()).toHaveLength(2));
  return view;
};

describe("what is taken down", () => {
  it("leaves the open page and the lists of a stranger with the news; another page asks nothing", async () => {
    stop = hearNews();
    await draw();
    const [before, asked] = [reads(other.id), server.asked.length];
    tellNews("content", { id: "01900000-0000-7000-8000-00000000000f" });
    hidden = "from all";
    tellNews("content", { id: one.id });
    expect(await screen.findByText("없는 글")).toBeInTheDocument();
    expect(listed()).toEqual(["남는 글"]);
    expect(reads(other.id)).toBe(before);
    // An unknown content is not asked for.
    expect(server.asked.slice(asked).every(({ path }) => path.includes(one.id))).toBe(true);
  });

  it("stays with its buyers, who are shown that it is hidden, and that it is back", async () => {
    stop = hearNews();
    await draw();
    hidden = "from strangers";
    tellNews("content", { id: one.id });
    expect(await screen.findByText("내려질 글 hidden")).toBeInTheDocument();
    expect(listed()).toEqual(["남는 글"]);
    hidden = undefined;
    tellNews("content", { id: one.id });
    expect(await screen.findByText("내려질 글 listed")).toBeInTheDocument();
  });

  it("is seen by a tab without a stream when it is come back to", async () => {
    await draw();
    hidden = "from all";
    act(() => void window.dispatchEvent(new Event("focus")));
    expect(await screen.findByText("없는 글")).toBeInTheDocument();
    expect(screen.getByText("남는 글 listed")).toBeInTheDocument();
  });

  it("is seen by a tab without a stream when its page is opened again", async () => {
    const { queryClient } = await draw();
    act(() => screen.getByRole("button").click());
    hidden = "from all";
    act(() => screen.getByRole("button").click());
    expect(await screen.findByText("없는 글")).toBeInTheDocument();
    expect(findCachedContent(queryClient, one.id)).toBeUndefined();
    expect(findCachedContent(queryClient, other.id)).toBeDefined();
  });
});

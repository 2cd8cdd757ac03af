import type { TestClient } from "./client.ts";

/** One piece of news as it came. */
export interface Told {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/** A browser's EventSource, as far as the tests need one. */
export const listenTo = async (base: string, client: TestClient, lastEventId?: string) => {
  const leaving = new AbortController();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${base}/api/events`, {
    headers: { cookie, ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    signal: leaving.signal,
  });
  const told: Told[] = [];
  const stream = { response, told, lastId: "", comments: 0, isOver: false, leave: () => leaving.abort() };
  const read = async () => {
    let rest = "";
    for await (const bytes of response.body ?? []) {
      rest += Buffer.from(bytes).toString("utf8");
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = block
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
        const field = (name: string) => fields.find(([key]) => key === name)?.[1];
        if (fields.some(([key]) => key === "")) stream.comments += 1;
        const id = field("id");
        if (id !== undefined) stream.lastId = id;
        const name = field("event");
        if (name !== undefined)
          told.push({
            id: id ?? "",
            name,
            data: JSON.parse(field("data") ?? "{}") as Record<string, unknown>,
          });
      }
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      stream.isOver = true;
    });
  return stream;
};

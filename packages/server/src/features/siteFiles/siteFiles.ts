import type { Context, Middleware } from "koa";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { previewsPath } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { originOf } from "../../http/state.ts";

/** Addresses in the site map; the protocol's limit for one file is 50,000. */
const maxContents = 40_000;
const maxMentors = 9_000;
/** How long a site map is handed out again, so that reading it costs one statement a minute at most. */
const keptMs = 60_000;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

interface Place {
  path: string;
  changed: string | null;
}

const placesSql = /* sql */ `
  (select '/content/' || id as path, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed
   from contents where is_listed order by upload_time desc, id desc limit ${maxContents})
  union all
  (select '/mentors/' || u.id, null from users u
   where exists (select from contents c where c.seller_id = u.id and c.is_listed) limit ${maxMentors})`;

const fixedPlaces: readonly Place[] = ["/", "/market", "/faq", "/terms", "/privacy-policy"].map((path) => ({
  path,
  changed: null,
}));

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const siteMapOf = (places: readonly Place[], origin: string): string => {
  const site = escapeXml(origin);
  const entries = places.map(({ path, changed }) => {
    const at = changed === null ? "" : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${site}${path}</loc>${at}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
};

const robotsOf = (origin: string): string => `User-agent: *
Allow: /
Allow: ${previewsPath}
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`;

/** Answers `/robots.txt` and `/sitemap.xml`, which lists what everyone may read: the market's contents and mentors. */
export const siteFiles = ({ config, pool }: Pick<Deps, "config" | "pool">): Middleware => {
  let kept: { origin: string; until: number; packed: Promise<Buffer> } | undefined;
  const make = async (origin: string): Promise<Buffer> => {
    const { rows } = await pool.query<Place>({ name: "site_map", text: placesSql });
    return pack(siteMapOf([...fixedPlaces, ...rows], origin));
  };
  const find = (origin: string): Promise<Buffer> => {
    if (kept?.origin === origin && performance.now() < kept.until) return kept.packed;
    const packed = make(origin);
    const made = { origin, until: performance.now() + keptMs, packed };
    kept = made;
    packed.catch(() => {
      if (kept === made) kept = undefined;
    });
    return packed;
  };
  const sendMap = async (ctx: Context): Promise<void> => {
    const packed = await find(originOf(ctx, config.publicUrl));
    ctx.type = "application/xml";
    ctx.vary("Accept-Encoding");
    if (ctx.acceptsEncodings("gzip", "identity") === "gzip") {
      ctx.set("Content-Encoding", "gzip");
      ctx.body = packed;
    } else ctx.body = await unpack(packed);
  };
  return async (ctx, next) => {
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    if (isRead && ctx.path === "/sitemap.xml") await sendMap(ctx);
    else if (isRead && ctx.path === "/robots.txt") {
      ctx.type = "text/plain";
      ctx.body = robotsOf(originOf(ctx, config.publicUrl));
    } else {
      await next();
      return;
    }
    ctx.set("Cache-Control", "public, max-age=60");
  };
};

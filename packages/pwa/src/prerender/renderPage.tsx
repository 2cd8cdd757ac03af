import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import createEmotionServer from "@emotion/server/create-instance";
import type { RenderedPage, RenderRequest } from "@knowhow/shared";
import { createBrowserPlatform } from "@knowhow/ui/client/browserPlatform.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { DeskContext } from "@knowhow/ui/components/useIsDesk.ts";
import { createDevice } from "@knowhow/ui/device/device.ts";
import { tabStores } from "@knowhow/ui/device/tabStores.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { primeReads } from "../renderedPage.ts";
import { inFrame } from "../routes/frame.tsx";
import { publicRoutes } from "../routes/publicRoutes.tsx";
import { firstScreen } from "../routes/firstScreen.ts";
import { wordsOf } from "./head.ts";

/** Stands under links to pages without a picture of their own. */
const productImage = "/icons/icon-512.png";

const Head = ({ address, origin, reads }: RenderRequest) => {
  const { pathname } = new URL(address, origin);
  const { title, description, image = productImage, thing } = wordsOf(pathname, reads, origin);
  const data = { "@context": "https://schema.org", ...thing };
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={new URL(address, origin).href} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={new URL(address, origin).href} />
      <meta property="og:image" content={new URL(image, origin).href} />
      {thing === undefined ? null : (
        <script
          type="application/ld+json"
          // Nothing that is written in it ends the element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", String.raw`\u003c`) }}
        />
      )}
    </>
  );
};

/** Rules of the dark scheme for a page before a script has set its scheme: the system decides. */
const followSystem = (styles: string): string => {
  const rules = [...styles.matchAll(/\[data-scheme="dark"\]\{([^}]*)\}/g)].map(([, rule]) => rule);
  return `<style>@media (prefers-color-scheme:dark){html:not([data-scheme]){${rules.join(";")}}}</style>`;
};

/** React writes the links to pictures of the first screen before everything else. */
const links = /^(?:<link[^>]*>)*/;

/** Renders a public page for a visitor, as the app first draws it from the same answers. */
export const renderPage = async (request: RenderRequest): Promise<RenderedPage> => {
  const { address, isDesk, business, reads } = request;
  const cache = createCache({ key: "css" });
  const styles = createEmotionServer(cache);
  const queryClient = createQueryClient();
  queryClient.setQueryData(meKey, null);
  primeReads(queryClient, reads);
  const router = createMemoryRouter(inFrame(publicRoutes), { initialEntries: [address] });
  await firstScreen(router);
  const platform = createBrowserPlatform(createDevice({ ...tabStores, staffWaits: false }), business);
  const html = renderToString(
    <CacheProvider value={cache}>
      <DeskContext value={isDesk}>
        <Providers platform={platform} queryClient={queryClient}>
          <RouterProvider router={router} />
        </Providers>
      </DeskContext>
    </CacheProvider>,
  );
  router.dispose();
  const [pictures = ""] = links.exec(html) ?? [];
  const css = styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(html));
  return {
    head: renderToStaticMarkup(<Head {...request} />) + pictures + css + followSystem(css),
    body: html.slice(pictures.length),
  };
};

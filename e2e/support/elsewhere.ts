import type { Page } from "@playwright/test";

/** The address of another site, which links to this one. */
export const elsewhere = "http://elsewhere.example/";

/** Has this page find the other site, with every way in which it leads to the sign-out. */
export const openLinks = async (page: Page): Promise<void> => {
  const own = `http://localhost:${process.env.E2E_PORT ?? ""}`;
  await page.route(`${elsewhere}**`, (route) =>
    route.request().url() === elsewhere
      ? route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><html lang="ko"><head><title>elsewhere</title><link rel="icon" href="data:," /></head><body>
            <a href="${own}/logout">logout</a>
            <a href="${own}/logout" rel="noreferrer">secret</a>
            <a href="${elsewhere}away">redirect</a>
            <a href="${own}/LOGOUT/" rel="noreferrer">capitals</a>
            <a href="${own}/profile">profile</a>
          </body></html>`,
        })
      : route.fulfill({ status: 302, headers: { location: `${own}/logout` } }),
  );
};

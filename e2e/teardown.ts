import { expectSoundBooks } from "./support/books.ts";

/** Ends every run, while its server is still there: after any test the books must be sound. */
export default async function teardown(): Promise<void> {
  const { E2E_DATA_DIR } = process.env;
  if (E2E_DATA_DIR === undefined) throw new Error("E2E_DATA_DIR is set by playwright.config.ts");
  await expectSoundBooks(E2E_DATA_DIR);
}

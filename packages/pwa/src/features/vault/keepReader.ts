import type { Message } from "../../worker/messages.ts";

/** Has the worker keep the reader of PDFs, which is larger than the rest of the app. */
export const keepReader = async (): Promise<void> => {
  if (!("serviceWorker" in navigator)) return;
  // Loaded, the reader's own code is kept with it.
  const [{ pdfFiles }] = await Promise.all([
    import("../../offline/vault/late/pdfLibrary.ts"),
    import("../reading/PdfReader.tsx"),
  ]);
  const { active } = await navigator.serviceWorker.ready;
  const message: Message = { type: "KEEP", loaded: pdfFiles };
  active?.postMessage(message);
};

/** Asks the browser to keep the files also when it lacks room; it may say no. */
export const askToPersist = async (): Promise<void> => {
  await navigator.storage.persist().catch(() => false);
};

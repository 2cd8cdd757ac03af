import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The thread of the server that renders public pages: the app's screens in files that need no package. */
export default defineConfig({
  plugins: [react()],
  ssr: { noExternal: true },
  build: { ssr: "src/prerender/main.ts", target: "node20", emptyOutDir: false, copyPublicDir: false },
});

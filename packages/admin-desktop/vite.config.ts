import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/renderer",
  plugins: [react()],
  build: {
    outDir: "../../dist/renderer",
    emptyOutDir: true,
    // The Chromium of the Electron in use.
    target: "chrome140",
    sourcemap: false,
    // Read from the disk of the same machine.
    chunkSizeWarningLimit: 2_000,
    // Fonts and pictures stay files of their own: the policy of the pages names them.
    assetsInlineLimit: 0,
  },
});

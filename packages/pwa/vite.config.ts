import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The server that answers everything that is not the app itself, while developing. */
const server = process.env.API_TARGET ?? "http://localhost:3000";

/** Libraries that change seldom, apart from the app, so that a new version of the app keeps them cached. */
const vendors = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
  { name: "data", test: /node_modules[\\/](@tanstack|yup|property-expr|tiny-case|toposort)[\\/]/ },
];

export default defineConfig({
  plugins: [react()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ["/api", "/objects", "/.private", "/standin"].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
  build: {
    outDir: "dist",
    assetsDir: "assets",
    target: "es2022",
    // Fonts stay files: inlined they would be loaded whether a page needs them or not.
    assetsInlineLimit: (file) => (/\.(woff2?|ttf|otf)$/.test(file) ? false : undefined),
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
});

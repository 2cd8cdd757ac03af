import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { manifest } from "./manifest.ts";
import { sortByCircle } from "./scripts/circles.ts";

/** The server that answers everything that is not the app itself, while developing. */
const server = process.env.API_TARGET ?? "http://localhost:3000";

/** Files of the build, by how often they change. */
const groups = [
  // Libraries that change seldom, apart from the app, so that a new version of the app keeps them cached.
  {
    name: "react",
    priority: 3,
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
  },
  {
    name: "data",
    priority: 2,
    test: /node_modules[\\/](@tanstack|yup|property-expr|tiny-case|toposort)[\\/]/,
  },
  // What every first screen is drawn with, and all that it stands on: in thirty small files it is a tenth larger.
  {
    name: "shell",
    priority: 1,
    test: /ui[\\/]src[\\/](home|likes|components[\\/](Content|PriceText|ErrorState)|contents[\\/]Content(Shelf|Tile))/,
  },
];

/** What every device may load at once to be able to start without a network, in bytes. */
const maxShellBytes = 1_000_000;

const files = sortByCircle();

export default defineConfig({
  plugins: [
    react(),
    files.plugin,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/worker",
      filename: "sw.ts",
      injectRegister: false,
      manifest,
      // Only whoever installs the app needs them, and has a network then.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["assets/*.{js,css}", "assets/knowhow-*.woff2", "icon.svg"],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (entries) => {
            const sorted = entries.map((entry) => {
              // The common characters; a slice of rarer ones is kept when a screen has asked for it.
              const circle = entry.url.endsWith(".woff2") ? "everyone" : files.circleOf(entry.url);
              return { ...entry, url: `/${entry.url}`, ...(circle === undefined ? {} : { circle }) };
            });
            const size = sorted.reduce((sum, file) => sum + ("circle" in file ? 0 : file.size), 0);
            if (size > maxShellBytes)
              throw new Error(
                `The app starts with ${size} bytes, more than the ${maxShellBytes} it may have.`,
              );
            return { manifest: sorted };
          },
        ],
      },
    }),
  ],
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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});

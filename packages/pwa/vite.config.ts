import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { manifest } from "./manifest.ts";
import { sortByCircle } from "./scripts/circles.ts";
import { keepCompiledCode } from "./scripts/compiledCode.ts";
import { withoutServerFields } from "./scripts/contractFields.ts";
import { withFirstScript } from "./scripts/firstScript.ts";
import { withPdfFiles } from "./scripts/pdfFiles.ts";

/** The server that answers everything that is not the app itself, while developing. */
const server = process.env.API_TARGET ?? "http://localhost:3000";

const schemas =
  /node_modules[\\/](yup|property-expr|tiny-case|toposort)[\\/]|shared[\\/]src[\\/]schemas([\\/]|\.ts$)/;

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Whether a module imports a schema: it would bring it to every screen that shares a file with it. */
const needsSchemas = (id: string, modules: Modules, seen = new Set<string>()): boolean => {
  if (schemas.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importedIds ?? []).some((next) => needsSchemas(next, modules, seen));
};

/** Files of the build, by how often they change. */
const groups = [
  // `painted.ts` has a top-level await, so its importers must be in another file.
  { name: "painted", priority: 8, test: /pwa[\\/]src[\\/]views[\\/]painted\.ts$/ },
  // Libraries that change seldom, apart from the app, so that a new version of the app keeps them cached.
  {
    name: "libraries",
    priority: 7,
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/](react-query|query-core)|@emotion|stylis)[\\/]/,
  },
  // The modules of every first screen with their imports: in thirty small files they are a tenth larger.
  {
    name: "shell",
    priority: 5,
    test: /shared[\\/]src[\\/](?!schemas|masking|links|alertKinds|banks|trialShares|reportKinds|fields|search|extensions)|pwa[\\/]src[\\/]main\.tsx$|pwa[\\/]src[\\/]features[\\/](home|likes|contents[\\/]Content(Shelf|Tile))|ui[\\/]src[\\/](components[\\/](Content|PriceText)|client[\\/]ErrorState)/,
  },
  // Words of reports and rules of names, which screens without forms have too.
  { name: "words", priority: 5, test: /shared[\\/]src[\\/](reportKinds|fields|extensions)\.ts/ },
  // The page's part of the service worker: for visitors too.
  { name: "serviceWorker", priority: 5, test: /pwa[\\/]src[\\/](serviceWorker|sparing)\.ts/ },
  // The schemas of forms with their library: no first screen has a form. Modules shared with it are in the shell.
  {
    name: "schemas",
    priority: 4,
    test: schemas,
  },
  // The code of the device's data, run at each start of a signed-in user.
  {
    name: "device",
    priority: 4,
    test: /pwa[\\/]src[\\/](offline[\\/](?!lazy|vault[\\/]late)|views[\\/])|node_modules[\\/]dexie[\\/]/,
  },
  // Modules that many other screens share, in a few files: a phone takes longer to open fifty small ones.
  {
    name: "parts",
    priority: 3,
    minShareCount: 3,
    test: /@mui[\\/](icons-material|material[\\/](Alert|AlertTitle|Avatar|Card|Chip|Fab|FormControl|InputAdornment|InputBase|OutlinedInput))[\\/]|ui[\\/]src[\\/]components[\\/](?!ConfirmDialog)/,
  },
  {
    name: "forms",
    priority: 2,
    minShareCount: 3,
    test: /@mui[\\/]material[\\/](Checkbox|Dialog\w*|Form\w*|Grow|Modal|Radio|RadioGroup)[\\/]|react-hook-form|ui[\\/]src[\\/]forms[\\/]/,
  },
  {
    name: (id: string, modules: Modules) => (needsSchemas(id, modules) ? null : "small"),
    priority: 1,
    minShareCount: 2,
    maxModuleSize: 4_000,
    test: /@mui[\\/]|ui[\\/]src[\\/](?!features\/(admin|chats)|device\/drafts\/(open|use))|pwa[\\/]src[\\/]features[\\/](?!chats|contents\/(MarketResults|ContentGrid)|mentors|selling\/(Content|use)|drafts\/(open|use))/,
  },
];

/** The most that every device loads at once to be able to start without a network, in bytes. */
const maxShellBytes = 1_000_000;

const files = sortByCircle();

export default defineConfig({
  plugins: [
    react(),
    files.plugin,
    withoutServerFields(),
    withFirstScript(),
    withPdfFiles(),
    keepCompiledCode(["libraries", "shell"]),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/worker",
      filename: "sw.ts",
      injectRegister: false,
      manifest,
      // Icons are needed only by an installation, which has a network.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["assets/*.{js,css}", "assets/knowhow-*.woff2", "icon.svg"],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (entries) => {
            const sorted = entries.map((entry) => {
              // The common characters; a slice of rarer ones is kept once a screen has loaded it.
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
    // The reader of PDFs alone is larger than the bundler's own limit.
    chunkSizeWarningLimit: 800,
    target: "es2022",
    // Fonts stay files: inlined they would be loaded whether a page needs them or not.
    assetsInlineLimit: (file) => (/\.(woff2?|ttf|otf)$/.test(file) ? false : undefined),
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // Emotion imports it for an unused wrapper; as a CommonJS module it would stay in the bundle.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/]hoist-non-react-statics[\\/]/, sideEffects: false }],
      },
    },
  },
});

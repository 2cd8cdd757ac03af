// What may import what (docs/ARCHITECTURE.md): the layers of `ui` and each list of features, in which one may import those
// named before it; the server's rooms below its features import none of them, and nothing of the product those above. What breaks a rule is told with the rule's comment; imports of types alone do not count.

const serverFeatures = [
  "chats",
  "inquiries",
  "alerts",
  "calendar",
  "users",
  "settlements",
  "orders",
  "refunds",
  "moderation",
  "contents",
  "search",
  "synonyms",
  "assistant",
  "files",
  "trials",
  "reading",
  "mentors",
  "related",
  "wishes",
  "home",
  "evidence",
  "penalties",
  "reports",
  "deviceKeys",
  "push",
  "accounts",
  "comments",
  "ratings",
  "questions",
  "documentation",
  "siteFiles",
  "drafts",
  "health",
  "likes",
  "seller",
  "uploads",
  "payouts",
  "retention",
];
const serverLayers = [
  "tracing",
  "database",
  "metrics",
  "http",
  "events",
  "gateways",
  "documents",
  "storage",
  "jobs",
];
/** Programs of their own, which `scripts` starts: they may import features. */
const serverPrograms = ["backup"];

const sharedScreens = [
  "accounts",
  "reports",
  "chats",
  "orders",
  "settlements",
  "layout",
  "decisions",
  "moderation",
  "admin",
  "alerts",
  "synonyms",
];
const uiLayers = ["theme", "components", "client", "forms", "device", "features"];

const appFeatures = [
  "accounts",
  "admin",
  "orders",
  "reading",
  "vault",
  "assistant",
  "trials",
  "inquiries",
  "chats",
  "comments",
  "ratings",
  "questions",
  "likes",
  "wishes",
  "reports",
  "contents",
  "mentors",
  "drafts",
  "library",
  "home",
  "info",
  "install",
  "update",
  "notifications",
  "layout",
  "settlements",
  "profile",
  "seller",
  "selling",
];

/** In the app's `src`: rooms that know no feature, and those that put features together. */
const appRooms = ["components", "fonts", "offline", "views", "worker"];
const appFrames = ["prerender", "routes"];

/** All rooms by their folder: `scripts/rules.test.ts` holds them against the folders that there are. */
export const rooms = {
  "packages/server/src": [...serverLayers, "features", ...serverPrograms],
  "packages/server/src/features": serverFeatures,
  "packages/ui/src": uiLayers,
  "packages/ui/src/features": sharedScreens,
  "packages/pwa/src": [...appRooms, "features", ...appFrames],
  "packages/pwa/src/features": appFeatures,
};

const tests = "(\\.test\\.tsx?$|/testing/|/testing[A-Za-z]*\\.tsx?$)";

/** Each room may import itself and the rooms before it, of the same folder. */
const inOrder = (name, folder, rooms, comment) =>
  rooms.map((room, index) => ({
    name: `${name}: ${room}`,
    comment,
    severity: "error",
    from: { path: `^${folder}/${room}/`, pathNot: tests },
    to: { path: `^${folder}/`, pathNot: `^${folder}/(${rooms.slice(0, index + 1).join("|")})/` },
  }));

export default {
  forbidden: [
    {
      name: "no cycle",
      comment: "A screen that is loaded when it is looked at may lead back to what loads it.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    ...inOrder(
      "ui layer",
      "packages/ui/src",
      uiLayers,
      "A layer imports only those before it: move what both need down, or what needs it up.",
    ),
    ...inOrder(
      "shared screens",
      "packages/ui/src/features",
      sharedScreens,
      "A feature imports only those named before it in .dependency-cruiser.mjs.",
    ),
    ...inOrder(
      "app feature",
      "packages/pwa/src/features",
      appFeatures,
      "A feature imports only those named before it in .dependency-cruiser.mjs.",
    ),
    ...inOrder(
      "server feature",
      "packages/server/src/features",
      serverFeatures,
      "A feature imports only those named before it in .dependency-cruiser.mjs.",
    ),
    {
      name: "server layer",
      comment:
        "What features stand on imports none of them: hand it in where the application is put together.",
      severity: "error",
      from: { path: `^packages/server/src/(${serverLayers.join("|")})/`, pathNot: tests },
      to: { path: "^packages/server/src/features/" },
    },
    {
      name: "server program",
      comment: "Programs stand on the product, which knows none of them.",
      severity: "error",
      from: { path: "^packages/server/src/", pathNot: `^packages/server/src/(${serverPrograms.join("|")})/` },
      to: { path: `^packages/server/src/(${serverPrograms.join("|")})/` },
    },
    {
      name: "server: the product alone",
      comment:
        "Stand-ins, demo data, the development database and tests are loaded by the start, where they are needed.",
      severity: "error",
      from: { path: "^packages/server/src/", pathNot: `(^packages/server/src/(server|main)\\.ts$|${tests})` },
      to: { path: "^packages/server/(demo|dev-database|standins|testing)/" },
    },
    {
      name: "app: rooms",
      comment: "The app's components, device and kept views know no feature.",
      severity: "error",
      from: { path: `^packages/pwa/src/(${appRooms.join("|")})/`, pathNot: tests },
      to: { path: "^packages/(pwa/src|ui/src)/features/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    includeOnly: "^packages/[^/]+/(src|demo|dev-database|standins|testing)/",
    exclude: { path: "\\.test\\.tsx?$" },
    tsPreCompilationDeps: false,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};

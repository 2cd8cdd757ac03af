import type { Configuration } from "electron-builder";
import console from "../package.json" with { type: "json" };

const { KNOWHOW_UPDATES_URL: updatesUrl, ELECTRON_DIST: electronDist } = process.env;

/** How the console is packaged. Signing and the address of updates come from the environment. */
const packaging: Configuration = {
  appId: "app.knowhow.console",
  productName: "Knowhow Console",
  copyright: "노하우",
  electronVersion: console.devDependencies.electron,
  // A folder with Electron in it, where it is not to be fetched.
  ...(electronDist === undefined ? {} : { electronDist }),
  npmRebuild: false,
  asar: true,
  // Everything that runs is in three built folders; nothing of node_modules is.
  files: ["dist/**", "icons/**", "package.json", "!**/.sources", "!**/*.map", "!**/node_modules/**"],
  directories: { output: "dist-packages", buildResources: "icons" },
  protocols: [{ name: "Knowhow Console", schemes: ["knowhow"] }],
  publish: updatesUrl === undefined ? null : { provider: "generic", url: updatesUrl },
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  win: { target: ["nsis"], icon: "icons/icon.png" },
  mac: {
    target: ["dmg", "zip"],
    icon: "icons/icon.png",
    category: "public.app-category.business",
    hardenedRuntime: true,
  },
  linux: {
    target: ["AppImage", "deb"],
    icon: "icons/icon.png",
    category: "Office",
    executableName: "knowhow-console",
    maintainer: "Knowhow <console@knowhow.example>",
  },
};

export default packaging;

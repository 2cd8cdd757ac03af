import { listPackage } from "@electron/asar";
import { getCurrentFuseWire, FuseV1Options } from "@electron/fuses";
import { build, Platform } from "electron-builder";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDesktop } from "../../../scripts/build-desktop.mjs";
import packaging from "./packaging.ts";

/** By these bytes the tools find the fuses in Electron's binary; what follows is version, length, nine settings. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** What a fuse is in the binary; the package does not hand its own names out. */
const fuseState = { off: "0".charCodeAt(0), on: "1".charCodeAt(0) };

/** What electron-builder needs to find of Electron, with a binary that has fuses and does nothing. */
const makeDistribution = async (folder: string): Promise<void> => {
  for (const name of ["resources", "locales"]) await mkdir(join(folder, name), { recursive: true });
  const fuses = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, 9]), Buffer.from("101100110")]);
  const binary = Buffer.concat([Buffer.from("#!/bin/sh\nexit 0\n"), fuses]);
  await writeFile(join(folder, "electron"), binary, { mode: 0o755 });
  for (const name of ["LICENSE", "LICENSES.chromium.html", "locales/en-US.pak", "chrome-sandbox"])
    await writeFile(join(folder, name), "");
  await writeFile(join(folder, "version"), String(packaging.electronVersion));
};

describe.runIf(process.platform === "linux")("the package of the console", () => {
  let folder: string;
  let packed: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowhow-package-"));
    const electronDist = join(folder, "electron");
    await makeDistribution(electronDist);
    await buildDesktop();
    await build({
      projectDir: fileURLToPath(new URL("..", import.meta.url)),
      config: { ...packaging, electronDist, directories: { output: join(folder, "out") } },
      targets: Platform.LINUX.createTarget(["dir"]),
    });
    packed = join(folder, "out/linux-unpacked");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("holds what runs and nothing else", () => {
    const files = listPackage(join(packed, "resources/app.asar"), { isPack: false });
    for (const needed of ["/package.json", "/dist/main/main.cjs", "/dist/preload/preload.cjs", "/dist/renderer/index.html", "/icons/icon.png"]) expect(files).toContain(needed); // oxfmt-ignore
    expect(files.filter((file) => /node_modules|\.map$|\.tsx?$|\.test\.|\.sources/.test(file))).toEqual([]);
    expect(new Set(files.map((file) => file.split("/")[1]))).toEqual(
      new Set(["dist", "icons", "package.json"]),
    );
  });

  it("has its fuses set", async () => {
    const wire = await getCurrentFuseWire(join(packed, "knowhow-console"));
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ];
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ];
    expect(on.map((fuse) => wire[fuse])).toEqual(on.map(() => fuseState.on));
    expect(off.map((fuse) => wire[fuse])).toEqual(off.map(() => fuseState.off));
  });
});

// Debian's packages for what the tests need.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether this machine is a Debian whose packages this process may install. */
export const isDebianRoot = () =>
  process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs packages from Debian. */
export const installPackages = (names) => {
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...names],
  ])
    execFileSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
};

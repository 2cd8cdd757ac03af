import { describe, expect, it } from "vitest";
import { coarseAddressOf } from "./clientDevice.ts";

describe("the network of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.*.*"],
    ["::ffff:203.0.113.7", "203.0.*.*"],
    ["::ffff:cb00:7107", "203.0.*.*"],
    ["2001:db8:1:2::9", "2001:db8:*"],
    ["2001::9", "2001:0:*"],
    ["64:ff9b::1", "64:ff9b:*"],
  ])("%s is told as %s", (address, told) => {
    expect(coarseAddressOf(address)).toBe(told);
  });

  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:0:0:1"])(
    "%s is this machine",
    (address) => {
      expect(coarseAddressOf(address)).toBe("localhost");
    },
  );

  it.each([
    "10.1.2.3",
    "192.168.0.9",
    "172.16.0.1",
    "172.31.9.9",
    "fe80::1%eth0",
    "fd12:3456::1",
    "::ffff:192.168.0.9",
  ])("%s is a network at home", (address) => {
    expect(coarseAddressOf(address)).toBe("LAN");
  });

  it.each(["172.32.0.1", "192.169.0.1", "100.64.0.1", "f00::1"])("%s is not", (address) => {
    expect(coarseAddressOf(address)).not.toBe("LAN");
  });
});

import { isIPv6 } from "node:net";

/** The eight groups of an IPv6 address. */
export const expandIPv6 = (address: string): string[] => {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => "0"), ...right];
};

/** An address without its zone; one of IPv4 that came by IPv6, in either way to write it, as one of IPv4. */
export const plainAddress = (ip: string): string => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(plain) ?? [];
  if (high === undefined || low === undefined) return plain;
  return [high, low]
    .map((group) => parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
};

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 household has. */
export const addressKey = (ip: string): string => {
  const plain = plainAddress(ip);
  return isIPv6(plain) ? `${expandIPv6(plain).slice(0, 4).join(":")}::/64` : plain;
};

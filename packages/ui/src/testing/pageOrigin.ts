let origin = "";

/** Has the server at an origin answer the requests of the page, which names another; "" where no server runs. */
export const serveFrom = (next: string): void => {
  origin = next;
};

/** An address of the page's own server, as the test's server has it; any other is left as it is. */
const served = (address: string): string => {
  if (origin === "") return address;
  const url = new URL(address, window.location.href);
  return url.origin === window.location.origin ? origin + url.pathname + url.search : address;
};

const { fetch } = globalThis;
globalThis.fetch = (given, init) =>
  fetch(typeof given === "string" ? served(given) : given instanceof URL ? served(given.href) : given, init);

const { open } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method: string, address: string | URL) {
  Reflect.apply(open, this, [method, served(String(address)), true]);
};

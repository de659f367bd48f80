/** The address of a server, and whether a token may be sent there. */

/** A token would be sent unencrypted to another machine, where others can read it. */
export class CleartextToken extends Error {
  override readonly name = "CleartextToken";
}

/** Returns an address with its scheme: `127.0.0.1:7171` means `http`. Throws if it is invalid. */
export function addressOf(url: string): string {
  const whole = url.includes("://") ? url : `http://${url}`;
  if (!URL.canParse(whole) || !/^https?:/.test(new URL(whole).protocol)) {
    const expected = "https://referee.example.org or http://127.0.0.1:7171";
    throw new TypeError(`invalid address \`${url}\`: expected ${expected}`);
  }
  return whole.replace(/\/+$/, "");
}

/** Throws `CleartextToken` unless messages are encrypted or stay on this machine. */
export function mayCarryTokens(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || isLoopback(hostname)) return;
  const text = `${url} is not encrypted, and others could read the token: use https://`;
  throw new CleartextToken(`${text}, or set \`allowCleartextToken\``);
}

/** Returns whether a name or an address means this machine. Does not resolve the name. */
function isLoopback(host: string): boolean {
  const name = host.replace(/\.$/, "");
  // `URL` writes every spelling of an address in one way.
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/.test(name);
}

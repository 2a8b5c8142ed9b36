import { networkInterfaces } from 'node:os';

/** Whether an address, as a socket gives it, is one of this machine's own. */
export function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  if (/^127\./.test(plain) || plain === '::1') return true;
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => own.address === plain),
  );
}

/** Whether an origin can only be opened on this machine: `localhost`, or an address of its own. */
export function isOwnOrigin(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  return /(^|\.)localhost$/.test(host) || isOwnAddress(host);
}

import type { SpiderHit } from '@footfall/contract';

/** `AS64500 Example Hosting`; '' where neither is known. */
export function networkOwnerText({ asn, name }: SpiderHit['network_owner']): string {
  return [asn === 0 ? '' : `AS${String(asn)}`, name].filter((part) => part !== '').join(' ');
}

import type { BlockSyntax } from '@footfall/contract';

const perLine = (line: (ip: string) => string) => (addresses: readonly string[]): readonly string[] => addresses.map(line);

/** Lines that keep addresses out, by who reads them. Sources: the manuals of ngx_http_access_module, Caddy's `remote_ip`, mod_authz_host, iptables(8). */
const LINES: Readonly<Record<BlockSyntax, (addresses: readonly string[]) => readonly string[]>> = {
  nginx: perLine((ip) => `deny ${ip};`),
  caddy: (addresses) => (addresses.length === 0 ? [] : ['@forged {', ...addresses.map((ip) => `\tremote_ip ${ip}`), '}', 'abort @forged']),
  apache: (addresses) => ['<RequireAll>', '  Require all granted', ...addresses.map((ip) => `  Require not ip ${ip}`), '</RequireAll>'],
  iptables: perLine((ip) => `${ip.includes(':') ? 'ip6tables' : 'iptables'} -A INPUT -s ${ip} -j DROP`),
};

/** The whole text, with where it comes from in its first line: all four take a line that begins with # for a comment. */
export function blockListText(syntax: BlockSyntax, addresses: readonly string[], { from, to, time_zone: zone }: { readonly from: string; readonly to: string; readonly time_zone: string }): string {
  return [`# Footfall: addresses that forged a crawler, ${from} to ${to} (${zone})`, ...LINES[syntax](addresses), ''].join('\n');
}

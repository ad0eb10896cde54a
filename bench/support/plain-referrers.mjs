/** The lists of engines, networks and assistants by plain matching of host and path, as a library made of them alone would do. */
export function plainReferrers({ engines, networks, assistants }) {
  const listed = (entries) => entries.flatMap(([name, hosts, parameters = '']) => hosts.split(' ').map((host) => ({ name, host: host.toLowerCase(), parameters: parameters.split(' ').filter((word) => word !== '' && !word.startsWith('/')) })));
  const kinds = [['search', listed(engines)], ['ai', listed(assistants)], ['social', listed(networks)]];
  const nothing = { channel: 'link', name: '', term: '' };
  return (referrer) => {
    if (!URL.canParse(referrer)) return nothing;
    const { hostname, pathname, searchParams } = new URL(referrer);
    const land = hostname.replace(/\.(?:com?\.)?[a-z]{2}$/u, '.{}');
    const names = [hostname, hostname.replace(/^www\./u, ''), land, land.replace(/^www\./u, '')];
    for (const [channel, entries] of kinds) {
      const entry = entries.find(({ host }) => names.some((name) => host === name || (host.includes('/') && `${name}${pathname}`.startsWith(host))));
      if (entry === undefined) continue;
      const term = entry.parameters.map((name) => searchParams.get(name) ?? '').find((value) => value !== '') ?? '';
      return { channel, name: entry.name, term: channel === 'search' ? term.toLowerCase() : '' };
    }
    return nothing;
  };
}

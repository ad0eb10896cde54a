import type { Importer } from './importer.js';
import type { Audit } from './metadata/audit.js';
import type { SiteDirectory } from './metadata/site-directory.js';

/** An importer whose imports are written down as the command line's; dry runs and unknown sites are not. */
export function auditedImporter(importer: Importer, { audit, directory }: { readonly audit: Pick<Audit, 'record'>; readonly directory: Pick<SiteDirectory, 'byDomain'> }): Importer {
  async function writeDown(domain: string, details: Readonly<Record<string, unknown>>): Promise<void> {
    const site = directory.byDomain(domain);
    if (site !== undefined) await audit.record({ user: null, address: '', action: 'log.import', target: site.domain, details: { ...details, by: 'command line' } });
  }
  return {
    async import(job) {
      if (job.dryRun !== true) await writeDown(job.domain, {});
      return importer.import(job);
    },
    async follow(job) {
      await writeDown(job.domain, { follow: job.path });
      return importer.follow(job);
    },
  };
}

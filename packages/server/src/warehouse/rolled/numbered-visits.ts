/** SQL of visits of some hours of a site, and of the numbers of who came. Parameters: site, from and to, hours. */
export const HOUR_MS = 3_600_000;
export const HOUR = 'toUInt32(intDiv(toUnixTimestamp64Milli(created_at), 3600000))';
export const ROWS = `site_id = {site:UInt32} AND created_at >= {from:DateTime64(3, 'UTC')} AND created_at < {to:DateTime64(3, 'UTC')} AND ${HOUR} IN {hours:Array(UInt32)}`;

export const numbersOf = (table: string, column: string): string => `(SELECT ${column}, number FROM ${table} WHERE site_id = {site:UInt32} AND ${column} IN (SELECT ${column} FROM visits WHERE ${ROWS}))`;

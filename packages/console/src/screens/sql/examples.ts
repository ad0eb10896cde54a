/** Statements to begin with, each a question that no other screen answers. */
export const EXAMPLES = ['countries', 'unread', 'weekdays'] as const;

export type Example = (typeof EXAMPLES)[number];

export const STATEMENTS: Readonly<Record<Example, string>> = {
  countries: `SELECT country_code, count() AS views, uniqExact(visitor) AS visitors
FROM visits
WHERE created_at >= now() - INTERVAL 7 DAY
GROUP BY country_code
ORDER BY views DESC`,
  unread: `SELECT domain, cutQueryStringAndFragment(url) AS page, count() AS fetched, max(spider_hits.created_at) AS last
FROM spider_hits JOIN sites ON sites.id = site_id
WHERE cutQueryStringAndFragment(url) NOT IN (SELECT cutQueryStringAndFragment(url) FROM visits)
GROUP BY domain, page
ORDER BY fetched DESC
LIMIT 100`,
  weekdays: `SELECT domain, toDayOfWeek(toTimeZone(created_at, 'UTC')) AS weekday, count() AS views, round(avg(device_type = 'mobile'), 3) AS mobile
FROM visits JOIN sites ON sites.id = site_id
GROUP BY domain, weekday
ORDER BY domain, weekday`,
};

/** A row of the scoreboard: how many labelled things each entrant got right, whole and in two halves that chance made. */

/** Which half a thing is in: by the text itself, so that it is the same in every run and for every entrant. */
export function halfOf(text) {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 3) & 1;
}

/**
 * @param things what is labelled: `{key}` and whatever `agrees` reads
 * @param entrants name -> (thing) => what the entrant says
 * @param agrees (thing, said) => boolean
 */
export function scoreRow(name, things, entrants, agrees, { lessIsBetter = false } = {}) {
  const scores = Object.entries(entrants).map(([entrant, say]) => {
    const right = [0, 0];
    for (const thing of things) if (agrees(thing, say(thing))) right[halfOf(thing.key)] += 1;
    return { entrant, right };
  });
  const sizes = [0, 0];
  for (const { key } of things) sizes[halfOf(key)] += 1;
  return { name, count: things.length, sizes, scores, lessIsBetter };
}

const share = (right, count) => (count === 0 ? '-' : (right / count).toFixed(4));

/** `name, things, product, its two halves, the best other entrant, which` */
export function scoreLine({ name, count, sizes, scores, lessIsBetter }) {
  const [product, ...others] = scores;
  const total = ({ right }) => right[0] + right[1];
  const best = others.toSorted((one, other) => (lessIsBetter ? 1 : -1) * (total(one) - total(other)))[0];
  const cells = [name, count, share(total(product), count), share(product.right[0], sizes[0]), share(product.right[1], sizes[1])];
  return [...cells, best === undefined ? '-' : share(total(best), count), best?.entrant ?? 'none'];
}

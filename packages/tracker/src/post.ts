/** True when the answer means that the same beacon may be taken another time. */
const tooEarly = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * Posts a beacon in a request that outlives the page. Resolves with whether it need not come again: it was taken, or
 * refused for good. Never rejects.
 */
export async function post(collect: string, body: string): Promise<boolean> {
  try {
    return !tooEarly((await fetch(collect, { method: 'POST', body, keepalive: true })).status);
  } catch {
    return false;
  }
}

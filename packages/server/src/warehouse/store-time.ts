/** An instant (milliseconds UTC) as the text of a `DateTime64(3, 'UTC')` parameter, exact to the millisecond. */
export function storeTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
}

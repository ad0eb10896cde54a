/** Seconds that a message stays. Source: specification 1, section 8. */
export const TOLD_FOR = 5;

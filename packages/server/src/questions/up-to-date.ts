import type { Asked } from './asked.js';

/** How something that is kept is brought up to date. */
export interface Keeping<Seen, Made> {
  /** A look at what is kept, from which on it is watched whether that stays true. */
  look(): Seen;
  /** Whether nothing has to be made. */
  isUp(seen: Seen): boolean;
  /** Makes what is missing, and keeps it; of what is up to date it tells. @throws as `asked.run` */
  make(seen: Seen, asked: Asked): Promise<Made>;
}

/** What is kept, made once for all who need it: who comes meanwhile looks again when it is there. @param key what it is, of which sites @throws as `asked.build` */
export async function upToDate<Seen, Made>(key: readonly unknown[], keeping: Keeping<Seen, Made>, asked: Asked): Promise<Made> {
  const seen = keeping.look();
  if (keeping.isUp(seen)) return keeping.make(seen, asked);
  const built = await asked.build(JSON.stringify(key), (patient) => keeping.make(seen, patient));
  return built === null ? keeping.make(keeping.look(), asked) : built.told;
}

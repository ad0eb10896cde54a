import { z } from 'zod';

export const MINIMUM_PASSWORD_LENGTH = 6;

export const newPassword = z.string().min(MINIMUM_PASSWORD_LENGTH).max(1_000);

/** A code of an app, or a recovery code, as people type it. */
export const factorCode = z.string().trim().min(1).max(40);

/** The role that sees all sites and may do everything; it can be neither changed nor removed. */
export const ADMIN_ROLE = 'admin';

/** One line of text: no control characters, well-formed Unicode. */
export const line = (shortest: number, longest: number) =>
  z.string().trim().min(shortest).max(longest).refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must not hold control characters');

/** Several lines of text. */
export const paragraph = (longest: number) =>
  z.string().trim().max(longest).refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text) && text.isWellFormed(), 'must not hold control characters');

/** Letters and digits of any script, and what an e-mail address is written with. */
export const newUsername = z.string().trim().regex(/^[\p{L}\p{N}_.@+-]{2,60}$/u, 'must be 2 to 60 letters, digits, or any of _ . @ + -');

/** What a person is called on the screen. */
export const personName = line(1, 60);

/** '' for none. */
export const emailAddress = z.union([z.literal(''), z.string().trim().max(254).pipe(z.email())]);

export const roleKey = z.string().regex(/^[\w-]{1,60}$/u, 'not a key of a role');

/** What a user chose in the console; '' has chosen nothing yet. */
export const preferences = z.object({
  language: z.enum(['', 'zh', 'en', 'es', 'ja']),
  theme: z.enum(['', 'light', 'dark', 'system']),
  /** Everything else that the console remembers for the user, by name. */
  settings: z
    .record(z.string().regex(/^[a-zA-Z][\w.-]{0,39}$/u), z.union([z.string().max(100), z.number(), z.boolean()]))
    .refine((settings) => Object.keys(settings).length <= 40, 'at most 40 settings'),
});
export type UserPreferences = z.infer<typeof preferences>;

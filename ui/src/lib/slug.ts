/** The allowed characters of a slug. */
const ALLOWED = /^[\p{L}\p{N}!@$()`.+,_"-]*$/u

export const SLUG_MIN = 3
export const SLUG_MAX = 64

/** A slug proposed for a title: lower-case words joined by hyphens, without characters that addresses escape. */
export function slugFrom(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘`"]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '')
}

/** The error in the text of a slug. */
export function slugProblem(slug: string): 'length' | 'characters' | undefined {
  const length = [...slug].length
  if (length < SLUG_MIN || length > SLUG_MAX) return 'length'
  return ALLOWED.test(slug) ? undefined : 'characters'
}

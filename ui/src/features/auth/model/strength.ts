const COMMON = ['password', 'minecraft', 'qwerty', 'letmein', '123456', 'abc123', 'iloveyou', 'admin']

/**
 * A hint while typing, from 0 to 4. The server measures with a dictionary and decides; this only has to move
 * in the same direction.
 */
export function passwordStrength(password: string, related: readonly string[] = []): number {
  let text = password.toLowerCase()
  for (const word of [...COMMON, ...related.map((one) => one.toLowerCase())]) {
    if (word.length >= 3) text = text.replaceAll(word, '')
  }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const distinct = new Set(text).size
  const size = Math.min(text.length, distinct * 2)
  if (password.length < 8 || size < 6) return 0
  if (size < 9) return 1
  if (size < 12) return kinds >= 3 ? 3 : 2
  return size < 16 ? 3 : 4
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The pieces of a text in order, and which of them are words of a query. */
export function markedOf(text: string, query: string): { text: string; hit: boolean }[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return [{ text, hit: false }]
  // Of two words with the same beginning the longer one is marked in full.
  const any = words.sort((one, other) => other.length - one.length).map(escaped)
  return text
    .split(new RegExp(`(${any.join('|')})`, 'iu'))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

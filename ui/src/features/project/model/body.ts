export type Heading = { id: string; text: string; level: number }

const TOC_FROM = 4

/** A heading in the server's HTML, which is well-formed and quotes attributes; it is read without a parser, because the server
 * draws pages without one. */
const heading = /<h([23])((?:\s[^>]*)?)>([\s\S]*?)<\/h\1>/g
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' }

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The page has its own first heading, so those of a text begin one step lower. */
export function demoteHeadings(html: string): string {
  return html.replace(/<(\/?)h1(?=[\s>])/g, '<$1h2')
}

/** The headings a table of contents lists; empty when there are too few to need one. */
export function tableOfContents(html: string): Heading[] {
  const headings = [...html.matchAll(heading)]
    .map(([, level, attributes = '', inner = '']) => ({
      id: plain(/\sid="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      text: plain(inner.replace(/<[^>]*>/g, '')).trim(),
      level: Number(level),
    }))
    .filter(({ id }) => id)
  return headings.length >= TOC_FROM ? headings : []
}

export type Heading = { id: string; text: string; level: number }

const TOC_FROM = 4

/** The page has its own first heading, so those of a text begin one step lower. */
export function demoteHeadings(html: string): string {
  return html.replace(/<(\/?)h1(?=[\s>])/g, '<$1h2')
}

/** The headings a table of contents lists; empty when there are too few to need one. */
export function tableOfContents(html: string): Heading[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const headings = [...parsed.querySelectorAll<HTMLElement>('h2[id], h3[id]')].map((element) => ({
    id: element.id,
    text: element.textContent.trim(),
    level: Number(element.tagName.slice(1)),
  }))
  return headings.length >= TOC_FROM ? headings : []
}

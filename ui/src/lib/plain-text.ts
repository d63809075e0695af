import { writtenTags } from './written-tags'

/** How much of a text is read, in characters. */
const MOST = 1_000
/** Literal marks wait in a private area until all others are gone. */
const LITERAL = 0xe000
/** Marks within marks are dropped from the inside out, one level at a time. */
const LEVELS = 4

const literal = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + LITERAL))

function unmarked(text: string): string {
  for (let level = 0; level < LEVELS; level++) {
    const inner = text
      .replaceAll(/(^|[^\w*])[*_](?=\S)([^*_]+)[*_](?![\w*])/g, '$1$2')
      .replaceAll(/\*\*(?=\S)([^*]+)\*\*|__(?=\S)([^_]+)__|~~(?=\S)([^~]+)~~/g, '$1$2$3')
    if (inner === text) break
    text = inner
  }
  return text
}

/** A Markdown text as one line without its marks, for a preview. It is only an excerpt: the page shows the rendered text. */
export function plainText(markdown: string): string {
  const written = writtenTags()
  const text = markdown
    .slice(0, MOST)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => literal(mark))
    .replaceAll(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/`([^`]+)`/g, (_, code: string) => literal(code))
    .replaceAll(/<\/?[a-z][^<>]*>|<!--|-->/gi, (tag: string, at: number, all: string) =>
      written(tag, all.charAt(at - 1)) ? literal(tag) : ' ',
    )
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s"[^"]*")?\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
  return unmarked(text)
    .replaceAll(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - LITERAL))
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

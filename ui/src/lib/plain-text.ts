const MOST = 1_000
/** Escaped marks wait in a private area until all others are gone. */
const ESCAPED = 0xe000

/** A Markdown text as one line without its marks, for a preview. It is only an excerpt: the page shows the rendered text. */
export function plainText(markdown: string): string {
  return markdown
    .slice(0, MOST)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => String.fromCharCode(mark.charCodeAt(0) + ESCAPED))
    .replaceAll(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/<\/?[a-z][^<>]*>|<!--|-->/gi, ' ')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s"[^"]*")?\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^*_~`]+)\1/g, '$2')
    .replaceAll(/(^|[^\w*])[*_](?=\S)([^*_]+)[*_](?![\w*])/g, '$1$2')
    .replaceAll(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - ESCAPED))
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

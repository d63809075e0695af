import { HighlightStyle, Language, defineLanguageFacet, languageDataProp, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { Strikethrough, parser } from '@lezer/markdown'
import type { Extension } from '@codemirror/state'

const data = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } })
const markdown = new Language(
  data,
  parser.configure([Strikethrough, { props: [languageDataProp.add({ Document: data })] }]),
  [],
  'markdown',
)

/** Markdown marks stay readable but dimmed; the text resembles its rendered form. */
const look = HighlightStyle.define([
  { tag: tags.heading1, class: 'cm-h1' },
  { tag: tags.heading2, class: 'cm-h2' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], class: 'cm-h3' },
  { tag: tags.strong, class: 'cm-strong' },
  { tag: tags.emphasis, class: 'cm-em' },
  { tag: tags.strikethrough, class: 'cm-strike' },
  { tag: tags.monospace, class: 'cm-code' },
  { tag: tags.link, class: 'cm-link' },
  { tag: [tags.url, tags.labelName], class: 'cm-url' },
  { tag: tags.quote, class: 'cm-quote' },
  { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator, tags.escape], class: 'cm-mark' },
  { tag: [tags.comment, tags.angleBracket, tags.tagName], class: 'cm-mark' },
])

export const markdownLanguage: Extension = [markdown, syntaxHighlighting(look)]

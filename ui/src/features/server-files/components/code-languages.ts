import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import type { Extension } from '@codemirror/state'
import type { Language } from '../model/kinds'

const colours = HighlightStyle.define([
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName), tags.definition(tags.variableName), tags.atom],
    color: 'var(--accent-fg)',
  },
  { tag: [tags.string, tags.quote, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta, tags.lineComment], color: 'var(--fg-subtle)', fontStyle: 'italic' },
  { tag: [tags.heading, tags.labelName, tags.typeName], color: 'var(--info)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

/** The colours of the languages: those of the theme. */
export const highlighting: Extension = syntaxHighlighting(colours)

/** What colours a language; its code is loaded when a file of it is opened. */
export async function languageFor(language: Language): Promise<Extension> {
  switch (language) {
    case 'properties':
      return StreamLanguage.define((await import('@codemirror/legacy-modes/mode/properties')).properties)
    case 'toml':
      return StreamLanguage.define((await import('@codemirror/legacy-modes/mode/toml')).toml)
    case 'yaml':
      return (await import('@codemirror/lang-yaml')).yaml()
    case 'json':
      return (await import('@codemirror/lang-json')).json()
    default:
      return []
  }
}

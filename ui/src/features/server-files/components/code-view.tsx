import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Language } from '../model/kinds'
import { highlighting, languageFor } from './code-languages'
import css from './files.module.css'

/** Marks a change that comes from outside, not from the author. */
const outside = Annotation.define<boolean>()

type CodeViewProps = { label: string; value: string; readOnly: boolean; language: Language; onValue: (text: string) => void }

function looks({ label, readOnly }: Pick<CodeViewProps, 'label' | 'readOnly'>): Extension {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
    EditorState.readOnly.of(readOnly),
  ]
}

const look = EditorView.theme({
  '&': { fontSize: 'var(--f-13)', color: 'var(--fg)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', textAutospace: 'no-autospace' },
  '.cm-content': { caretColor: 'var(--fg)', padding: 'var(--s-8) 0' },
  '.cm-content, .cm-gutter': { minHeight: '18rem' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)' },
  '.cm-gutters': { color: 'var(--fg-subtle)', backgroundColor: 'var(--raised)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 42%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--accent-soft)' },
})

/** The text of a file in CodeMirror. It reports only finished text, never the composition of an input method. */
export default function CodeView(props: CodeViewProps) {
  const { value, label, readOnly, language } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const words = useRef(new Compartment())
  const now = useRef(props)
  const reported = useRef(value)
  useLayoutEffect(() => {
    now.current = props
  })
  useLayoutEffect(() => {
    const report = () => {
      const text = made.state.sliceDoc()
      if (text === reported.current) return
      reported.current = text
      now.current.onValue(text)
    }
    const made = new EditorView({
      parent: host.current ?? document.body,
      state: EditorState.create({
        doc: now.current.value,
        extensions: [
          // A lone carriage return stays what it is.
          EditorState.lineSeparator.of('\n'),
          EditorState.tabSize.of(4),
          indentUnit.of('  '),
          history(),
          lineNumbers(),
          highlightSpecialChars(),
          drawSelection(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          // Escape and then Tab leaves the editor.
          keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
          look,
          highlighting,
          words.current.of([]),
          attributes.current.of(looks(now.current)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.view.composing) report()
          }),
          // CodeMirror reads the composed text after the event.
          EditorView.domEventHandlers({ compositionend: () => void setTimeout(report), blur: report }),
        ],
      }),
    })
    view.current = made
    made.focus()
    return () => {
      view.current = null
      made.destroy()
    }
    // The view exists as long as the component; later changes of props are applied below.
  }, [])
  useLayoutEffect(() => {
    const at = view.current
    if (!at || value === reported.current) return
    reported.current = value
    at.dispatch({ changes: { from: 0, to: at.state.doc.length, insert: value }, annotations: outside.of(true) })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(looks({ label, readOnly })) })
  }, [label, readOnly])
  useEffect(() => {
    let gone = false
    // Without its language a text is only less colourful.
    languageFor(language).then(
      (found) => (gone ? undefined : view.current?.dispatch({ effects: words.current.reconfigure(found) })),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [language])
  return <div ref={host} className={css.code} />
}

import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder as placeholderOf } from '@codemirror/view'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { cn } from '@/lib/cn'
import { holdSelection, holds } from './code-holds'
import { applyEdit, behaviour, outside } from './code-keys'
import { markdownLanguage } from './code-language'
import type { Place, SurfaceEvents, SurfaceProps } from './surface'
import markdownEditorCss from './markdown-editor.module.css'

/** Props that may change during editing. */
function looks({ label, id, placeholder, disabled, described, invalid }: SurfaceProps): Extension {
  const attributes: Record<string, string> = { 'aria-label': label, spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }
  if (id) attributes.id = id
  if (described) attributes['aria-describedby'] = described
  if (invalid) attributes['aria-invalid'] = 'true'
  if (disabled) attributes['aria-disabled'] = 'true'
  return [
    EditorView.contentAttributes.of(attributes),
    EditorState.readOnly.of(Boolean(disabled)),
    EditorView.editable.of(!disabled),
    ...(placeholder ? [placeholderOf(placeholder)] : []),
  ]
}

/** The CodeMirror surface. It reports only finished text, never the composition of an input method. */
export function CodeSurface(props: SurfaceProps & SurfaceEvents & { start?: Place | undefined }) {
  const { value, disabled, start, ref } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const look = useRef(new Compartment())
  const now = useRef(props)
  const reported = useRef(value)
  useLayoutEffect(() => {
    now.current = props
  })
  useLayoutEffect(() => {
    const report = () => {
      const text = made.state.doc.toString()
      if (text === reported.current) return
      reported.current = text
      now.current.onValue(text)
    }
    const made = new EditorView({
      parent: host.current ?? document.body,
      state: EditorState.create({
        doc: now.current.value,
        ...(start
          ? { selection: { anchor: Math.min(start.start, now.current.value.length), head: Math.min(start.end, now.current.value.length) } }
          : {}),
        extensions: [
          behaviour(
            () => now.current,
            () => now.current.maxLength,
          ),
          markdownLanguage,
          holds,
          EditorView.lineWrapping,
          look.current.of(looks(now.current)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.view.composing) report()
          }),
          EditorView.domEventHandlers({
            // CodeMirror reads the composed text after the event.
            compositionend: () => void setTimeout(report),
            blur: () => {
              const max = now.current.maxLength
              if (max !== undefined && made.state.doc.length > max)
                made.dispatch({ changes: { from: max, to: made.state.doc.length }, userEvent: 'delete.cut' })
              report()
            },
          }),
        ],
      }),
    })
    view.current = made
    if (start?.focused) made.focus()
    return () => {
      view.current = null
      made.destroy()
    }
    // The view exists as long as the component; later changes of props are applied below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useLayoutEffect(() => {
    const at = view.current
    if (!at || value === reported.current) return
    reported.current = value
    if (at.state.doc.toString() !== value)
      at.dispatch({ changes: { from: 0, to: at.state.doc.length, insert: value }, annotations: outside.of(true) })
  }, [value])
  const { label, id, placeholder, described, invalid } = props
  useEffect(() => {
    view.current?.dispatch({ effects: look.current.reconfigure(looks(now.current)) })
  }, [label, id, placeholder, disabled, described, invalid])
  useImperativeHandle(ref, () => ({
    run: (command) => {
      if (!view.current) return
      applyEdit(view.current, command)
      view.current.focus()
    },
    selected: () => {
      const state = view.current?.state
      return state ? state.sliceDoc(state.selection.main.from, state.selection.main.to) : ''
    },
    focus: () => view.current?.focus(),
    hold: (text) =>
      view.current ? holdSelection(view.current, text) : { tell: () => undefined, put: () => undefined, drop: () => undefined },
  }))
  return <div ref={host} className={disabled ? cn(markdownEditorCss.code, markdownEditorCss.disabled) : markdownEditorCss.code} />
}

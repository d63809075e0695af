import { history, historyKeymap, isolateHistory, redo, standardKeymap } from '@codemirror/commands'
import { Annotation, EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, type Command } from '@codemirror/view'
import { continueBlock, dedent, indent, removeMarker } from './list-edits'
import { pastedLink, picturesOf } from './paste'
import { fits, type SurfaceEvents } from './surface'
import { codeBlock, quote, wrap, type Selection, type TextEdit } from './text-edits'

const UNDO_GROUP_MS = 500
const UNDO_DEPTH = 100

/** Marks a change that comes from outside, not from the author. */
export const outside = Annotation.define<boolean>()

/** Applies the edit that a function returns for the text; nothing where it returns none. */
export function applyEdit(view: EditorView, decide: (selection: Selection) => TextEdit | undefined, event = 'input'): boolean {
  if (view.state.readOnly) return false
  const { from, to } = view.state.selection.main
  const edit = decide({ text: view.state.doc.toString(), start: from, end: to })
  if (!edit) return false
  view.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.insert },
    selection: { anchor: edit.selectFrom, head: edit.selectTo },
    scrollIntoView: true,
    userEvent: event,
  })
  return true
}

const doing =
  (decide: (selection: Selection) => TextEdit | undefined, event?: string): Command =>
  (view) =>
    applyEdit(view, decide, event)

/** The editor's shortcuts. Tab indents lines; Escape and then Tab leaves, as in CodeMirror. */
const keys: Extension = [
  history({ newGroupDelay: UNDO_GROUP_MS, minDepth: UNDO_DEPTH }),
  Prec.high(
    keymap.of([
      { key: 'Mod-b', run: doing(wrap('**')), preventDefault: true },
      { key: 'Mod-i', run: doing(wrap('*')), preventDefault: true },
      { key: 'Mod-e', run: doing(codeBlock), preventDefault: true },
      { key: 'Mod-s', run: doing(wrap('~~')), preventDefault: true },
      { key: 'Mod-Shift-.', run: doing(quote), preventDefault: true },
      { key: 'Mod-Shift->', run: doing(quote), preventDefault: true },
      { key: 'Enter', run: doing(continueBlock) },
      { key: 'Backspace', run: doing(removeMarker, 'delete.backward') },
      { key: 'Tab', run: doing(indent), shift: doing(dedent) },
      { key: 'Mod-Shift-z', run: redo, preventDefault: true },
    ]),
  ),
  keymap.of([...standardKeymap, ...historyKeymap]),
]

/** Rejects changes above the maximum length, but never during the composition of an input method. */
function lengthLimit(max: () => number | undefined, refused: () => void): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.annotation(outside)) return transaction
    if (transaction.isUserEvent('undo') || transaction.isUserEvent('redo') || transaction.isUserEvent('input.type.compose'))
      return transaction
    if (fits(transaction.newDoc.length, transaction.startState.doc.length, max())) return transaction
    refused()
    return []
  })
}

/** Pictures are uploaded; an address becomes a link, which one undo turns back into the address. */
function pasting(events: () => SurfaceEvents, max: () => number | undefined): Extension {
  return EditorView.domEventHandlers({
    paste: (event, view) => {
      const pictures = picturesOf(event.clipboardData)
      if (pictures.length > 0 && events().onPictures(pictures)) return true
      const { from, to } = view.state.selection.main
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const length = view.state.doc.length - (to - from)
      const limit = max()
      if (limit !== undefined && length + text.length > limit) {
        events().onRefused()
        return true
      }
      const link = pastedLink(text, view.state.sliceDoc(from, to), view.state.sliceDoc(Math.max(0, from - 500), from))
      if (!link || view.state.readOnly || (limit !== undefined && length + link.length > limit)) return false
      const address = text.trim()
      view.dispatch({
        changes: { from, to, insert: address },
        selection: { anchor: from + address.length },
        userEvent: 'input.paste',
        annotations: isolateHistory.of('full'),
      })
      view.dispatch({
        changes: { from, to: from + address.length, insert: link },
        selection: { anchor: from + link.length },
        scrollIntoView: true,
        userEvent: 'input.paste',
        annotations: isolateHistory.of('full'),
      })
      return true
    },
    drop: (event, view) => {
      const pictures = picturesOf(event.dataTransfer)
      if (pictures.length === 0) return false
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      if (at !== null) view.dispatch({ selection: { anchor: at } })
      return events().onPictures(pictures)
    },
  })
}

/** The behaviour of a surface, apart from its looks. */
export function behaviour(events: () => SurfaceEvents, max: () => number | undefined): Extension {
  return [keys, lengthLimit(max, () => events().onRefused()), pasting(events, max)]
}

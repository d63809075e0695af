import { useImperativeHandle, useRef, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react'
import { isComposing, useImeSafeValue } from '@/lib/ime'
import { continueBlock, removeMarker } from './list-edits'
import { pastedLink, picturesOf } from './paste'
import { fits, selectionHold, type SurfaceEvents, type SurfaceProps } from './surface'
import { codeBlock, insert, quote, wrap, type Selection, type TextCommand, type TextEdit } from './text-edits'
import markdownEditorCss from './markdown-editor.module.css'

const shortcuts: Record<string, TextCommand> = { b: wrap('**'), i: wrap('*'), e: codeBlock, s: wrap('~~') }

/** Replaces a part so that the browser's own undo still knows of it. */
function apply(area: HTMLTextAreaElement, edit: TextEdit, onValue: (value: string) => void): void {
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  const typed = edit.insert === '' ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, edit.insert)
  if (!typed) {
    area.setRangeText(edit.insert, edit.from, edit.to)
    onValue(area.value)
  }
  area.setSelectionRange(edit.selectFrom, edit.selectTo)
}

/** A plain text area with the editor's shortcuts: what there is until the real surface has come, or without it. */
export function PlainSurface({
  value,
  onValue,
  label,
  id,
  placeholder,
  disabled,
  maxLength,
  maxHeight,
  rows = 12,
  described,
  invalid,
  onPictures,
  onRefused,
  ref,
}: SurfaceProps & SurfaceEvents) {
  const area = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const change = (next: string) => {
    if (fits(next.length, value.length, maxLength)) onValue(next)
    else onRefused()
  }
  const field = useImeSafeValue<HTMLTextAreaElement>(value, change)
  const run = (command: TextCommand) => {
    const at = area.current
    if (at) apply(at, command({ text: at.value, start: at.selectionStart, end: at.selectionEnd }), change)
  }
  useImperativeHandle(ref, () => ({
    run,
    hold: () => selectionHold(run),
    place: () => ({
      start: area.current?.selectionStart ?? 0,
      end: area.current?.selectionEnd ?? 0,
      focused: document.activeElement === area.current,
      composing: composing.current,
    }),
    selected: () => area.current?.value.slice(area.current.selectionStart, area.current.selectionEnd) ?? '',
    focus: () => area.current?.focus(),
  }))
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const at = event.currentTarget
    const selection = { text: at.value, start: at.selectionStart, end: at.selectionEnd }
    const held = event.ctrlKey || event.metaKey
    const command =
      held && !event.altKey
        ? event.shiftKey
          ? event.code === 'Period'
            ? quote
            : undefined
          : shortcuts[event.key.toLowerCase()]
        : undefined
    const edit = command?.(selection) ?? plainKey(event, held, selection)
    if (!edit) return
    event.preventDefault()
    apply(at, edit, change)
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pictures = picturesOf(event.clipboardData)
    if (pictures.length > 0 && onPictures(pictures)) return event.preventDefault()
    const at = event.currentTarget
    const text = event.clipboardData.getData('text/plain')
    const link = pastedLink(text, at.value.slice(at.selectionStart, at.selectionEnd), at.value.slice(0, at.selectionStart))
    const length = at.value.length - (at.selectionEnd - at.selectionStart) + (link ?? text).length
    if (maxLength !== undefined && length > maxLength) {
      event.preventDefault()
      onRefused()
    } else if (link) {
      event.preventDefault()
      run(insert(link))
    }
  }
  const drop = (event: DragEvent) => {
    const pictures = picturesOf(event.dataTransfer)
    if (pictures.length > 0 && onPictures(pictures)) event.preventDefault()
  }
  return (
    <textarea
      ref={area}
      {...field}
      onCompositionStart={() => {
        composing.current = true
        field.onCompositionStart()
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        field.onCompositionEnd(event)
      }}
      style={maxHeight ? { maxHeight } : undefined}
      id={id}
      className={markdownEditorCss.area}
      rows={rows}
      aria-label={label}
      aria-describedby={described}
      aria-invalid={invalid || undefined}
      placeholder={placeholder}
      disabled={disabled}
      spellCheck={false}
      onKeyDown={press}
      onPaste={paste}
      onDrop={drop}
    />
  )
}

function plainKey(event: KeyboardEvent, held: boolean, selection: Selection): TextEdit | undefined {
  if (held || event.shiftKey || event.altKey) return undefined
  return event.key === 'Enter' ? continueBlock(selection) : event.key === 'Backspace' ? removeMarker(selection) : undefined
}

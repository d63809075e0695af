import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react'
import { isComposing, useImeSafeValue } from '@/lib/ime'
import { codeBlock, continueBlock, quote, wrap, type TextCommand, type TextEdit } from './text-edits'

/** What the toolbar needs of the place where the text is written, whatever it is made of. */
export type SurfaceHandle = {
  run: (command: TextCommand) => void
  selected: () => string
  focus: () => void
}

export type SurfaceProps = {
  value: string
  onValue: (value: string) => void
  label: string
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  maxLength?: number | undefined
  rows?: number | undefined
  described?: string | undefined
  invalid?: boolean | undefined
  ref?: Ref<SurfaceHandle>
}

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

/** A plain text area with the editor's shortcuts. */
export function PlainSurface({ value, onValue, label, id, placeholder, disabled, maxLength, rows = 12, described, invalid, ref }: SurfaceProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  // A change beyond the limit is refused unless it makes a too long text shorter.
  const change = (next: string) => {
    if (maxLength === undefined || next.length <= maxLength || next.length < value.length) onValue(next)
  }
  const field = useImeSafeValue<HTMLTextAreaElement>(value, change)
  useImperativeHandle(ref, () => ({
    run: (command) => {
      const at = area.current
      if (at) apply(at, command({ text: at.value, start: at.selectionStart, end: at.selectionEnd }), change)
    },
    selected: () => area.current?.value.slice(area.current.selectionStart, area.current.selectionEnd) ?? '',
    focus: () => area.current?.focus(),
  }))
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const at = event.currentTarget
    const selection = { text: at.value, start: at.selectionStart, end: at.selectionEnd }
    const held = event.ctrlKey || event.metaKey
    const command = held && !event.altKey ? (event.shiftKey ? (event.code === 'Period' ? quote : undefined) : shortcuts[event.key.toLowerCase()]) : undefined
    const edit = command?.(selection) ?? (event.key === 'Enter' && !held && !event.shiftKey ? continueBlock(selection) : undefined)
    if (!edit) return
    event.preventDefault()
    apply(at, edit, change)
  }
  return (
    <textarea
      ref={area}
      {...field}
      id={id}
      className="md-area"
      rows={rows}
      aria-label={label}
      aria-describedby={described}
      aria-invalid={invalid || undefined}
      placeholder={placeholder}
      disabled={disabled}
      spellCheck={false}
      maxLength={maxLength}
      onKeyDown={press}
    />
  )
}

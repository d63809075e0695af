import type { Ref } from 'react'
import type { TextCommand } from './text-edits'

/** A position in the text that is kept during an upload, whatever is edited meanwhile. */
export type Hold = {
  /** Shows the progress. */
  tell: (label: string) => void
  /** Inserts the text at the position, in place of the selection. */
  put: (text: string) => void
  drop: () => void
}

/** What the toolbar needs of a text surface, whatever its implementation. */
export type SurfaceHandle = {
  run: (command: TextCommand) => void
  selected: () => string
  focus: () => void
  hold: (label: string) => Hold
}

/** The selection of the text area that the editor replaces. */
export type Place = { start: number; end: number; focused: boolean }

export type SurfaceProps = {
  value: string
  onValue: (value: string) => void
  label: string
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  maxLength?: number | undefined
  described?: string | undefined
  invalid?: boolean | undefined
  ref?: Ref<SurfaceHandle>
}

/** The reactions of the editor around a surface. */
export type SurfaceEvents = {
  /** Pictures were pasted or dropped; false where they cannot be used. */
  onPictures: (files: File[]) => boolean
  /** A change was rejected. */
  onRefused: () => void
}

/** Rejects a change above the limit unless it makes a too long text shorter. */
export function fits(next: number, now: number, max: number | undefined): boolean {
  return max === undefined || next <= max || next < now
}

import type { Ref } from 'react'
import type { TextCommand } from './text-edits'

/** A place in the text that is kept while something is fetched for it, whatever is written meanwhile. */
export type Hold = {
  /** Says how far it is. */
  tell: (label: string) => void
  /** Puts the text there, in place of what was selected. */
  put: (text: string) => void
  drop: () => void
}

/** What the toolbar needs of the place where the text is written, whatever it is made of. */
export type SurfaceHandle = {
  run: (command: TextCommand) => void
  selected: () => string
  focus: () => void
  hold: (label: string) => Hold
}

/** Where the caret was on the text area that the editor takes over from. */
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

/** What the editor around a surface does about it. */
export type SurfaceEvents = {
  /** Pictures that were pasted or dropped; false where nothing can be done with them. */
  onPictures: (files: File[]) => boolean
  /** Something was not let in. */
  onRefused: () => void
}

/** A change beyond the limit is refused unless it makes a too long text shorter. */
export function fits(next: number, now: number, max: number | undefined): boolean {
  return max === undefined || next <= max || next < now
}

import type { Decision } from './decision'

export type PanelCommand =
  | { kind: 'next' | 'previous' | 'generate' | 'message' | 'reason' | 'skip' | 'fold' | 'help' }
  | { kind: 'option'; index: number }
  | { kind: 'decide'; decision: Decision }

type Pressed = Pick<KeyboardEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'code' | 'key' | 'isComposing' | 'repeat' | 'target'>

const decisions: Record<string, Decision> = { KeyA: 'approve', KeyW: 'withhold', KeyR: 'reject' }
const letters = {
  KeyN: 'next',
  KeyP: 'previous',
  KeyE: 'generate',
  KeyM: 'message',
  KeyY: 'reason',
  KeyS: 'skip',
  KeyC: 'fold',
  Slash: 'help',
} as const
/** Keys that need no chord. What ends the work on a project always needs one. */
const alone = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  KeyN: 'next',
  KeyP: 'previous',
  KeyE: 'generate',
  KeyM: 'message',
  KeyC: 'fold',
} as const

const own = <T extends object>(map: T, key: string): key is string & keyof T => Object.hasOwn(map, key)

/** Whether a single key would be written, or belongs to a widget. */
function taken(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[contenteditable="true"], textarea, select, [role="textbox"]')) return true
  if (target instanceof HTMLInputElement && target.type === 'radio') return code.startsWith('Arrow')
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.closest('[role="tab"], [role="menu"], [role="listbox"], [role="slider"], [role="radio"], video, audio') !== null
}

function option(code: string): PanelCommand | undefined {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  return digit ? { kind: 'option', index: Number(digit) - 1 } : undefined
}

/**
 * What a key asks of the panel. With Shift and Alt every key works everywhere, also in the editor; without, only where
 * nobody types (`single` turns these off). Nothing while an input method composes.
 */
export function panelCommand(event: Pressed, single: boolean): PanelCommand | undefined {
  if (event.isComposing || event.key === 'Process' || event.repeat) return undefined
  const { code } = event
  if (event.shiftKey && event.altKey && !event.ctrlKey && !event.metaKey) {
    if (own(decisions, code)) return { kind: 'decide', decision: decisions[code] as Decision }
    return own(letters, code) ? { kind: letters[code] } : option(code)
  }
  if (event.ctrlKey && event.shiftKey && !event.altKey && !event.metaKey) return code === 'KeyE' ? { kind: 'generate' } : undefined
  if (event.altKey || event.ctrlKey || event.metaKey || !single || taken(event.target, code)) return undefined
  if (event.key === '?') return { kind: 'help' }
  if (event.shiftKey) return undefined
  return own(alone, code) ? { kind: alone[code] } : option(code)
}

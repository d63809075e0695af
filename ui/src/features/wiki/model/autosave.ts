/** What another tab or device has saved meanwhile. */
export type Theirs = { text: string; version: number; at: string | undefined }

/**
 * The saving of one text. `known` is the text that the server has, `version` its version. While `theirs` is set, nothing is sent:
 * the person decides between two texts.
 */
export type Saving = {
  text: string
  known: string
  version: number
  phase: 'still' | 'waiting' | 'sending' | 'failed' | 'clash'
  sent?: string
  at?: string | undefined
  theirs?: Theirs | undefined
}

export type SavingEvent =
  | { type: 'typed'; text: string }
  | { type: 'due' }
  | { type: 'saved'; version: number; at: string }
  | { type: 'lost' }
  | { type: 'refused'; theirs: Theirs }
  | { type: 'chosen'; text: string }
  /** The text is part of the draft now. */
  | { type: 'written'; text: string }

const restOf = (state: Saving): Saving['phase'] => (state.text === state.known ? 'still' : 'waiting')

/** The state after an event. Texts typed while another is on its way are sent after it. */
export function savingAfter(state: Saving, event: SavingEvent): Saving {
  switch (event.type) {
    case 'typed': {
      const next = { ...state, text: event.text }
      return state.phase === 'sending' || state.phase === 'clash' ? next : { ...next, phase: restOf(next) }
    }
    case 'due':
      return state.phase === 'waiting' || state.phase === 'failed' ? { ...state, phase: 'sending', sent: state.text } : state
    case 'saved': {
      const next = { ...state, known: state.sent ?? state.text, version: event.version, at: event.at }
      return { ...next, phase: restOf(next) }
    }
    case 'lost':
      return state.phase === 'sending' ? { ...state, phase: 'failed' } : state
    case 'refused': {
      const { text, version, at } = event.theirs
      // The other text is the one that was typed here, or the one that was edited here: there is nothing to decide.
      if (text === state.text || text === state.known || text === state.sent) {
        const next = { ...state, known: text, version, at }
        return { ...next, phase: restOf(next) }
      }
      return { ...state, phase: 'clash', theirs: event.theirs }
    }
    case 'written': {
      const next = { ...state, known: event.text }
      return state.phase === 'sending' || state.phase === 'clash' ? next : { ...next, phase: restOf(next) }
    }
    case 'chosen': {
      if (!state.theirs) return state
      const { text, version, at } = state.theirs
      const next: Saving = { ...state, text: event.text, known: text, version, at, theirs: undefined }
      return { ...next, phase: restOf(next) }
    }
  }
}

/** The saving of a text that was just opened: what this browser kept is newer than the server's only if it is later. */
export function opened(
  { body, save }: { body: string; save: { body: string; version: number; at: string } | null },
  kept: { text: string; at: number } | undefined,
): Saving {
  const known = save?.body ?? body
  const base: Saving = { text: known, known, version: save?.version ?? 0, at: save?.at, phase: 'still' }
  if (!kept || kept.text === known || (save && kept.at <= Date.parse(save.at))) return base
  return { ...base, text: kept.text, phase: 'waiting' }
}

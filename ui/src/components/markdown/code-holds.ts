import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { Hold } from './surface'

type Held = { id: number; from: number; to: number; label: string }

const add = StateEffect.define<Held>({
  map: (held, changes) => ({ ...held, from: changes.mapPos(held.from), to: changes.mapPos(held.to) }),
})
const tell = StateEffect.define<{ id: number; label: string }>()
const remove = StateEffect.define<number>()

class Waiting extends WidgetType {
  constructor(readonly label: string) {
    super()
  }
  override eq(other: Waiting) {
    return other.label === this.label
  }
  toDOM() {
    const element = document.createElement('span')
    element.className = 'cm-wait'
    element.textContent = this.label
    return element
  }
}

const held = StateField.define<readonly Held[]>({
  create: () => [],
  update(list, transaction) {
    let next = transaction.docChanged
      ? list.map((one) => ({ ...one, from: transaction.changes.mapPos(one.from, -1), to: transaction.changes.mapPos(one.to, 1) }))
      : list
    for (const effect of transaction.effects) {
      if (effect.is(add)) next = [...next, effect.value]
      else if (effect.is(tell)) next = next.map((one) => (one.id === effect.value.id ? { ...one, label: effect.value.label } : one))
      else if (effect.is(remove)) next = next.filter((one) => one.id !== effect.value)
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field, draw),
})

function draw(list: readonly Held[]): DecorationSet {
  return Decoration.set(
    list.map((one) => Decoration.widget({ widget: new Waiting(one.label), side: 1 }).range(one.to)),
    true,
  )
}

/** Keeps positions in the text for pending insertions. */
export const holds: Extension = held

let last = 0

/** Keeps the selection of a view for a pending insertion. */
export function holdSelection(view: EditorView, label: string): Hold {
  const id = ++last
  const { from, to } = view.state.selection.main
  view.dispatch({ effects: add.of({ id, from, to, label }) })
  return {
    tell: (text) => view.dispatch({ effects: tell.of({ id, label: text }) }),
    drop: () => view.dispatch({ effects: remove.of(id) }),
    put: (text) => {
      const at = view.state.field(held).find((one) => one.id === id)
      if (!at) return
      const { main } = view.state.selection
      const there = main.from >= at.from && main.to <= at.to
      view.dispatch({
        changes: { from: at.from, to: at.to, insert: text },
        ...(there ? { selection: { anchor: at.from + text.length } } : {}),
        effects: remove.of(id),
        userEvent: 'input.paste',
      })
    },
  }
}

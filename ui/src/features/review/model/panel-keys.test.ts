import { expect, test } from 'vitest'
import { panelCommand } from './panel-keys'

function pressed(code: string, more: Partial<KeyboardEvent> = {}) {
  return {
    code,
    key: code.replace(/^Key|^Digit/, '').toLowerCase(),
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    isComposing: false,
    repeat: false,
    target: document.body,
    ...more,
  }
}
const chord = { shiftKey: true, altKey: true }
function editor(): HTMLElement {
  const field = document.createElement('div')
  field.setAttribute('contenteditable', 'true')
  return field
}

test('single keys walk through the steps and choose options where nobody types', () => {
  expect(panelCommand(pressed('ArrowRight'), true)).toEqual({ kind: 'next' })
  expect(panelCommand(pressed('KeyP'), true)).toEqual({ kind: 'previous' })
  expect(panelCommand(pressed('Digit3'), true)).toEqual({ kind: 'option', index: 2 })
  expect(panelCommand(pressed('Slash', { key: '?', shiftKey: true }), true)).toEqual({ kind: 'help' })
})

test('in the editor only the chords work, and all of them do', () => {
  const target = editor()
  for (const code of ['ArrowRight', 'KeyN', 'Digit1', 'KeyE']) expect(panelCommand(pressed(code, { target }), true)).toBeUndefined()
  expect(panelCommand(pressed('Digit1', { target, ...chord }), true)).toEqual({ kind: 'option', index: 0 })
  expect(panelCommand(pressed('KeyN', { target, ...chord }), true)).toEqual({ kind: 'next' })
  expect(panelCommand(pressed('KeyR', { target, ...chord }), true)).toEqual({ kind: 'decide', decision: 'reject' })
  expect(panelCommand(pressed('KeyE', { target, ctrlKey: true, shiftKey: true }), true)).toEqual({ kind: 'generate' })
  expect(panelCommand(pressed('Slash', { target, ...chord }), true)).toEqual({ kind: 'help' })
})

test('a decision and the next project always need the chord', () => {
  for (const code of ['KeyA', 'KeyW', 'KeyR', 'KeyS']) expect(panelCommand(pressed(code), true)).toBeUndefined()
})

test('nothing happens while an input method composes, on repetition, or with other keys of the browser', () => {
  expect(panelCommand(pressed('KeyA', { ...chord, isComposing: true }), true)).toBeUndefined()
  expect(panelCommand(pressed('KeyA', { ...chord, key: 'Process' }), true)).toBeUndefined()
  expect(panelCommand(pressed('KeyA', { ...chord, repeat: true }), true)).toBeUndefined()
  expect(panelCommand(pressed('ArrowLeft', { altKey: true }), true)).toBeUndefined()
  expect(panelCommand(pressed('KeyN', { ctrlKey: true }), true)).toBeUndefined()
})

test('somebody who has turned single keys off still has the chords', () => {
  expect(panelCommand(pressed('ArrowRight'), false)).toBeUndefined()
  expect(panelCommand(pressed('KeyN', chord), false)).toEqual({ kind: 'next' })
})

test('a radio keeps its arrows, and leaves digits and letters to the panel', () => {
  const target = document.createElement('input')
  target.type = 'radio'
  expect(panelCommand(pressed('ArrowRight', { target }), true)).toBeUndefined()
  expect(panelCommand(pressed('Digit4', { target }), true)).toEqual({ kind: 'option', index: 3 })
})

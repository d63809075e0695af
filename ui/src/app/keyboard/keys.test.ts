import { afterEach, expect, test } from 'vitest'
import { commandOf, stepTo } from './keys'

afterEach(() => {
  document.body.innerHTML = ''
})

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, repeat: false, defaultPrevented: false }
const press = (key: string, more: Partial<Parameters<typeof commandOf>[0]> = {}, layered = false) =>
  commandOf({ ...none, key, target: document.body, ...more }, layered)

test('Ctrl K or ⌘ K opens the commands everywhere, except in the editor, where it inserts a link', () => {
  document.body.innerHTML = '<input id="a"><div class="cm-editor"><p id="b" contenteditable="true"></p></div>'
  expect(press('k', { ctrlKey: true })).toBe('commands')
  expect(press('K', { metaKey: true, target: document.getElementById('a') })).toBe('commands')
  expect(press('k', { ctrlKey: true, target: document.getElementById('b') })).toBeUndefined()
  expect(press('k', { ctrlKey: true, shiftKey: true })).toBeUndefined()
})

test('single letters are no commands while a text is written, an input method composes, or a dialog is open', () => {
  document.body.innerHTML = '<textarea id="a"></textarea>'
  expect([press('j'), press('k'), press('?', { shiftKey: true })]).toEqual(['next', 'previous', 'keys'])
  for (const key of ['j', 'k', '?']) {
    expect(press(key, { target: document.getElementById('a') })).toBeUndefined()
    expect(press(key, { isComposing: true })).toBeUndefined()
    expect(press(key, {}, true)).toBeUndefined()
    expect(press(key, { altKey: true })).toBeUndefined()
  }
  expect(press('Process')).toBeUndefined()
  expect(press('j', { defaultPrevented: true })).toBeUndefined()
})

test('J and K lead through the items, from the first in sight, and stop at the ends', () => {
  document.body.innerHTML = '<ul><li><a id="1"></a></li><li><a id="2"></a><button id="more"></button></li><li><a id="3"></a></li></ul>'
  const links = ['1', '2', '3'].map((id) => document.getElementById(id) as HTMLElement)
  const to = (focused: string | undefined, by: 1 | -1) => stepTo(links, focused ? document.getElementById(focused) : document.body, by)?.id
  expect(to(undefined, 1)).toBe('1')
  expect(to(undefined, -1)).toBeUndefined()
  expect(to('1', 1)).toBe('2')
  expect(to('more', 1)).toBe('3')
  expect(to('more', -1)).toBe('1')
  expect(to('3', 1)).toBeUndefined()
})

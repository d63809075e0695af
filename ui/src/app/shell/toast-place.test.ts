import { expect, test } from 'vitest'
import { boxes, emptiest } from './toast-place'

const desk = boxes(352, 80, 16, { width: 1440, height: 900 })
const button = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 36 })

test('toasts stand at the lower right while nothing there can be pressed', () => {
  expect(emptiest(desk, [button(700, 450)])).toBe('right')
})

test('an action at the lower right moves them to the left, and one there too to the top', () => {
  expect(emptiest(desk, [button(1300, 830)])).toBe('left')
  expect(emptiest(desk, [button(1300, 830), button(40, 830)])).toBe('top')
})

test('where every place has an action they cover the fewest, and a phone has no left', () => {
  expect(emptiest(desk, [button(1300, 830), button(1200, 830), button(40, 830), button(1300, 90)])).toBe('left')
  const phone = boxes(358, 80, 68, { width: 390, height: 844 })
  expect(phone.map(([place]) => place)).toEqual(['right', 'top'])
  expect(emptiest(phone, [button(200, 720)])).toBe('top')
})

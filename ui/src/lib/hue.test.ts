import { expect, test } from 'vitest'
import { hueOf } from './hue'

test.each([
  [0xff0000, 29],
  [0x00ff00, 142],
  [0x0000ff, 264],
  [0xffff00, 110],
  [0x595763, 293],
  [0x808080, undefined],
  [0x000000, undefined],
  [null, undefined],
  [undefined, undefined],
])('the hue of %s is %s', (color, hue) => {
  expect(hueOf(color)).toBe(hue)
})

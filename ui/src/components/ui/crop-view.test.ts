import { expect, test } from 'vitest'
import { FIRST, inside, leastZoom, MAX_ZOOM, zoomed, zoomOfKey, type CropView } from './crop-view'

const view = (zoom: number): CropView => ({ crop: { x: 30, y: -12 }, zoom })

test('a zoom stays between the whole picture and twelve times the area', () => {
  expect(leastZoom(400, 100)).toBe(0.25)
  expect(leastZoom(100, 400)).toBe(0.25)
  expect(leastZoom(64, 64)).toBe(1)
  expect(zoomed(view(1), 0.1, 0.25).zoom).toBe(0.25)
  expect(zoomed(view(1), 100, 0.25).zoom).toBe(MAX_ZOOM)
  expect(zoomed(view(1), 2, 0.25)).toEqual(view(2))
})

test('a picture that does not fill the area is in its middle, and one that does stays where it is', () => {
  expect(zoomed(view(2), 0.9, 0.25)).toEqual({ crop: FIRST.crop, zoom: 0.9 })
  expect(zoomed(view(2), 1, 0.25)).toEqual(view(1))
})

test('a picture that does not fill the area cannot be moved out of it', () => {
  const wide = { width: 400, height: 100 } // in an area of 100
  expect(inside({ x: 900, y: -900 }, 0.25, wide)).toEqual({ x: 0, y: -37.5 })
  expect(inside({ x: 900, y: 900 }, 0.5, wide)).toEqual({ x: 50, y: 25 })
  expect(inside({ x: -20, y: 10 }, 0.5, wide)).toEqual({ x: -20, y: 10 })
})

test('plus and minus ask for a step, with and without the shift key, and other keys for nothing', () => {
  expect(zoomOfKey('+', 2)).toBe(2.5)
  expect(zoomOfKey('=', 2)).toBe(2.5)
  expect(zoomOfKey('-', 2.5)).toBe(2)
  expect(zoomOfKey('_', 2.5)).toBe(2)
  for (const key of ['ArrowLeft', 'Enter', ' ', 'a']) expect(zoomOfKey(key, 2)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { atZoomLevel, boundCrop, firstCrop, moveCrop, sideRange, zoomCrop, zoomLevel } from './crop'

const wide = { width: 400, height: 200 }

test('the first square is the largest in the middle', () => {
  expect(firstCrop(wide)).toEqual({ x: 200, y: 100, side: 200 })
})

test('moving stops at the edges of the picture', () => {
  expect(moveCrop(firstCrop(wide), wide, 5, 5)).toEqual({ x: 300, y: 100, side: 200 })
  expect(moveCrop(firstCrop(wide), wide, -5, 0)).toEqual({ x: 100, y: 100, side: 200 })
})

test('a square larger than the shorter side keeps the picture in the middle', () => {
  expect(boundCrop({ x: 0, y: 0, side: 999 }, wide)).toEqual({ x: 200, y: 100, side: 400 })
})

test('zooming at a point keeps that point where it is', () => {
  const before = firstCrop(wide)
  const after = zoomCrop(before, wide, 2, { x: 0.25, y: 0.25 })
  expect(after.side).toBe(100)
  expect(after.x + 0.25 * after.side).toBeCloseTo(before.x + 0.25 * before.side)
  expect(zoomCrop(before, wide, 1e6).side).toBe(sideRange(wide).min)
})

test('the level goes there and back', () => {
  const crop = atZoomLevel(firstCrop(wide), wide, 0.6)
  expect(zoomLevel(crop, wide)).toBeCloseTo(0.6)
  expect(zoomLevel({ ...crop, side: 400 }, wide)).toBe(0)
})

test('a picture of few pixels stays whole', () => {
  const tiny = { width: 4, height: 4 }
  expect(sideRange(tiny)).toEqual({ min: 4, max: 4 })
  expect(zoomLevel(firstCrop(tiny), tiny)).toBe(0)
})

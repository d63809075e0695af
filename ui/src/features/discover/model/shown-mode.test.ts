import { expect, test } from 'vitest'
import { shownMode } from './shown-mode'

const bare = { featured_gallery: null, gallery: [] }
const pictured = { featured_gallery: null, gallery: ['/a.png'] }

test('results of which most have no picture are a list instead of a gallery', () => {
  expect(shownMode('gallery', [bare, bare, pictured])).toBe('list')
  expect(shownMode('gallery', [bare, pictured])).toBe('gallery')
  expect(shownMode('grid', [bare, bare])).toBe('grid')
})

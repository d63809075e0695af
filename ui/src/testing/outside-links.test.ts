import { expect, test } from 'vitest'

test('only slides, pictures, files under review and reported things open a new tab whatever the visitor prefers', () => {
  const files = import.meta.glob<string>(['../**/*.tsx', '!**/*.test.tsx'], { query: '?raw', import: 'default', eager: true })
  const fixed = Object.entries(files).filter(([, text]) => text.includes('target="_blank"'))
  expect(fixed.map(([name]) => name.replace(/^.*\//, '')).sort()).toEqual([
    'acts.tsx',
    'carousel.tsx',
    'facts.tsx',
    'item-card.tsx',
    'lightbox.tsx',
    'offer-button.tsx',
  ])
})

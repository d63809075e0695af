import { expect, test } from 'vitest'
import { challenge, tryAddress } from './try-it'

test('a challenge has the form of one of S256, and is new each time', () => {
  const made = Array.from({ length: 20 }, challenge)
  for (const one of made) expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(new Set(made).size).toBe(20)
})

test('the page is opened as a program would open it, with a challenge where one is required', () => {
  const app = { id: 'App00001', redirect_uris: ['https://a.example/cb?x=1&y', 'https://b.example/'] }
  const of = (type: 'public' | 'confidential') => new URL(tryAddress({ ...app, type }, 'c'.repeat(43)), 'http://site').searchParams
  expect([of('confidential').get('redirect_uri'), of('confidential').get('code_challenge')]).toEqual(['https://a.example/cb?x=1&y', null])
  expect([of('public').get('client_id'), of('public').get('code_challenge_method')]).toEqual(['App00001', 'S256'])
})

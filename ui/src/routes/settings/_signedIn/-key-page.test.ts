import { expect, test } from 'vitest'
import { privateTitles } from '@/lib/titles.gen'
import { keyPages } from './-key-page'

test('the pages of the route are those of the server, beside those with a route of their own', () => {
  const declared = Object.keys(privateTitles).flatMap((path) => /^\/settings\/(\w+)$/.exec(path)?.[1] ?? [])
  expect([...Object.keys(keyPages), 'language'].sort()).toEqual(declared.sort())
})

import { afterEach, expect, test } from 'vitest'
import { applyHead } from './page-head'

const robots = () => document.head.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content

afterEach(() => {
  history.replaceState(null, '', '/')
  document.head.innerHTML = ''
})

test('the page that the server sent stays out of search engines where the server says so', () => {
  document.head.innerHTML = '<meta name="robots" content="noindex">'
  applyHead({ title: '模组' })
  expect(robots()).toBe('noindex')
})

test('the next page may be found again', () => {
  document.head.innerHTML = '<meta name="robots" content="noindex">'
  history.replaceState(null, '', '/mods')
  applyHead({ title: '模组' })
  expect(robots()).toBeUndefined()
})

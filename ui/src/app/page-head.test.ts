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

test('what programs that share the page read follows to the next page', () => {
  document.head.innerHTML = '<meta property="og:title" content="首页"><meta property="og:url" content="https://a.example/">'
  history.replaceState(null, '', '/mods')
  applyHead({ title: '模组' })
  const read = (name: string) => document.head.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content
  expect([read('title'), read('url')]).toEqual(['模组', `${location.origin}/mods`])
})

test('the next page may be found again', () => {
  document.head.innerHTML = '<meta name="robots" content="noindex">'
  history.replaceState(null, '', '/mods')
  applyHead({ title: '模组' })
  expect(robots()).toBeUndefined()
})

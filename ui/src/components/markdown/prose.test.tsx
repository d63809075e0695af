import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePrefs } from '@/stores/prefs'
import { Prose } from './prose'

vi.mock('@tanstack/react-router', () => ({ useRouter: () => undefined }))

afterEach(() => usePrefs.setState(usePrefs.getInitialState(), true))

const html = `<p><a href="https://example.org/">外</a> <a href="/mods">内</a> <a href="#a">段</a> <a href="mailto:a@example.org">信</a>
  <a href="/server?aff=x">开服</a> <a href="/pcl">联机</a> <a href="https://example.org/pcl">别处</a></p>`

test('links of a text to other sites open as the visitor prefers, the others never in a new tab', () => {
  render(<Prose html={html} />)
  const inNewTab = () =>
    screen
      .getAllByRole('link')
      .filter((one) => one.getAttribute('target') === '_blank')
      .map((one) => one.textContent)
  expect(inNewTab()).toEqual(['外', '别处'])
  act(() => usePrefs.setState({ externalLinksNewTab: false }))
  expect(inNewTab()).toEqual([])
})

test('links of a text to promotions are hidden from visitors who hide promotions', () => {
  render(<Prose html={html} />)
  expect(screen.getByRole('link', { name: '开服' })).toBeTruthy()
  act(() => usePrefs.setState({ hideAppPromos: true }))
  expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(['外', '内', '段', '信', '别处'])
})

test('a picture that cannot be shown says so once, with its own text', () => {
  render(<Prose html={'<p><img src="/data/images/a.png" alt="码头"> <img src="/b.png"></p>'} />)
  const [named, other] = document.querySelectorAll('img')
  if (!named || !other) throw new Error('no pictures')
  fireEvent.error(named)
  fireEvent.error(named)
  expect(named.alt).toBe('图片已删除或无法显示：码头')
  expect(named.className).toBe('prose-gone')
  expect(other.className).toBe('')
})

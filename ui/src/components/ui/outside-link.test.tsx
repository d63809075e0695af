import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { usePrefs } from '@/stores/prefs'
import { OutsideLink } from './outside-link'

afterEach(() => usePrefs.setState(usePrefs.getInitialState(), true))

test('a link to another site opens and reads as the visitor prefers', () => {
  render(<OutsideLink href="https://example.org/">文档</OutsideLink>)
  const link = screen.getByRole('link', { name: '文档（在新标签页打开）' })
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener nofollow ugc'])
  act(() => usePrefs.setState({ externalLinksNewTab: false }))
  expect(screen.getByRole('link', { name: '文档' }).hasAttribute('target')).toBe(false)
})

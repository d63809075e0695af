import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useDeveloperMode } from '@/stores/flags'
import { renderRoute } from '@/testing/render-route'

afterEach(() => {
  document.head.innerHTML = ''
  useDeveloperMode.setState({ on: false })
})

test('only developers see in the footer when the page was built', async () => {
  document.head.innerHTML = '<meta name="build-time" content="2026-03-04T05:06:07Z">'
  await renderRoute('/frog')
  const footer = await screen.findByRole('contentinfo')
  expect(footer.querySelector('time')).toBeNull()
  useDeveloperMode.setState({ on: true })
  expect((await screen.findByText(/^构建于 2026/)).getAttribute('datetime')).toBe('2026-03-04T05:06:07Z')
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useDeveloperMode } from '@/stores/flags'
import { renderRoute } from '@/testing/render-route'

afterEach(() => {
  document.head.innerHTML = ''
  useDeveloperMode.setState({ on: false })
})

test('only developers see in the footer from what and when the page was built', async () => {
  document.head.innerHTML =
    '<meta name="version" content="v1.2.3"><meta name="revision" content="461b9197cc24"><meta name="build-time" content="2026-03-04T05:06:07Z">'
  await renderRoute('/frog')
  const footer = await screen.findByRole('contentinfo')
  expect(footer.querySelector('time')).toBeNull()
  expect(screen.queryByText(/v1\.2\.3/)).toBeNull()
  useDeveloperMode.setState({ on: true })
  expect((await screen.findByText(/^构建于 2026/)).getAttribute('datetime')).toBe('2026-03-04T05:06:07Z')
  expect(screen.getByText('版本 v1.2.3（提交 461b9197cc24）')).toBeTruthy()
})

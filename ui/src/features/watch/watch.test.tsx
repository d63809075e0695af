import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { user } from '@/testing/people'
import { server } from '@/testing/server'
import { sessionQuery } from '@/lib/session'
import { WatchButton } from '.'

const draw = (signedIn: boolean) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(sessionQuery.queryKey, signedIn ? user : null)
  render(
    <QueryClientProvider client={client}>
      <WatchButton kind="discussion" id="Talk0001" />
    </QueryClientProvider>,
  )
}

test('a person hears of all, of what is addressed to them, and of nothing', async () => {
  let level: 'all' | 'addressed' | 'never' = 'addressed'
  const asked: unknown[] = []
  server.use(
    answer('GET', '/v3/watch/{kind}/{id}', () => ({ level, known: level !== 'addressed' })),
    answer('PUT', '/v3/watch/{kind}/{id}', async ({ request }) => {
      const body = (await request.json()) as { level: typeof level }
      asked.push(body)
      level = body.level
      return new HttpResponse(null, { status: 204 })
    }),
  )
  draw(true)
  for (const [now, choice, then] of [
    ['关注', '关注全部', '已关注'],
    ['已关注', '不再通知', '已静音'],
    ['已静音', '只在提到我时', '关注'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: now }))
    const chosen = await screen.findByRole('menuitemradio', { name: new RegExp(`^${choice}`) })
    expect(chosen.getAttribute('aria-checked')).toBe('false')
    await userEvent.click(chosen)
    await screen.findByRole('button', { name: then })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }
  expect(asked).toEqual([{ level: 'all' }, { level: 'never' }, { level: 'addressed' }])
})

test('the present choice asks for nothing', async () => {
  server.use(answer('GET', '/v3/watch/{kind}/{id}', () => ({ level: 'never' as const, known: true })))
  draw(true)
  await userEvent.click(await screen.findByRole('button', { name: '已静音' }))
  const chosen = await screen.findByRole('menuitemradio', { name: /^不再通知/, checked: true })
  await userEvent.click(chosen) // a request would fail the test: nothing answers it
  await screen.findByRole('button', { name: '已静音' })
})

test('nobody else is asked', () => {
  draw(false)
  expect(screen.queryByRole('button')).toBeNull()
})

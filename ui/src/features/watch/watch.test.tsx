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

test('a person watches a discussion, and stops', async () => {
  let watching = false
  const asked: unknown[] = []
  server.use(
    answer('GET', '/v3/watch/{kind}/{id}', () => ({ watching, known: watching })),
    answer('PUT', '/v3/watch/{kind}/{id}', async ({ request }) => {
      const body = (await request.json()) as { watching: boolean }
      asked.push(body)
      watching = body.watching
      return new HttpResponse(null, { status: 204 })
    }),
  )
  draw(true)
  await userEvent.click(await screen.findByRole('button', { name: '关注' }))
  const stop = await screen.findByRole('button', { name: '已关注', pressed: true })
  await waitFor(() => expect((stop as HTMLButtonElement).disabled).toBe(false))
  await userEvent.click(stop)
  await screen.findByRole('button', { name: '关注', pressed: false })
  expect(asked).toEqual([{ watching: true }, { watching: false }])
})

test('nobody else is asked', () => {
  draw(false)
  expect(screen.queryByRole('button')).toBeNull()
})

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refresh } from './refresh'

/** A query of a project whose reads are answered by hand, in turn. */
function read() {
  const answers: ((data: string) => void)[] = []
  const query = {
    queryKey: ['project', 'A', 'detail'],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
    retry: false,
  }
  return { answers, query }
}

test('a change that comes during the first read of a query causes another one', async () => {
  const client = new QueryClient()
  const { answers, query } = read()
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  const done = refresh(client, 'project:A')
  answers[0]?.('before the change')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after it')
  await done
  expect(client.getQueryData(query.queryKey)).toBe('after it')
  leave()
})

test('what nobody shows yet is outdated when its first read ends', async () => {
  const client = new QueryClient()
  const { answers, query } = read()
  const first = client.fetchQuery(query)
  const done = refresh(client, 'project:A')
  answers[0]?.('before the change')
  await Promise.all([first, done])
  expect([client.getQueryState(query.queryKey)?.isInvalidated, answers.length]).toEqual([true, 1])
})

test('a first read that fails is no failure of the refresh', async () => {
  const client = new QueryClient()
  const first = client.fetchQuery({ queryKey: ['project', 'A'], queryFn: () => Promise.reject(new Error('away')), retry: false })
  const [failed, done] = await Promise.allSettled([first, refresh(client, 'project:A')])
  expect([failed.status, done.status]).toEqual(['rejected', 'fulfilled'])
})

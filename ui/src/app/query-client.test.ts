import { expect, test } from 'vitest'
import { projects } from '@/testing/projects'
import { answer } from '@/testing/answer'
import { server } from '@/testing/server'
import { loadProject, projectQueries } from '@/lib/project-queries'
import type { Topic } from '@/lib/live/refresh'
import { createQueryClient } from './query-client'

function known(...keys: readonly (readonly unknown[])[]) {
  const client = createQueryClient()
  for (const key of keys) client.setQueryData(key, [])
  const run = (touches: readonly Topic[], mutationFn: () => Promise<unknown>, scope?: string) =>
    client
      .getMutationCache()
      .build(client, { meta: { touches }, mutationFn, onError: () => undefined, ...(scope ? { scope: { id: scope } } : {}) })
      .execute(undefined)
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey[0])
  return { client, run, stale }
}

test('a command invalidates exactly the queries that it touches', async () => {
  const { run, stale } = known(['notifications', 'latest'], ['pat'], ['library', 'me'], ['project', 'A', 'detail'])
  await run(['tokens', 'library'], () => Promise.resolve())
  expect(stale()).toEqual(['pat', 'library'])
})

test('a failed command may have taken effect, so its queries are invalidated too', async () => {
  const { run, stale } = known(['reports', 'list'])
  await expect(run(['reports'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  await expect.poll(stale).toEqual(['reports'])
})

test('of several commands in one scope the last one refetches', async () => {
  const { run, stale } = known(['library', 'me'])
  let answerFirst = (): void => undefined
  const answered = new Promise<void>((resolve) => (answerFirst = resolve))
  const first = run(['follows'], () => answered, 'follow-p')
  const second = run(['follows'], () => Promise.resolve(), 'follow-p')
  answerFirst()
  await first
  expect(stale()).toEqual([])
  await second
  expect(stale()).toEqual(['library'])
})

test('a project is cached once, by whatever name it is requested', async () => {
  const { client } = known()
  const [page] = projects
  if (!page) throw new Error('no fixture')
  const asked: unknown[] = []
  server.use(answer('GET', '/_internal/project/{id}', ({ params }) => (asked.push(params.id), page)))
  expect(await loadProject(client, page.slug)).toEqual(page)
  expect(await loadProject(client, page.id)).toEqual(page)
  expect(asked).toEqual([page.slug])
  expect(
    client
      .getQueryCache()
      .findAll({ queryKey: ['project'] })
      .map((query) => query.queryKey),
  ).toEqual([projectQueries.detail(page.id).queryKey])
})

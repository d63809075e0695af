import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/errors'
import { useUploadQueue, type Sending } from './use-upload-queue'

type Sent = Sending & { file: File; end: (answer: string) => void; fail: (error: unknown) => void }

/** A queue of one upload at a time, and the started uploads. */
function queue() {
  const sent: Sent[] = []
  const send = (file: File, sending: Sending) =>
    new Promise<string>((end, fail) => {
      sent.push({ file, ...sending, end, fail })
    })
  const { result, unmount } = renderHook(() => useUploadQueue({ atOnce: 1, send }))
  return { result, sent, unmount }
}
const file = (name: string) => new File(['0123456789'], name)

test('files are sent one by one, and their answers are kept', async () => {
  const { result, sent } = queue()
  act(() => result.current.add([file('a'), file('b')]))
  expect(sent.map((one) => one.file.name)).toEqual(['a'])
  act(() => sent[0]?.onProgress(1))
  expect(result.current.rows[0]).toMatchObject({ state: 'checking', sent: 10 })
  act(() => sent[0]?.end('stored'))
  await waitFor(() => expect(sent.map((one) => one.file.name)).toEqual(['a', 'b']))
  expect(result.current.rows[0]).toMatchObject({ state: 'done', answer: 'stored' })
  expect(result.current.busy).toBe(true)
})

test('a broken connection can be retried, a rejection cannot', async () => {
  const { result, sent } = queue()
  act(() => result.current.add([file('a'), file('b')]))
  act(() => sent[0]?.fail(new ApiError(0, 'network_error', '无法连接')))
  await waitFor(() => expect(sent).toHaveLength(2))
  act(() => sent[1]?.fail(new ApiError(400, 'invalid_input', '不是图片')))
  await waitFor(() => expect(result.current.busy).toBe(false))
  expect(result.current.rows.map(({ error, again }) => [error, again])).toEqual([
    ['无法连接', true],
    ['不是图片', false],
  ])
  act(() => result.current.retry(result.current.rows[0]?.key ?? ''))
  await waitFor(() => expect(sent).toHaveLength(3))
})

test('a cancelled upload is stopped, and so are all when the page is left', () => {
  const { result, sent, unmount } = queue()
  act(() => result.current.add([file('a'), file('b')]))
  act(() => result.current.cancel(result.current.rows[0]?.key ?? ''))
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(result.current.rows[0]?.state).toBe('cancelled')
  expect(sent.map((one) => one.file.name)).toEqual(['a', 'b'])
  unmount()
  expect(sent[1]?.signal.aborted).toBe(true)
})

import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { sessionQuery } from '@/lib/session'
import { user } from '@/testing/people'
import { Field, Form } from './form'
import { useAppForm } from './use-app-form'

type Send = (values: { name: string; note: string }, key: string) => Promise<void>

const schema = v.object({ name: v.pipe(v.string(), v.trim(), v.nonEmpty('名称不能为空')), note: v.string() })

type SampleProps = { send: Send; keep?: string; saved?: { name: string; note: string } }

function Sample({ send, keep, saved = { name: '', note: '' } }: SampleProps) {
  const form = useAppForm({ schema, values: saved, send, ...(keep ? { keep } : {}) })
  return (
    <Form form={form}>
      <Field form={form} name="name" label="名称">
        {(control) => <Input {...control} />}
      </Field>
      <Field form={form} name="note" label="备注">
        {(control) => <Input {...control} />}
      </Field>
      <output>{JSON.stringify(form.changes)}</output>
      <button disabled={form.pending}>提交</button>
      <button type="button" onClick={form.revert}>
        还原
      </button>
    </Form>
  )
}

const client = new QueryClient()
const sample = (props: SampleProps) => (
  <QueryClientProvider client={client}>
    <Sample {...props} />
  </QueryClientProvider>
)
const show = (send: Send, keep?: string) => {
  client.setQueryData(sessionQuery.queryKey, user)
  return render(sample({ send, ...(keep ? { keep } : {}) }))
}
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const press = () => userEvent.click(screen.getByRole('button', { name: '提交' }))

beforeEach(() => localStorage.clear())

test('an invalid value is reported at its field, which gets the focus, and nothing is sent', async () => {
  const sent: unknown[] = []
  show((values) => (sent.push(values), Promise.resolve()))
  await press()
  const field = screen.getByLabelText('名称')
  await screen.findByText('名称不能为空')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(sent).toEqual([])
})

test('a rejection of several fields is shown at each of them at once', async () => {
  show(() => Promise.reject(new ApiError(400, 'invalid_input', '名称已有', undefined, 'name', { name: '名称已有', note: '备注过长' })))
  await userEvent.type(screen.getByLabelText('名称'), '铜绿')
  await press()
  for (const [label, text] of [
    ['名称', '名称已有'],
    ['备注', '备注过长'],
  ] as const) {
    expect((await screen.findByText(text)).id).toBe(screen.getByLabelText(label).getAttribute('aria-describedby'))
  }
})

test('a rejection with a field is shown at the field, any other above the form', async () => {
  const refusals = [new ApiError(400, 'invalid_input', '备注过长', undefined, 'note'), new ApiError(409, 'conflict', '请重试')]
  show(() => Promise.reject(refusals.shift() ?? new Error('no more')))
  await userEvent.type(screen.getByLabelText('名称'), '铜绿')
  await press()
  const note = screen.getByLabelText('备注')
  expect((await screen.findByText('备注过长')).id).toBe(note.getAttribute('aria-describedby'))
  await waitFor(() => expect(document.activeElement).toBe(note))
  await press()
  expect((await screen.findByText('请重试')).id).toBe('')
  expect(note.getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByText('备注过长')).toBeNull()
})

test('a command with a lost answer is repeated under its key; a rejected or changed one gets a new key', async () => {
  const keys: string[] = []
  const failures = [
    new ApiError(0, 'network_error', '无法连接'),
    new ApiError(400, 'invalid_input', '名称过长'),
    new ApiError(500, 'internal_error', '错误'),
  ]
  show((_values, key) => (keys.push(key), Promise.reject(failures.shift() ?? new Error('no more'))))
  await userEvent.type(screen.getByLabelText('名称'), 'a')
  for (const text of ['无法连接', '名称过长', '错误']) {
    await press()
    await screen.findByText(text)
  }
  await userEvent.type(screen.getByLabelText('名称'), 'b')
  await press()
  await waitFor(() => expect(keys).toHaveLength(4))
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

test('the Enter that chooses a candidate sends nothing', () => {
  show(() => Promise.resolve())
  const field = screen.getByLabelText('名称')
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
})

test('input survives a reload until it is sent', async () => {
  const first = show(() => Promise.resolve(), 'sample')
  await userEvent.type(screen.getByLabelText('名称'), '铜绿')
  first.unmount()
  show(() => Promise.resolve(), 'sample')
  await waitFor(() => expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('铜绿'))
  await press()
  await waitFor(() => expect(localStorage.length).toBe(0))
})

test('a changed field keeps its input when a newer value is saved, other fields follow, and reverting restores the saved value', async () => {
  const send = () => Promise.resolve()
  const { rerender } = render(sample({ send, saved: { name: '旧', note: '甲' } }))
  await userEvent.type(screen.getByLabelText('名称'), '新')
  rerender(sample({ send, saved: { name: '旧', note: '乙' } }))
  await waitFor(() => expect(valueOf('备注')).toBe('乙'))
  expect(valueOf('名称')).toBe('旧新')
  expect(screen.getByRole('status').textContent).toBe('{"name":"旧新"}')
  rerender(sample({ send, saved: { name: '旧新', note: '乙' } }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('{}'))
  await userEvent.type(screen.getByLabelText('备注'), '丙')
  await userEvent.click(screen.getByRole('button', { name: '还原' }))
  expect([valueOf('名称'), valueOf('备注')]).toEqual(['旧新', '乙'])
})

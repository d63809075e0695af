import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DateInput } from './date-input'

function Controlled({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('2026-11-25T08:30')
  return (
    <DateInput
      type="datetime-local"
      aria-label="时间"
      min="2026-11-10T00:00"
      value={value}
      onChange={(event) => {
        setValue(event.target.value)
        onValue(event.target.value)
      }}
    />
  )
}

test('a day of the calendar is written into the field, and its time stays', async () => {
  const onValue = vi.fn()
  render(<Controlled onValue={onValue} />)
  await userEvent.click(screen.getByRole('button', { name: '打开日历' }))
  expect(screen.getByRole('button', { name: '2026 年 11 月 25 日' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: '2026 年 11 月 9 日' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '下个月' }))
  expect(screen.getByText('2026 年 12 月')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '2026 年 12 月 3 日' }))
  expect(onValue).toHaveBeenLastCalledWith('2026-12-03T08:30')
  expect(screen.queryByText('2026 年 12 月')).toBeNull()
})

test('keys move by days, weeks and months, and not before the first day', async () => {
  render(<Controlled onValue={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: '打开日历' }))
  const stop = () => screen.getAllByRole('button').find((one) => one.hasAttribute('data-day') && one.tabIndex === 0)
  const press = (key: string) => fireEvent.keyDown(stop() ?? document.body, { key })
  press('ArrowUp')
  expect(stop()?.getAttribute('data-day')).toBe('2026-11-18')
  press('PageUp')
  expect(stop()?.getAttribute('data-day')).toBe('2026-11-10')
})

test('a field without a value is registered by its reference and takes a day', async () => {
  let input: HTMLInputElement | null = null
  const onChange = vi.fn()
  render(
    <DateInput
      type="date"
      aria-label="到期"
      onChange={onChange}
      ref={(element) => {
        input = element
      }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: '打开日历' }))
  const days = screen.getAllByRole('button').filter((one) => one.hasAttribute('data-day'))
  const day = days[10]
  if (!day) throw new Error('no day')
  await userEvent.click(day)
  expect(onChange).toHaveBeenCalledOnce()
  expect((input as HTMLInputElement | null)?.value).toBe(day.getAttribute('data-day'))
})

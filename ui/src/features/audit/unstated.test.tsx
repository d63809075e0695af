import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reasonText, unstated } from '@/lib/i18n/zh-Hans/reason'
import { parseAuditSearch } from './search'
import { ReasonSelect } from '@/components/ui/reason-select'

test('no screen offers the code of programs that give no reason, and the audit names and filters it', () => {
  render(<ReasonSelect aria-label="原因" />)
  const offered = screen.getAllByRole<HTMLOptionElement>('option').map((one) => one.value)
  expect(offered).toContain('spam')
  expect(offered).not.toContain(unstated)
  expect(reasonText.name(unstated)).toBe('未说明（由程序执行）')
  expect(reasonText.name('spam')).toBe('垃圾内容')
  expect(parseAuditSearch({ reason: unstated })).toEqual({ reason: unstated })
  expect(parseAuditSearch({ reason: 'mood' })).toEqual({})
})

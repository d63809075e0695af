import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ErrorCard } from './feedback'

test('a region that failed says so in Chinese first, and in the usual English words below', () => {
  render(<ErrorCard error={new Error('boom')} />)
  const [title, general, text] = screen.getByRole('alert').querySelectorAll('b, p')
  expect([title?.textContent, general?.textContent, text?.textContent]).toEqual(['这部分没有加载出来', 'Something went wrong', 'boom'])
  expect(general?.getAttribute('lang')).toBe('en')
})

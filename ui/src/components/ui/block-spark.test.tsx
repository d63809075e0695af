import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BlockSpark, Delta } from './block-spark'
import { deltaOf, heightsOf } from './spark'

test('a sparkline has a block for each day in proportion, and the last one is lit', () => {
  const { container } = render(<BlockSpark days={[5, 0, 10]} />)
  expect(screen.getByRole('img', { name: '近 3 天每日下载，最后一天 10 次' })).toBeTruthy()
  const blocks = [...container.querySelectorAll('rect')]
  expect(blocks.map((block) => block.getAttribute('height'))).toEqual(['10', '1', '20'])
  expect(blocks.map((block) => block.hasAttribute('class'))).toEqual([false, false, true])
})

test.each([undefined, [], [3]])('without days to compare, %j, nothing is shown', (days) => {
  const { container } = render(
    <>
      <BlockSpark days={days} />
      <Delta days={days} />
    </>,
  )
  expect(container.childElementCount).toBe(0)
})

test('the difference compares the last week with the one before, and says nothing where that had none', () => {
  const weeks = (before: number, last: number) => [...Array<number>(7).fill(before), ...Array<number>(7).fill(last)]
  expect(deltaOf(weeks(10, 15))).toBeCloseTo(50)
  expect(deltaOf([99, ...weeks(10, 5)])).toBeCloseTo(-50)
  expect(deltaOf(weeks(0, 5))).toBeUndefined()
  expect(deltaOf(weeks(1, 1).slice(1))).toBeUndefined()
  const today = 0
  const { rerender } = render(<Delta days={[...weeks(10, 15), today]} />)
  expect(screen.getByText('+50.0%').title).toBe('今天之前的 7 天，与再之前的 7 天相比')
  rerender(<Delta days={[...weeks(10, 5), today]} />)
  expect(screen.getByText('−50.0%')).toBeTruthy()
  rerender(<Delta days={[...weeks(10, 10), today]} />)
  expect(screen.getByText('持平')).toBeTruthy()
})

test('days without any download keep a line', () => {
  expect(heightsOf([0, 0], 20)).toEqual([1, 1])
})

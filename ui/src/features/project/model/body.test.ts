import { expect, test } from 'vitest'
import { demoteHeadings, tableOfContents } from './body'

test('the first heading of a text is one step lower than the page’s', () => {
  expect(demoteHeadings('<h1 id="a">A</h1><header>no</header>')).toBe('<h2 id="a">A</h2><header>no</header>')
})

test('four headings make a table of contents, three do not', () => {
  const heading = (id: number) => `<h2 id="h${id}">第 <b>${id}</b> 节</h2><p>…</p>`
  expect(tableOfContents([1, 2, 3].map(heading).join(''))).toEqual([])
  expect(tableOfContents([1, 2, 3, 4].map(heading).join(''))[3]).toEqual({ id: 'h4', text: '第 4 节', level: 2 })
})

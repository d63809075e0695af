import { expect, test } from 'vitest'
import { imageText, linkText, pastedLink } from './paste'

test.each([
  ['https://example.com/a', '', '看 ', '[https://example.com/a](https://example.com/a)'],
  ['http://example.com/a', '齿轮', '', '[齿轮](https://example.com/a)'],
  [' https://example.com/a(b) ', '', '', '[https://example.com/a(b)](https://example.com/a%28b%29)'],
  ['https://example.com/a', '', '[齿轮](', undefined],
  ['https://example.com/a', '', '写成 `', undefined],
  ['https://cdn.discordapp.com/a.png', '', '', undefined],
  ['mailto:a@example.com', '', '', undefined],
  ['两个 https://example.com', '', '', undefined],
  ['https://example.com', '第一行\n第二行', '', undefined],
])('%j over %j behind %j', (pasted, selected, before, link) => {
  expect(pastedLink(pasted, selected, before)).toBe(link)
})

test('characters that would end a label or an address early are escaped', () => {
  expect(linkText('a]b', 'https://example.com/(x) y')).toBe('[a\\]b](https://example.com/%28x%29%20y)')
  expect(imageText('两\n行', '/data/a.png')).toBe('![两 行](/data/a.png)')
})

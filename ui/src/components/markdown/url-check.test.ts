import { expect, test } from 'vitest'
import { checkUrl, videoFrame, videoId } from './url-check'

test.each([
  ['http://example.com/a b', 'https://example.com/a%20b'],
  ['https://example.com', 'https://example.com/'],
  ['http://localhost/data/a.png', '/data/a.png'],
  ['/data/a.png', '/data/a.png'],
])('%s becomes %s', (text, url) => {
  expect(checkUrl(text)).toEqual({ url })
})

test.each([
  ['', undefined],
  ['齿轮', 'Invalid URL. Make sure the URL is well-formed.'],
  ['//example.com/a.png', 'Invalid URL. Make sure the URL is well-formed.'],
  ['javascript:alert(1)', 'Unsupported protocol. Use http or https.'],
  ['https://cdn.discordapp.com/x.png', 'Invalid URL. This domain is not allowed.'],
])('%s is refused', (text, error) => {
  expect(checkUrl(text)).toEqual({ error })
})

test('a video link gives its id and player', () => {
  expect(videoId('https://www.bilibili.com/video/BV1xx411c7mD/?p=2')).toBe('BV1xx411c7mD')
  expect(videoId('https://www.bilibili.com/')).toBeUndefined()
  expect(videoFrame('BV1xx411c7mD')).toContain('bvid=BV1xx411c7mD&page=1')
})

import { expect, test } from 'vitest'
import { redirectProblem, redirectProblems } from './redirect-uri'

test.each([
  'https://app.example/cb',
  'https://app.example',
  'https://app.example:8443/cb?x=1&y=%20',
  'https://app.example/a.b/..c',
  'https://xn--fiqs8s.example/cb',
  'https://127.0.0.1/cb',
  'https://[2001:db8::1]/cb',
  'http://127.0.0.1/cb',
  'http://127.0.0.1:8080',
  'http://[::1]/cb',
])('every application may be answered at %s', (text) => {
  expect([redirectProblem(text, 'confidential'), redirectProblem(text, 'public')]).toEqual([undefined, undefined])
})

test.each(['com.example.app:/cb', 'com.example.app://cb', 'com.example.app:cb'])(
  'an application that cannot keep a secret may be answered at %s',
  (text) => {
    expect([redirectProblem(text, 'confidential'), redirectProblem(text, 'public')]).toEqual(['scheme', undefined])
  },
)

test.each([
  ['', 'empty'],
  [`https://app.example/${'a'.repeat(2048)}`, 'long'],
  ['app.example/cb', 'malformed'],
  ['/cb', 'malformed'],
  ['//app.example/cb', 'malformed'],
  ['HTTPS://app.example/cb', 'malformed'],
  ['https://app.example/%zz', 'malformed'],
  ['https://app.example/%', 'malformed'],
  ['http://app.example/cb', 'plain'],
  ['http://localhost/cb', 'plain'],
  ['http://127.0.0.2/cb', 'plain'],
  ['http://127.0.0.1.evil.example/cb', 'plain'],
  ['http://[::2]/cb', 'plain'],
  ['https://app.example/cb#frag', 'fragment'],
  ['https://app.example/cb#', 'fragment'],
  ['https://user@app.example/cb', 'user'],
  ['https://user:pass@app.example/cb', 'user'],
  ['https://@app.example/cb', 'user'],
  ['http://127.0.0.1@evil.example/cb', 'user'],
  ['com.example.app://user@cb/', 'user'],
  ['https://*.app.example/cb', 'wildcard'],
  ['https://app.example/*', 'wildcard'],
  ['https://app.example\\@evil.example/cb', 'character'],
  ['https:\\\\app.example\\cb', 'character'],
  ['https://app.example/cb\n', 'character'],
  ['https://app.example/ cb', 'character'],
  [' https://app.example/', 'character'],
  ['https://app.example/\0', 'character'],
  ['https://app.example/\r\nLocation: x', 'character'],
  ['https://app.example/\u202ecb', 'character'],
  ['https://app.example/\u2066x', 'character'],
  ['https://app.example/\u200b', 'character'],
  ['https://例子.example/cb', 'character'],
  ['https://app.example/回调', 'character'],
  ['https://app.example/"><script>', 'character'],
  ['https://APP.example/cb', 'host'],
  ['https://app.example./cb', 'host'],
  ['https://app_1.example/cb', 'host'],
  ['https://app%2eexample/cb', 'host'],
  ['https:///cb', 'host'],
  ['https://:443/cb', 'host'],
  ['https:/app.example/cb', 'host'],
  ['https:app.example', 'host'],
  ['https://[::1%25lo]/cb', 'host'],
  ['https://[::0:1]/cb', 'host'],
  ['https://[::1/cb', 'host'],
  ['https://a]/cb', 'host'],
  ['https://app.example:/cb', 'port'],
  ['https://app.example:0/cb', 'port'],
  ['https://app.example:65536/cb', 'port'],
  ['https://app.example:0443/cb', 'port'],
  ['https://app.example:80:80/cb', 'port'],
  ['https://app.example/a/../cb', 'dots'],
  ['https://app.example/%2e%2E/cb', 'dots'],
  ['https://app.example/..%2fcb', 'dots'],
  ['https://app.example/.', 'dots'],
  ['com.example.app:..', 'dots'],
  ['https://app.example/cb?iss=https://app.example', 'reserved'],
  ['https://app.example/cb?a=1&%73tate=x', 'reserved'],
  ['https://app.example/cb?error', 'reserved'],
  ['javascript:alert(1)', 'dotless'],
  ['data:text/html,x', 'dotless'],
  ['file:///etc/passwd', 'dotless'],
  ['myapp://cb', 'dotless'],
  ['urn:ietf:wg:oauth:2.0:oob', 'dotless'],
  ['com.:/cb', 'dotless'],
  ['com..example:/cb', 'dotless'],
] as const)('%j is refused: %s', (text, problem) => {
  expect(redirectProblem(text, 'public')).toBe(problem)
  expect(redirectProblem(text, 'confidential')).toBe(problem === 'dotless' ? 'scheme' : problem)
})

test('an address stands once in a list, letter by letter', () => {
  expect(redirectProblems(['https://a.example/', 'https://a.example', 'https://a.example/', ''], 'public')).toEqual([
    undefined,
    undefined,
    'twice',
    'empty',
  ])
})

test('no accepted address leads elsewhere than it says, and no text makes the check hang', () => {
  const pieces = [
    'https:',
    'http:',
    '//',
    '/',
    '\\',
    '@',
    '[',
    ']',
    ':',
    '%',
    '%2',
    '%2e',
    '#',
    '?',
    '.',
    '..',
    'a',
    '127.0.0.1',
    '::1',
    '\u202e',
    '\ud800',
    '*',
    ' ',
  ]
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let accepted = 0
  for (let round = 0; round < 20_000; round++) {
    const text =
      (next(2) === 0 ? 'https://a' : 'http://127.0.0.1') + Array.from({ length: next(6) }, () => pieces[next(pieces.length)]).join('')
    if (redirectProblem(text, 'confidential') !== undefined || !URL.canParse(text)) continue
    accepted++
    const url = new URL(text)
    const said = text.slice(text.indexOf('//') + 2).split(/[/?]/)[0]
    expect([url.username, url.hash, url.host], text).toEqual(['', '', said])
  }
  expect(accepted).toBeGreaterThan(100)
  for (const long of ['a.', '%2', '[', ':', '..', '/.']) expect(redirectProblem(`https://${long.repeat(1_000)}`, 'public')).toBeDefined()
})

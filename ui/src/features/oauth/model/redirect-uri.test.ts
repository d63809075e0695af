import { describe, expect, test } from 'vitest'
import { redirectProblem, redirectProblems } from './redirect-uri'

describe('an address that answers may be sent to', () => {
  test.each([
    'https://example.org',
    'https://example.org/',
    'https://example.org/callback?from=site&x=%20',
    'https://sub.example.org:8443/a/b',
    'https://[2001:db8::1]:443/cb',
    'https://xn--fiqs8s.example/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:49152/cb',
    'http://[::1]:3000/cb',
  ])('%s is one for every application', (text) => {
    expect(redirectProblem(text, 'confidential')).toBeUndefined()
    expect(redirectProblem(text, 'public')).toBeUndefined()
  })

  test.each(['com.example.app:/oauth', 'com.example.app://oauth/callback', 'org.example.sync:/'])(
    '%s is one for an application that cannot keep a secret',
    (text) => {
      expect(redirectProblem(text, 'public')).toBeUndefined()
      expect(redirectProblem(text, 'confidential')).toBe('scheme')
    },
  )
})

test.each([
  ['', 'empty'],
  [`https://example.org/${'a'.repeat(2048)}`, 'long'],
  ['http://example.org/cb', 'plain'],
  ['http://localhost:3000/cb', 'plain'],
  ['http://127.0.0.1.example.org/cb', 'plain'],
  ['http://127.0.0.2/cb', 'plain'],
  ['http://0.0.0.0/cb', 'plain'],
  ['http://[::2]/cb', 'plain'],
  ['HTTP://example.org/', 'plain'],
  ['https://example.org/cb#x', 'fragment'],
  ['https://example.org/cb#', 'fragment'],
  ['https://user@example.org/', 'user'],
  ['https://user:word@example.org/', 'user'],
  ['https://example.org@evil.example/', 'user'],
  ['http://127.0.0.1@evil.example/cb', 'user'],
  ['https://*.example.org/cb', 'wildcard'],
  ['https://example.org/*', 'wildcard'],
  ['javascript:alert(1)', 'dotless'],
  ['data:text/html,x', 'dotless'],
  ['myapp:/cb', 'dotless'],
  ['file:///etc/passwd', 'dotless'],
  ['urn:ietf:wg:oauth:2.0:oob', 'dotless'],
  ['com.example.app:cb', 'malformed'],
  ['com.example.app:', 'malformed'],
  ['com.example.app://user@cb/', 'user'],
  ['example.org/cb', 'malformed'],
  ['//example.org/cb', 'malformed'],
  ['https:/example.org/cb', 'malformed'],
  ['https:example.org', 'malformed'],
  ['https://', 'malformed'],
  ['https:///cb', 'malformed'],
  ['https://example..org/', 'malformed'],
  ['https://-example.org/', 'malformed'],
  ['https://example.org:0/', 'malformed'],
  ['https://example.org:99999/', 'malformed'],
  ['https://example.org:/cb', 'malformed'],
  ['https://example.org/%zz', 'malformed'],
  ['https://example.org/%', 'malformed'],
  ['https://[::1/', 'malformed'],
  ['https:\\\\example.org\\cb', 'character'],
  ['https://example.org\\@evil.example/', 'character'],
  ['https://例子.example/cb', 'character'],
  ['https://example.org/回调', 'character'],
  ['https://example.org/\u202egpj.cb', 'character'],
  ['https://example.org/\u2066x', 'character'],
  ['https://example.org/\u200b', 'character'],
  ['https://exam\tple.org/', 'character'],
  ['https://example.org/\r\nLocation: x', 'character'],
  ['https://example.org/\0', 'character'],
  [' https://example.org/', 'character'],
  ['https://example.org/ ', 'character'],
  ['https://example.org/"><script>', 'character'],
] as const)('%j is refused: %s', (text, problem) => {
  expect(redirectProblem(text, 'public')).toBe(problem)
})

test('an address stands once in a list, letter by letter', () => {
  expect(redirectProblems(['https://a.example/', 'https://a.example', 'https://a.example/', ''], 'public')).toEqual([
    undefined,
    undefined,
    'twice',
    'empty',
  ])
})

test('no text makes the check fail or hang', () => {
  const pieces = ['https:', 'http:', '//', '/', '\\', '@', '[', ']', ':', '%', '%2', '#', '?', '.', '..', 'a', '127.0.0.1', '::1', '\u202e', '\ud800', '*', ' ']
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join('')
    if (redirectProblem(text, 'confidential') !== undefined) continue
    const url = new URL(text)
    expect([url.protocol, url.username, url.hash]).toEqual([url.protocol === 'http:' ? 'http:' : 'https:', '', ''])
  }
  expect(redirectProblem(`https://${'a.'.repeat(1_000)}`, 'public')).toBe('malformed')
  expect(redirectProblem(`https://${'a-'.repeat(1_000)}`, 'public')).toBe('malformed')
})

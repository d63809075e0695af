import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/errors'
import { NoAddress, refusalOf } from './refusal'

test.each([
  ['client_id_missing', 400, 'client'],
  ['unknown_client', 400, 'client'],
  ['client_suspended', 400, 'suspended'],
  ['redirect_uri_not_registered', 400, 'redirect'],
  ['redirect_uri_missing', 400, 'redirect'],
  ['redirect_uri_twice', 400, 'redirect'],
  ['flow_invalid', 400, 'expired'],
  ['unauthorized', 401, 'signedOut'],
  ['precondition_required', 428, 'again'],
  ['ratelimit_error', 429, 'busy'],
  ['network_error', 0, 'failed'],
  ['internal_error', 503, 'failed'],
  ['something_new', 400, 'request'],
  ['constructor', 400, 'request'],
  ['toString', 403, 'request'],
] as const)('%s with %d is a refusal of its kind: %s', (code, status, kind) => {
  expect(refusalOf(new ApiError(status, code, '原因')).kind).toBe(kind)
})

test('the words of the standard stand below the reason, with the rule and the number of the request', () => {
  const error = new ApiError(400, 'redirect_uri_missing', '应用注册了多个回调地址（redirect_uri is missing）', 'a1b2')
  expect(refusalOf(error)).toEqual({
    kind: 'redirect',
    text: '应用注册了多个回调地址',
    quoted: 'redirect_uri is missing · redirect_uri_missing · a1b2',
  })
  expect(refusalOf(new ApiError(400, 'x', '说明（中文）')).text).toBe('说明（中文）')
})

test('an answer without an address is said in the words that are known for it', () => {
  expect(refusalOf(new NoAddress())).toMatchObject({ kind: 'address', quoted: 'No redirect location found in response' })
  expect(refusalOf('odd')).toEqual({ kind: 'failed', text: '', quoted: '' })
})

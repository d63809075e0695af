import { expect, test } from 'vitest'
import { urlOf } from '@/lib/api/client'
import { typeOf } from '@/lib/content-types'
import { parseSearch } from '@/lib/url-search'
import requests from '../../../../../readapi/pages/testdata/requests.json'
import { parseListingSearch } from '../model/search-state'
import { searchQueries } from './queries'

// The server writes the same requests to put their answers into the page.
test.each(requests)('the listing of $type under "$search" asks for what its page brings', ({ type: id, search: address, path }) => {
  const type = typeOf(id)
  if (!type) throw new Error(id)
  const search = parseListingSearch(parseSearch(address))
  const query = searchQueries.page({ type, search, size: 20 }).queryKey[2]
  expect(urlOf('/v2/search', { query })).toBe(path)
})

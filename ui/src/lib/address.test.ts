import { expect, test } from 'vitest'
import { hrefOf, type Address } from './address'

const addresses: [string, Address][] = [
  ['/', { to: '/' }],
  ['/dashboard/projects?create=true', { to: '/dashboard/projects', search: { create: true } }],
  ['/mods', { to: '/$listing', params: { listing: 'mods' }, search: { q: '' } }],
  ['/mods?q=a+b', { to: '/$listing', params: { listing: 'mods' }, search: { q: 'a b' } }],
  [
    '/mods?g=categories%3Afabric&v=1.21.1',
    { to: '/$listing', params: { listing: 'mods' }, search: { g: ['categories:fabric'], v: ['1.21.1'] } },
  ],
  ['/shaders?s=updated&o=20', { to: '/$listing', params: { listing: 'shaders' }, search: { s: 'updated', o: 20 } }],
  ['/mod/gears', { to: '/$type/$id', params: { type: 'mod', id: 'gears' } }],
  ['/mod/gears?review=1', { to: '/$type/$id', params: { type: 'mod', id: 'gears' }, search: { review: '1' } }],
  ['/mod/gears/settings/tags', { to: '/$type/$id/settings/tags', params: { type: 'mod', id: 'gears' } }],
  ['/mod/gears/version/1.0%2B1.21', { to: '/$type/$id/version/$version', params: { type: 'mod', id: 'gears', version: '1.0+1.21' } }],
  ['/mod/gears/version/AbC/edit', { to: '/$type/$id/version/$version/edit', params: { type: 'mod', id: 'gears', version: 'AbC' } }],
  ['/mod/gears/version/create-new', { to: '/$type/$id/version/{$version}-new', params: { type: 'mod', id: 'gears', version: 'create' } }],
  ['/user/%E9%92%A0', { to: '/user/$id/{-$kind}', params: { id: '钠' } }],
  ['/user/mira/mod?s=name&o=0', { to: '/user/$id/{-$kind}', params: { id: 'mira', kind: 'mod' }, search: { s: 'name', o: 0 } }],
  ['/organization/lantern', { to: '/organization/$id/{-$kind}', params: { id: 'lantern', kind: undefined } }],
  ['/organization/lantern/settings/members', { to: '/organization/$id/settings/members', params: { id: 'lantern' } }],
  [
    '/collection/following/mods?q=x',
    { to: '/collection/$id/{-$projectType}', params: { id: 'following', projectType: 'mods' }, search: { q: 'x' } },
  ],
  ['/auth/sign-in?redirect=%2Fmods%3Fq%3Da%252Bb', { to: '/auth/sign-in', search: { redirect: '/mods?q=a%2Bb' } }],
  ['/report?itemType=user&itemId=AbC', { to: '/report', search: { itemType: 'user', itemId: 'AbC' } }],
  ['/dashboard/claims/new?project=AbC', { to: '/dashboard/claims/new', search: { project: 'AbC' } }],
  ['/dashboard/notifications?type=invite', { to: '/dashboard/notifications', search: { type: 'invite' } }],
  ['/moderation/reports?state=all&type=spam&page=2', { to: '/moderation/reports', search: { state: 'all', type: 'spam', page: 2 } }],
  ['/moderation/review', { to: '/moderation/review', search: { type: undefined, page: undefined } }],
  ['/legal2/terms', { to: '/legal2/$page', params: { page: 'terms' } }],
]

test.each(addresses)('%s', (text, address) => {
  expect(hrefOf(address)).toBe(text)
})

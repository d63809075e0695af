import { describe, expect, it } from 'vitest'
import { iconSources, identicon } from './pictures'

describe('icons of projects', () => {
  it('loads an icon of another site through this one, in the widths of the layout', () => {
    expect(iconSources('https://images.example/图标.png', 'AABBCCDD', 40)).toEqual({
      src: '/pictures/icon/AABBCCDD/t72gsn/48',
      srcSet: '/pictures/icon/AABBCCDD/t72gsn/96 2x',
    })
    expect(iconSources('https://images.example/a.png', 'A', 96)).toMatchObject({
      src: expect.stringContaining('/96'),
      srcSet: expect.stringContaining('/192 2x'),
    })
  })

  it("leaves the site's own pictures, previews and those without a project as they are", () => {
    for (const own of ['/data/a.png', `${location.origin}/data/a.png`, 'blob:x', 'http://localhost:8080/data/a.png']) {
      expect(iconSources(own, 'A', 40)).toEqual({ src: own })
    }
    expect(iconSources('https://images.example/a.png', undefined, 40)).toEqual({ src: 'https://images.example/a.png' })
  })

  it('names the seed, the name and the accent of a drawn picture', () => {
    expect(identicon('a/b', '灯 & 笼', 0x00ff7f)).toBe('/pictures/identicon/a%2Fb?name=%E7%81%AF%20%26%20%E7%AC%BC&color=00ff7f')
    expect(identicon('a', 'x', null)).toBe('/pictures/identicon/a?name=x')
  })
})

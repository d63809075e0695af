import type { Server } from '@/lib/hosting/servers'
import { serverNetworkText as t } from '@/lib/i18n/zh-Hans/server-network'

const ADVANCED = 1 << 6

/** Why the viewer cannot change the network; undefined where it can. */
export function refusalOf({ deleted, current_user_permissions: rights }: Server): string | undefined {
  if (deleted) return t.refused.deleted
  return rights & ADVANCED ? undefined : t.refused.right
}

/** 5–32 characters; groups of letters and digits with one hyphen between two of them. */
export const isSubdomain = (text: string): boolean => /^(?=.{5,32}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** The two parts of a domain: the subdomain that was chosen, and what the site adds, with its dot. */
export function partsOf(domain: string): [subdomain: string, suffix: string] {
  const dot = domain.indexOf('.')
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot)]
}

/** Lowers the letters of a field; the caret stays. */
export function lower(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = field
  const text = value.toLowerCase()
  if (text === value) return
  field.value = text
  field.setSelectionRange(selectionStart, selectionEnd)
}

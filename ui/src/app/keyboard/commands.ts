import {
  Copy,
  Heart,
  House,
  Keyboard,
  LayoutGrid,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  MoonStar,
  Pickaxe,
  Search,
  Sun,
  type LucideIcon,
} from 'lucide-react'
import { accountLinks, createLinks } from '@/app/shell/account-links'
import type { Address } from '@/lib/address'
import type { User } from '@/lib/api/types'
import { contentTypes } from '@/lib/content-types'
import { keyboardText as t } from '@/lib/i18n/zh-Hans/keyboard'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { listingParams, signIn } from '@/lib/links'
import type { ThemeChoice } from '@/stores/theme'

export type Act = { go: Address } | { theme: ThemeChoice } | { act: 'sign-out' | 'copy' | 'keys' }
export type Entry = { id: string; label: string; icon: LucideIcon; words: string; does: Act }

const themeIcons: Record<ThemeChoice, LucideIcon> = { system: Monitor, light: Sun, dark: Moon, oled: MoonStar, retro: Pickaxe }

const go = (id: string, label: string, icon: LucideIcon, address: Address, words = ''): Entry => ({
  id,
  label,
  icon,
  words,
  does: { go: address },
})

/** The pages that a viewer can open. */
export function pageEntries(user: User | null | undefined, path: string): Entry[] {
  const types = contentTypes.map((type) => go(type.path, type.label, LayoutGrid, { to: '/$listing', params: listingParams(type) }, type.id))
  const own = user
    ? accountLinks(user).map(({ address, label, icon }) => go(label, label, icon, address, address.to))
    : [go('sign-in', siteText.signIn, LogIn, signIn(path), 'login sign in')]
  const following = user
    ? [go('following', t.following, Heart, { to: '/collection/$id/{-$projectType}', params: { id: 'following' } }, 'following')]
    : []
  return [go('home', shellText.home, House, { to: '/' }, 'home'), ...types, ...own, ...following]
}

/** What can be done from everywhere. */
export function actionEntries(user: User | null | undefined): Entry[] {
  return [
    ...(user ? createLinks.map(({ address, label, icon }) => go(label, label, icon, address, 'new create')) : []),
    { id: 'copy', label: t.copyAddress, icon: Copy, words: 'copy link', does: { act: 'copy' } },
    { id: 'keys', label: t.keys, icon: Keyboard, words: 'keyboard help', does: { act: 'keys' } },
    ...(user
      ? [{ id: 'sign-out', label: shellText.signOut, icon: LogOut, words: 'logout sign out', does: { act: 'sign-out' } } as const]
      : []),
  ]
}

export function themeEntries(): Entry[] {
  return (['system', 'light', 'dark', 'oled', 'retro'] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: t.theme(siteText.themes[theme]),
    icon: themeIcons[theme],
    words: `theme ${theme}`,
    does: { theme },
  }))
}

/** The search for a text: in the open type, otherwise in everything. */
export function searchEntry(text: string, segment: string | undefined): Entry {
  const type = contentTypes.find((one) => one.id === segment || one.path.slice(1) === segment)
  return go('search', t.searchFor(text), Search, {
    to: '/$listing',
    params: type ? listingParams(type) : { listing: 'search' },
    search: { q: text },
  })
}

/** Those that have every word of the text in their name or keywords. */
export function matching<T extends { label: string; words: string }>(entries: readonly T[], text: string): T[] {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, words }) => parts.every((part) => `${label} ${words}`.toLowerCase().includes(part)))
}
